// --verify-roundtrip finds an op that custom text loses something of, and text that does not parse.
// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/lossy.c -o %t.so
// RUN: split-file %s %t
// RUN: tile-opt %t/fine.mlir --load-plugin=%t.so --verify-roundtrip -o /dev/null
// RUN: tile-opt %t/lost.mlir --load-plugin=%t.so -o /dev/null
// RUN: not tile-opt %t/lost.mlir --load-plugin=%t.so --verify-roundtrip -o %t/out 2>&1 | FileCheck %s
// RUN: not test -e %t/out
// RUN: not tile-opt %t/garbled.mlir --load-plugin=%t.so --verify-roundtrip 2>&1 | FileCheck %s --check-prefix=GARBLED

// CHECK: lost.mlir:2:3: error: 'lossy.tagged' op is another one after printing in custom form and reading back
// CHECK: note: it was "lossy.tagged"() {{.*}}tag = "x"{{.*}} : () -> ()
// CHECK: <custom form>:3:5: note: it came back as "lossy.tagged"() : () -> ()
// GARBLED: <custom form>:3:{{[0-9]+}}: error: {{.*}}
// GARBLED: error: 'builtin.module' op cannot be read after printing in custom form

//--- fine.mlir
func.func @f() {
  "lossy.tagged"() : () -> ()
  return
}
//--- lost.mlir
func.func @f() {
  "lossy.tagged"() {tag = "x"} : () -> ()
  return
}
//--- garbled.mlir
func.func @f() {
  "lossy.garbled"() : () -> ()
  return
}
