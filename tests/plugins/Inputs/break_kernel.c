// A pass that makes a mistake of the kind that passes make, one kind an option:
//
//   mask      what is selected, loaded or stored under a condition is so always
//   swap      two operands of an op that does not commute change places
//   barrier   a barrier is forgotten
//   shift     an access is one element further
//   pad       what stands for elements outside is another value
//   trip      a loop ends one trip early
//   layout    the elements of a tile, or the registers of a thread, change places
//
// `at` says which of the places where that could happen, from 0 in the order of the text.
//
// test-turn-grid makes none: it lets another block index vary fastest.
#include "dialects/arith/arith.h"
#include "dialects/math/math.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/simt/simt.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "ir/ir.h"

// clang-format off
#define PASS_TABLE \
  PASS(test_break_kernel, "test-break-kernel", \
       SUMMARY("Make a mistake.") \
       OPTIONS(OPT_ENUM(fault, 0, "mask|swap|barrier|shift|pad|trip|layout", "the mistake") \
               OPT_INT(at, 0, "in which of the places where it could be made")) \
       RUN(run_break)) \
  PASS(test_turn_grid, "test-turn-grid", \
       SUMMARY("Exchange two block indices.") ANCHOR("tile.kernel") RUN(run_turn))
// clang-format on

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

// A mistake: whether it can be made at `op`, and makes it if `make`.
typedef bool (*Fault)(IrOp *op, bool make);

// Which operand group of an access is its condition.
enum { LOAD_PRED = 2, STORE_PRED = 3, TILE_LOAD_PAD = 2, LOAD_PAD = 3 };

static IrValue *group_first(const IrOp *op, size_t slot) {
  IrValues group = ir_op_operand_group(op, slot);
  return group.n ? group.at[0] : NULL;
}

static bool drop_mask(IrOp *op, bool make) {
  bool load = IS(op, mem_load), store = IS(op, mem_store), select = IS(op, arith_select);
  if (select) {
    if (make) ir_value_replace_uses(ir_op_result(op, 0), ir_op_operand(op, 1));
    return true;
  }
  size_t slot = load ? LOAD_PRED : STORE_PRED;
  if ((!load && !store) || !group_first(op, slot)) return false;
  if (make && load) ir_op_set_operand_group(op, LOAD_PAD, NULL, 0);
  if (make) ir_op_set_operand_group(op, slot, NULL, 0);
  return true;
}

static bool swap_operands(IrOp *op, bool make) {
  bool ordered = IS(op, arith_subf) || IS(op, arith_subi) || IS(op, arith_divf);
  if (!ordered || ir_op_operand(op, 0) == ir_op_operand(op, 1)) return false;
  IrValue *first = ir_op_operand(op, 0);
  if (make) {
    ir_op_set_operand(op, 0, ir_op_operand(op, 1));
    ir_op_set_operand(op, 1, first);
  }
  return true;
}

static bool forget_barrier(IrOp *op, bool make) {
  if (!IS(op, simt_barrier)) return false;
  if (make) ir_op_destroy(op);
  return true;
}

// The last index of an access: the operand number, or -1.
static int last_index(const IrOp *op) {
  size_t slot;
  if (IS(op, tile_load) || IS(op, mem_load))
    slot = 1;
  else if (IS(op, tile_store) || IS(op, mem_store))
    slot = 2;
  else
    return -1;
  IrRun run = ir_op_operand_run(op, slot);
  return run.n ? (int)(run.first + run.n - 1) : -1;
}

static bool shift_index(IrOp *op, bool make) {
  int i = last_index(op);
  if (i < 0 || !make) return i >= 0;
  IrBuilder b = ir_builder_before(op);
  IrValue *index = ir_op_operand(op, (size_t)i);
  IrType type = ir_value_type(index);
  IrValue *one = ir_builder_constant(&b, NULL, ir_attr_integer(type, 1), type);
  IrOp *sum = BUILD(&b, arith_addi, .lhs = index, .rhs = one);
  ir_op_set_operand(op, (size_t)i, ir_op_result(sum, 0));
  return true;
}

// The value 3, or as many of it as the type holds.
static IrValue *three(IrBuilder *b, IrType type) {
  bool shaped = ir_type_is_shaped(type);
  IrType element = shaped ? ir_type_element(type) : type;
  IrAttr number =
      ir_type_is_float(element) ? ir_attr_float(element, 3) : ir_attr_integer(element, 3);
  return ir_builder_constant(b, NULL, shaped ? ir_attr_splat(type, number) : number, type);
}

static bool change_padding(IrOp *op, bool make) {
  bool tile = IS(op, tile_load), load = IS(op, mem_load) && group_first(op, LOAD_PAD);
  if (tile && ir_type_kind(ir_value_type(ir_op_operand(op, 0))) != IR_TYPE_MEMREF) return false;
  if (!make || (!tile && !load)) return tile || load;
  IrBuilder b = ir_builder_before(op);
  IrType type = ir_value_type(ir_op_result(op, 0));
  IrValue *pad = three(&b, tile ? ir_type_element(type) : type);
  ir_op_set_operand_group(op, tile ? TILE_LOAD_PAD : LOAD_PAD, &pad, 1);
  return true;
}

// Loops count from operand 0 to operand 1; scf.for by operand 2.
static bool drop_trip(IrOp *op, bool make) {
  bool pipelined = IS(op, tile_pipelined), loop = IS(op, scf_for);
  if (!make || (!pipelined && !loop)) return pipelined || loop;
  IrBuilder b = ir_builder_before(op);
  IrType type = ir_value_type(ir_op_operand(op, 1));
  IrValue *step = pipelined ? ir_builder_constant(&b, NULL, ir_attr_integer(type, 1), type)
                            : ir_op_operand(op, 2);
  IrOp *less = BUILD(&b, arith_subi, .lhs = ir_op_operand(op, 1), .rhs = step);
  ir_op_set_operand(op, 1, ir_op_result(less, 0));
  return true;
}

static bool is_square(IrType type) {
  IrShape shape = ir_type_shape(type);
  return shape.rank == 2 && shape.at[0] == shape.at[1] && shape.at[0] > 1;
}

// The tile that changes its layout is another one: transposed.
static bool transpose_tile(IrOp *op, bool make) {
  IrValue *tile = ir_op_operand(op, 0);
  if (!is_square(ir_value_type(tile))) return false;
  if (!make) return true;
  IrBuilder b = ir_builder_before(op);
  IrType plain = ir_type_with_encoding(ir_value_type(tile), NULL);
  IrOp *moved = BUILD(&b, tile_convert_layout, .input = tile, .result_type = plain);
  IrOp *turned = BUILD(&b, tile_trans, .input = ir_op_result(moved, 0), .result_type = plain);
  ir_op_set_operand(op, 0, ir_op_result(turned, 0));
  return true;
}

// Registers are stored to shared memory in the reverse order.
static bool reverse_registers(IrOp *op, bool make) {
  IrValue *stored = ir_op_operand(op, 0);
  IrType type = ir_value_type(stored);
  bool wide = ir_type_kind(type) == IR_TYPE_VECTOR && ir_type_num_elements(type) > 1;
  if (!wide || !make) return wide;
  IrBuilder b = ir_builder_before(op);
  int64_t mask[64], n = ir_type_num_elements(type);
  if (n > 64) return false;
  for (int64_t i = 0; i < n; i++) mask[i] = n - 1 - i;
  IrOp *turned = BUILD(&b, vector_shuffle, .v1 = stored, .v2 = stored,
                       .mask = ir_attr_i64_array(b.ctx, mask, (size_t)n));
  ir_op_set_operand(op, 0, ir_op_result(turned, 0));
  return true;
}

static bool break_layout(IrOp *op, bool make) {
  if (IS(op, tile_convert_layout)) return transpose_tile(op, make);
  return IS(op, mem_store) && reverse_registers(op, make);
}

typedef struct Places {
  Fault fault;
  int64_t left;
  IrOp *found;
} Places;

static IrStatus count(IrOp *op, void *user) {
  Places *places = user;
  if (!places->found && places->fault(op, false) && places->left-- == 0) places->found = op;
  return IR_OK;
}

static IrStatus run_break(IrPassRun *run, IrOp *op) {
  static const Fault faults[] = {drop_mask,      swap_operands, forget_barrier, shift_index,
                                 change_padding, drop_trip,     break_layout};
  const struct test_break_kernel_decl *self = run->decl;
  Places places = {faults[self->options.fault], self->options.at, NULL};
  (void)ir_walk_pre(op, count, &places);
  if (!places.found) return ir_op_error(op, "has no place for that mistake");
  (void)places.fault(places.found, true);
  return IR_OK;
}

static IrStatus run_turn(IrPassRun *run, IrOp *op) {
  IrAttr grid = GET(op, tile_kernel, grid);
  if (ir_attr_count(grid) != 2) return IR_OK;
  const IrAttr turned[] = {ir_attr_at(grid, 1), ir_attr_at(grid, 0)};
  ir_op_set_attr(op, "grid", ir_attr_array(run->ctx, turned, 2));
  IrValue *first = tile_kernel_block_index(op, 0), *second = tile_kernel_block_index(op, 1);
  IrBlock *body = ir_region_first(ir_op_region(op, 0));
  IrValue *held = ir_block_add_arg(body, ir_value_type(first), ir_op_loc(op));
  ir_value_replace_uses(first, held);
  ir_value_replace_uses(second, first);
  ir_value_replace_uses(held, second);
  ir_block_erase_arg(body, ir_value_index(held));
  return IR_OK;
}

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus load(IrContext *ctx) {
  IR_TRY(ir_pass_register(ctx, &test_turn_grid));
  return ir_pass_register(ctx, &test_break_kernel);
}

IR_PLUGIN("test-break-kernel", "0.1", load)
