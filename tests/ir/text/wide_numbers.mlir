// Numbers of more than 64 bits: integers of any width, f80 and f128.
// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: a = 170141183460469231731687303715884105727 : i128, b = -170141183460469231731687303715884105728 : i128
"t.ends"() {a = 170141183460469231731687303715884105727 : i128,
            b = -170141183460469231731687303715884105728 : i128} : () -> ()
// CHECK: a = -1 : i65, b = 36893488147419103231 : ui65, c = 0 : i100, d = -7 : si70
"t.signs"() {a = 0x1FFFFFFFFFFFFFFFF : i65, b = 36893488147419103231 : ui65, c = 0 : i100,
             d = -7 : si70} : () -> ()
// CHECK: dense<[1, -170141183460469231731687303715884105728]> : tensor<2xi128>
"t.dense"() {a = dense<[1, -170141183460469231731687303715884105728]> : tensor<2xi128>} : () -> ()
// One constant has one text, however it was written.
// CHECK: a = dense<-2> : tensor<3xi72>, b = dense<-2> : tensor<3xi72>
"t.bytes"() {a = dense<"0xFEFFFFFFFFFFFFFFFF"> : tensor<3xi72>,
             b = dense<[-2, -2, -2]> : tensor<3xi72>} : () -> ()

// Decimal text is read as a double, so only what a double holds is written so.
// CHECK: a = 1.500000e+00 : f80, b = 0.100000000000000005551115123125782702 : f128
// CHECK-SAME: c = 0x3FFF8000000000000000000000000001 : f128, d = 0x7FFF8000000000000000 : f80
"t.floats"() {a = 1.5 : f80, b = 0.1 : f128, c = 0x3FFF8000000000000000000000000001 : f128,
              d = 0x7FFF8000000000000000 : f80} : () -> ()
// CHECK: dense<[1.000000e+00, -2.500000e-01]> : tensor<2xf80>
"t.dense_float"() {a = dense<"0x0000000000000080FF3F0000000000000080FDBF"> : tensor<2xf80>} : () -> ()
