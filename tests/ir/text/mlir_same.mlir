// What both know prints to the same bytes.
// REQUIRES: mlir-opt
// RUN: mlir-opt-22 %s --mlir-print-op-generic --allow-unregistered-dialect | grep -v '^$' > %t.mlir
// RUN: tile-opt %s --print-op-generic --number-values --allow-unregistered-dialect > %t.ours
// RUN: diff %t.mlir %t.ours
// RUN: tile-opt %s --allow-unregistered-dialect | mlir-opt-22 --mlir-print-op-generic --allow-unregistered-dialect | grep -v '^$' > %t.back
// RUN: diff %t.mlir %t.back

module attributes {a.x = 1, a.y = [1, 2 : i32, 1.0, 0.1 : f32, @a::@b]} {
  func.func @f(%a: i32, %c: i1, %n: index, %m: memref<?x4xf32, strided<[?, 1]>>) -> (i32, f32) attributes {foo.bar = "a\"b\n"} {
    %z = arith.constant dense<[1.0, 1.015625]> : tensor<2xf16>
    %h = arith.constant dense<0.0> : vector<4x4xf32>
    %q = arith.constant 1.001953125 : f32
    %r = arith.constant 0x7F800000 : f32
    %s = arith.constant 123456789.0 : f64
    %w = arith.cmpi slt, %a, %a : i32
    %y = arith.select %w, %q, %r : f32
    %i = arith.index_cast %n : index to i32
    %l = scf.for %k = %n to %n step %n iter_args(%acc = %q) -> (f32) {
      %v = memref.load %m[%k, %k] : memref<?x4xf32, strided<[?, 1]>>
      %t:2 = scf.if %w -> (f32, i32) {
        scf.yield %v, %a : f32, i32
      } else {
        scf.yield %acc, %i : f32, i32
      }
      scf.yield %t#0 : f32
    }
    cf.cond_br %c, ^bb1(%a : i32), ^bb2
  ^bb1(%p: i32):
    cf.br ^bb2
  ^bb2:
    %o:2 = "foo.op"(%a, %l) ({
    ^bb0(%e: f32):
      "foo.in"(%e) : (f32) -> ()
    }, {
    }) {z = unit, k = dense<[[true, false]]> : tensor<1x2xi1>} : (i32, f32) -> (!foo.t<a -> b>, i32)
    return %o#1, %y : i32, f32
  }
}
