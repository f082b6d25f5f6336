#include "ir/interfaces/effects.h"

#include "ir/core/op_impl.h"

const IrResource ir_memory = {"memory"};
const IrInterface ir_effects_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_EFFECTS,
    .name = "effects",
    .summary = "what an op reads, writes, allocates and frees",
    .table_size = sizeof(IrEffectsInterface),
};

void ir_effect_add(IrEffects *effects, unsigned kind, const IrValue *value,
                   const IrResource *resource) {
  if (effects->n == effects->cap) {
    effects->cap = effects->cap ? effects->cap * 2 : 4;
    effects->at = ir_realloc(effects->at, effects->cap * sizeof *effects->at);
  }
  effects->at[effects->n++] = (IrEffect){kind, value, resource};
}

void ir_effects_free(IrEffects *effects) {
  ir_free(effects->at);
  *effects = (IrEffects){0};
}

static bool is_memory(const IrValue *value) {
  return ir_type_kind(value->type) == IR_TYPE_MEMREF;
}

static void add_of_operands(const IrOp *op, unsigned kind, IrEffects *out) {
  size_t before = out->n;
  for (size_t i = 0; i < op->num_operands; i++)
    if (is_memory(ir_operands(op)[i])) ir_effect_add(out, kind, ir_operands(op)[i], &ir_memory);
  if (out->n == before) ir_effect_add(out, kind, NULL, &ir_memory);
}

static void effects_of_traits(const IrOp *op, IrEffects *out) {
  unsigned kinds = op->info->effect_kinds;
  if (kinds & IR_EFFECT_READ) add_of_operands(op, IR_EFFECT_READ, out);
  if (kinds & IR_EFFECT_WRITE) add_of_operands(op, IR_EFFECT_WRITE, out);
  if (kinds & IR_EFFECT_UNKNOWN) ir_effect_add(out, IR_EFFECT_UNKNOWN, NULL, &ir_memory);
  for (size_t i = 0; (kinds & IR_EFFECT_ALLOCATE) && i < op->num_results; i++)
    ir_effect_add(out, IR_EFFECT_ALLOCATE, ir_result(op, i), &ir_memory);
}

static const IrEffectsInterface *table_of(const IrOp *op) {
  const IrEffectsInterface *table = op->info->interfaces[IR_INTERFACE_EFFECTS];
  return table && table->effects ? table : NULL;
}

void ir_op_effects(const IrOp *op, IrEffects *out) {
  const IrEffectsInterface *table = table_of(op);
  if (table)
    table->effects(op, out);
  else
    effects_of_traits(op, out);
}

unsigned ir_op_effect_kinds(const IrOp *op) {
  const IrEffectsInterface *table = table_of(op);
  if (!table) return op->info->effect_kinds;
  IrEffects effects = {0};
  unsigned kinds = 0;
  table->effects(op, &effects);
  for (size_t i = 0; i < effects.n; i++) kinds |= effects.at[i].kind;
  ir_effects_free(&effects);
  return kinds;
}

// Terminators that hand values to their parent have no effect of their own.
static unsigned kinds_inside(const IrOp *op) {
  const uint64_t hands_over = IR_TERMINATOR | IR_RETURN_LIKE;
  if ((op->info->traits & hands_over) == hands_over) return 0;
  return ir_op_effect_kinds(op);
}

typedef struct Nested {
  const IrOp *root;
  unsigned kinds;
} Nested;

static IrStatus add_kinds(IrOp *op, void *user) {
  Nested *nested = user;
  if (op != nested->root) nested->kinds |= kinds_inside(op);
  return IR_OK;
}

unsigned ir_op_effect_kinds_nested(const IrOp *op) {
  Nested nested = {op, ir_op_effect_kinds(op)};
  if (op->info->traits & IR_REGION_EFFECTS) (void)ir_walk_pre((IrOp *)op, add_kinds, &nested);
  return nested.kinds;
}

static bool is_fresh(const IrValue *value) {
  const IrOp *op = ir_value_op(value);
  return op && (op->info->traits & IR_ALLOCATES);
}

// Two allocations are different memory; of any other two values that is not known.
static bool may_alias(const IrValue *a, const IrValue *b) {
  return !a || !b || a == b || !is_fresh(a) || !is_fresh(b);
}

bool ir_op_is_speculatable(const IrOp *op) {
  if (op->info->traits & IR_PURE) return true;
  const IrOpDef *def = ir_op_def(op);
  return def && def->speculatable && def->speculatable(op);
}

bool ir_op_may_write(const IrOp *op, const IrValue *value, const IrResource *resource) {
  const unsigned changes = IR_EFFECT_WRITE | IR_EFFECT_FREE | IR_EFFECT_UNKNOWN;
  IrEffects effects = {0};
  ir_op_effects(op, &effects);
  bool may = false;
  for (size_t i = 0; i < effects.n && !may; i++) {
    const IrEffect *e = &effects.at[i];
    bool same = !resource || e->resource == resource || (e->kind & IR_EFFECT_UNKNOWN);
    may = (e->kind & changes) && same && may_alias(e->value, value);
  }
  ir_effects_free(&effects);
  return may;
}
