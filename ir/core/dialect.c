// The registry of dialects and what they define.
#include "ir/core/op_impl.h"
#include "ir/core/origin.h"
#include "ir/core/table.h"

#include <stdlib.h>

// Adds a definition to one of the maps of a context.  A type, attribute or directive is named as
// the dialect it is in: "mem.buffer".
static IrStatus register_named(IrContext *ctx, IrStrMap *map, const IrDialect *dialect,
                               const char *what, const char *name, const void *def) {
  size_t n = strlen(dialect->name);
  if (!name || strncmp(name, dialect->name, n) || name[n] != '.' || !name[n + 1]) {
    (void)ir_table_error(ctx, "{} '{}' is not named '{}.<name>', after its dialect", what,
                         name ? name : "", dialect->name);
    ir_help(ctx, "its name in text begins with its dialect's");
    return IR_FAILED;
  }
  const void *known = ir_strmap_get(map, ir_str(name));
  if (known) return ir_duplicate_error(ctx, what, name, known);
  ir_strmap_set(map, ir_str(name), (void *)def);
  ir_origin_note(ctx, def);
  return IR_OK;
}

static IrStatus has_text(IrContext *ctx, const char *what, const char *name, bool parse,
                         bool print) {
  if (parse && print) return IR_OK;
  (void)ir_table_error(ctx, "{} '{}' has no {}", what, name, parse ? "print" : "parse");
  ir_help(ctx, "what can be printed must be readable again: give both");
  return IR_FAILED;
}

static IrStatus register_types(IrContext *ctx, const IrDialect *dialect) {
  for (size_t i = 0; dialect->types && dialect->types[i]; i++) {
    const IrTypeDef *def = dialect->types[i];
    IR_TRY(ir_table_check(ctx, "a type", def, IR_TYPEDEF_BASE));
    IR_TRY(register_named(ctx, &ctx->type_defs, dialect, "type", def->name, def));
    IR_TRY(has_text(ctx, "type", def->name, def->parse, def->print));
  }
  return IR_OK;
}

static IrStatus register_attrs(IrContext *ctx, const IrDialect *dialect) {
  for (size_t i = 0; dialect->attrs && dialect->attrs[i]; i++) {
    const IrAttrDef *def = dialect->attrs[i];
    IR_TRY(ir_table_check(ctx, "an attribute", def, IR_ATTRDEF_BASE));
    IR_TRY(register_named(ctx, &ctx->attr_defs, dialect, "attribute", def->name, def));
    IR_TRY(has_text(ctx, "attribute", def->name, def->parse, def->print));
  }
  return IR_OK;
}

static IrStatus register_lists(IrContext *ctx, const IrDialect *dialect) {
  IR_TRY(register_types(ctx, dialect));
  IR_TRY(register_attrs(ctx, dialect));
  for (size_t i = 0; dialect->directives && dialect->directives[i]; i++) {
    const IrDirectiveDef *def = dialect->directives[i];
    IR_TRY(register_named(ctx, &ctx->directives, dialect, "directive", def->name, def));
  }
  for (size_t i = 0; dialect->ops && dialect->ops[i]; i++)
    IR_TRY(ir_op_register(ctx, dialect, dialect->ops[i]));
  return IR_OK;
}

static IrStatus check_dialect(IrContext *ctx, const IrDialect *dialect) {
  IR_TRY(ir_table_check(ctx, "a dialect", dialect, IR_DIALECT_BASE));
  const char *name = dialect->name ? dialect->name : "";
  size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
  if (n == 0 || name[n] || (*name >= '0' && *name <= '9')) {
    (void)ir_table_error(ctx, "a dialect cannot be named '{}'", name);
    ir_help(ctx, "a dialect's name is lower-case letters, digits and '_': \"my_dialect\"");
    return IR_FAILED;
  }
  if (dialect->summary && *dialect->summary) return IR_OK;
  (void)ir_table_error(ctx, "dialect '{}' has no summary", name);
  ir_help(ctx, "say in its table what it is for: .summary = \"...\"; --list-dialects prints it");
  return IR_FAILED;
}

static int compare_dialects(const void *a, const void *b) {
  const IrDialect *const *x = a, *const *y = b;
  return strcmp((*x)->name, (*y)->name);
}

IrStatus ir_dialect_register(IrContext *ctx, const IrDialect *table) {
  IR_TRY(check_dialect(ctx, table));
  const IrDialect *known = ir_dialect_lookup(ctx, ir_str(table->name));
  if (known && (known == table || ir_ptrmap_get(&ctx->adopted, table) == known)) return IR_OK;
  if (known) return ir_duplicate_error(ctx, "dialect", table->name, known);
  if (ctx->shared)
    return ir_error(ctx, IR_LOC_UNKNOWN,
                    "dialect '{}' cannot be registered while threads share the context",
                    table->name);
  const IrDialect *dialect = ir_table_adopt(ctx, table, sizeof *dialect);
  if (dialect != table) ir_ptrmap_set(&ctx->adopted, table, (void *)dialect);
  ir_origin_note(ctx, dialect);
  IR_TRY(register_lists(ctx, dialect));
  ir_strmap_set(&ctx->dialects, ir_str(dialect->name), (void *)dialect);
  ir_vec_push(&ctx->sorted_dialects, dialect);
  qsort(ctx->sorted_dialects.at, ctx->sorted_dialects.n, sizeof(IrDialect *), compare_dialects);
  return IR_OK;
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
