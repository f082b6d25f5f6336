// tc-select: how each matrix product is computed.
//
// requires: b of tile.dot in a buffer (tile-stage)   preserves: program order
//
// wgmma (16-bit floats, tf32, 8-bit numbers; whole warpgroups):
//   %d = tile.dot %s, %t, %c   ==>   %f = tc.dot_async %s, %t, %c instr "wgmma.m64n128k16"
//                                    %d = tc.dot_wait 0, %f
// An `a` that tile-stage left in registers stays there.
//
// mma.sync (f16 or bf16 operands, f32 accumulator, extents that mma.sync m16n8k16 tiles):
//   %d = tile.dot %s, %t, %c   ==>   %a0 = tile.load %s[0, 0]  : tensor<128x16xf16>
//                                    %b0 = tile.load %t[0, 0]  : tensor<16x128xf16>
//                                    %a1 = tile.load %s[0, 16] ...   a step for each 16 of K
//                                    %c0 = tc.dot %a0, %b0, %c instr "mma.m16n8k16"
// An `a` that tile-stage left in registers is that of every step: `from 16` chooses its columns.
// Otherwise:
//   scf.for %k = 0 to K iter_args(%x = %c) {   a column of A and a row of B, spread over the tile
//     yield fma(broadcast A[:, k], broadcast B[k, :], %x)
//   }
#include "dialects/arith/arith.h"
#include "dialects/math/math.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "passes/tile/access.h"
#include "passes/tile/authored.h"
#include "passes/tile/product_wgmma.h"
#include "passes/tile/stage.h"
#include "passes/tile/tile_passes.h"

typedef IR_VEC(IrOp *) OpList;

// The first extent that the instruction does not divide.
static void print_extent_left(IrStream *out, const Product *p, const TcInstr *instr) {
  const char *name = p->m % instr->m ? "M" : p->n % instr->n ? "N" : "K";
  int64_t extent = p->m % instr->m ? p->m : p->n % instr->n ? p->n : p->k;
  int64_t step = p->m % instr->m ? instr->m : p->n % instr->n ? instr->n : instr->k;
  ir_print(out, "{} is {}, but {} takes multiples of {}", name, extent, instr->name, step);
}

static void print_warps_left(IrStream *out, const Product *p, const TcInstr *instr, int64_t warps) {
  int64_t most = warp_grid_most_warps(p->m, p->n);
  ir_print(out, "{} warps cannot share {}x{} in whole instructions of {}x{}: ", warps, p->m, p->n,
           instr->m, instr->n);
  ir_print(out, "the powers of two in the extents, {} and {}, are enough for {}", p->m & -p->m,
           p->n & -p->n, most);
}

// In words, for a product that has no instruction.
static void print_why_not(IrStream *out, const Product *p, bool allowed, int64_t warps) {
  const TcInstr *instr = tc_instr_for(p->element, p->accumulator, 0, 0, 0);
  if (!allowed)
    ir_write_cstr(out, "the option tensor-cores is false");
  else if (!tile_target_of(p->dot)->mma)
    ir_write_cstr(out, "the target has no mma.sync");
  else if (p->element != tile_memory_element(ir_value_type(p->b)))
    ir_write_cstr(out, "the operands differ in element type");
  else if (!instr)
    ir_write_cstr(out, "no instruction has these element types");
  else if (p->m % instr->m || p->n % instr->n || p->k % instr->k)
    print_extent_left(out, p, instr);
  else
    print_warps_left(out, p, instr, warps);
}

static void explain(const IrPassRun *run, const struct tc_select_decl *self, const Product *p,
                    int64_t warps) {
  if (!IR_REMARK_WANTED(run, self, missed_tensor_core)) return;
  IrStream why = {0};
  print_why_not(&why, p, self->options.tensor_cores, warps);
  IR_REMARK(run, self, missed_tensor_core, p->dot,
            "{}x{}x{} of {} into {} is computed without tensor cores: {}", p->m, p->n, p->k,
            p->element, p->accumulator, ir_stream_str(&why));
  ir_stream_free(&why);
}

// Loads a `rows` x `cols` part of a buffer.
static IrValue *load_part(IrBuilder *b, IrValue *buffer, IrValue *row, IrValue *col, int64_t rows,
                          int64_t cols) {
  int64_t extents[2] = {rows, cols};
  IrType type = ir_type_tensor(b->ctx, (IrShape){extents, 2},
                               tile_memory_element(ir_value_type(buffer)), NULL);
  IrValue *at[2] = {row, col};
  return BUILD1(b, tile_load, .source = buffer, .indices = {at, 2}, .tile_type = type);
}

// A layout that a person named for the product's result: that of a conversion behind it, for the
// instruction gives its own.
static IrValue *keep_hint(IrBuilder *b, const IrOp *dot, IrValue *result) {
  IrAttr hint = ir_op_attr(dot, "tile.layout");
  if (!hint) return result;
  IrValue *converted =
      BUILD1(b, tile_convert_layout, .input = result, .result_type = ir_value_type(result));
  ir_op_set_attr(ir_value_op(converted), "tile.layout", hint);
  return converted;
}

// What one step multiplies: columns `k` on of the left operand, from its buffer, or out of its
// registers, and rows `k` on of the right one.
typedef struct Operands {
  IrValue *left, *right;
} Operands;

static Operands load_operands(IrBuilder *b, const Product *p, const TcInstr *instr, int64_t k) {
  bool in_registers = !mem_is_buffer(ir_value_type(p->a));
  IrValue *zero = access_index(b, 0), *at = k ? access_index(b, k) : zero;
  Operands operands = {.left = p->a};
  if (!in_registers) operands.left = load_part(b, p->a, zero, at, p->m, instr->k);
  operands.right = load_part(b, p->b, at, zero, instr->k, p->n);
  return operands;
}

static IrValue *multiply(IrBuilder *b, const Product *p, const TcInstr *instr, IrAttr warps,
                         int64_t k, Operands operands, IrValue *acc) {
  bool deep = operands.left == p->a && p->k != instr->k;
  return BUILD1(b, tc_dot, .a = operands.left, .b = operands.right, .c = acc,
                .instr = ir_attr_string(b->ctx, ir_str(instr->name)),
                .from = deep ? ir_attr_integer(ir_type_i64(b->ctx), k) : NULL, .warps = warps,
                .result_type = ir_value_type(acc));
}

// NULL where it is the one that every pass would choose.
static IrAttr warps_attr(IrContext *ctx, const ProductRows *rows, const Product *p) {
  WarpGrid grid = product_grid(rows, p), usual = warp_grid_for_mma(p->m, p->n, rows->warps);
  if (grid.m == usual.m && grid.n == usual.n) return NULL;
  return ir_attr_i64_array(ctx, (int64_t[]){grid.m, grid.n}, 2);
}

// The operands of a step are loaded in front of the product before it, so that they come meanwhile.
static void use_tensor_cores(const ProductRows *rows, const Product *p, const TcInstr *instr) {
  IrBuilder b = ir_builder_before(p->dot);
  IrAttr warps = warps_attr(b.ctx, rows, p);
  IrValue *acc = p->c;
  Operands now = load_operands(&b, p, instr, 0), next = now;
  for (int64_t k = 0; k < p->k; k += instr->k, now = next) {
    if (k + instr->k < p->k) next = load_operands(&b, p, instr, k + instr->k);
    acc = multiply(&b, p, instr, warps, k, now, acc);
  }
  ir_value_replace_uses(ir_op_result(p->dot, 0), keep_hint(&b, p->dot, acc));
  ir_op_destroy(p->dot);
}

// ---- wgmma

static IrAttr warpgroups_attr(IrContext *ctx, const ProductWgmma *w) {
  if (w->groups_n == 1) return NULL; // all along M
  return ir_attr_i64_array(ctx, (int64_t[]){w->groups_m, w->groups_n}, 2);
}

static void use_wgmma(const Product *p, const ProductWgmma *w) {
  IrBuilder b = ir_builder_before(p->dot);
  IrType type = ir_value_type(p->c);
  IrValue *product =
      BUILD1(&b, tc_dot_async, .a = p->a, .b = p->b, .c = product_is_zero(p->c) ? NULL : p->c,
             .instr = tc_wgmma_name(b.ctx, w->instr), .warpgroups = warpgroups_attr(b.ctx, w),
             .result_type = tc_inflight_get(type));
  IrOp *wait = BUILD(&b, tc_dot_wait, .inflight = {&product, 1},
                     .pending = ir_attr_integer(ir_type_i64(b.ctx), 0));
  ir_value_replace_uses(ir_op_result(p->dot, 0), keep_hint(&b, p->dot, ir_op_result(wait, 0)));
  ir_op_destroy(p->dot);
}

// True where it is done.
static bool select_wgmma(IrPassRun *run, const ProductRows *rows, const Product *p) {
  const struct tc_select_decl *self = run->decl;
  ProductWgmma wgmma;
  IrStream why = {0};
  bool allowed = self->options.tensor_cores && self->options.wgmma;
  bool fits = allowed && product_wgmma(p, rows->warps, &wgmma, &why);
  if (fits) {
    IR_REMARK(run, self, tensor_core, p->dot, "is computed by {}",
              ir_attr_str(tc_wgmma_name(run->ctx, wgmma.instr)));
    use_wgmma(p, &wgmma);
    self->stats->wgmma++;
  } else if (allowed && product_instruction(p, rows->warps)) {
    IR_REMARK(run, self, missed_wgmma, p->dot, "is not computed by wgmma: {}", ir_stream_str(&why));
  }
  ir_stream_free(&why);
  return fits;
}

// ---- Without tensor cores

// Converts to the accumulator's element type; exact for the types that are narrower.
static IrValue *widen(IrBuilder *b, IrValue *tile, IrType element) {
  IrType type = ir_value_type(tile);
  if (ir_type_element(type) == element) return tile;
  IrType wide = ir_type_with_element(type, element);
  if (ir_type_is_float(element)) return BUILD1(b, arith_extf, .in = tile, .out_type = wide);
  return BUILD1(b, arith_extsi, .in = tile, .out_type = wide);
}

static IrValue *multiply_add(IrBuilder *b, IrValue *x, IrValue *y, IrValue *acc) {
  if (ir_type_is_float(ir_type_element(ir_value_type(acc))))
    return BUILD1(b, math_fma, .a = x, .b = y, .c = acc);
  return BUILD1(b, arith_addi, .lhs = BUILD1(b, arith_muli, .lhs = x, .rhs = y), .rhs = acc);
}

static void use_fma(const Product *p) {
  IrBuilder b = ir_builder_before(p->dot);
  IrType type = ir_value_type(p->c);
  IrValue *inits[1] = {p->c};
  IrOp *loop =
      BUILD(&b, scf_for, .lowerBound = access_index(&b, 0), .upperBound = access_index(&b, p->k),
            .step = access_index(&b, 1), .initArgs = {inits, 1}, .results_types = {&type, 1});
  IrBlock *body = ir_block_create(b.ctx);
  ir_region_append(ir_op_region(loop, 0), body);
  IrValue *k = ir_block_add_arg(body, ir_type_index(b.ctx), b.loc);
  IrValue *acc = ir_block_add_arg(body, type, b.loc);
  IrBuilder in = ir_builder_at_end(b.ctx, body, b.loc);
  IrValue *zero = access_index(&in, 0);
  IrValue *column = widen(&in, load_part(&in, p->a, zero, k, p->m, 1), p->accumulator);
  IrValue *row = widen(&in, load_part(&in, p->b, k, zero, 1, p->n), p->accumulator);
  IrValue *x = BUILD1(&in, tile_broadcast, .input = column, .result_type = type);
  IrValue *y = BUILD1(&in, tile_broadcast, .input = row, .result_type = type);
  IrValue *next[1] = {multiply_add(&in, x, y, acc)};
  BUILD(&in, scf_yield, .results = {next, 1});
  ir_value_replace_uses(ir_op_result(p->dot, 0), keep_hint(&b, p->dot, ir_op_result(loop, 0)));
  ir_op_destroy(p->dot);
}

static IrStatus check(const Product *p) {
  if (!mem_is_buffer(ir_value_type(p->b))) {
    IrStatus failed = ir_op_error(p->dot, "has operands that are not in shared memory");
    ir_help(ir_op_context(p->dot), "run tile-stage before tc-select");
    return failed;
  }
  if (ir_type_is_float(p->element) != ir_type_is_float(p->accumulator))
    return ir_op_error(p->dot, "multiplies {} into an accumulator of {}", p->element,
                       p->accumulator);
  return IR_OK;
}

static IrStatus collect(IrOp *op, void *user) {
  OpList *list = user;
  if (IS(op, tile_dot)) ir_vec_push(list, op);
  return IR_OK;
}

static IrStatus select_for(IrPassRun *run, const ProductRows *rows, IrOp *dot) {
  const struct tc_select_decl *self = run->decl;
  Product p = product_of(dot);
  IR_TRY(check(&p));
  const TcInstr *instr = product_instruction(&p, rows->warps);
  if (select_wgmma(run, rows, &p)) return IR_OK;
  if (self->options.tensor_cores && instr) {
    IR_REMARK(run, self, tensor_core, p.dot, "is computed by {}", instr->name);
    use_tensor_cores(rows, &p, instr);
    self->stats->tensor_core++;
  } else {
    explain(run, self, &p, rows->warps);
    p.a = stage_tensor(p.dot, p.a);
    use_fma(&p);
    self->stats->fma++;
  }
  return IR_OK;
}

IrStatus tc_select_run(IrPassRun *run, IrOp *kernel) {
  OpList dots = {0};
  IrStatus status = ir_walk_pre(kernel, collect, &dots);
  ProductRows rows = product_rows_of(kernel);
  for (size_t i = 0; i < dots.n && status == IR_OK; i++) {
    AuthoredGap gap = authored_gap(dots.at[i]);
    IrOp *next = ir_op_next(dots.at[i]);
    status = select_for(run, &rows, dots.at[i]);
    authored_fill(&gap, next);
  }
  product_rows_free(&rows);
  ir_vec_free(&dots);
  return status;
}
