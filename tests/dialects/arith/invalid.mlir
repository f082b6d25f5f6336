// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%a: i32) {
  // expected-error @+1 {{expected a number or dense elements, got @name}}
  %0 = arith.constant @name
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.constant' op value of type 'i64' does not fit the result type 'i32'}}
  %0 = "arith.constant"() {value = 4 : i64} : () -> i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.constant' op value must be an integer, float or dense attribute, but got "text"}}
  %0 = "arith.constant"() {value = "text"} : () -> i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.constant' op integer result must be signless, but got 'si32'}}
  %0 = arith.constant 4 : si32
  return
}

// -----

func.func @f(%a: i32, %b: i64) {
  // expected-error @+1 {{'arith.addi' op requires the same type for all operands and results, but '%a' is 'i32' and '%b' is 'i64'}}
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'arith.addi' op operand #0 must be a signless integer or index, or a vector or tensor of them, but '%x' has type 'f32'}}
  %0 = arith.addi %x, %x : f32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.addf' op operand #0 must be a float, or a vector or tensor of floats, but '%a' has type 'i32'}}
  %0 = arith.addf %a, %a : i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{unknown flag 'nsx'}}
  %0 = arith.addi %a, %a overflow<nsx> : i32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{unknown flag 'quick'}}
  %0 = arith.addf %x, %x fastmath<quick> : f32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{unknown predicate 'lt'}}
  %0 = arith.cmpi lt, %a, %a : i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.cmpi' op attribute 'predicate' must be an integer predicate (0 to 9), but got 10 : i64}}
  %0 = "arith.cmpi"(%a, %a) {predicate = 10 : i64} : (i32, i32) -> i1
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.cmpi' op is elementwise: result '%0' of type 'vector<2xi1>' does not fit scalar operands}}
  %0 = "arith.cmpi"(%a, %a) {predicate = 1 : i64} : (i32, i32) -> vector<2xi1>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'arith.cmpf' op is elementwise: all shapes must agree, but '%v' is 'vector<4xf32>' and '%0' is 'vector<2xi1>'}}
  %0 = "arith.cmpf"(%v, %v) {predicate = 1 : i64} : (vector<4xf32>, vector<4xf32>) -> vector<2xi1>
  return
}

// -----

func.func @f(%c: vector<2xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'arith.select' op condition 'vector<2xi1>' must be 'i1' or have the shape of 'vector<4xf32>'}}
  %0 = arith.select %c, %v, %v : vector<2xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%c: i1, %a: i32, %b: i64) {
  // expected-error @+1 {{'arith.select' op operand #2 must have the result's type 'i32', but '%b' has type 'i64'}}
  %0 = "arith.select"(%c, %a, %b) : (i1, i32, i64) -> i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.extsi' op result type 'i16' must be wider than operand type 'i32'}}
  %0 = arith.extsi %a : i32 to i16
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.extui' op result type 'i32' must be wider than operand type 'i32'}}
  %0 = arith.extui %a : i32 to i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.trunci' op result type 'i64' must be narrower than operand type 'i32'}}
  %0 = arith.trunci %a : i32 to i64
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'arith.truncf' op result type 'f64' must be narrower than operand type 'f32'}}
  %0 = arith.truncf %x : f32 to f64
  return
}

// -----

func.func @f(%x: f16) {
  // expected-error @+1 {{'arith.extf' op result type 'bf16' must be wider than operand type 'f16'}}
  %0 = arith.extf %x : f16 to bf16
  return
}

// -----

func.func @f(%v: vector<4xi32>) {
  // expected-error @+1 {{'arith.extsi' op is elementwise: all shapes must agree, but '%v' is 'vector<4xi32>' and '%0' is 'vector<2xi64>'}}
  %0 = arith.extsi %v : vector<4xi32> to vector<2xi64>
  return
}

// -----

func.func @f(%v: vector<4xi32>) {
  // expected-error @+1 {{'arith.extsi' op is elementwise: result '%0' of type 'i64' does not fit shaped operands}}
  %0 = arith.extsi %v : vector<4xi32> to i64
  return
}

// -----

func.func @f(%t: tensor<4xi32, "one">) {
  // expected-error @+1 {{'arith.sitofp' op operand 'tensor<4xi32, "one">' and result 'tensor<4xf32, "another">' must have one encoding}}
  %0 = arith.sitofp %t : tensor<4xi32, "one"> to tensor<4xf32, "another">
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.index_cast' op must go between index and an integer, but got 'i32' and 'i64'}}
  %0 = arith.index_cast %a : i32 to i64
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.bitcast' op must go between integers and floats of one width, but got 'i32' and 'f16'}}
  %0 = arith.bitcast %a : i32 to f16
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'arith.bitcast' op operand #0 must be a signless integer or float, or a vector, tensor or memref of them, but '%a' has type 'index'}}
  %0 = arith.bitcast %a : index to i64
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.addui_extended' op result #1 must be i1, or a vector or tensor of i1, but '%1' has type 'i32'}}
  %0, %1 = "arith.addui_extended"(%a, %a) : (i32, i32) -> (i32, i32)
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{expected ':', got 'sideways'}}
  %0 = arith.truncf %x sideways : f32 to f16
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'arith.truncf' op attribute 'roundingmode' must be a rounding mode (0 to 4), but got 5 : i32}}
  %0 = "arith.truncf"(%x) {roundingmode = 5 : i32} : (f32) -> f16
  return
}

// -----

func.func @f(%x: f32, %s: f8E8M0FNU) {
  // expected-error @+1 {{'arith.scaling_extf' op result type 'f16' must be wider than operand type 'f32'}}
  %0 = arith.scaling_extf %x, %s : f32, f8E8M0FNU to f16
  return
}

// -----

func.func @f(%x: f16, %s: f8E8M0FNU) {
  // expected-error @+1 {{'arith.scaling_truncf' op result type 'f32' must be narrower than operand type 'f16'}}
  %0 = arith.scaling_truncf %x, %s : f16, f8E8M0FNU to f32
  return
}

// -----

func.func @f(%x: vector<[4]xi32>) {
  // expected-error @+1 {{'arith.extsi' op is elementwise: all shapes must agree, but '%x' is 'vector<[4]xi32>' and '%0' is 'vector<4xi64>'}}
  %0 = arith.extsi %x : vector<[4]xi32> to vector<4xi64>
  return
}

// -----

func.func @f(%x: tensor<*xi32>) {
  // expected-error @+1 {{'arith.extsi' op operand 'tensor<*xi32>' and result 'tensor<*xi64>' must be ranked}}
  %0 = arith.extsi %x : tensor<*xi32> to tensor<*xi64>
  return
}

// -----

func.func @f(%x: si32) {
  // expected-error @+1 {{'arith.addi' op operand #0 must be a signless integer or index, or a vector or tensor of them, but '%x' has type 'si32'}}
  %0 = arith.addi %x, %x : si32
  return
}
