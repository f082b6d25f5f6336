// Rules of cp.async, its groups, and mbarriers.
//
//   1. a copy moves 4, 8 or 16 bytes, whole elements of one type, along a unit stride
//   2. its destination, and every place of an asynchronous op, is a row of elements in shared
//   memory
//   3. groups are counted from 0; an mbarrier counts 1 to 2^20 - 1 arrivals
//   4. a store to another block has 4, 8 or 16 bytes, of elements as the row's, and signals an
//   mbarrier that is another block's, too
#include "dialects/mem/mem_impl.h"

static bool is_shared_row(IrType type) {
  return mem_is_shared_buffer(type) && mem_buffer_shape(type).rank == 1 &&
         !mem_is_mbarrier(mem_buffer_element(type));
}

static bool is_cluster_row(IrType type) {
  return mem_is_buffer(type) && mem_buffer_space(type) == MEM_CLUSTER &&
         mem_buffer_shape(type).rank == 1 && !mem_is_mbarrier(mem_buffer_element(type));
}

static bool is_any_mbarrier_row(IrType type) {
  return mem_is_buffer(type) && mem_buffer_space(type) != MEM_FRAGMENT &&
         mem_buffer_shape(type).rank == 1 && mem_is_mbarrier(mem_buffer_element(type));
}

static bool is_mbarrier_row(IrType type) {
  return is_any_mbarrier_row(type) && mem_buffer_space(type) == MEM_SHARED;
}

const IrTypeConstraint mem_shared_row_type = {
    .name = "a row of elements in shared memory, as mem.flatten gives it", .test = is_shared_row};
const IrTypeConstraint mem_cluster_row_type = {
    .name = "a row of elements in the shared memory of a block of the cluster",
    .test = is_cluster_row};
const IrTypeConstraint mem_mbarrier_row_type = {
    .name = "a row of mbarriers in shared memory, !mem.buffer<Nx!mem.mbarrier, shared>",
    .test = is_mbarrier_row};
const IrTypeConstraint mem_any_mbarrier_row_type = {
    .name = "a row of mbarriers in the shared memory of the block or another of its cluster",
    .test = is_any_mbarrier_row};

// ---- cp.async ----

static IrStatus verify_unit_stride(IrOp *op, IrType memref) {
  int64_t strides[16], offset;
  size_t rank = ir_type_shape(memref).rank;
  if (rank == 0 || rank > 16)
    return ir_op_error(op, "copies from a row of elements, got {}", memref);
  ir_type_memref_strides(memref, strides, &offset);
  for (size_t i = 0; i < rank; i++)
    if (strides[i] == 1) return IR_OK;
  return ir_op_error(op, "copies along a stride of 1, but {} has none", memref);
}

IrStatus mem_cp_async_verify(IrOp *op) {
  IrType from = ir_value_type(GET(op, mem_cp_async, source));
  IrType to = ir_value_type(GET(op, mem_cp_async, dest)), element = mem_buffer_element(to);
  int64_t bytes = ir_attr_int(GET(op, mem_cp_async, bytes)), n = mem_element_bytes(element);
  size_t rank = ir_type_shape(from).rank, indices = GET(op, mem_cp_async, indices).n;
  if (indices != rank)
    return ir_op_error(op, "needs {} {} for {}, got {}", rank, rank == 1 ? "index" : "indices",
                       from, indices);
  if (ir_type_element(from) != element)
    return ir_op_error(op, "copies elements of {} to {}", from, to);
  if (bytes != 4 && bytes != 8 && bytes != 16)
    return ir_op_error(op, "copies 4, 8 or 16 bytes, got {}", bytes);
  if (bytes % n) return ir_op_error(op, "copies {} bytes, no whole elements of {}", bytes, element);
  return bytes > n ? verify_unit_stride(op, from) : IR_OK;
}

static IrStatus verify_groups(IrOp *op, IrAttr groups) {
  if (ir_attr_int(groups) >= 0 && ir_attr_int(groups) <= INT32_MAX) return IR_OK;
  return ir_op_error(op, "leaves {} groups under way: a number of 0 or more", ir_attr_int(groups));
}

IrStatus mem_async_wait_verify(IrOp *op) {
  return verify_groups(op, GET(op, mem_async_wait, groups));
}

IrStatus mem_bulk_wait_verify(IrOp *op) {
  return verify_groups(op, GET(op, mem_bulk_wait, groups));
}

// ---- Stores to other blocks ----

IrStatus mem_store_async_verify(IrOp *op) {
  IrType value = ir_value_type(GET(op, mem_store_async, value));
  IrType row = ir_value_type(GET(op, mem_store_async, dest)), element = value;
  int64_t n = 1;
  if (ir_type_kind(value) == IR_TYPE_VECTOR) {
    element = ir_type_element(value);
    n = ir_type_num_elements(value);
  }
  if (element != mem_buffer_element(row))
    return ir_op_error(op, "stores {} into {}, whose elements have another type", value, row);
  int64_t bytes = n * mem_element_bytes(element);
  if (bytes != 4 && bytes != 8 && bytes != 16)
    return ir_op_error(op, "stores 4, 8 or 16 bytes, got {} of {}", bytes, value);
  IrType barriers = ir_value_type(GET(op, mem_store_async, barrier));
  if (mem_buffer_space(barriers) == MEM_CLUSTER) return IR_OK;
  (void)ir_op_error(op, "signals {}, which is not the other block's", barriers);
  ir_help(ir_op_context(op), "take the mbarrier that mem.map_cluster gives of the same block");
  return IR_FAILED;
}

// ---- mbarriers ----

static IrStatus verify_count(IrOp *op, IrAttr count) {
  if (!count) return IR_OK;
  int64_t n = ir_attr_int(count);
  if (n >= 1 && n <= MEM_MBARRIER_MAX_COUNT) return IR_OK;
  return ir_op_error(op, "counts 1 to {} arrivals, got {}", (int)MEM_MBARRIER_MAX_COUNT, n);
}

IrStatus mem_mbarrier_init_verify(IrOp *op) {
  return verify_count(op, GET(op, mem_mbarrier_init, count));
}

IrStatus mem_mbarrier_arrive_verify(IrOp *op) {
  return verify_count(op, GET(op, mem_mbarrier_arrive, count));
}
