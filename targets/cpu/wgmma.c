// What a warpgroup has in flight; see wgmma.h.
#include "targets/cpu/wgmma.h"

#include "targets/cpu/watch.h"

#include "ir/interp/element.h"

static CpuWarpgroup *group_of(const CpuWarp *warp) {
  return (CpuWarpgroup *)warp->block->tc + warp->ids.warp / TC_WARPGROUP;
}

static uint32_t place_of(const CpuWarp *warp) {
  return warp->ids.warp % TC_WARPGROUP;
}

static CpuIssuer *issuer_of(CpuWarp *warp) {
  return &group_of(warp)->issuers[place_of(warp)];
}

// ---- Registers. ----

static uint32_t take_slot(CpuWarpgroup *group, const IrOp *owner, size_t bytes) {
  uint32_t i = 0;
  while (i < group->registers.n && group->registers.at[i].used) i++;
  if (i == group->registers.n) ir_vec_push(&group->registers, (CpuRegisters){0});
  CpuRegisters *r = &group->registers.at[i];
  if (r->capacity < bytes) {
    ir_free(r->data);
    r->data = ir_malloc(bytes);
    r->capacity = bytes;
  }
  r->used = true;
  r->generation++;
  r->version = r->last = 0;
  r->owner = owner;
  r->bytes = bytes;
  return i;
}

static CpuInflight name_of(const CpuWarpgroup *group, uint32_t slot) {
  const CpuRegisters *r = &group->registers.at[slot];
  return (CpuInflight){slot, r->generation, r->version};
}

static void define_inflight(IrInterp *interp, const IrOp *op, size_t i, CpuInflight name) {
  memcpy(ir_interp_result_cell(interp, op, i)->data, &name, sizeof name);
}

// The registers that a value in flight names, or NULL after a diagnostic.
static CpuRegisters *find_registers(CpuWarp *warp, IrInterp *interp, const IrOp *op,
                                    const IrValue *value, CpuInflight *name) {
  CpuWarpgroup *group = group_of(warp);
  memcpy(name, ir_interp_get(interp, value)->data, sizeof *name);
  CpuRegisters *r = &group->registers.at[name->slot];
  IrStep step = IR_STEP_NEXT;
  if (!r->used || r->generation != name->generation) {
    step = ir_interp_fail(interp, op, "names registers that were given back before");
  } else if (r->version != name->version) {
    step = ir_interp_fail(interp, op, "names registers that a later product has taken on");
    cpu_warp_note(warp, r->owner, IR_STR("that product"));
  }
  return step == IR_STEP_FAIL ? NULL : r;
}

// ---- tc.wgmma_descriptor, tc.wgmma_fence ----

static IrStep descriptor(void *machine, IrInterp *interp, IrOp *op) {
  CpuWarp *warp = machine;
  const MemView *view = ir_interp_get(interp, GET(op, tc_wgmma_descriptor, buffer))->data;
  const IrCell *offset = ir_interp_get(interp, GET(op, tc_wgmma_descriptor, offset));
  int64_t elements;
  if (!ir_interp_uniform(interp, op, offset, &elements)) return IR_STEP_FAIL;
  int64_t at = (char *)view->base - warp->block->shared.data + elements * view->element_bytes;
  if (at % 16 || at < 0 || at > 0x3FFFF)
    return ir_interp_fail(interp, op, "points to byte {} of shared memory, no multiple of 16", at);
  TcDescriptor d = {.address = (uint32_t)at,
                    .leading = (uint32_t)ir_attr_int(GET(op, tc_wgmma_descriptor, leading)),
                    .stride = (uint32_t)ir_attr_int(GET(op, tc_wgmma_descriptor, stride)),
                    .swizzle = (uint32_t)ir_attr_int(GET(op, tc_wgmma_descriptor, swizzle))};
  uint64_t bits = tc_descriptor_encode(&d);
  memcpy(ir_interp_result_cell(interp, op, 0)->data, &bits, sizeof bits);
  return IR_STEP_NEXT;
}

static IrStep fence(void *machine, IrInterp *interp, IrOp *op) {
  CpuWarp *warp = machine;
  CpuWarpgroup *group = group_of(warp);
  issuer_of(warp)->fenced = true;
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrCell *cell = ir_interp_operand(interp, op, i);
    size_t bytes = (size_t)cell->lanes * (size_t)cell->count * cell->element_bytes;
    uint32_t slot = take_slot(group, op, bytes);
    memcpy(group->registers.at[slot].data, cell->data, bytes);
    define_inflight(interp, op, i, name_of(group, slot));
  }
  return IR_STEP_NEXT;
}

// ---- tc.wgmma ----

static TcDescriptor descriptor_at(IrInterp *interp, const IrValue *value) {
  uint64_t bits;
  memcpy(&bits, ir_interp_get(interp, value)->data, sizeof bits);
  return tc_descriptor_decode(bits);
}

// All four warps have executed the oldest product.
static IrStep deliver(CpuWork *work) {
  CpuWarpgroup *group = group_of(work->warp);
  CpuProduct product = group->products.at[0];
  group->products.n--;
  memmove(group->products.at, group->products.at + 1, group->products.n * sizeof product);
  group->delivered++;
  IrStep step = cpu_wgmma_compute(group, &product);
  for (uint32_t i = 0; i < TC_WARPGROUP; i++) cpu_watch_end(work->warp, product.parts[i].agent);
  return step;
}

static bool same_descriptor(const TcDescriptor *a, const TcDescriptor *b) {
  return tc_descriptor_encode(a) == tc_descriptor_encode(b);
}

// What the warps of a group have to agree on; NULL: they do.
static const char *disagreement(const CpuProduct *have, const CpuProduct *want, const TcWgmma *w) {
  if (have->op != want->op) return "another product than";
  if (have->adds != want->adds) return "another predicate than";
  if (!same_descriptor(&have->b, &want->b)) return "another descriptor of b than";
  if (!w->a_in_registers && !same_descriptor(&have->a, &want->a))
    return "another descriptor of a than";
  return NULL;
}

// The product that is this warp's next, which others of its group may have executed before.
static CpuProduct *join_product(CpuWarp *warp, IrInterp *interp, IrOp *op, CpuProduct *want,
                                const TcWgmma *w) {
  CpuWarpgroup *group = group_of(warp);
  size_t at = (size_t)(issuer_of(warp)->issued - group->delivered);
  if (at == group->products.n) ir_vec_push(&group->products, *want);
  CpuProduct *product = &group->products.at[at];
  const char *differs = disagreement(product, want, w);
  if (!differs) return product;
  IrStep step =
      ir_interp_fail(interp, op, "is executed by warp {} with {} warp {} of its warpgroup",
                     warp->ids.warp, differs, product->first->ids.warp);
  IR_ASSERT(step == IR_STEP_FAIL, "a failure fails");
  cpu_warp_note(warp, product->op, IR_STR("that warp's product"));
  return NULL;
}

// The slots of this warp's part; false after a diagnostic.
static bool find_part(CpuWarp *warp, IrInterp *interp, IrOp *op, const TcWgmma *w, CpuPart *part) {
  CpuWarpgroup *group = group_of(warp);
  CpuInflight name;
  if (w->a_in_registers) {
    if (!find_registers(warp, interp, op, GET(op, tc_wgmma, a), &name)) return false;
    part->a = name.slot;
  }
  if (GET(op, tc_wgmma, c)) {
    if (!find_registers(warp, interp, op, GET(op, tc_wgmma, c), &name)) return false;
    part->d = name.slot;
    return true;
  }
  if (!issuer_of(warp)->fenced)
    return ir_interp_fail(interp, op,
                          "writes registers that other code may have touched: no tc.wgmma_fence "
                          "comes before") != IR_STEP_FAIL;
  size_t bytes = (size_t)TC_LANES * w->n / 2 * ir_element_bytes(w->d);
  part->d = take_slot(group, op, bytes);
  return true;
}

static IrStep check_warpgroup(CpuWarp *warp, IrInterp *interp, const IrOp *op) {
  uint32_t first = warp->ids.warp / TC_WARPGROUP * TC_WARPGROUP;
  if (first + TC_WARPGROUP <= warp->block->num_warps) return IR_STEP_NEXT;
  return ir_interp_fail(interp, op, "needs a warpgroup of four warps, and the block has {} warps",
                        warp->block->num_warps);
}

static IrStep wgmma(void *machine, IrInterp *interp, IrOp *op) {
  CpuWarp *warp = machine;
  CpuWarpgroup *group = group_of(warp);
  TcWgmma w = tc_wgmma_of(op);
  CpuPart part = {0};
  int64_t adds = GET(op, tc_wgmma, c) != NULL;
  if (check_warpgroup(warp, interp, op) == IR_STEP_FAIL) return IR_STEP_FAIL;
  const IrValue *scale = GET(op, tc_wgmma, scale);
  if (scale && !ir_interp_uniform(interp, op, ir_interp_get(interp, scale), &adds))
    return IR_STEP_FAIL;
  CpuProduct want = {.op = op, .first = warp, .adds = adds != 0};
  want.b = descriptor_at(interp, GET(op, tc_wgmma, b));
  if (!w.a_in_registers) want.a = descriptor_at(interp, GET(op, tc_wgmma, a));
  CpuProduct *product = join_product(warp, interp, op, &want, &w);
  if (!product || !find_part(warp, interp, op, &w, &part)) return IR_STEP_FAIL;
  uint64_t number = ++issuer_of(warp)->issued;
  CpuRegisters *d = &group->registers.at[part.d];
  d->version++;
  d->owner = op;
  d->last = number;
  if (w.a_in_registers) group->registers.at[part.a].last = number;
  part.agent = cpu_watch_issue_together(warp);
  (void)cpu_watch_commit(warp, CPU_RACE_QUEUE_MMA); // the next product has the next number
  product->parts[place_of(warp)] = part;
  product->arrived |= 1u << place_of(warp);
  define_inflight(interp, op, 0, name_of(group, part.d));
  if (product->arrived != (1u << TC_WARPGROUP) - 1) return IR_STEP_NEXT;
  CpuWork *work = cpu_work_post(product->first, op, 0);
  work->key = work->line = group;
  work->deliver = deliver;
  return IR_STEP_NEXT;
}

// ---- tc.wgmma_commit, tc.wgmma_wait ----

static IrStep commit(void *machine, IrInterp *interp, IrOp *op) {
  CpuIssuer *issuer = issuer_of(machine);
  (void)interp, (void)op;
  ir_vec_push(&issuer->groups, issuer->issued);
  return IR_STEP_NEXT;
}

// "warps 1 and 3 to execute a product": who keeps the oldest from taking effect
static void describe_wait(const CpuWarp *warp, IrStream *out) {
  const CpuWarpgroup *group = group_of(warp);
  uint32_t arrived = group->products.n ? group->products.at[0].arrived : 0;
  ir_print(out, "products of its warpgroup; to execute the oldest are still missing:");
  for (uint32_t i = 0; i < TC_WARPGROUP; i++)
    if (!(arrived >> i & 1))
      ir_print(out, " warp {}", warp->ids.warp / TC_WARPGROUP * TC_WARPGROUP + i);
}

// How many products are done after a wait that leaves `pending` groups.
static uint64_t waited_for(const CpuIssuer *issuer, uint64_t pending) {
  return issuer->groups.n > pending ? issuer->groups.at[issuer->groups.n - 1 - pending] : 0;
}

static IrStep fail_pending(CpuWarp *warp, IrInterp *interp, IrOp *op, const CpuRegisters *r) {
  const CpuIssuer *issuer = issuer_of(warp);
  bool committed = issuer->groups.n && r->last <= ir_vec_last(&issuer->groups);
  IrStep step =
      ir_interp_fail(interp, op,
                     committed ? "gives back registers of a product that may still be pending"
                               : "gives back registers of a product that no group has");
  cpu_warp_note(warp, r->owner,
                committed ? IR_STR("the product, which is in one of the groups left pending")
                          : IR_STR("the product; no tc.wgmma_commit comes after it"));
  return step;
}

static IrStep give_back(CpuWarp *warp, IrInterp *interp, IrOp *op, uint64_t done) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    CpuInflight name;
    CpuRegisters *r = find_registers(warp, interp, op, ir_op_operand(op, i), &name);
    if (!r) return IR_STEP_FAIL;
    if (r->last > done) return fail_pending(warp, interp, op, r);
    memcpy(ir_interp_result_cell(interp, op, i)->data, r->data, r->bytes);
    r->used = false;
    issuer_of(warp)->fenced = false;
  }
  return IR_STEP_NEXT;
}

static IrStep wait(void *machine, IrInterp *interp, IrOp *op) {
  CpuWarp *warp = machine;
  CpuWarpgroup *group = group_of(warp);
  uint64_t pending = (uint64_t)ir_attr_int(GET(op, tc_wgmma_wait, pending));
  uint64_t done = waited_for(issuer_of(warp), pending);
  if (group->delivered >= done) {
    cpu_watch_wait_products(warp, warp->ids.warp - place_of(warp), (uint32_t)done);
    return give_back(warp, interp, op, done);
  }
  cpu_warp_wait(warp, op, group, describe_wait);
  return ir_interp_retry(interp);
}

const TcMachine cpu_thread_tc = {.size = sizeof(TcMachine),
                                 .descriptor = descriptor,
                                 .fence = fence,
                                 .wgmma = wgmma,
                                 .commit = commit,
                                 .wait = wait};

// ---- Life. ----

static uint32_t num_groups(const CpuBlock *block) {
  return (block->num_warps + TC_WARPGROUP - 1) / TC_WARPGROUP;
}

static void group_start(CpuWarpgroup *group, CpuBlock *block) {
  group->block = block;
  group->delivered = 0;
  ir_vec_clear(&group->products);
  for (size_t i = 0; i < group->registers.n; i++) group->registers.at[i].used = false;
  for (uint32_t i = 0; i < TC_WARPGROUP; i++) {
    CpuIssuer *issuer = &group->issuers[i];
    issuer->issued = 0;
    issuer->fenced = false;
    ir_vec_clear(&issuer->groups);
  }
}

void cpu_tc_start(CpuBlock *block) {
  uint32_t n = num_groups(block);
  if (!block->tc) block->tc = ir_calloc(n, sizeof(CpuWarpgroup));
  CpuWarpgroup *groups = block->tc;
  for (uint32_t i = 0; i < n; i++) group_start(&groups[i], block);
}

void cpu_tc_destroy(CpuBlock *block) {
  CpuWarpgroup *groups = block->tc;
  for (uint32_t i = 0; groups && i < num_groups(block); i++) {
    for (size_t k = 0; k < groups[i].registers.n; k++) ir_free(groups[i].registers.at[k].data);
    for (uint32_t k = 0; k < TC_WARPGROUP; k++) ir_vec_free(&groups[i].issuers[k].groups);
    ir_vec_free(&groups[i].registers);
    ir_vec_free(&groups[i].products);
  }
  ir_free(groups);
  block->tc = NULL;
}
