// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'simt.kernel' op has whole warps of 32 threads, at most 1024, got 100}}
simt.kernel @threads() threads(100) grid(1) {
  simt.return
}

// -----

// expected-error @+1 {{'simt.kernel' op has -1 bytes of shared memory}}
simt.kernel @shared() threads(32) shared(-1) grid(1) {
  simt.return
}

// -----

// expected-error @+1 {{'simt.kernel' op is version -1 of k}}
simt.kernel @version() threads(32) version("k", -1) grid(1) {
  simt.return
}

// -----

// expected-error @+1 {{'simt.kernel' op attribute simt.dependent_launch must be true or false, got "no"}}
simt.kernel @wish() threads(32) grid(1) attributes {simt.dependent_launch = "no"} {
  simt.return
}

// -----

// expected-error @+1 {{'simt.kernel' op its grid names N, which is no dimension}}
simt.kernel @grid(%A: memref<?xf32>[M]) threads(32) grid(N) {
  simt.return
}

// -----

func.func @return() {
  // expected-error @+1 {{'simt.return' op must end a block of a simt.kernel}}
  simt.return
}
