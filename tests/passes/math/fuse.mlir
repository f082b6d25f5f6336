// RUN: tile-opt %s --check-rewrites --math-sincos-fusion | FileCheck %s --check-prefix=TRIG
// RUN: tile-opt %s --check-rewrites --math-uplift-to-fma | FileCheck %s --check-prefix=FMA

// Where the first of them stands.
// TRIG-LABEL: @both(
// TRIG: %[[S:.*]], %[[C:.*]] = math.sincos %x : f32
// TRIG-NEXT: call @use(%[[C]])
// TRIG-NEXT: return %[[S]], %[[C]]
func.func private @use(f32)
func.func @both(%x: f32) -> (f32, f32) {
  %c = math.cos %x : f32
  func.call @use(%c) : (f32) -> ()
  %s = math.sin %x : f32
  return %s, %c : f32, f32
}

// Other flags, another number, another block.
// TRIG-LABEL: @apart(
// TRIG-NOT: math.sincos
// TRIG: %[[B:.*]]:2 = math.sincos %y fastmath<afn> : vector<4xf16>
// TRIG: return
func.func @apart(%x: f32, %y: vector<4xf16>, %p: i1) -> (f32, f32, vector<4xf16>, vector<4xf16>) {
  %0 = math.sin %x fastmath<nnan> : f32
  %1 = scf.if %p -> f32 {
    %c = math.cos %x fastmath<nnan> : f32
    scf.yield %c : f32
  } else {
    scf.yield %x : f32
  }
  %2 = math.cos %x : f32
  %3 = arith.addf %1, %2 : f32
  %4 = math.sin %y fastmath<afn> : vector<4xf16>
  %5 = math.cos %y fastmath<afn> : vector<4xf16>
  return %0, %3, %4, %5 : f32, f32, vector<4xf16>, vector<4xf16>
}

// Either side, with the flags that both have.
// FMA-LABEL: @sums(
// FMA: %[[R:.*]] = math.fma %x, %y, %z fastmath<contract> : f32
// FMA: %[[Q:.*]] = math.fma %x, %y, %z fastmath<nnan,contract> : f32
// FMA: return %[[R]], %[[Q]]
func.func @sums(%x: f32, %y: f32, %z: f32) -> (f32, f32) {
  %0 = arith.mulf %x, %y fastmath<contract> : f32
  %1 = arith.addf %0, %z fastmath<fast> : f32
  %2 = arith.mulf %x, %y fastmath<contract,nnan> : f32
  %3 = arith.addf %z, %2 fastmath<contract,nnan,ninf> : f32
  return %1, %3 : f32, f32
}

// A product that others need stays, and one of the two alone does not allow it.
// FMA-LABEL: @products(
// FMA: %[[P:.*]] = arith.mulf %x, %y fastmath<contract> : f32
// FMA: math.fma %x, %y, %z fastmath<contract> : f32
// FMA: arith.addf %[[P]], %x : f32
// FMA: %[[Q:.*]] = arith.mulf %y, %z : f32
// FMA: arith.addf %[[Q]], %x fastmath<contract> : f32
func.func @products(%x: f32, %y: f32, %z: f32) -> (f32, f32, f32) {
  %0 = arith.mulf %x, %y fastmath<contract> : f32
  %1 = arith.addf %0, %z fastmath<contract> : f32
  %2 = arith.addf %0, %x : f32
  %3 = arith.mulf %y, %z : f32
  %4 = arith.addf %3, %x fastmath<contract> : f32
  return %1, %2, %4 : f32, f32, f32
}
