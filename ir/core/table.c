#include "ir/core/table.h"

#include "ir/core/origin.h"
#include "ir/support/arena.h"

static uint32_t size_of(const void *table) {
  uint32_t size;
  memcpy(&size, table, sizeof size);
  return size;
}

const void *ir_table_adopt(IrContext *ctx, const void *table, size_t bytes) {
  uint32_t size = size_of(table);
  if (size >= bytes) return table;
  char *copy = ir_arena_alloc(ir_context_arena(ctx), bytes, _Alignof(max_align_t));
  memset(copy, 0, bytes);
  memcpy(copy, table, size);
  uint32_t now = (uint32_t)bytes;
  memcpy(copy, &now, sizeof now);
  return copy;
}

IrStatus ir_table_check(IrContext *ctx, const char *what, const void *table, size_t base) {
  if (table && size_of(table) >= base) return IR_OK;
  if (!table)
    (void)ir_table_error(ctx, "{} to register is NULL", what);
  else
    (void)ir_table_error(ctx,
                         "{} to register has size {}, less than the {} bytes of its first version",
                         what, size_of(table), base);
  ir_help(ctx, "begin the table with .size = sizeof(...), as the macros PASS and OP do");
  return IR_FAILED;
}
