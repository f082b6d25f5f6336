// Tables that grow: every struct a plugin fills and hands over by pointer begins with
// `uint32_t size`, its sizeof when the plugin was compiled, and gets new fields only at its end.  A
// tool reads a smaller one as if the missing fields were zero, which is always their default.
#ifndef IR_CORE_TABLE_H
#define IR_CORE_TABLE_H

#include "ir/core/context.h"

// The bytes of T up to and including `last`: what its first version had.  A smaller one is refused.
#define IR_TABLE_BASE(T, last) (offsetof(T, last) + sizeof((T *)0)->last)

// `table` itself when it is as large as this tool's, else a copy in the context, filled up with
// zeros.  `bytes` is the struct's size here.
IR_API const void *ir_table_adopt(IrContext *ctx, const void *table, size_t bytes);
// Whether a table is there and has at least `base` bytes and `name` text; else a diagnostic about
// `what`.
IR_API IR_CHECKED IrStatus ir_table_check(IrContext *ctx, const char *what, const void *table,
                                          size_t base);

#endif
