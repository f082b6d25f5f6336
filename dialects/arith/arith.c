// The arith dialect: its table, attributes, irregular text and verifiers.
//
// Beyond what the table's constraints say:
//   1. A constant's attribute is an integer, float or dense attribute of the result's type, and
//      integers in it are signless.
//   2. A comparison's result is i1 in the operands' shape.
//   3. The values of a select have the result's type; a shaped condition has their shape.
//   4. Extensions go to a wider type, truncations to a narrower one; tf32 counts as 19 bits.
//   5. An index cast is between index and an integer.
//   6. A bitcast is between integers and floats of equal width, of one shape.
//   7. A tensor keeps its encoding through a cast or comparison; one without ranks is not cast.
#include "dialects/arith/arith_impl.h"

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/arith/arith_ops.def"
#include "ir/core/opdef_end.inc"

// ---- Divisions that may run where they did not. ----

static bool divides(const IrOp *op, bool is_signed) {
  IrAttr c;
  if (!ir_match_constant(ir_op_operand(op, 1), &c)) return false;
  bool dense = ir_attr_kind(c) == IR_ATTR_DENSE;
  if (!dense && ir_attr_kind(c) != IR_ATTR_INTEGER) return false;
  int64_t n = !dense || ir_attr_is_splat(c) ? 1 : ir_type_num_elements(ir_attr_type(c));
  for (int64_t i = 0; i < n; i++) {
    IrAttr element = dense ? ir_attr_dense_at(c, i) : c;
    if (arith_is_zero(element) || (is_signed && arith_is_all_ones(element))) return false;
  }
  return true;
}

bool arith_divides_signed(const IrOp *op) {
  return divides(op, true);
}

bool arith_divides_unsigned(const IrOp *op) {
  return divides(op, false);
}

// ---- Flag attributes: #arith.fastmath<nnan,contract>, #arith.overflow<nsw, nuw>. ----

typedef struct Flags {
  uint32_t bits;
} Flags;

typedef struct FlagName {
  const char *name;
  uint32_t bits;
} FlagName;

static const FlagName overflow_names[] = {{"nsw", ARITH_NSW}, {"nuw", ARITH_NUW}, {0}};
// The whole set first, so that it prints as one word.
static const FlagName fastmath_names[] = {
    {"fast", ARITH_FAST},         {"reassoc", ARITH_REASSOC}, {"nnan", ARITH_NNAN},
    {"ninf", ARITH_NINF},         {"nsz", ARITH_NSZ},         {"arcp", ARITH_ARCP},
    {"contract", ARITH_CONTRACT}, {"afn", ARITH_AFN},         {0}};

static IrStatus parse_flag(IrParser *p, const FlagName *names, uint32_t *bits) {
  IrLoc loc = ir_parser_loc(p);
  IrStr word;
  IR_TRY(ir_parse_identifier(p, &word));
  if (ir_str_is(word, "none")) return IR_OK;
  for (; names->name; names++) {
    if (!ir_str_is(word, names->name)) continue;
    *bits |= names->bits;
    return IR_OK;
  }
  return ir_parser_error(p, loc, "unknown flag '{}'", word);
}

static IrAttr parse_flags(IrParser *p, const IrAttrDef *def, const FlagName *names) {
  Flags flags = {0};
  if (ir_parse_token(p, "<") != IR_OK) return NULL;
  do {
    if (parse_flag(p, names, &flags.bits) != IR_OK) return NULL;
  } while (ir_parse_optional_token(p, ","));
  if (ir_parse_token(p, ">") != IR_OK) return NULL;
  return ir_attr_intern(ir_parser_context(p), def, &flags, sizeof flags);
}

static void print_flags(uint32_t bits, IrPrinter *p, const FlagName *names, const char *separator) {
  ir_printer_text(p, "<");
  if (bits == 0) ir_printer_text(p, "none");
  for (const char *between = ""; names->name && bits; names++) {
    if ((bits & names->bits) != names->bits) continue;
    bits &= ~names->bits;
    ir_printer_text(p, between);
    ir_printer_text(p, names->name);
    between = separator;
  }
  ir_printer_text(p, ">");
}

static unsigned flags_of(IrAttr attr, const IrAttrDef *def) {
  const Flags *flags = attr ? ir_attr_payload(attr, def) : NULL;
  return flags ? flags->bits : 0;
}

unsigned arith_overflow_flags(IrAttr attr) {
  return flags_of(attr, &arith_overflow);
}

unsigned arith_fastmath_flags(IrAttr attr) {
  return flags_of(attr, &arith_fastmath);
}

IrAttr arith_overflow_attr(IrContext *ctx, unsigned flags) {
  return flags ? ir_attr_intern(ctx, &arith_overflow, &(Flags){flags}, sizeof(Flags)) : NULL;
}

IrAttr arith_fastmath_attr(IrContext *ctx, unsigned flags) {
  return flags ? ir_attr_intern(ctx, &arith_fastmath, &(Flags){flags}, sizeof(Flags)) : NULL;
}

static IrAttr parse_overflow(IrParser *p) {
  return parse_flags(p, &arith_overflow, overflow_names);
}

static IrAttr parse_fastmath(IrParser *p) {
  return parse_flags(p, &arith_fastmath, fastmath_names);
}

static void print_overflow(IrAttr attr, IrPrinter *p) {
  print_flags(arith_overflow_flags(attr), p, overflow_names, ", ");
}

static void print_fastmath(IrAttr attr, IrPrinter *p) {
  print_flags(arith_fastmath_flags(attr), p, fastmath_names, ",");
}

static bool is_overflow(IrAttr attr) {
  return ir_attr_def(attr) == &arith_overflow;
}

static bool is_fastmath(IrAttr attr) {
  return ir_attr_def(attr) == &arith_fastmath;
}

static bool has_no_flag(IrAttr attr) {
  return !arith_overflow_flags(attr) && !arith_fastmath_flags(attr);
}

const IrAttrDef arith_overflow = {
    sizeof(IrAttrDef),
    "arith.overflow",
    "How an integer operation promises not to wrap.",
    "A list of `nsw` (not as a signed number), `nuw` (not as an unsigned one), or `none`.",
    "#arith.overflow<nsw, nuw>",
    parse_overflow,
    print_overflow};

const IrAttrDef arith_fastmath = {
    sizeof(IrAttrDef),
    "arith.fastmath",
    "What a floating-point operation may assume or change.",
    "A list of `reassoc`, `nnan`, `ninf`, `nsz`, `arcp`, `contract`, `afn`, or `fast` for all, or "
    "`none`.",
    "#arith.fastmath<contract>",
    parse_fastmath,
    print_fastmath};

const IrAttrConstraint arith_overflow_constraint = {.name = "overflow flags",
                                                    .test = is_overflow,
                                                    .parse = parse_overflow,
                                                    .print = print_overflow,
                                                    .says_nothing = has_no_flag};
const IrAttrConstraint arith_fastmath_constraint = {.name = "fastmath flags",
                                                    .test = is_fastmath,
                                                    .parse = parse_fastmath,
                                                    .print = print_fastmath,
                                                    .says_nothing = has_no_flag};

// ---- Predicates: i64 numbers that print as words. ----

static const char *const cmpi_words[] = {"eq",  "ne",  "slt", "sle", "sgt", "sge",
                                         "ult", "ule", "ugt", "uge", NULL};
static const char *const cmpf_words[] = {"false", "oeq", "ogt", "oge",  "olt", "ole",
                                         "one",   "ord", "ueq", "ugt",  "uge", "ult",
                                         "ule",   "une", "uno", "true", NULL};

static int find_word(IrStr word, const char *const *words) {
  for (int i = 0; words[i]; i++)
    if (ir_str_is(word, words[i])) return i;
  return -1;
}

// A word, bare or as a string.
static IrAttr parse_predicate(IrParser *p, const char *const *words) {
  IrLoc loc = ir_parser_loc(p);
  IrStr word;
  if (!ir_parse_optional_identifier(p, &word) && ir_parse_string(p, &word) != IR_OK) return NULL;
  int found = find_word(word, words);
  if (found >= 0) return arith_predicate(ir_parser_context(p), found);
  (void)ir_parser_error(p, loc, "unknown predicate '{}'", word);
  IrStream list = {0};
  for (int i = 0; words[i]; i++) ir_print(&list, "{}{}", i ? ", " : "", words[i]);
  ir_help(ir_parser_context(p), "one of {}", ir_stream_str(&list));
  ir_stream_free(&list);
  return NULL;
}

static IrAttr parse_cmpi_predicate(IrParser *p) {
  return parse_predicate(p, cmpi_words);
}

static IrAttr parse_cmpf_predicate(IrParser *p) {
  return parse_predicate(p, cmpf_words);
}

static void print_cmpi_predicate(IrAttr attr, IrPrinter *p) {
  ir_printer_text(p, cmpi_words[ir_attr_int(attr)]);
}

static void print_cmpf_predicate(IrAttr attr, IrPrinter *p) {
  ir_printer_text(p, cmpf_words[ir_attr_int(attr)]);
}

static bool is_number_below(IrAttr attr, unsigned width, int64_t end) {
  return ir_attr_kind(attr) == IR_ATTR_INTEGER && ir_type_is_integer(ir_attr_type(attr), width) &&
         ir_attr_int(attr) >= 0 && ir_attr_int(attr) < end;
}

static bool is_cmpi_predicate(IrAttr attr) {
  return is_number_below(attr, 64, ARITH_UGE + 1);
}

static bool is_cmpf_predicate(IrAttr attr) {
  return is_number_below(attr, 64, ARITH_F_TRUE + 1);
}

const IrAttrConstraint arith_cmpi_predicate_constraint = {.name = "an integer predicate (0 to 9)",
                                                          .test = is_cmpi_predicate,
                                                          .parse = parse_cmpi_predicate,
                                                          .print = print_cmpi_predicate};
const IrAttrConstraint arith_cmpf_predicate_constraint = {.name = "a float predicate (0 to 15)",
                                                          .test = is_cmpf_predicate,
                                                          .parse = parse_cmpf_predicate,
                                                          .print = print_cmpf_predicate};

IrAttr arith_predicate(IrContext *ctx, int predicate) {
  return ir_attr_integer(ir_type_i64(ctx), predicate);
}

// ---- Rounding modes: i32 numbers that print as words. ----

static const char *const rounding_words[] = {"to_nearest_even", "downward",        "upward",
                                             "toward_zero",     "to_nearest_away", NULL};

static IrAttr parse_rounding(IrParser *p) {
  IrStr word;
  if (ir_parse_identifier(p, &word) != IR_OK) return NULL;
  return ir_attr_integer(ir_type_i32(ir_parser_context(p)), find_word(word, rounding_words));
}

static void print_rounding(IrAttr attr, IrPrinter *p) {
  ir_printer_text(p, rounding_words[ir_attr_int(attr)]);
}

static bool is_rounding(IrAttr attr) {
  return is_number_below(attr, 32, ARITH_TO_NEAREST_AWAY + 1);
}

// The words say whether the text has a mode at all, so the parser gets one of them.
const IrAttrConstraint arith_rounding_constraint = {.name = "a rounding mode (0 to 4)",
                                                    .test = is_rounding,
                                                    .keywords = rounding_words,
                                                    .parse = parse_rounding,
                                                    .print = print_rounding};

ArithRounding arith_rounding(IrAttr attr) {
  return attr ? (ArithRounding)ir_attr_int(attr) : ARITH_TO_NEAREST_EVEN;
}

// ---- Constants. ----

// arith.constant attr-dict value
IrStatus arith_constant_parse(IrParser *p, IrOpState *state) {
  IR_TRY(ir_parse_attr_dict(p, state));
  IrLoc loc = ir_parser_loc(p);
  IrAttr value;
  IR_TRY(ir_parse_attr(p, NULL, &value));
  if (!ir_attr_type(value)) {
    (void)ir_parser_error(p, loc, "expected a number or dense elements, got {}", value);
    ir_help(state->ctx, "write for example 4 : i32, 1.0 : f32 or dense<0> : vector<4xi32>");
    return IR_FAILED;
  }
  ir_state_set_attr(state, "value", value);
  ir_vec_push(&state->result_types, ir_attr_type(value));
  return IR_OK;
}

void arith_constant_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"value", NULL};
  ir_printer_attr_dict(p, op, elided, false);
  ir_printer_text(p, " ");
  ir_printer_attr(p, GET(op, arith_constant, value));
}

bool arith_constant_infer(IrOpState *state) {
  IrAttr value = state->attrs[0];
  if (!value || !ir_attr_type(value)) return false;
  ir_vec_push(&state->result_types, ir_attr_type(value));
  return true;
}

static bool is_constant_kind(IrAttr value) {
  IrAttrKind kind = ir_attr_kind(value);
  return kind == IR_ATTR_INTEGER || kind == IR_ATTR_FLOAT || kind == IR_ATTR_DENSE ||
         kind == IR_ATTR_RESOURCE || kind == IR_ATTR_SPARSE;
}

// Invariant 1.
IrStatus arith_constant_verify(IrOp *op) {
  IrAttr value = GET(op, arith_constant, value);
  IrType type = ir_value_type(ir_op_result(op, 0));
  if (!is_constant_kind(value))
    return ir_op_error(op, "value must be an integer, float or dense attribute, but got {}", value);
  if (ir_attr_type(value) != type)
    return ir_op_error(op, "value of type '{}' does not fit the result type '{}'",
                       ir_attr_type(value), type);
  if (ir_type_is_any_integer(type) && ir_type_signedness(type) != IR_SIGNLESS)
    return ir_op_error(op, "integer result must be signless, but got '{}'", type);
  return IR_OK;
}

static IrOp *arith_materialize(IrBuilder *b, IrAttr value, IrType type) {
  if (!is_constant_kind(value) || ir_attr_type(value) != type) return NULL;
  if (ir_type_is_any_integer(type) && ir_type_signedness(type) != IR_SIGNLESS) return NULL;
  return BUILD(b, arith_constant, .value = value, .result_type = type);
}

IrValue *arith_int_constant(IrBuilder *b, IrType type, int64_t value) {
  return BUILD1(b, arith_constant, .value = arith_int_attr(type, value), .result_type = type);
}

IrValue *arith_index_constant(IrBuilder *b, int64_t value) {
  return arith_int_constant(b, ir_type_index(b->ctx), value);
}

// ---- Comparisons and select. ----

IrType arith_bool_like(IrType type) {
  if (ir_type_kind(type) == IR_TYPE_UNRANKED_TENSOR)
    return ir_type_unranked_tensor(ir_type_i1(ir_type_context(type)));
  return ir_type_with_element(type, ir_type_i1(ir_type_context(type)));
}

bool arith_cmp_infer(IrOpState *state) {
  if (state->operands.n == 0) return false;
  ir_vec_push(&state->result_types, arith_bool_like(ir_value_type(state->operands.at[0])));
  return true;
}

// Invariants 2 and 7.
IrStatus arith_cmp_verify(IrOp *op) {
  IrType want = arith_bool_like(ir_value_type(ir_op_operand(op, 0)));
  IrType got = ir_value_type(ir_op_result(op, 0));
  if (got == want) return IR_OK;
  return ir_op_error(op, "result must be '{}', but got '{}'", want, got);
}

IrStatus arith_addui_extended_verify(IrOp *op) {
  IrType type = ir_value_type(ir_op_operand(op, 0));
  IrType sum = ir_value_type(ir_op_result(op, 0)), carry = ir_value_type(ir_op_result(op, 1));
  if (sum != type)
    return ir_op_error(op, "sum must have the operands' type '{}', but got '{}'", type, sum);
  if (carry == arith_bool_like(type)) return IR_OK;
  return ir_op_error(op, "overflow must be '{}', but got '{}'", arith_bool_like(type), carry);
}

// arith.select %c, %a, %b attr-dict : type, or : condition type, type
IrStatus arith_select_parse(IrParser *p, IrOpState *state) {
  IrUnresolved operands[3];
  for (int i = 0; i < 3; i++) {
    if (i > 0) IR_TRY(ir_parse_token(p, ","));
    IR_TRY(ir_parse_operand(p, &operands[i]));
  }
  IR_TRY(ir_parse_attr_dict(p, state));
  IrType condition = ir_type_i1(state->ctx), type;
  IR_TRY(ir_parse_colon_type(p, &type));
  if (ir_parse_optional_token(p, ",")) {
    condition = type;
    IR_TRY(ir_parse_type(p, &type));
  }
  IR_TRY(ir_resolve_operand(p, operands[0], condition, state));
  IR_TRY(ir_resolve_operand(p, operands[1], type, state));
  IR_TRY(ir_resolve_operand(p, operands[2], type, state));
  ir_vec_push(&state->result_types, type);
  return IR_OK;
}

void arith_select_print(IrOp *op, IrPrinter *p) {
  IrValue *condition = GET(op, arith_select, condition);
  ir_printer_fmt(p, " {}, {}, {}", condition, GET(op, arith_select, true_value),
                 GET(op, arith_select, false_value));
  ir_printer_attr_dict(p, op, NULL, false);
  ir_printer_text(p, " : ");
  IrType type = ir_value_type(condition);
  if (!ir_type_is_integer(type, 1)) ir_printer_fmt(p, "{}, ", type);
  ir_printer_type(p, ir_value_type(ir_op_result(op, 0)));
}

bool arith_select_infer(IrOpState *state) {
  if (state->operands.n < 2) return false;
  ir_vec_push(&state->result_types, ir_value_type(state->operands.at[1]));
  return true;
}

// Invariant 3.
IrStatus arith_select_verify(IrOp *op) {
  IrType type = ir_value_type(ir_op_result(op, 0));
  for (size_t i = 1; i < 3; i++)
    if (ir_value_type(ir_op_operand(op, i)) != type)
      return ir_op_error(op, "operand #{} must have the result's type '{}', but '{}' has type '{}'",
                         i, type, ir_op_operand(op, i), ir_value_type(ir_op_operand(op, i)));
  IrType condition = ir_value_type(ir_op_operand(op, 0));
  if (ir_type_is_integer(condition, 1)) return IR_OK;
  IrTypeKind kind = ir_type_kind(type);
  bool tile = kind == IR_TYPE_VECTOR || kind == IR_TYPE_TENSOR || kind == IR_TYPE_UNRANKED_TENSOR;
  if (tile && condition == arith_bool_like(type)) return IR_OK;
  return ir_op_error(op, "condition '{}' must be 'i1' or have the shape of '{}'", condition, type);
}

// ---- Casts. ----

// Invariant 7; the shapes were compared by the trait.
static IrStatus check_encoding(IrOp *op) {
  IrType in = ir_value_type(ir_op_operand(op, 0)), out = ir_value_type(ir_op_result(op, 0));
  if (ir_type_is_unranked(in) || ir_type_is_unranked(out))
    return ir_op_error(op, "operand '{}' and result '{}' must be ranked", in, out);
  if (ir_type_kind(in) != IR_TYPE_TENSOR || ir_type_encoding(in) == ir_type_encoding(out))
    return IR_OK;
  return ir_op_error(op, "operand '{}' and result '{}' must have one encoding", in, out);
}

// tf32 takes 32 bits, but says no more than 19.
static unsigned width_of(IrType element) {
  bool tf32 = ir_type_is_float(element) && ir_type_float_kind(element) == IR_TF32;
  return tf32 ? 19 : ir_type_width(element);
}

// Invariant 4.
static IrStatus check_widths(IrOp *op, bool wider) {
  IR_TRY(check_encoding(op));
  IrType in = ir_value_type(ir_op_operand(op, 0)), out = ir_value_type(ir_op_result(op, 0));
  unsigned from = width_of(ir_type_element(in)), to = width_of(ir_type_element(out));
  if (wider ? to > from : to < from) return IR_OK;
  return ir_op_error(op, "result type '{}' must be {} than operand type '{}'", out,
                     wider ? "wider" : "narrower", in);
}

IrStatus arith_extsi_verify(IrOp *op) {
  return check_widths(op, true);
}
IrStatus arith_extui_verify(IrOp *op) {
  return check_widths(op, true);
}
IrStatus arith_extf_verify(IrOp *op) {
  return check_widths(op, true);
}
IrStatus arith_trunci_verify(IrOp *op) {
  return check_widths(op, false);
}
IrStatus arith_truncf_verify(IrOp *op) {
  return check_widths(op, false);
}
IrStatus arith_scaling_extf_verify(IrOp *op) {
  return check_widths(op, true);
}
IrStatus arith_scaling_truncf_verify(IrOp *op) {
  return check_widths(op, false);
}
IrStatus arith_sitofp_verify(IrOp *op) {
  return check_encoding(op);
}
IrStatus arith_uitofp_verify(IrOp *op) {
  return check_encoding(op);
}
IrStatus arith_fptosi_verify(IrOp *op) {
  return check_encoding(op);
}
IrStatus arith_fptoui_verify(IrOp *op) {
  return check_encoding(op);
}

// Invariant 5.
IrStatus arith_index_cast_verify(IrOp *op) {
  IR_TRY(check_encoding(op));
  IrType in = ir_value_type(ir_op_operand(op, 0)), out = ir_value_type(ir_op_result(op, 0));
  if (ir_type_is_index(ir_type_element(in)) != ir_type_is_index(ir_type_element(out))) return IR_OK;
  return ir_op_error(op, "must go between index and an integer, but got '{}' and '{}'", in, out);
}
IrStatus arith_index_castui_verify(IrOp *op) {
  return arith_index_cast_verify(op);
}

// A signless integer, or what `other` allows; in a vector, tensor or memref as well.
static bool is_number_of(IrType type, bool (*other)(IrType)) {
  if (ir_type_kind(type) == IR_TYPE_COMPLEX) return false;
  IrType element = ir_type_element(type);
  return other(element) ||
         (ir_type_is_any_integer(element) && ir_type_signedness(element) == IR_SIGNLESS);
}

static bool can_be_index_cast(IrType type) {
  return is_number_of(type, ir_type_is_index);
}

static bool can_be_bitcast(IrType type) {
  return is_number_of(type, ir_type_is_float);
}

const IrTypeConstraint arith_index_cast_type = {
    "a signless integer or index, or a vector, tensor or memref of them", can_be_index_cast, NULL};
const IrTypeConstraint arith_bitcast_type = {
    "a signless integer or float, or a vector, tensor or memref of them", can_be_bitcast, NULL};

// Invariant 6.
IrStatus arith_bitcast_verify(IrOp *op) {
  IR_TRY(check_encoding(op));
  IrType in = ir_type_element(ir_value_type(ir_op_operand(op, 0)));
  IrType out = ir_type_element(ir_value_type(ir_op_result(op, 0)));
  if (width_of(in) == width_of(out)) return IR_OK;
  return ir_op_error(op, "must go between integers and floats of one width, but got '{}' and '{}'",
                     ir_value_type(ir_op_operand(op, 0)), ir_value_type(ir_op_result(op, 0)));
}

// ---- The dialect. ----

static const IrOpDef *const ops[] = {
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/arith/arith_ops.def"
#include "ir/core/opdef_end.inc"
    NULL};

const IrDialect arith_dialect = {
    .size = sizeof(IrDialect),
    .name = "arith",
    .summary = "Integer and floating-point arithmetic on scalars, vectors and tensors.",
    .ops = ops,
    .attrs = (const IrAttrDef *const[]){&arith_overflow, &arith_fastmath, NULL},
    .depends = (const char *const[]){"ub", NULL},
    .materialize = arith_materialize,
};
