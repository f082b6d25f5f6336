func.func @f(%x: f32) {
  %a = "arith.addi"(%x, %x) : (f32, f32) -> f32
  return
}
