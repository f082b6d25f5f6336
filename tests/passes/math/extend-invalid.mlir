// RUN: not tile-opt %s --split-input-file --math-extend-to-supported-types 2>&1 | FileCheck %s

// CHECK: error: 'math.sin' op is illegal for 'math-extend-to-supported-types'
// CHECK: converter 'wider floats' has nothing for 'f80', the type of operand #0
func.func @wide(%x: f80) -> f80 {
  %0 = math.sin %x : f80
  return %0 : f80
}

// -----

// CHECK: error: 'math.sin' op is illegal for 'math-extend-to-supported-types'
// CHECK: converter 'wider floats' has nothing for 'tensor<*xf16>', the type of operand #0
func.func @unranked(%x: tensor<*xf16>) -> tensor<*xf16> {
  %0 = math.sin %x : tensor<*xf16>
  return %0 : tensor<*xf16>
}
