// Errors for names of ops and dialects that nobody registered, and what was probably meant.
#include "ir/asm/parser_impl.h"

// All dialects, or all ops.
typedef struct OpNames {
  IrContext *ctx;
  size_t dialect, op;
} OpNames;

static const char *next_op_name(void *user) {
  OpNames *names = user;
  for (; names->dialect < ir_dialect_count(names->ctx); names->dialect++, names->op = 0) {
    const IrDialect *dialect = ir_dialect_at(names->ctx, names->dialect);
    if (dialect->ops && dialect->ops[names->op]) return dialect->ops[names->op++]->name;
  }
  return NULL;
}

static const char *next_dialect_name(void *user) {
  OpNames *names = user;
  if (names->dialect == ir_dialect_count(names->ctx)) return NULL;
  return ir_dialect_at(names->ctx, names->dialect++)->name;
}

// What follows the dialect and its dot; the whole name without one.
static IrStr short_name(IrStr name) {
  const char *dot = memchr(name.ptr, '.', name.len);
  if (!dot) return name;
  return (IrStr){dot + 1, name.len - (size_t)(dot + 1 - name.ptr)};
}

// The op of that short name in another dialect: `for` and `math.addf` are scf.for and arith.addf.
static const char *in_other_dialect(IrContext *ctx, IrStr name) {
  OpNames names = {.ctx = ctx};
  for (const char *op; (op = next_op_name(&names)) != NULL;)
    if (ir_str_equal(short_name(ir_str(op)), short_name(name))) return op;
  return NULL;
}

void ir_help_unregistered(IrParser *p, IrStr dialect) {
  IR_PARSE_HELP(p,
                "'{}' may come from a plugin (--load-plugin=FILE); --allow-unregistered-dialect "
                "accepts its generic form",
                dialect);
}

static IrStatus unknown_dialect(IrParser *p, IrStr dialect, IrStr name, IrLoc loc) {
  (void)ir_parser_error(p, loc, "unknown dialect '{}' in op '{}'", dialect, name);
  if (p->muted) return IR_FAILED;
  OpNames names = {.ctx = p->ctx};
  const char *near = in_other_dialect(p->ctx, name);
  if (!near) near = ir_nearest(dialect, next_dialect_name, &names);
  if (near)
    IR_PARSE_HELP(p, "did you mean '{}'?", near);
  else
    ir_help_unregistered(p, dialect);
  return IR_FAILED;
}

IrStatus ir_unknown_op(IrParser *p, IrStr name, IrLoc loc) {
  const char *dot = memchr(name.ptr, '.', name.len);
  IrStr dialect = {name.ptr, dot ? (size_t)(dot - name.ptr) : name.len};
  if (dot && !ir_dialect_lookup(p->ctx, dialect)) return unknown_dialect(p, dialect, name, loc);
  (void)ir_parser_error(p, loc, "unknown op '{}'", name);
  if (p->muted) return IR_FAILED;
  OpNames names = {.ctx = p->ctx};
  const char *near = in_other_dialect(p->ctx, name);
  if (!near) near = ir_nearest(name, next_op_name, &names);
  if (near)
    IR_PARSE_HELP(p, "did you mean '{}'?", near);
  else if (dot)
    IR_PARSE_HELP(p, "'tile-opt --list-ops={}' lists the ops of this dialect", dialect);
  else
    IR_PARSE_HELP(p, "an op's name begins with its dialect, as in 'arith.addi'");
  return IR_FAILED;
}
