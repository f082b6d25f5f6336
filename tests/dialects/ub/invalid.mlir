// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @value() {
  // expected-error @+1 {{'ub.poison' op attribute 'value' must be #ub.poison, but got 4 : i32}}
  %p = ub.poison <4 : i32> : i32
  return
}

// -----

func.func @middle() {
  // expected-error @+1 {{'ub.unreachable' op is a terminator and must be the last op of its block}}
  ub.unreachable
  return
}
