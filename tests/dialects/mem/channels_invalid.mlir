// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{a channel has 1 to 16 slots, got 17}}
func.func private @slots(!mem.channel<17>)

// -----

func.func @mechanism() {
  // expected-error @+1 {{expected ':', got 'fences'}}
  %c = mem.channel fences : !mem.channel<2>
  return
}

// -----

func.func @place(%n: index) {
  scf.for %i = %n to %n step %n {
    // expected-error @+2 {{'mem.channel' op stands outside the kernel's entry block}}
    // expected-help @+1 {{make it in front of the loops}}
    %c = mem.channel : !mem.channel<2>
  }
  return
}

// -----

func.func @position(%n: i32) {
  %c = mem.channel : !mem.channel<2>
  // expected-error @+1 {{'%n' is used as 'index' here but has type 'i32'}}
  mem.channel_wait %c[%n] : !mem.channel<2>
  return
}

// -----

func.func @pending(%n: index) {
  %c = mem.channel : !mem.channel<2>
  // expected-error @+1 {{'mem.channel_wait' op leaves -1 groups pending: a number of 0 or more}}
  mem.channel_wait %c[%n] pending -1 : !mem.channel<2>
  return
}

// -----

func.func @groups_of_blocks() {
  // expected-error @+1 {{'mem.channel' op is shared by blocks: only a channel of mbarriers can be}}
  %c = mem.channel groups multicast 2 : !mem.channel<2>
  return
}

// -----

func.func @blocks() {
  // expected-error @+2 {{'mem.channel' op has 2 blocks that multicast, and the kernel has not}}
  // expected-help @+1 {{say multicast(2), (4) or (8) behind the kernel's warps}}
  %c = mem.channel mbarrier multicast 2 : !mem.channel<2>
  return
}
