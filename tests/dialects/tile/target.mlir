// RUN: tile-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: module attributes {tile.target = #tile.target<"sm_80">}
module attributes {tile.target = #tile.target<"sm_80">} {
}

// -----

// expected-error @+1 {{unknown architecture 'sm_70'}}
module attributes {tile.target = #tile.target<"sm_70">} {
}
