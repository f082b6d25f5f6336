// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/diverge.c -o %t.so
// RUN: tile-opt %s --load-plugin=%t.so --test-diverge -o /dev/null 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: not tile-opt %s --load-plugin=%t.so --test-diverge-strictly 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: tile-opt %s --load-plugin=%t.so --test-settle 2>&1 | FileCheck %s --check-prefix=SETTLE
// RUN: tile-opt %s --load-plugin=%t.so --test-settle --debug-only=greedy -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEBUG

// Patterns that go in circles end, and are named.
// WARN: warning: patterns still change 'builtin.module' at the limit of rewrites (iteration 1): {{.*}}toggle
// ERROR: error: patterns still change 'builtin.module' at the limit of rewrites (iteration 1): toggle
// SETTLE-NOT: warning
// SETTLE: test.done
// DEBUG: 'func.return' try settle
// DEBUG: no match on 'func.return': it is done
func.func @f() { return }
