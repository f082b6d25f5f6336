// RUN: tile-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: tile-opt %s --split-input-file --verify-diagnostics --cse --canonicalize | FileCheck %s

// Nothing is printed twice, and nothing is left out.
// CHECK-LABEL: func.func @text
func.func @text(%v: vector<2xi32>, %x: f32) {
  // CHECK-NEXT: vector.print %{{.*}} : vector<2xi32>{{$}}
  // CHECK-NEXT: vector.print %{{.*}} : vector<2xi32>{{$}}
  vector.print %v : vector<2xi32>
  vector.print %v : vector<2xi32> punctuation <newline>
  // CHECK-NEXT: vector.print %{{.*}} : f32 punctuation <comma> {a.b = 1 : i32}
  vector.print %x : f32 punctuation <comma> {a.b = 1 : i32}
  // CHECK-NEXT: vector.print punctuation <open>
  vector.print punctuation <open>
  // CHECK-NEXT: vector.print{{$}}
  vector.print
  // CHECK-NEXT: vector.print str "sum: "
  "vector.print"() {stringLiteral = "sum: ", punctuation = #vector.punctuation<newline>} : () -> ()
  return
}

// -----

func.func @function(%f: () -> ()) {
  // expected-error @+1 {{'vector.print' op prints numbers and vectors of them, but got '() -> ()'}}
  vector.print %f : () -> ()
  return
}

// -----

func.func @both(%x: f32) {
  // expected-error @+1 {{'vector.print' op text stands alone, without a value and punctuation}}
  vector.print %x : f32 str "x"
  return
}

// -----

func.func @word(%x: f32) {
  // expected-error @+1 {{unknown punctuation 'dash'}}
  vector.print %x : f32 punctuation <dash>
  return
}
