// The registry of dialects and what they define.
#include "ir/core/op_impl.h"

#include <stdlib.h>

static IrStatus register_named(IrContext *ctx, IrStrMap *map, const char *what, const char *name,
                               const void *def) {
  if (ir_strmap_get(map, ir_str(name)))
    return ir_error(ctx, IR_LOC_UNKNOWN, "{} '{}' is defined twice", what, name);
  ir_strmap_set(map, ir_str(name), (void *)def);
  return IR_OK;
}

static IrStatus register_lists(IrContext *ctx, const IrDialect *dialect) {
  for (size_t i = 0; dialect->types && dialect->types[i]; i++)
    IR_TRY(
        register_named(ctx, &ctx->type_defs, "type", dialect->types[i]->name, dialect->types[i]));
  for (size_t i = 0; dialect->attrs && dialect->attrs[i]; i++)
    IR_TRY(register_named(ctx, &ctx->attr_defs, "attribute", dialect->attrs[i]->name,
                          dialect->attrs[i]));
  for (size_t i = 0; dialect->directives && dialect->directives[i]; i++)
    IR_TRY(register_named(ctx, &ctx->directives, "directive", dialect->directives[i]->name,
                          dialect->directives[i]));
  for (size_t i = 0; dialect->ops && dialect->ops[i]; i++)
    IR_TRY(ir_op_register(ctx, dialect, dialect->ops[i]));
  return IR_OK;
}

static int compare_dialects(const void *a, const void *b) {
  const IrDialect *const *x = a, *const *y = b;
  return strcmp((*x)->name, (*y)->name);
}

IrStatus ir_dialect_register(IrContext *ctx, const IrDialect *dialect) {
  const IrDialect *known = ir_dialect_lookup(ctx, ir_str(dialect->name));
  if (known == dialect) return IR_OK;
  if (known)
    return ir_error(ctx, IR_LOC_UNKNOWN, "another dialect named '{}' is registered already",
                    dialect->name);
  if (dialect->size != sizeof(IrDialect))
    return ir_error(ctx, IR_LOC_UNKNOWN, "dialect '{}' was built for another version of IrDialect",
                    dialect->name);
  ir_strmap_set(&ctx->dialects, ir_str(dialect->name), (void *)dialect);
  ir_vec_push(&ctx->sorted_dialects, dialect);
  qsort(ctx->sorted_dialects.at, ctx->sorted_dialects.n, sizeof(IrDialect *), compare_dialects);
  return register_lists(ctx, dialect);
}

const IrDialect *ir_dialect_lookup(IrContext *ctx, IrStr name) {
  return ir_strmap_get(&ctx->dialects, name);
}

size_t ir_dialect_count(IrContext *ctx) {
  return ctx->sorted_dialects.n;
}

const IrDialect *ir_dialect_at(IrContext *ctx, size_t i) {
  IR_ASSERT(i < ctx->sorted_dialects.n, "no such dialect");
  return ctx->sorted_dialects.at[i];
}

const IrDialect *ir_op_dialect(const IrOp *op) {
  return op->info->dialect;
}

const IrTypeDef *ir_type_def_lookup(IrContext *ctx, IrStr name) {
  return ir_strmap_get(&ctx->type_defs, name);
}

const IrAttrDef *ir_attr_def_lookup(IrContext *ctx, IrStr name) {
  return ir_strmap_get(&ctx->attr_defs, name);
}

const IrDirectiveDef *ir_directive_lookup(IrContext *ctx, IrStr name) {
  return ir_strmap_get(&ctx->directives, name);
}
