// Counting; see profile.h.
#include "targets/cpu/profile.h"

#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "ir/core/opdef.h"
#include "ir/interp/op_counts.h"
#include "ir/support/arena.h"

// ---- Classes. ----

const char *const cpu_class_words[CPU_CLASSES] = {
    [CPU_CLASS_INTEGER] = "integer", [CPU_CLASS_FLOAT] = "float",       [CPU_CLASS_MOVE] = "move",
    [CPU_CLASS_GLOBAL] = "global",   [CPU_CLASS_SHARED] = "shared",     [CPU_CLASS_ASYNC] = "async",
    [CPU_CLASS_TENSOR] = "tensor",   [CPU_CLASS_EXCHANGE] = "exchange", [CPU_CLASS_SYNC] = "sync",
    [CPU_CLASS_CONTROL] = "control", [CPU_CLASS_OTHER] = "other",
};

// What the start of an op's name says; the first that fits counts.
static const struct {
  const char *start;
  CpuOpClass class;
} classes[] = {
    {"math.", CPU_CLASS_FLOAT},
    {"vector.", CPU_CLASS_MOVE},
    {"cf.", CPU_CLASS_CONTROL},
    {"scf.", CPU_CLASS_CONTROL},
    {"func.", CPU_CLASS_CONTROL},
    {"simt.return", CPU_CLASS_CONTROL},
    {"simt.barrier", CPU_CLASS_SYNC},
    {"simt.warp_sync", CPU_CLASS_SYNC},
    {"simt.fence", CPU_CLASS_SYNC},
    {"simt.cluster_arrive", CPU_CLASS_SYNC},
    {"simt.cluster_wait", CPU_CLASS_SYNC},
    {"simt.shuffle", CPU_CLASS_EXCHANGE},
    {"simt.vote", CPU_CLASS_EXCHANGE},
    {"simt.elect", CPU_CLASS_EXCHANGE},
    {"simt.redux", CPU_CLASS_EXCHANGE},
    {"tc.mma", CPU_CLASS_TENSOR},
    {"tc.wgmma_descriptor", CPU_CLASS_NONE},
    {"tc.wgmma_", CPU_CLASS_SYNC},
    {"tc.wgmma", CPU_CLASS_TENSOR},
    {"mem.fence", CPU_CLASS_SYNC},
    {"mem.alloc", CPU_CLASS_NONE},
    {"mem.index", CPU_CLASS_NONE},
    {"mem.flatten", CPU_CLASS_NONE},
    {"mem.map_cluster", CPU_CLASS_NONE},
    {"mem.tensor_map", CPU_CLASS_NONE},
    {"memref.", CPU_CLASS_NONE},
    {"mem.", CPU_CLASS_ASYNC},
};

static bool starts_with(IrStr name, const char *start) {
  size_t n = strlen(start);
  return name.len >= n && memcmp(name.ptr, start, n) == 0;
}

// Whether a buffer is among the operands of an op that accesses memory, or else a memref.
static CpuOpClass accessed_class(const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (mem_is_buffer(ir_value_type(ir_op_operand(op, i)))) return CPU_CLASS_SHARED;
  return CPU_CLASS_GLOBAL;
}

static bool is_access(IrStr name) {
  return ir_str_is(name, "mem.load") || ir_str_is(name, "mem.store") ||
         starts_with(name, "mem.atomic") || starts_with(name, "tc.ldmatrix") ||
         starts_with(name, "tc.stmatrix") || ir_str_is(name, "memref.load") ||
         ir_str_is(name, "memref.store");
}

static CpuOpClass arith_class(const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (ir_type_is_float(ir_type_element(ir_value_type(ir_op_operand(op, i)))))
      return CPU_CLASS_FLOAT;
  return ir_op_num_results(op) &&
                 ir_type_is_float(ir_type_element(ir_value_type(ir_op_result(op, 0))))
             ? CPU_CLASS_FLOAT
             : CPU_CLASS_INTEGER;
}

CpuOpClass cpu_op_class(const IrOp *op) {
  IrStr name = ir_op_name(op);
  if (ir_op_has_trait(op, IR_CONSTANT_LIKE)) return CPU_CLASS_NONE;
  if (is_access(name)) return accessed_class(op);
  if (starts_with(name, "arith.")) return arith_class(op);
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (starts_with(name, classes[i].start)) return classes[i].class;
  return CPU_CLASS_OTHER;
}

int64_t cpu_tensor_flops(const IrOp *op) {
  if (IS(op, tc_mma)) {
    const TcInstr *instr = tc_instr(ir_attr_str(GET(op, tc_mma, instr)));
    return instr ? 2 * (int64_t)instr->m * instr->n * instr->k : 0;
  }
  if (IS(op, tc_wgmma)) { // a warp does 16 of the 64 rows
    TcWgmma shape = tc_wgmma_of(op);
    return 2 * 16 * (int64_t)shape.n * shape.k;
  }
  return 0;
}

// ---- Records. ----

CpuOpProfile *cpu_profile_at(CpuProfile *profile, const IrOp *op) {
  CpuOpProfile *record = ir_ptrmap_get(&profile->by_op, op);
  if (record) return record;
  record = ir_calloc(1, sizeof *record);
  record->op = op;
  ir_ptrmap_set(&profile->by_op, op, record);
  return record;
}

void cpu_profile_access(CpuProfile *profile, const IrOp *op, bool shared, bool reads, bool writes,
                        CpuLaneAddresses access) {
  if (access.lanes == 0) return;
  CpuOpProfile *record = cpu_profile_at(profile, op);
  CpuTraffic *traffic = shared ? &record->shared : &record->global;
  CpuAccessCost cost = shared ? cpu_shared_cost(access) : cpu_global_cost(access);
  uint64_t bytes = (uint64_t)__builtin_popcount(access.lanes) * access.bytes;
  traffic->requests++;
  traffic->units += cost.units;
  traffic->ideal += cost.ideal;
  if (reads) traffic->read += bytes;
  if (writes) traffic->written += bytes;
}

static void add_executed(void *user, const IrOp *op, uint64_t executed) {
  cpu_profile_at(user, op)->executed += executed;
}

void cpu_profile_add_executed(CpuProfile *profile, const IrInterp *interp) {
  ir_op_counts_each(interp, add_executed, profile);
}

void cpu_traffic_add(CpuTraffic *to, const CpuTraffic *from) {
  to->requests += from->requests;
  to->units += from->units;
  to->ideal += from->ideal;
  to->read += from->read;
  to->written += from->written;
}

void cpu_profile_add(CpuProfile *to, const CpuProfile *from) {
  for (uint32_t i = 0; i < from->by_op.n; i++) {
    if (!from->by_op.entries[i].key) continue;
    const CpuOpProfile *record = from->by_op.entries[i].value;
    CpuOpProfile *sum = cpu_profile_at(to, record->op);
    sum->executed += record->executed;
    cpu_traffic_add(&sum->global, &record->global);
    cpu_traffic_add(&sum->shared, &record->shared);
  }
}

void cpu_profile_free(CpuProfile *profile) {
  for (uint32_t i = 0; i < profile->by_op.n; i++) ir_free(profile->by_op.entries[i].value);
  ir_ptrmap_free(&profile->by_op);
}
