// RUN: tile-opt %s --tile-set-target='arch=sm_80' | FileCheck %s
// RUN: not tile-opt %s --tile-set-target='arch=sm_81' 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: module attributes {tile.target = #tile.target<"sm_80">}
// UNKNOWN: error: {{.*}}sm_81
module {
}
