// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'f16' in the domain of A, whose default is an integer}}
tile.params { A = 3 : [3, f16] }

// -----

// expected-error @+1 {{the range 9..5 is empty}}
tile.params { A = 3 : 9..5 }

// -----

// expected-error @+1 {{a range for A, whose default is a word}}
tile.params { A = f16 : 1..5 }

// -----

// expected-error @+1 {{parameter A = 7 is outside its domain 1..5}}
tile.params { A = 7 : 1..5 }

// -----

// expected-error @+1 {{'a' cannot name a parameter}}
tile.params { a = 3 }

// -----

// expected-note @+2 {{first here}}
// expected-error @+1 {{parameter A is declared twice}}
tile.params { A = 3, A = 4 }

// -----

// expected-error @+1 {{constraint on BX, which is no parameter}}
tile.params { BM = 3 } where (BX == 3)

// -----

// expected-error @+1 {{constraint on T, which is a word and not a number}}
tile.params { T = f16 } where (T == 3)

// -----

// expected-error @+1 {{division by zero in '3 mod A == 0'}}
tile.params { A = 0 } where (3 mod A == 0)

// -----

// expected-error @+1 {{a number leaves 64 bits in 'A * A > 0'}}
tile.params { A = 5000000000 } where (A * A > 0)

// -----

// expected-error @+1 {{the parameters violate 'A == 4': A = 3}}
tile.params { A = 3 } where (A == 4)

// -----

// expected-warning @+1 {{parameter UNUSED is not used}}
tile.params { UNUSED = 3 }

// -----

// expected-warning @+1 {{parameter A is not used}}
tile.params { A = 3 }
// expected-error @+1 {{a file has one list of parameters}}
tile.params { B = 3 }

// -----

// An expression that is too deep, or too long, is an error and nothing worse.
// expected-error @+1 {{an expression nested more than 32 deep}}
tile.params { A = 3 } where (((((((((((((((((((((((((((((((((((((A == 3)))))))))))))))))))))))))))))))))))))
