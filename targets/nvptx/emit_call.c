// func.call: what the inliner leaves are calls of functions that are not here.  Their code comes
// from another PTX or object file, which the driver links when the module is loaded; in ours they
// are declared.
//
//   func.call @f(%x) : (f32) -> f32   =>   .extern .func (.param .b32 r) f (.param .b32 x);
#include "dialects/func/func.h"
#include "targets/nvptx/emit_impl.h"

enum { MAX_ARGUMENTS = 64 };

// Types that C and PTX pass alike: registers of 32 and 64 bits.
static LLVMTypeRef parameter_type(Emit *e, IrType type) {
  bool number = ir_type_is_index(type) || ir_type_is_any_integer(type) || ir_type_is_float(type);
  LLVMTypeRef passed = number ? nvptx_element_type(e, type) : NULL;
  bool plain = passed == e->i32 || passed == e->i64 || passed == e->f32 || passed == e->f64;
  return plain ? passed : NULL;
}

static IrStatus refuse_type(const IrOp *op, IrType type) {
  IrStatus failed = ir_op_error(op, "passes {} to code outside of this file", type);
  ir_help(ir_op_context(op), "pass i32, i64, index, f32 or f64, and convert on both sides");
  return failed;
}

static IrStatus function_type(Emit *e, const IrOp *op, LLVMTypeRef *type) {
  LLVMTypeRef types[MAX_ARGUMENTS], result = LLVMVoidTypeInContext(e->llvm);
  size_t n = ir_op_num_operands(op);
  if (n > MAX_ARGUMENTS)
    return ir_op_error(op, "passes {} values, at most {} are possible", n, (int)MAX_ARGUMENTS);
  if (ir_op_num_results(op) > 1)
    return ir_op_error(op, "takes {} results of code outside of this file, at most one is possible",
                       ir_op_num_results(op));
  for (size_t i = 0; i < n; i++) {
    types[i] = parameter_type(e, ir_value_type(ir_op_operand(op, i)));
    if (!types[i]) return refuse_type(op, ir_value_type(ir_op_operand(op, i)));
  }
  if (ir_op_num_results(op)) {
    result = parameter_type(e, ir_value_type(ir_op_result(op, 0)));
    if (!result) return refuse_type(op, ir_value_type(ir_op_result(op, 0)));
  }
  *type = LLVMFunctionType(result, types, (unsigned)n, false);
  return IR_OK;
}

static void add_attribute(Emit *e, LLVMValueRef function, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAddAttributeAtIndex(function, (unsigned)LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(e->llvm, kind, 0));
}

// Threads may wait for each other there, so the call stays where all of them come by.
static LLVMValueRef declare(Emit *e, IrStr symbol, LLVMTypeRef type) {
  IrStream name = {0};
  ir_write(&name, symbol.ptr, symbol.len);
  LLVMValueRef function = LLVMGetNamedFunction(e->module, ir_stream_cstr(&name));
  if (!function) {
    function = LLVMAddFunction(e->module, ir_stream_cstr(&name), type);
    add_attribute(e, function, "convergent");
    add_attribute(e, function, "nounwind");
  }
  ir_stream_free(&name);
  return function;
}

// A body that is there was to be inlined, unless it is the reference of code elsewhere.
static IrStatus check_callee(IrOp *op) {
  IrOp *callee = ir_symbol_lookup_from(op, GET(op, func_call, callee));
  if (!callee || !IS(callee, func_func) || ir_region_is_empty(ir_op_region(callee, 0)) ||
      GET(callee, func_func, no_inline))
    return IR_OK;
  (void)ir_op_error(op, "calls {}, which could not be inlined", GET(op, func_call, callee));
  ir_help(ir_op_context(op),
          "a function that calls itself has no form on a GPU; with 'no_inline' its "
          "code comes from another file (--link)");
  return IR_FAILED;
}

static IrStatus emit_func_call(Emit *e, IrOp *op, const EmitRule *rule) {
  LLVMTypeRef type = NULL;
  LLVMValueRef args[MAX_ARGUMENTS];
  (void)rule;
  IR_TRY(check_callee(op));
  IR_TRY(function_type(e, op, &type));
  size_t n = ir_op_num_operands(op);
  for (size_t i = 0; i < n; i++) args[i] = nvptx_scalar(e, ir_op_operand(op, i));
  LLVMValueRef function = declare(e, ir_attr_str(GET(op, func_call, callee)), type);
  LLVMValueRef result = LLVMBuildCall2(e->b, type, function, args, (unsigned)n, "");
  if (ir_op_num_results(op)) nvptx_define_scalar(e, ir_op_result(op, 0), result);
  return IR_OK;
}

const EmitRule nvptx_call_rules[] = {{.op = "func.call", .emit = emit_func_call}, {0}};
