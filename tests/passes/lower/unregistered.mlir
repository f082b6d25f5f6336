// RUN: tile-opt %s --allow-unregistered-dialect --tile-to-thread-level --verify-diagnostics

tile.kernel @k(%x: f32) warps(1) grid(%i = 1) {
  // expected-error @+1 {{is not registered: its meaning to a thread is unknown}}
  "t.unknown"() : () -> ()
}
