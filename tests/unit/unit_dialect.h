// The dialect of unit_ops.def, and what most tests of ops begin with.
#ifndef TESTS_UNIT_UNIT_DIALECT_H
#define TESTS_UNIT_UNIT_DIALECT_H

#include "ir/edit/builder.h"
#include "tests/unit/unit.h"

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "tests/unit/unit_ops.def"
#include "ir/core/opdef_end.inc"
extern const IrDialect unit_dialect;

// A module in a context with the dialect, and a builder at its end.
typedef struct Unit {
  IrContext *ctx;
  IrOp *module;
  IrBuilder b;
} Unit;

int unit_set_up(void **state);
int unit_tear_down(void **state);
// A constant of type i32.
IrValue *unit_i32(IrBuilder *b, int64_t value);

#define UNIT_TEST(f) cmocka_unit_test_setup_teardown(f, unit_set_up, unit_tear_down)

#endif
