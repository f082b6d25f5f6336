// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{a row is padded by 1 to 4096 bytes, got 0}}
func.func private @nothing(!mem.buffer<8x64xf16, #mem.padded<0>, shared>)

// -----

// expected-error @+1 {{a row is padded by 1 to 4096 bytes, got 5000}}
func.func private @much(!mem.buffer<8x64xf16, #mem.padded<5000>, shared>)

// -----

// expected-error @+2 {{padding of 3 bytes is no whole number of elements of 2 bytes}}
// expected-help @+1 {{16 bytes keep rows aligned for the widest accesses}}
func.func private @part(!mem.buffer<8x64xf16, #mem.padded<3>, shared>)

// -----

// expected-error @+1 {{#mem.padded<16> needs a buffer of rank 2 or more, got rank 1}}
func.func private @rank(!mem.buffer<64xf16, #mem.padded<16>, shared>)

// -----

// expected-error @+1 {{a buffer of more than 2^31 - 1 bytes with its padding}}
func.func private @large(!mem.buffer<1073741823x1xi8, #mem.padded<4>, shared>)

// -----

func.func @slot(%s: !mem.buffer<8x64xf16, #mem.padded<16, column>, shared>, %i: index) {
  // expected-error @+1 {{whose rows are not contiguous}}
  %0 = mem.index %s[%i] : !mem.buffer<8x64xf16, #mem.padded<16, column>, shared>
  return
}

// -----

// expected-error @+1 {{a box's layout is a #mem.swizzle, got #mem.padded<16>}}
func.func private @box(!mem.tensor_map<8x64xf16, #mem.padded<16>>)

// -----

func.func @row(%s: !mem.buffer<2x320xi32, #mem.padded<8>, shared>, %i: index) {
  // expected-error @+2 {{'mem.index' op takes a row of !mem.buffer<2x320xi32, #mem.padded<8>, shared>, which begins where an access of 16 bytes may not}}
  // expected-help @+1 {{pad by a multiple of 16, or leave the padding out}}
  %0 = mem.index %s[%i] : !mem.buffer<2x320xi32, #mem.padded<8>, shared>
  return
}

// -----

func.func @one_row(%s: !mem.buffer<2x1x40xf16, #mem.padded<8>, shared>, %t: !mem.buffer<2x40x1xf16, #mem.padded<8, column>, shared>, %i: index) {
  // expected-error @+1 {{which begins where an access of 16 bytes may not}}
  %0 = mem.index %s[%i] : !mem.buffer<2x1x40xf16, #mem.padded<8>, shared>
  // expected-error @+1 {{which begins where an access of 16 bytes may not}}
  %1 = mem.index %t[%i] : !mem.buffer<2x40x1xf16, #mem.padded<8, column>, shared>
  return
}
