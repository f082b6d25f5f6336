// RUN: interp-run %s | FileCheck %s

// CHECK: values: 1.5, ( ( 1, -2 ), ( 3, 4 ) )
// CHECK-NEXT: ( 1, 0 ) 255{{$}}
func.func @print() {
  %x = arith.constant 1.5 : f32
  %v = arith.constant dense<[[1, -2], [3, 4]]> : vector<2x2xi8>
  %flags = arith.constant dense<[true, false]> : vector<2xi1>
  %c255 = arith.constant 255 : index
  vector.print str "values: "
  vector.print %x : f32 punctuation <comma>
  vector.print %v : vector<2x2xi8>
  vector.print %flags : vector<2xi1> punctuation <no_punctuation>
  vector.print str " "
  vector.print %c255 : index
  return
}
