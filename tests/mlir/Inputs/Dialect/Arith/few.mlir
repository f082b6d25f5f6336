// RUN: mlir-opt %s -canonicalize -split-input-file -verify-diagnostics

func.func @folded() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.addi %a, %a : i32
  return %b : i32
}

func.func @foreign(%t: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  return %e : tensor<4xf32>
}

// -----

func.func @refused(%a: i32) -> i64 {
  // expected-error @below {{}}
  return %a : i32
}
