#include "tests/unit/unit_dialect.h"

#include "ir/asm/parser.h"

#include <stdlib.h>

static bool unit_const_infer(IrOpState *state) {
  ir_vec_push(&state->result_types, ir_attr_type(state->attrs[0]));
  return true;
}

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "tests/unit/unit_ops.def"
#include "ir/core/opdef_end.inc"

static const IrOpDef *const ops[] = {
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "tests/unit/unit_ops.def"
#include "ir/core/opdef_end.inc"
    NULL};

static IrOp *materialize(IrBuilder *b, IrAttr value, IrType type) {
  return ir_attr_type(value) == type ? BUILD(b, unit_const, .value = value) : NULL;
}

const IrDialect unit_dialect = {.size = sizeof(IrDialect),
                                .name = "unit",
                                .summary = "Ops of every shape.",
                                .ops = ops,
                                .materialize = materialize};

int unit_set_up(void **state) {
  Unit *unit = calloc(1, sizeof *unit);
  unit->ctx = ir_context_create();
  assert_int_equal(ir_dialect_register(unit->ctx, &unit_dialect), IR_OK);
  unit->module = ir_module_create(unit->ctx, IR_LOC_UNKNOWN);
  unit->b = ir_builder_at_end(unit->ctx, ir_module_body(unit->module), IR_LOC_UNKNOWN);
  *state = unit;
  return 0;
}

int unit_tear_down(void **state) {
  Unit *unit = *state;
  ir_context_destroy(unit->ctx);
  free(unit);
  return 0;
}

IrValue *unit_i32(IrBuilder *b, int64_t value) {
  return BUILD1(b, unit_const, .value = ir_attr_integer(ir_type_i32(b->ctx), value));
}
