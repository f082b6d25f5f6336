// All builtin types and the rounding of every float format, as MLIR has them.
// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s
// RUN: %if mlir-opt %{ sh %S/../../dialects/Inputs/mlir_agrees.sh %s %t --allow-unregistered-dialect %}

// CHECK: func.func private @floats(f8E4M3, f8E3M4, f8E5M2FNUZ, f8E4M3FNUZ, f8E4M3B11FNUZ, f8E8M0FNU, f6E2M3FN, f6E3M2FN, f4E2M1FN)
func.func private @floats(f8E4M3, f8E3M4, f8E5M2FNUZ, f8E4M3FNUZ, f8E4M3B11FNUZ, f8E8M0FNU, f6E2M3FN, f6E3M2FN, f4E2M1FN)
// CHECK: func.func private @complex(complex<f32>, tensor<2xcomplex<i8>>)
func.func private @complex(complex<f32>, tensor<2xcomplex<i8>>)
// CHECK: func.func private @unranked(tensor<*xf32>, memref<*xf16, 3>, memref<2xmemref<*xf32>>)
func.func private @unranked(tensor<*xf32>, memref<*xf16, 3>, memref<2xmemref<*xf32>>)
// CHECK: func.func private @scalable(vector<[4]xi32>, vector<2x[8]xf16>)
func.func private @scalable(vector<[4]xi32>, vector<2x[8]xf16>)

// A format without a negative zero, one with powers of two alone, one that saturates.
// CHECK: a = 0.000000e+00 : f8E4M3FNUZ, b = 0x80 : f8E4M3FNUZ, c = 3.125000e-01 : f8E4M3FNUZ
"t.fnuz"() {a = -0.0 : f8E4M3FNUZ, b = 1.e10 : f8E4M3FNUZ, c = 0.3 : f8E4M3FNUZ} : () -> ()
// CHECK: a = 4.000000e+00 : f8E8M0FNU, b = 1.250000e-01 : f8E8M0FNU, c = 0xFF : f8E8M0FNU
"t.scale"() {a = 3.0 : f8E8M0FNU, b = 0.1 : f8E8M0FNU, c = 0xFF : f8E8M0FNU} : () -> ()
// CHECK: a = 6.000000e+00 : f4E2M1FN, b = 7.500000e+00 : f6E2M3FN, c = 2.800000e+01 : f6E3M2FN
"t.finite"() {a = 100.0 : f4E2M1FN, b = 7.5 : f6E2M3FN, c = 28.0 : f6E3M2FN} : () -> ()
// CHECK: dense<[1.000000e+00, 2.500000e+00]> : tensor<2xf8E3M4>
"t.dense"() {a = dense<[1.0, 2.5]> : tensor<2xf8E3M4>} : () -> ()
// CHECK: dense<1> : vector<[4]xi32>
"t.splat"() {a = dense<1> : vector<[4]xi32>} : () -> ()
