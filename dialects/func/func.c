// The func dialect: its table, the text of functions, and verifiers.
//
// Beyond what the table's constraints say:
//   1. The entry block's arguments have the types of the function's inputs.
//   2. A declaration is private.
//   3. Lists of argument and result attributes have one dictionary each.
//   4. A return stands in a function and gives the types of its results.
//   5. A call names a function and agrees with its type; an indirect one agrees with the type of
//      the value it calls.
//   6. A function as a value is one that there is, of that type.
//   7. Attributes of arguments and results belong to a dialect: their names say which.
#include "dialects/func/func.h"

#include "dialects/cf/cf.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/call.h"
#include "ir/interfaces/inline.h"

static IrStatus func_func_parse(IrParser *p, IrOpState *state);
static void func_func_print(IrOp *op, IrPrinter *p);
static IrStatus func_func_verify(IrOp *op);
static IrStatus func_return_verify(IrOp *op);
static IrStatus func_call_verify(IrOp *op);
static IrStatus func_call_indirect_parse(IrParser *p, IrOpState *state);
static void func_call_indirect_print(IrOp *op, IrPrinter *p);
static IrStatus func_call_indirect_verify(IrOp *op);
static IrStatus func_constant_verify(IrOp *op);
extern const IrPattern func_call_of_constant;

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/func/func_ops.def"
#include "ir/core/opdef_end.inc"

// ---- What generic code asks: calls, callables, inlining. ----

static IrAttr call_callee(const IrOp *op) {
  return GET(op, func_call, callee);
}

static IrRegion *func_body(const IrOp *op) {
  IrRegion *body = ir_op_region(op, 0);
  return ir_region_is_empty(body) ? NULL : body;
}

static void set_func_type(IrOp *op, IrType type) {
  SET_ATTR(op, func_func, function_type, ir_attr_of_type(type));
}

static bool call_may_be_inlined(const IrOp *call, const IrOp *callable) {
  if (!IS(call, func_call) || GET(call, func_call, no_inline)) return false;
  return !IS(callable, func_func) || !GET(callable, func_func, no_inline);
}

static const IrCallInterface func_call_calls = {.size = sizeof(IrCallInterface),
                                                .callee = call_callee};
// Whom it calls is a value's business.
static IrAttr unknown_callee(const IrOp *op) {
  (void)op;
  return NULL;
}

static IrRun indirect_arguments(const IrOp *op) {
  return ir_op_operand_run(op, IR_ARG_SLOT(func_call_indirect, callee_operands));
}

static const IrCallInterface func_call_indirect_calls = {
    .size = sizeof(IrCallInterface), .callee = unknown_callee, .arguments = indirect_arguments};
static const IrCallableInterface func_func_callable = {.size = sizeof(IrCallableInterface),
                                                       .body = func_body,
                                                       .type = func_type,
                                                       .set_type = set_func_type};
static void branch_on(IrBuilder *b, IrBlock *to, IrValues values) {
  BUILD(b, cf_br, .dest = to, .destOperands = values);
}

static const IrInlineInterface inlining = {
    .size = sizeof(IrInlineInterface), .call_is_legal = call_may_be_inlined, .branch = branch_on};

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/func/func_ops.def"
#include "ir/core/opdef_end.inc"

IrType func_type(const IrOp *func) {
  IrAttr attr = GET(func, func_func, function_type);
  IrType type = attr && ir_attr_kind(attr) == IR_ATTR_TYPE ? ir_attr_type_value(attr) : NULL;
  return type && ir_type_kind(type) == IR_TYPE_FUNCTION ? type : NULL;
}

// ---- Text: func.func private @f(%a: i32 {x.y}) -> (i32 {x.y}, f32) attributes {...} { ... } ----

// A function's signature while it is read.
typedef struct Signature {
  IR_VEC(IrParsedArg) args; // names are empty in a declaration
  IR_VEC(IrType) inputs;
  IR_VEC(IrAttr) input_attrs; // a dictionary each
  IR_VEC(IrType) results;
  IR_VEC(IrAttr) result_attrs;
} Signature;

static void free_signature(Signature *s) {
  ir_vec_free(&s->args);
  ir_vec_free(&s->inputs);
  ir_vec_free(&s->input_attrs);
  ir_vec_free(&s->results);
  ir_vec_free(&s->result_attrs);
}

static IrStatus parse_dict(IrParser *p, IrAttr *dict) {
  if (ir_parse_at_token(p, "{")) return ir_parse_attr(p, NULL, dict);
  *dict = ir_attr_dict(ir_parser_context(p), NULL, 0);
  return IR_OK;
}

static IrStatus parse_input(IrParser *p, Signature *s) {
  IrParsedArg arg = {0};
  IrAttr dict;
  IrLoc loc = ir_parser_loc(p);
  bool named = ir_parse_at_token(p, "%");
  if (s->inputs.n > 0 && named != (s->args.n > 0))
    return ir_parser_error(p, loc, "either all arguments have names or none has");
  if (named) {
    IR_TRY(ir_parse_argument(p, true, &arg));
  } else {
    IR_TRY(ir_parse_type(p, &arg.type));
  }
  IR_TRY(parse_dict(p, &dict));
  if (named) {
    IR_TRY(ir_parse_argument_loc(p, &arg));
    ir_vec_push(&s->args, arg);
  }
  ir_vec_push(&s->inputs, arg.type);
  ir_vec_push(&s->input_attrs, dict);
  return IR_OK;
}

static IrStatus parse_inputs(IrParser *p, Signature *s) {
  IR_TRY(ir_parse_token(p, "("));
  if (ir_parse_optional_token(p, ")")) return IR_OK;
  do {
    IR_TRY(parse_input(p, s));
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, ")");
}

static IrStatus parse_result(IrParser *p, bool with_attrs, Signature *s) {
  IrType type;
  IrAttr dict = ir_attr_dict(ir_parser_context(p), NULL, 0);
  IR_TRY(ir_parse_type(p, &type));
  if (with_attrs) IR_TRY(parse_dict(p, &dict));
  ir_vec_push(&s->results, type);
  ir_vec_push(&s->result_attrs, dict);
  return IR_OK;
}

static IrStatus parse_results(IrParser *p, Signature *s) {
  if (!ir_parse_optional_token(p, "->")) return IR_OK;
  if (!ir_parse_optional_token(p, "(")) return parse_result(p, false, s);
  if (ir_parse_optional_token(p, ")")) return IR_OK;
  do {
    IR_TRY(parse_result(p, true, s));
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, ")");
}

// The list is kept only when one of its dictionaries has an entry.
static void set_dicts(IrOpState *state, const char *name, const IrAttr *dicts, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (ir_attr_count(dicts[i]) == 0) continue;
    ir_state_set_attr(state, name, ir_attr_array(state->ctx, dicts, n));
    return;
  }
}

static void set_signature(IrOpState *state, const Signature *s) {
  IrType type =
      ir_type_function(state->ctx, s->inputs.at, s->inputs.n, s->results.at, s->results.n);
  ir_state_set_attr(state, "function_type", ir_attr_of_type(type));
  set_dicts(state, "arg_attrs", s->input_attrs.at, s->input_attrs.n);
  set_dicts(state, "res_attrs", s->result_attrs.at, s->result_attrs.n);
}

static IrStatus parse_visibility_and_name(IrParser *p, IrOpState *state) {
  static const char *const words[] = {"private", "public", "nested"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (ir_parse_optional_keyword(p, words[i])) {
      ir_state_set_attr(state, "sym_visibility", ir_attr_string(state->ctx, ir_str(words[i])));
      break;
    }
  IrStr name;
  IR_TRY(ir_parse_symbol_name(p, &name));
  ir_state_set_attr(state, "sym_name", ir_attr_string(state->ctx, name));
  return IR_OK;
}

// What stands in front of the name is not given again among the attributes.
static IrStatus parse_attributes(IrParser *p, IrOpState *state) {
  IrLoc loc = ir_parser_loc(p);
  size_t slot = IR_ARG_SLOT(func_func, sym_visibility);
  bool given = state->attrs[slot] != NULL;
  IR_TRY(ir_parse_attr_dict_keyword(p, state));
  if (given || !state->attrs[slot]) return IR_OK;
  return ir_parser_error(p, loc, "the visibility stands in front of the name, as 'private' does");
}

static IrStatus parse_function(IrParser *p, IrOpState *state, Signature *s) {
  IR_TRY(parse_visibility_and_name(p, state));
  IR_TRY(parse_inputs(p, s));
  IR_TRY(parse_results(p, s));
  set_signature(state, s);
  IR_TRY(parse_attributes(p, state));
  if (ir_parse_at_token(p, "{")) {
    IrLoc loc = ir_parser_loc(p);
    IR_TRY(ir_parse_region(p, state, s->args.at, s->args.n));
    if (s->args.n == s->inputs.n) return IR_OK;
    // The names may stand in the header of the first block instead.
    IrBlock *entry = ir_region_first(state->regions.at[0]);
    if (entry && ir_block_num_args(entry) > 0) return IR_OK;
    return ir_parser_error(p, loc, "a function with a body needs names for its arguments");
  }
  ir_state_add_region(state);
  return IR_OK;
}

static IrStatus func_func_parse(IrParser *p, IrOpState *state) {
  Signature s = {0};
  IrStatus status = parse_function(p, state, &s);
  free_signature(&s);
  return status;
}

static void print_dict(IrPrinter *p, IrAttr dicts, size_t i) {
  if (!dicts || i >= ir_attr_count(dicts)) return;
  IrAttr dict = ir_attr_at(dicts, i);
  if (ir_attr_kind(dict) == IR_ATTR_DICT && ir_attr_count(dict) > 0) ir_printer_fmt(p, " {}", dict);
}

static void print_inputs(IrOp *op, IrPrinter *p) {
  IrType type = func_type(op);
  IrBlock *entry = ir_region_first(ir_op_region(op, 0));
  ir_printer_text(p, "(");
  for (size_t i = 0, n = ir_type_num_inputs(type); i < n; i++) {
    if (i) ir_printer_text(p, ", ");
    if (entry) ir_printer_fmt(p, "{}: ", ir_block_arg(entry, i));
    ir_printer_type(p, ir_type_input(type, i));
    print_dict(p, GET(op, func_func, arg_attrs), i);
    if (entry) ir_printer_loc(p, ir_value_loc(ir_block_arg(entry, i)));
  }
  ir_printer_text(p, ")");
}

static void print_results(IrOp *op, IrPrinter *p) {
  IrType type = func_type(op);
  IrAttr dicts = GET(op, func_func, res_attrs);
  size_t n = ir_type_num_results(type);
  if (n == 0) return;
  bool bare = n == 1 && !dicts && ir_type_kind(ir_type_result(type, 0)) != IR_TYPE_FUNCTION;
  ir_printer_text(p, bare ? " -> " : " -> (");
  for (size_t i = 0; i < n; i++) {
    if (i) ir_printer_text(p, ", ");
    ir_printer_type(p, ir_type_result(type, i));
    print_dict(p, dicts, i);
  }
  if (!bare) ir_printer_text(p, ")");
}

static void func_func_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"sym_name",  "function_type", "sym_visibility",
                                       "arg_attrs", "res_attrs",     NULL};
  IrAttr visibility = GET(op, func_func, sym_visibility);
  ir_printer_text(p, " ");
  if (visibility) ir_printer_fmt(p, "{} ", ir_attr_str(visibility));
  ir_printer_symbol_name(p, ir_symbol_name(op));
  print_inputs(op, p);
  print_results(op, p);
  ir_printer_attr_dict(p, op, elided, true);
  if (ir_region_is_empty(ir_op_region(op, 0))) return;
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), 0);
}

// call_indirect %f(%a, ...) : (types) -> types

typedef IR_VEC(IrUnresolved) Names;

static IrStatus parse_call_indirect(IrParser *p, IrOpState *state, Names *names) {
  IrUnresolved callee, name;
  IrType type;
  IR_TRY(ir_parse_operand(p, &callee));
  IR_TRY(ir_parse_token(p, "("));
  if (!ir_parse_at_token(p, ")")) do {
      IR_TRY(ir_parse_operand(p, &name));
      ir_vec_push(names, name);
    } while (ir_parse_optional_token(p, ","));
  IR_TRY(ir_parse_token(p, ")"));
  IR_TRY(ir_parse_attr_dict(p, state));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_colon_type(p, &type));
  if (ir_type_kind(type) != IR_TYPE_FUNCTION)
    return ir_parser_error(p, loc, "expected a function type, got '{}'", type);
  if (ir_type_num_inputs(type) != names->n)
    return ir_parser_error(p, loc, "{} operands are given, but '{}' has {} inputs", names->n, type,
                           ir_type_num_inputs(type));
  IR_TRY(ir_resolve_operand(p, callee, type, state));
  for (size_t i = 0; i < names->n; i++)
    IR_TRY(ir_resolve_operand(p, names->at[i], ir_type_input(type, i), state));
  for (size_t i = 0; i < ir_type_num_results(type); i++)
    ir_vec_push(&state->result_types, ir_type_result(type, i));
  return IR_OK;
}

static IrStatus func_call_indirect_parse(IrParser *p, IrOpState *state) {
  Names names = {0};
  IrStatus status = parse_call_indirect(p, state, &names);
  ir_vec_free(&names);
  return status;
}

static void func_call_indirect_print(IrOp *op, IrPrinter *p) {
  IrValue *callee = GET(op, func_call_indirect, callee);
  ir_printer_fmt(p, " {}(", callee);
  ir_printer_values(p, GET(op, func_call_indirect, callee_operands));
  ir_printer_text(p, ")");
  ir_printer_attr_dict(p, op, NULL, false);
  ir_printer_fmt(p, " : {}", ir_value_type(callee));
}

// ---- Verifiers. ----

// Invariant 7.
static IrStatus check_dict_names(IrOp *op, IrAttr dict, const char *what, size_t i) {
  for (size_t k = 0, n = ir_attr_count(dict); k < n; k++) {
    IrStr name = ir_ident_str(ir_attr_entry(dict, k).name);
    if (!memchr(name.ptr, '.', name.len))
      return ir_op_error(op, "attribute '{}' of {} #{} belongs to no dialect: its name has no '.'",
                         name, what, i);
  }
  return IR_OK;
}

// Invariant 3.
static IrStatus check_dicts(IrOp *op, IrAttr dicts, size_t n, const char *what) {
  if (!dicts) return IR_OK;
  if (ir_attr_count(dicts) != n)
    return ir_op_error(op, "has {} {}s, but {} dictionaries of {} attributes", n, what,
                       ir_attr_count(dicts), what);
  for (size_t i = 0; i < n; i++) {
    IrAttr dict = ir_attr_at(dicts, i);
    if (ir_attr_kind(dict) != IR_ATTR_DICT)
      return ir_op_error(op, "attributes of {} #{} must be a dictionary, but got {}", what, i,
                         dict);
    IR_TRY(check_dict_names(op, dict, what, i));
  }
  return IR_OK;
}

// Invariant 1.
static IrStatus check_entry(IrOp *op, IrBlock *entry, IrType type) {
  size_t n = ir_type_num_inputs(type);
  if (ir_block_num_args(entry) != n)
    return ir_op_error(op, "entry block must have {} arguments to match the function's type", n);
  for (size_t i = 0; i < n; i++) {
    IrType got = ir_value_type(ir_block_arg(entry, i));
    if (got != ir_type_input(type, i))
      return ir_op_error(op,
                         "type of entry block argument #{} ('{}') must match the function's '{}'",
                         i, got, ir_type_input(type, i));
  }
  return IR_OK;
}

static IrStatus func_func_verify(IrOp *op) {
  IrType type = func_type(op);
  IR_TRY(check_dicts(op, GET(op, func_func, arg_attrs), ir_type_num_inputs(type), "argument"));
  IR_TRY(check_dicts(op, GET(op, func_func, res_attrs), ir_type_num_results(type), "result"));
  IrBlock *entry = ir_region_first(ir_op_region(op, 0));
  if (entry) return check_entry(op, entry, type);
  IrAttr visibility = GET(op, func_func, sym_visibility);
  if (visibility && !ir_str_is(ir_attr_str(visibility), "public")) return IR_OK;
  (void)ir_op_error(op, "has no body: a declaration must be private or nested");
  ir_help(ir_op_context(op), "write func.func private @{}", ir_symbol_name(op));
  return IR_FAILED;
}

// Invariant 4.
static IrStatus func_return_verify(IrOp *op) {
  IrOp *func = AS(ir_op_parent(op), func_func);
  if (!func) return ir_op_error(op, "must stand directly in a func.func");
  IrType type = func_type(func);
  if (!type) return IR_OK; // the function's own error
  size_t n = ir_type_num_results(type), got = ir_op_num_operands(op);
  if (got != n)
    return ir_op_error(op, "has {} operands, but function @{} returns {}", got,
                       ir_symbol_name(func), n);
  for (size_t i = 0; i < n; i++) {
    IrType operand = ir_value_type(ir_op_operand(op, i));
    if (operand != ir_type_result(type, i))
      return ir_op_error(op, "type of return operand {} ('{}') must match the function's '{}'", i,
                         operand, ir_type_result(type, i));
  }
  return IR_OK;
}

// Invariant 5.  `given` are the operands that the callee gets.
static IrStatus check_call_types(IrOp *op, IrType type, IrValues given) {
  size_t inputs = ir_type_num_inputs(type), results = ir_type_num_results(type);
  if (given.n != inputs || ir_op_num_results(op) != results)
    return ir_op_error(op, "has {} operands and {} results, but the callee is '{}'", given.n,
                       ir_op_num_results(op), type);
  for (size_t i = 0; i < inputs; i++) {
    IrType got = ir_value_type(given.at[i]);
    if (got != ir_type_input(type, i))
      return ir_op_error(op,
                         "operand type mismatch: expected '{}', but got '{}' for operand {} ('{}')",
                         ir_type_input(type, i), got, i, given.at[i]);
  }
  for (size_t i = 0; i < results; i++) {
    IrType got = ir_value_type(ir_op_result(op, i));
    if (got != ir_type_result(type, i))
      return ir_op_error(op, "result type mismatch: expected '{}', but got '{}' for result {}",
                         ir_type_result(type, i), got, i);
  }
  return IR_OK;
}

static IrStatus func_call_verify(IrOp *op) {
  IrAttr name = GET(op, func_call, callee);
  IrOp *callee = ir_symbol_lookup_from(op, name);
  if (!IS(callee, func_func)) return ir_symbol_error(op, name, "function", callee);
  IrType type = func_type(callee);
  if (!type) return IR_OK; // the function's own error
  return check_call_types(op, type, GET(op, func_call, operands));
}

static IrStatus func_call_indirect_verify(IrOp *op) {
  return check_call_types(op, ir_value_type(GET(op, func_call_indirect, callee)),
                          GET(op, func_call_indirect, callee_operands));
}

// Invariant 6.
static IrStatus func_constant_verify(IrOp *op) {
  IrAttr name = GET(op, func_constant, value);
  IrOp *callee = ir_symbol_lookup_from(op, name);
  if (!IS(callee, func_func)) return ir_symbol_error(op, name, "function", callee);
  IrType type = func_type(callee), got = ir_value_type(ir_op_result(op, 0));
  if (!type || type == got) return IR_OK; // without one: the function's own error
  return ir_op_error(op, "is '{}', but function {} is '{}'", got, name, type);
}

// ---- Canonicalization. ----

IR_PATTERN(func_call_of_constant, func_call_indirect, 1,
           "call_indirect of a known function -> call") {
  IrOp *known = DEF(GET(op, func_call_indirect, callee), func_constant);
  if (!known) return ir_no_match(rw, op, "whom it calls is not known");
  size_t n = ir_op_num_results(op);
  IR_VEC(IrType) types = {0};
  IR_VEC(IrValue *) results = {0};
  for (size_t i = 0; i < n; i++) ir_vec_push(&types, ir_value_type(ir_op_result(op, i)));
  IrOp *call = BUILD(ir_rewriter_builder(rw), func_call, .callee = GET(known, func_constant, value),
                     .operands = GET(op, func_call_indirect, callee_operands),
                     .results_types = {types.at, n});
  for (size_t i = 0; i < n; i++) ir_vec_push(&results, ir_op_result(call, i));
  ir_replace_values(rw, op, results.at, n);
  ir_vec_free(&types);
  ir_vec_free(&results);
  return true;
}

static IrOp *materialize(IrBuilder *b, IrAttr value, IrType type) {
  if (ir_attr_kind(value) != IR_ATTR_SYMBOL || ir_type_kind(type) != IR_TYPE_FUNCTION) return NULL;
  return BUILD(b, func_constant, .value = value, .result_type = type);
}

static const IrOpDef *const ops[] = {
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/func/func_ops.def"
#include "ir/core/opdef_end.inc"
    NULL};

const IrDialect func_dialect = {
    .size = sizeof(IrDialect),
    .name = "func",
    .summary = "Functions, calls and returns.",
    .interfaces = (const IrInterfaceImpl[]){{&ir_inline_interface, &inlining}, {0}},
    .ops = ops,
    .materialize = materialize,
    .depends = (const char *const[]){"cf", NULL},
};
