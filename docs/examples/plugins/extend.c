// Additions to ops of other dialects: a canonicalization, a fold, and an interface of one's own
// that a pass asks.
//
//   %r = arith.divui %x, %c8 : i32    =>  %r = arith.shrui %x, %c3 : i32     with --canonicalize
//
// cc -shared -fPIC $(pkg-config --cflags tegula) extend.c -o extend.so
// tile-opt kernel.mlir --load-plugin=./extend.so --canonicalize --estimate-cycles
#include "dialects/arith/arith.h"
#include "ir/ir.h"

// ---- A pattern and a fold ----

IR_PATTERN(div_by_power_of_two, arith_divui, 1, "x / 2^n -> x >> n") {
  IrValue *x = GET(op, arith_divui, lhs);
  int64_t by;
  if (!ir_match_int(GET(op, arith_divui, rhs), &by) || by <= 1 || (by & (by - 1)))
    return ir_no_match(rw, op, "the divisor is not a power of two above 1");
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *n = arith_int_constant(b, ir_value_type(x), __builtin_ctzll((uint64_t)by));
  return ir_replace(rw, op, BUILD1(b, arith_shrui, .lhs = x, .rhs = n));
}

// max(x, y) of the same two values as the operand before: max(max(x, y), y) -> max(x, y)
static IrFoldKind fold_max(IrOp *op, const IrAttr *constants, IrFolded *results) {
  (void)constants;
  IrValue *lhs = GET(op, arith_maxsi, lhs), *rhs = GET(op, arith_maxsi, rhs);
  IrOp *inner = DEF(lhs, arith_maxsi);
  if (!inner || (GET(inner, arith_maxsi, lhs) != rhs && GET(inner, arith_maxsi, rhs) != rhs))
    return IR_FOLD_NONE;
  results[0].value = lhs;
  return IR_FOLD_VALUES;
}

// ---- An interface: how many cycles an op takes ----

typedef struct CyclesInterface {
  uint32_t size;
  uint64_t (*cycles)(const IrOp *op);
} CyclesInterface;

static const IrInterface cycles_interface = {.size = sizeof cycles_interface,
                                             .place = IR_INTERFACE_OTHER,
                                             .name = "cycles",
                                             .summary = "how many cycles an op takes",
                                             .table_size = sizeof(CyclesInterface)};

static uint64_t few(const IrOp *op) {
  return (void)op, 1;
}
static uint64_t many(const IrOp *op) {
  return ir_type_width(ir_value_type(ir_op_result(op, 0)));
}
static const CyclesInterface fast = {sizeof fast, few}, slow = {sizeof slow, many};

static IrStatus add_cycles(IrOp *op, void *total) {
  const CyclesInterface *table = ir_op_interface(op, &cycles_interface);
  if (table) *(uint64_t *)total += table->cycles(op);
  return IR_OK;
}

static IrStatus estimate_run(IrPassRun *run, IrOp *func) {
  uint64_t total = 0;
  IR_TRY(ir_walk_pre(func, add_cycles, &total));
  ir_remark(run->ctx, ir_op_loc(func), "{} cycles", total);
  ir_pass_preserve_all(run);
  return IR_OK;
}
static const IrPassDef estimate = {.size = sizeof estimate,
                                   .name = "estimate-cycles",
                                   .summary = "Say how many cycles a function takes.",
                                   .anchor = "func.func",
                                   .run = estimate_run};

// ---- What is added to which op ----

#define CYCLES(table) \
  .interfaces = (const IrInterfaceImpl[]) { \
    {&cycles_interface, &table}, { \
      0 \
    } \
  }
static const IrOpExtension extensions[] = {
    {.size = sizeof(IrOpExtension),
     .op = "arith.divui",
     .patterns = (const IrPattern *const[]){&div_by_power_of_two, NULL},
     CYCLES(slow)},
    {.size = sizeof(IrOpExtension), .op = "arith.shrui", CYCLES(fast)},
    {.size = sizeof(IrOpExtension), .op = "arith.maxsi", CYCLES(fast), .fold = fold_max}};

static IrStatus load(IrContext *ctx) {
  for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
    IR_TRY(ir_op_extend(ctx, &extensions[i]));
  return ir_pass_register(ctx, &estimate);
}
IR_PLUGIN("extend", "1.0", load)
