// A dialect with a type, a verifier, folds, an interface, and its lowering to arith.
//
//   %z = cx.make %a, %b : !cx.num<f32>           %0 = arith.mulf %a, %a : f32
//   %w = cx.mul %z, %z : !cx.num<f32>      =>    %1 = arith.mulf %b, %b : f32
//   %r = cx.re %w : !cx.num<f32>                 %r = arith.subf %0, %1 : f32
//
// cc -shared -fPIC $(pkg-config --cflags tegula) complex.c -o complex.so
// tile-opt numbers.mlir --load-plugin=./complex.so --lower-cx
#include "dialects/arith/arith.h"
#include "ir/ir.h"

// ---- The type !cx.num<f32>: its payload is the type of the two parts. ----

typedef struct NumPayload {
  IrType part;
} NumPayload;

static IrType num_parse(IrParser *p);
static void num_print(IrType type, IrPrinter *p);
static bool num_layout(IrType type, const IrOp *scope, IrDataLayout *layout);

static const IrDataLayoutInterface num_data_layout = {sizeof num_data_layout, num_layout};
static const IrTypeDef cx_num = {
    .size = sizeof cx_num,
    .name = "cx.num",
    .summary = "A complex number with two float parts.",
    .parse = num_parse,
    .print = num_print,
    .interfaces = (const IrInterfaceImpl[]){{&ir_data_layout_interface, &num_data_layout}, {0}}};

static IrType num_of(IrType part) {
  return ir_type_intern(ir_type_context(part), &cx_num, &(NumPayload){part}, sizeof(NumPayload));
}

static IrType part_of(IrType num) {
  const NumPayload *payload = ir_type_payload(num, &cx_num);
  return payload ? payload->part : NULL;
}

static IrType num_parse(IrParser *p) {
  IrType part;
  if (ir_parse_token(p, "<")) return NULL;
  IrLoc loc = ir_parser_loc(p);
  if (ir_parse_type(p, &part) || ir_parse_token(p, ">")) return NULL;
  if (ir_type_is_float(part)) return num_of(part);
  (void)ir_parser_error(p, loc, "the parts of a !cx.num are floats, not '{}'", part);
  return NULL;
}

static void num_print(IrType type, IrPrinter *p) {
  ir_printer_fmt(p, "<{}>", part_of(type));
}

// One part behind the other.
static bool num_layout(IrType type, const IrOp *scope, IrDataLayout *layout) {
  if (!ir_type_data_layout(part_of(type), scope, layout)) return false;
  layout->bits *= 2;
  return true;
}

static bool is_num(IrType type) {
  return part_of(type);
}
static const IrTypeConstraint NUM = {.name = "a !cx.num", .test = is_num};

// ---- The ops ----

#define CX_OPS \
  OP(cx_make, "cx.make", \
     SUMMARY("A complex number of its parts.") \
         OPERANDS(IN(re, IR_FLOAT_TYPE) IN(im, IR_FLOAT_TYPE)) RESULTS(OUT(num, NUM)) \
             TRAITS(IR_PURE | IR_SAME_OPERAND_TYPES) \
                 FORMAT("$re `,` $im attr-dict `:` type($num)") \
                     EXAMPLE("%z = cx.make %a, %b : !cx.num<f32>") INFER(make_infer) \
                         PARSE(make_parse) PRINT(make_print) VERIFY(make_verify)) \
  PART(cx_re, "cx.re", "The real part.") \
  PART(cx_im, "cx.im", "The imaginary part.") \
  SUM(cx_add, "cx.add", "Sum of two complex numbers.") \
  SUM(cx_mul, "cx.mul", "Product of two complex numbers.")
#define PART(id, name, text) \
  OP(id, name, \
     SUMMARY(text) OPERANDS(IN(num, NUM)) RESULTS(OUT(part, IR_FLOAT_TYPE)) TRAITS(IR_PURE) \
         FORMAT("$num attr-dict `:` type($num)") EXAMPLE("%r = " name " %z : !cx.num<f32>") \
             INFER(part_infer) FOLD(id##_fold))
#define SUM(id, name, text) \
  OP(id, name, \
     SUMMARY(text) OPERANDS(IN(lhs, NUM) IN(rhs, NUM)) RESULTS(OUT(result, NUM)) \
         TRAITS(IR_PURE | IR_COMMUTATIVE | IR_SAME_TYPE) \
             FORMAT("$lhs `,` $rhs attr-dict `:` type($result)") \
                 EXAMPLE("%r = " name " %z, %w : !cx.num<f32>"))

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
CX_OPS
#include "ir/core/opdef_end.inc"

static bool make_infer(IrOpState *state) {
  ir_vec_push(&state->result_types, num_of(ir_value_type(state->operands.at[0])));
  return true;
}

static bool part_infer(IrOpState *state) {
  ir_vec_push(&state->result_types, part_of(ir_value_type(state->operands.at[0])));
  return true;
}

// The operands have the type of the parts, which text does not say twice.
static IrStatus make_parse(IrParser *p, IrOpState *state) {
  IrUnresolved parts[2];
  IrType type;
  IR_TRY(ir_parse_operand(p, &parts[0]));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_operand(p, &parts[1]));
  IR_TRY(ir_parse_attr_dict(p, state));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_colon_type(p, &type));
  if (!is_num(type)) return ir_parser_error(p, loc, "expected a !cx.num, got '{}'", type);
  for (int i = 0; i < 2; i++) IR_TRY(ir_resolve_operand(p, parts[i], part_of(type), state));
  ir_vec_push(&state->result_types, type);
  return IR_OK;
}

static void make_print(IrOp *op, IrPrinter *p) {
  ir_printer_fmt(p, " {}, {}", GET(op, cx_make, re), GET(op, cx_make, im));
  ir_printer_attr_dict(p, op, NULL, false);
  ir_printer_fmt(p, " : {}", GET(op, cx_make, num_type));
}

static IrStatus make_verify(IrOp *op) {
  IrType part = part_of(GET(op, cx_make, num_type)), got = ir_value_type(GET(op, cx_make, re));
  return part == got ? IR_OK : ir_op_error(op, "makes parts of type '{}' of '{}'", part, got);
}

// re (make a, b) -> a;  im (make a, b) -> b
static IrFoldKind fold_part(IrOp *op, size_t part, IrFolded *results) {
  IrOp *make = DEF(ir_op_operand(op, 0), cx_make);
  if (!make) return IR_FOLD_NONE;
  results[0].value = ir_op_operand(make, part);
  return IR_FOLD_VALUES;
}
static IrFoldKind cx_re_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return (void)operands, fold_part(op, 0, results);
}
static IrFoldKind cx_im_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return (void)operands, fold_part(op, 1, results);
}

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
CX_OPS
#include "ir/core/opdef_end.inc"

static const IrDialect cx_dialect = {
    .size = sizeof cx_dialect,
    .name = "cx",
    .summary = "Complex numbers.",
    .ops = (const IrOpDef *const[]){&cx_make, &cx_re, &cx_im, &cx_add, &cx_mul, NULL},
    .types = (const IrTypeDef *const[]){&cx_num, NULL}};

// ---- The lowering: a number becomes its two parts, everywhere. ----

// !cx.num<f32> -> f32, f32
static IrConverted split(void *user, IrType type, IrTypeList *out) {
  (void)user;
  if (!is_num(type)) return IR_CONVERT_SAME;
  ir_type_list_add(out, part_of(type));
  ir_type_list_add(out, part_of(type));
  return IR_CONVERT_DONE;
}
static const IrTypeConverter parts = {.size = sizeof parts, .name = "parts", .convert = split};

// Function types, calls, branches and loops are nothing special: they pass numbers on.
static const IrLegalRule target[] = {
    {.name = "cx.*", .legality = IR_ILLEGAL},
    {.name = "*", .legality = IR_LEGAL_WHEN, .when = ir_types_are_legal},
    {0}};

#define LOWER(id, text) IR_PATTERN_WITH(lower_##id, id, 1, text, NULL, IR_PATTERN_CONVERTS)
#define F(op, x, y) BUILD1(b, arith_##op##f, .lhs = x, .rhs = y)
#define LOWER_SUM(id, text, real, imaginary) \
  LOWER(id, text) { \
    IrBuilder *b = ir_rewriter_builder(rw); \
    IrValues x = ir_converted(rw, op, 0), y = ir_converted(rw, op, 1); \
    IrValue *xr = x.at[0], *xi = x.at[1], *yr = y.at[0], *yi = y.at[1]; \
    IrValue *re = real, *im = imaginary; \
    return ir_replace_lists(rw, op, &(IrValues){(IrValue *[]){re, im}, 2}, 1); \
  }
LOWER_SUM(cx_add, "(a + bi) + (c + di) -> (a + c) + (b + d)i", F(add, xr, yr), F(add, xi, yi))
LOWER_SUM(cx_mul, "(a + bi) * (c + di) -> (ac - bd) + (ad + bc)i",
          F(sub, F(mul, xr, yr), F(mul, xi, yi)), F(add, F(mul, xr, yi), F(mul, xi, yr)))

LOWER(cx_make, "make a, b -> a, b") {
  IrValue *both[] = {GET(op, cx_make, re), GET(op, cx_make, im)};
  return ir_replace_lists(rw, op, &(IrValues){both, 2}, 1);
}
LOWER(cx_re, "re (a + bi) -> a") {
  return ir_replace(rw, op, ir_converted(rw, op, 0).at[0]);
}
LOWER(cx_im, "im (a + bi) -> b") {
  return ir_replace(rw, op, ir_converted(rw, op, 0).at[1]);
}

// On the module, for it changes the types of functions that others call.
static IrStatus lower_run(IrPassRun *run, IrOp *module) {
  const IrPattern *patterns[5 + IR_NUM_STRUCTURAL_PATTERNS] = {
      &lower_cx_add, &lower_cx_mul, &lower_cx_make, &lower_cx_re, &lower_cx_im};
  memcpy(patterns + 5, ir_structural_patterns, sizeof ir_structural_patterns);
  return ir_convert(module, target, patterns, sizeof patterns / sizeof *patterns,
                    &(IrConversionOptions){.types = &parts, .pass = run->pass->name});
}

static const IrPassDef lower_cx = {.size = sizeof lower_cx,
                                   .name = "lower-cx",
                                   .summary = "Lower complex numbers to arith.",
                                   .anchor = "builtin.module",
                                   .run = lower_run,
                                   .needs = "arith"};

static IrStatus load(IrContext *ctx) {
  IR_TRY(ir_dialect_register(ctx, &cx_dialect));
  return ir_pass_register(ctx, &lower_cx);
}
IR_PLUGIN("complex", "1.0", load)
