#include "passes/tile/product.h"

#include "dialects/arith/arith.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "ir/interfaces/region_branch.h"
#include "passes/tile/layout_problem.h"
#include "passes/tile/product_wgmma.h"

Product product_of(IrOp *dot) {
  Product p = {.dot = dot, .a = ir_op_operand(dot, 0), .b = ir_op_operand(dot, 1)};
  p.c = ir_op_operand(dot, 2);
  IrType acc = ir_value_type(p.c);
  p.m = ir_type_shape(acc).at[0];
  p.n = ir_type_shape(acc).at[1];
  p.k = tile_memory_shape(ir_value_type(p.a)).at[1];
  p.element = tile_memory_element(ir_value_type(p.a));
  p.accumulator = ir_type_element(acc);
  return p;
}

bool product_is_zero(const IrValue *tile) {
  const IrOp *op = DEF(tile, arith_constant);
  IrAttr value = op ? GET(op, arith_constant, value) : NULL;
  if (!value || !ir_attr_is_splat(value)) return false;
  IrAttr element = ir_attr_dense_at(value, 0);
  if (ir_attr_kind(element) == IR_ATTR_INTEGER) return ir_attr_int(element) == 0;
  IrFloatBits bits = ir_attr_float_bits(element);
  return !bits.at[0] && !bits.at[1];
}

const TcInstr *product_instruction(const Product *p, int64_t warps) {
  if (!tile_target_of(p->dot)->mma) return NULL;
  if (p->element != tile_memory_element(ir_value_type(p->b))) return NULL;
  const TcInstr *instr = tc_instr_for(p->element, p->accumulator, p->m, p->n, p->k);
  return instr && warp_grid_for_mma(p->m, p->n, warps).m ? instr : NULL;
}

// ---- What a tile is made of

// Calls `fn` for each product in `block` of which `value` is an elementwise function, through
// branches, too.  `seen`: values that have been looked at.
typedef void (*Found)(IrOp *dot, void *user);

typedef struct Trace {
  const IrBlock *block;
  Found fn;
  void *user;
  IrPtrMap seen;
} Trace;

static void trace(Trace *t, IrValue *value);

// What the regions of a branch hand to its result number `i`.  A loop's results are made in other
// blocks, as often as it runs.
static void trace_branch(Trace *t, IrOp *op, size_t i) {
  for (size_t r = 0; r < ir_op_num_regions(op); r++) {
    IrBlock *block = ir_region_first(ir_op_region(op, r));
    IrOp *end = block ? ir_block_terminator(block) : NULL;
    if (end && i < ir_op_num_operands(end)) trace(t, ir_op_operand(end, i));
  }
}

static void trace(Trace *t, IrValue *value) {
  IrOp *op = ir_value_op(value);
  if (!op || !layout_is_tile(value) || ir_ptrmap_has(&t->seen, value)) return;
  ir_ptrmap_set(&t->seen, value, value);
  if (IS(op, tile_dot)) {
    if (ir_op_block(op) == t->block) t->fn(op, t->user);
  } else if (ir_op_is_region_branch(op)) {
    trace_branch(t, op, ir_value_index(value));
  } else if (layout_is_same(layout_relation_of(op))) {
    for (size_t i = 0; i < ir_op_num_operands(op); i++) trace(t, ir_op_operand(op, i));
  }
}

static void trace_operand(const IrOp *op, size_t operand, Found fn, void *user) {
  Trace t = {.block = ir_op_block(op), .fn = fn, .user = user};
  trace(&t, ir_op_operand(op, operand));
  ir_ptrmap_free(&t.seen);
}

// ---- Which warps have its rows

static bool fits_along_m(const IrOp *dot, int64_t warps) {
  Product p = product_of((IrOp *)dot);
  ProductWgmma wgmma;
  if (product_wgmma(&p, warps, &wgmma, NULL)) return wgmma.groups_n == 1;
  return product_instruction(&p, warps) && warp_grid_along_m(p.m, p.n, warps).m;
}

static void keep_whole(IrOp *dot, void *user) {
  ProductRows *rows = user;
  if (fits_along_m(dot, rows->warps)) ir_ptrmap_set(&rows->whole, dot, dot);
}

typedef struct Sources {
  const ProductRows *rows;
  bool some, whole;
} Sources;

static void look_at_source(IrOp *dot, void *user) {
  Sources *s = user;
  s->some = true;
  s->whole &= ir_ptrmap_has(&s->rows->whole, dot);
}

bool product_keeps_a(const ProductRows *rows, const Product *p) {
  Sources s = {.rows = rows, .whole = ir_ptrmap_has(&rows->whole, p->dot)};
  if (ir_type_kind(ir_value_type(p->a)) != IR_TYPE_TENSOR) return false;
  trace_operand(p->dot, 0, look_at_source, &s);
  return s.some && s.whole;
}

static void note_source(IrOp *dot, void *user) {
  (void)dot;
  *(bool *)user = true;
}

static IrStatus look_at(IrOp *op, void *user) {
  ProductRows *rows = user;
  if (IS(op, tile_dot)) {
    bool chained = false;
    if (ir_type_kind(ir_value_type(ir_op_operand(op, 0))) != IR_TYPE_TENSOR) return IR_OK;
    trace_operand(op, 0, note_source, &chained);
    if (!chained || !fits_along_m(op, rows->warps)) return IR_OK;
    trace_operand(op, 0, keep_whole, rows);
    keep_whole(op, rows);
  } else if (IS(op, tile_reduce)) {
    size_t rank = ir_type_shape(ir_value_type(ir_op_operand(op, 0))).rank;
    if (rank != 2 || ir_attr_int(GET(op, tile_reduce, axis)) != 1) return IR_OK;
    for (size_t i = 0; i < ir_op_num_operands(op); i++) trace_operand(op, i, keep_whole, rows);
  }
  return IR_OK;
}

ProductRows product_rows_of(IrOp *kernel) {
  ProductRows rows = {.warps = tile_kernel_warps(kernel)};
  IrStatus walked = ir_walk_pre(kernel, look_at, &rows);
  IR_ASSERT(walked == IR_OK, "nothing that is looked at fails");
  return rows;
}

void product_rows_free(ProductRows *rows) {
  ir_ptrmap_free(&rows->whole);
}

WarpGrid product_grid(const ProductRows *rows, const Product *p) {
  if (ir_ptrmap_has(&rows->whole, p->dot)) return warp_grid_along_m(p->m, p->n, rows->warps);
  return warp_grid_for_mma(p->m, p->n, rows->warps);
}
