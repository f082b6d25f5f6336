// The mem dialect's table and the rules of its views.
#include "dialects/mem/mem_impl.h"

static bool test_memory(IrType type) {
  return ir_type_kind(type) == IR_TYPE_MEMREF || mem_is_buffer(type);
}
static bool is_buffer_of_rows(IrType type) {
  return mem_is_buffer(type) && mem_buffer_shape(type).rank >= 2;
}
static bool test_index(IrType type) {
  return ir_type_is_index(type) || ir_type_is_integer(type, 32);
}
static const IrTypeConstraint mem_buffer_type = {.name = "a !mem.buffer", .test = mem_is_buffer};
static const IrTypeConstraint mem_rows_type = {.name = "a !mem.buffer of rank 2 or more",
                                               .test = is_buffer_of_rows};
static const IrTypeConstraint mem_memory_type = {.name = "a memref or a !mem.buffer",
                                                 .test = test_memory};
static const IrTypeConstraint mem_index_type = {.name = "index or i32", .test = test_index};

static IrStatus mem_alloc_verify(IrOp *op) {
  IrAttr offset = GET(op, mem_alloc, offset);
  IrType type = GET(op, mem_alloc, buffer_type);
  if (mem_buffer_space(type) == MEM_CLUSTER) {
    (void)ir_op_error(op, "makes a buffer of its own block, got {}", type);
    ir_help(ir_op_context(op), "mem.map_cluster gives the same buffer of another block");
    return IR_FAILED;
  }
  if (!offset) return IR_OK;
  int64_t align = mem_buffer_alignment(type);
  if (ir_attr_int(offset) < 0 || ir_attr_int(offset) % align)
    return ir_op_error(op, "lies at byte {}, but {} needs a multiple of {}", ir_attr_int(offset),
                       type, align);
  return IR_OK;
}

static bool mem_index_infer(IrOpState *state) {
  if (state->operands.n < 1) return false;
  IrType type = ir_value_type(state->operands.at[0]);
  if (!is_buffer_of_rows(type)) return false;
  ir_vec_push(&state->result_types, mem_buffer_slot(type));
  return true;
}

// A row that is a slot becomes a buffer of its own, which begins where the widest access of its
// elements may.  Where a slot has several rows their distance bounds the accesses.
static IrStatus verify_row_slots(IrOp *op, IrType type, IrAttr layout) {
  IrShape shape = mem_buffer_shape(type);
  unsigned padded = mem_padded_bytes(layout), widest = 16;
  size_t last = shape.rank - 1, row = mem_layout_column(layout) ? last : last - 1;
  int64_t extent = shape.at[row == last ? last - 1 : last];
  int64_t run = (extent & -extent) * mem_element_bytes(mem_buffer_element(type));
  if (run < widest) widest = (unsigned)run;
  if (padded % widest == 0 || (shape.rank > 2 && shape.at[row] > 1)) return IR_OK;
  (void)ir_op_error(op, "takes a row of {}, which begins where an access of {} bytes may not", type,
                    widest);
  ir_help(ir_op_context(op), "pad by a multiple of {}, or leave the padding out", widest);
  return IR_FAILED;
}

static IrStatus mem_index_verify(IrOp *op) {
  IrType type = ir_value_type(GET(op, mem_index, buffer));
  IrAttr layout = mem_buffer_layout(type);
  bool rows = !layout || (mem_padded_bytes(layout) && !mem_layout_column(layout));
  if (mem_buffer_shape(type).rank == 2 && !rows)
    return ir_op_error(op, "takes a slot of {}, whose rows are not contiguous", type);
  if (layout) IR_TRY(verify_row_slots(op, type, layout));
  if (GET(op, mem_index, view_type) != mem_buffer_slot(type))
    return ir_op_error(op, "gives {}, got {}", mem_buffer_slot(type),
                       GET(op, mem_index, view_type));
  return IR_OK;
}

static bool mem_trans_infer(IrOpState *state) {
  if (state->operands.n < 1) return false;
  IrType type = ir_value_type(state->operands.at[0]);
  if (!is_buffer_of_rows(type)) return false;
  ir_vec_push(&state->result_types, mem_buffer_trans(type));
  return true;
}

static IrStatus mem_trans_verify(IrOp *op) {
  IrType type = ir_value_type(GET(op, mem_trans, buffer));
  if (GET(op, mem_trans, view_type) != mem_buffer_trans(type))
    return ir_op_error(op, "gives {}, got {}", mem_buffer_trans(type),
                       GET(op, mem_trans, view_type));
  return IR_OK;
}

bool mem_is_view(const IrOp *op) {
  return IS(op, mem_index) || IS(op, mem_trans);
}

static IrStatus mem_flatten_verify(IrOp *op) {
  IrType type = ir_value_type(GET(op, mem_flatten, buffer));
  if (GET(op, mem_flatten, flat_type) != mem_buffer_flat(type))
    return ir_op_error(op, "gives {}, got {}", mem_buffer_flat(type),
                       GET(op, mem_flatten, flat_type));
  return IR_OK;
}

static IrStatus mem_map_cluster_verify(IrOp *op) {
  IrType from = ir_value_type(GET(op, mem_map_cluster, buffer));
  IrType to = GET(op, mem_map_cluster, result_type);
  if (mem_buffer_space(from) != MEM_SHARED)
    return ir_op_error(op, "takes a buffer in shared memory, got {}", from);
  IrType want = mem_buffer_type_get(mem_buffer_shape(from), mem_buffer_element(from),
                                    mem_buffer_layout(from), MEM_CLUSTER);
  return to == want ? IR_OK : ir_op_error(op, "gives {}, got {}", want, to);
}

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/mem/mem_ops.def"
#include "ir/core/opdef_end.inc"

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/mem/mem_ops.def"
#include "ir/core/opdef_end.inc"

const IrDialect mem_dialect = {
    .size = sizeof(IrDialect),
    .name = "mem",
    .summary = "Buffers of a block, accesses of one thread, and asynchronous copies.",
    .doc =
        "Holds only what memref and vector lack: buffers of static shape with a swizzle, vector\n"
        "accesses with a predicate, and copies that go on while the thread does.",
    .ops =
        (const IrOpDef *const[]){
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/mem/mem_ops.def"
#include "ir/core/opdef_end.inc"
            NULL},
    .types = (const IrTypeDef *const[]){&mem_buffer, &mem_mbarrier, &mem_tensor_map_def,
                                        &mem_channel_def, NULL},
    .attrs = (const IrAttrDef *const[]){&mem_swizzle, &mem_padded, NULL},
};
