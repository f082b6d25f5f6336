// Conversions of unregistered ops: types that become one, several, none or nothing, patterns that
// fail for a reason, in chains and in circles.
#include "ir/ir.h"

// ---- Types: index -> i64;  f64 -> i32, i32;  none -> ();  i8: no;  i16: as its op says ----

static IrConverted convert(void *user, IrType type, IrTypeList *out) {
  (void)user;
  IrContext *ctx = ir_type_context(type);
  if (ir_type_kind(type) == IR_TYPE_NONE) return IR_CONVERT_DONE;
  if (type == ir_type_integer(ctx, 8, IR_SIGNLESS)) return IR_CONVERT_CANNOT;
  if (ir_type_kind(type) == IR_TYPE_INDEX)
    return ir_type_list_add(out, ir_type_i64(ctx)), IR_CONVERT_DONE;
  if (type != ir_type_float(ctx, IR_F64)) return IR_CONVERT_SAME;
  ir_type_list_add(out, ir_type_i32(ctx));
  ir_type_list_add(out, ir_type_i32(ctx));
  return IR_CONVERT_DONE;
}

static IrConverted convert_value(void *user, const IrValue *value, IrTypeList *out) {
  (void)user;
  IrType type = ir_value_type(value);
  IrContext *ctx = ir_type_context(type);
  if (type != ir_type_integer(ctx, 16, IR_SIGNLESS)) return IR_CONVERT_SAME;
  const IrOp *def = ir_value_op(value);
  bool wide = def && ir_op_attr(def, "wide");
  ir_type_list_add(out, wide ? ir_type_i64(ctx) : ir_type_i32(ctx));
  return IR_CONVERT_DONE;
}

static IrOp *make(IrBuilder *b, const char *name, IrValues operands, IrTypes types) {
  return ir_builder_create(b, (IrOpCreate){.info = ir_op_info_unregistered(b->ctx, ir_str(name)),
                                           .operands = operands.at,
                                           .num_operands = operands.n,
                                           .result_types = types.at,
                                           .num_results = types.n});
}

static IrValue *to_source(void *user, IrBuilder *b, IrType type, IrValues from) {
  (void)user;
  return ir_op_result(make(b, "test.to_source", from, (IrTypes){&type, 1}), 0);
}

static IrValue *to_argument(void *user, IrBuilder *b, IrType type, IrValues from) {
  (void)user;
  return ir_op_result(make(b, "test.to_argument", from, (IrTypes){&type, 1}), 0);
}

static bool to_target(void *user, IrBuilder *b, IrTypes types, IrValue *from, IrValue **out) {
  (void)user;
  IrOp *op = make(b, "test.to_target", (IrValues){&from, 1}, types);
  for (size_t i = 0; i < types.n; i++) out[i] = ir_op_result(op, i);
  return true;
}

static const IrTypeConverter plain = {
    .size = sizeof plain, .name = "test", .convert = convert, .convert_value = convert_value};
static const IrTypeConverter making = {.size = sizeof making,
                                       .name = "making",
                                       .convert = convert,
                                       .convert_value = convert_value,
                                       .to_source = to_source,
                                       .to_target = to_target,
                                       .to_argument = to_argument};

// ---- Patterns ----

static bool is_named(const IrOp *op, const char *name) {
  return ir_str_is(ir_op_name(op), name);
}

IR_PATTERN_ANY(new_op, 1, "test.op -> test.new, converted", IR_PATTERN_CONVERTS) {
  if (!is_named(op, "test.op")) return false;
  IrTypeList types = {0};
  IR_VEC(size_t) ends = {0};
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrValue *result = ir_op_result(op, i);
    bool wide = ir_op_attr(op, "wide") && ir_type_is_integer(ir_value_type(result), 16);
    if (wide)
      ir_type_list_add(&types, ir_type_i64(ir_rewriter_context(rw)));
    else if (ir_type_is_integer(ir_value_type(result), 16))
      ir_type_list_add(&types, ir_type_i32(ir_rewriter_context(rw)));
    else if (!ir_converted_types(rw, ir_value_type(result), &types))
      return ir_type_list_free(&types), ir_no_match(rw, op, "its result has no new type");
    ir_vec_push(&ends, types.n);
  }
  IrOp *made = make(ir_rewriter_builder(rw), "test.new", ir_converted_all(rw, op, 0),
                    (IrTypes){types.at, types.n});
  IR_VEC(IrValue *) all = {0};
  IR_VEC(IrValues) lists = {0};
  for (size_t i = 0; i < types.n; i++) ir_vec_push(&all, ir_op_result(made, i));
  for (size_t i = 0, first = 0; i < ends.n; first = ends.at[i++])
    ir_vec_push(&lists, ((IrValues){ir_vec_from(&all, first), ends.at[i] - first}));
  ir_replace_lists(rw, op, lists.at, lists.n);
  ir_vec_free(&all);
  ir_vec_free(&lists);
  ir_vec_free(&ends);
  ir_type_list_free(&types);
  return true;
}

#define FAILS(id, benefit, ...) \
  IR_PATTERN_ANY(id, benefit, "never", 0) { \
    if (!is_named(op, "test.fail")) return false; \
    __VA_ARGS__; \
  }
FAILS(fail_first, 3,
      return ir_no_match(rw, op, "has {} operands, not {}", ir_op_num_operands(op), 7))
FAILS(fail_second, 2, return (void)rw, false)
FAILS(fail_third, 1, return ir_no_match(rw, op, "it is Monday"))

static bool rename(IrRewriter *rw, IrOp *op, const char *from, const char *to) {
  if (!is_named(op, from)) return false;
  IrOp *made = make(ir_rewriter_builder(rw), to, (IrValues){0}, (IrTypes){0});
  (void)made;
  return ir_erase(rw, op);
}
IR_PATTERN_ANY(chain_first, 1, "chain -> link", 0) {
  return rename(rw, op, "test.chain", "test.link");
}
IR_PATTERN_ANY(chain_second, 1, "link -> broken", 0) {
  return rename(rw, op, "test.link", "test.broken");
}
IR_PATTERN_ANY(circle_there, 1, "circle -> back", 0) {
  return rename(rw, op, "test.circle", "test.back");
}
IR_PATTERN_ANY(circle_back, 1, "back -> circle", 0) {
  return rename(rw, op, "test.back", "test.circle");
}

// count 3 -> count 2 -> count 1 -> new
IR_PATTERN_ANY(count_down, 1, "count n -> count n - 1", IR_PATTERN_RECURSES) {
  IrAttr n = ir_op_attr(op, "n");
  if (!is_named(op, "test.count")) return false;
  if (!n) return ir_no_match(rw, op, "does not say from where");
  int64_t left = ir_attr_int(n) - 1;
  IrOp *made =
      make(ir_rewriter_builder(rw), left ? "test.count" : "test.new", (IrValues){0}, (IrTypes){0});
  if (left) ir_op_set_attr(made, "n", ir_attr_integer(ir_attr_type(n), left));
  return ir_erase(rw, op);
}

enum { NUM_OWN = 9 };
static const IrPattern *const own[NUM_OWN] = {&new_op,       &fail_first,  &fail_second,
                                              &fail_third,   &chain_first, &chain_second,
                                              &circle_there, &circle_back, &count_down};

// ---- The target ----

static bool may_stay(IrOp *op, const IrTypeConverter *types) {
  (void)types;
  return ir_op_attr(op, "stays") != NULL;
}

static const IrLegalRule target[] = {
    {.name = "builtin.*", .legality = IR_LEGAL},
    {.name = "func.*", .legality = IR_LEGAL_WHEN, .when = ir_types_are_legal},
    {.name = "cf.*", .legality = IR_LEGAL_WHEN, .when = ir_types_are_legal},
    {.name = "scf.*", .legality = IR_LEGAL_WHEN, .when = ir_types_are_legal},
    {.name = "test.new", .legality = IR_LEGAL},
    {.name = "test.legal", .legality = IR_LEGAL},
    {.name = "test.to_source", .legality = IR_LEGAL},
    {.name = "test.to_target", .legality = IR_LEGAL},
    {.name = "test.to_argument", .legality = IR_LEGAL},
    {.name = "test.whole", .legality = IR_LEGAL, .inside = true},
    {.name = "test.dynamic", .legality = IR_LEGAL_WHEN, .when = may_stay},
    {.name = "test.*", .legality = IR_ILLEGAL},
    {0}};
static const IrLegalRule misspelt[] = {{.name = "arith.adi", .legality = IR_LEGAL}, {0}};

#define CONVERT_PASSES \
  PASS(test_convert, "test-convert", \
       SUMMARY("Convert test ops.") ANCHOR("builtin.module") OPTIONS( \
           OPT_ENUM(mode, 0, "partial|full|analysis", "IrConversionMode") OPT_BOOL( \
               keep_casts, 0, "leave casts") OPT_BOOL(materialize, 0, "make ops of casts") \
               OPT_BOOL(greedy, 0, "use the wrong driver") OPT_BOOL(misspelt, 0, "a bad target") \
                   OPT_STRING(disable, "", "patterns to leave out")) RUN(test_convert_run))
#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
CONVERT_PASSES
#include "ir/pass/passdef_end.inc"

static void found(void *user, IrOp *op, bool converts) {
  (void)user;
  ir_remark(ir_op_context(op), ir_op_loc(op), "'{}' {} be converted", op,
            converts ? "can" : "cannot");
}

static IrStatus test_convert_run(IrPassRun *run, IrOp *op) {
  const struct test_convert_decl *self = run->decl;
  const IrPattern *patterns[NUM_OWN + IR_NUM_STRUCTURAL_PATTERNS];
  memcpy(patterns, own, sizeof own);
  memcpy(patterns + NUM_OWN, ir_structural_patterns, sizeof ir_structural_patterns);
  size_t n = sizeof patterns / sizeof *patterns;
  if (self->options.greedy) return ir_rewrite_greedily(op, patterns, n, NULL);
  return ir_convert(op, self->options.misspelt ? misspelt : target, patterns, n,
                    &(IrConversionOptions){.mode = (IrConversionMode)self->options.mode,
                                           .types = self->options.materialize ? &making : &plain,
                                           .pass = run->pass->name,
                                           .keep_casts = self->options.keep_casts,
                                           .disable = self->options.disable,
                                           .found = found});
}

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
CONVERT_PASSES
#include "ir/pass/passdef_end.inc"

static IrStatus load(IrContext *ctx) {
  return ir_pass_register(ctx, &test_convert);
}
IR_PLUGIN("test-convert", "0.1", load)
