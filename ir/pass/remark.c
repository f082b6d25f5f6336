// Remarks of passes: the id from the table, the place from an op.
#include "ir/pass/pass_impl.h"

const IrRemarkDef *ir_pass_remarks(const IrPassDef *pass) {
  size_t end = offsetof(IrPassDef, remarks) + sizeof pass->remarks;
  return pass->size >= end ? pass->remarks : NULL;
}

static const IrRemarkDef *find(const IrPassDef *pass, const char *name) {
  const IrRemarkDef *def = ir_pass_remarks(pass);
  while (def && def->name && strcmp(def->name, name) != 0) def++;
  IR_ASSERT(def && def->name, "a remark's id is not in the table of its pass");
  return def;
}

IrStr ir_remark_id(const IrRemarkDef *def, char buffer[IR_REMARK_ID]) {
  size_t n = 0;
  for (; def->name[n] && n < IR_REMARK_ID; n++)
    buffer[n] = def->name[n] == '_' ? '-' : def->name[n];
  return (IrStr){buffer, n};
}

bool ir_pass_remark_wanted(const IrPassRun *run, const char *name) {
  char id[IR_REMARK_ID];
  return ir_remark_wanted(run->ctx, ir_remark_id(find(run->pass, name), id),
                          ir_str(run->pass->name));
}

IrStatus ir_remarks_check(IrContext *ctx, const IrPassDef *pass) {
  for (const IrRemarkDef *def = ir_pass_remarks(pass); def && def->name; def++) {
    size_t n = strspn(def->name, "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (n && !def->name[n] && n <= IR_REMARK_ID && def->kind <= IR_REMARK_ANALYSIS) continue;
    (void)ir_error(ctx, IR_LOC_UNKNOWN, "pass '{}' declares a remark '{}' that has no valid id",
                   pass->name, def->name);
    ir_help(ctx, "an id is at most {} lower-case letters, digits and '_'", (int)IR_REMARK_ID);
    return IR_FAILED;
  }
  return IR_OK;
}

// Name of the kernel or function around `op`.
static IrStr symbol_around(const IrOp *op) {
  for (; op; op = ir_op_parent(op))
    if (ir_op_has_trait(op, IR_SYMBOL) && ir_symbol_name(op).len) return ir_symbol_name(op);
  return (IrStr){"", 0};
}

void ir_pass_remark_args(const IrPassRun *run, const char *name, const IrOp *op, const char *format,
                         const IrFmtArg *args, size_t n) {
  const IrRemarkDef *def = find(run->pass, name);
  char id[IR_REMARK_ID];
  IrRemark remark = {ir_remark_id(def, id), def->kind, ir_str(run->pass->name), symbol_around(op)};
  ir_remark_args(run->ctx, &remark, ir_op_loc(op), format, args, n);
}
