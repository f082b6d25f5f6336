// The builtin dialect: the module, and the cast that stands between two types during a conversion.
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/core/op_impl.h"
#include "ir/interfaces/data_layout.h"

// The module's text is that of ir/asm/builtin_asm.c.
IrStatus builtin_module_parse(IrParser *parser, IrOpState *state);
void builtin_module_print(IrOp *op, IrPrinter *printer);

// The values behind a cast of `op`'s inputs when all of them come from one cast from exactly the
// types that `op` makes again: cast(cast(x : A to B) : B to A) -> x.
static IrOp *cast_it_undoes(IrOp *op) {
  IrOp *from = NULL;
  for (size_t i = 0; i < op->num_operands; i++) {
    IrValue *input = ir_operands(op)[i];
    IrOp *def = DEF(input, builtin_unrealized_conversion_cast);
    if (!def || ir_number(input) != i || (from && def != from)) return NULL;
    from = def;
  }
  if (!from || from->num_results != op->num_operands || from->num_operands != op->num_results)
    return NULL;
  for (size_t i = 0; i < op->num_results; i++)
    if (ir_operands(from)[i]->type != ir_result(op, i)->type) return NULL;
  return from;
}

static bool changes_nothing(IrOp *op) {
  if (op->num_operands != op->num_results) return false;
  for (size_t i = 0; i < op->num_results; i++)
    if (ir_operands(op)[i]->type != ir_result(op, i)->type) return false;
  return true;
}

static IrFoldKind builtin_cast_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands;
  IrOp *from = changes_nothing(op) ? op : cast_it_undoes(op);
  if (!from) return IR_FOLD_NONE;
  for (size_t i = 0; i < op->num_results; i++)
    results[i] = (IrFolded){.value = ir_operands(from)[i]};
  return IR_FOLD_VALUES;
}

// Attributes of the module itself are its names; all others belong to a dialect.
static IrStatus check_module_attrs(IrOp *op) {
  IrAttr dict = ir_op_discardable(op);
  for (size_t i = 0; dict && i < ir_attr_count(dict); i++) {
    IrStr name = ir_ident_str(ir_attr_entry(dict, i).name);
    if (memchr(name.ptr, '.', name.len) || ir_str_is(name, "sym_visibility")) continue;
    (void)ir_op_error(op, "holds attribute '{}', which names no dialect", name);
    ir_help(ir_op_context(op), "write it as '{}.{}'", "DIALECT", name);
    return IR_FAILED;
  }
  return IR_OK;
}

static IrStatus builtin_module_verify(IrOp *op) {
  IrBlock *body = ir_region_first(ir_op_region(op, 0));
  if (body && ir_block_num_args(body)) return ir_op_error(op, "its region has arguments");
  IR_TRY(check_module_attrs(op));
  return ir_data_layout_verify(op);
}

static IrStatus builtin_cast_verify(IrOp *op) {
  return op->num_results ? IR_OK : ir_op_error(op, "a cast has at least one result");
}

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "ir/core/builtin_ops.def"
#include "ir/core/opdef_end.inc"

static const IrOpDef *const builtin_ops[] = {
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "ir/core/builtin_ops.def"
#include "ir/core/opdef_end.inc"
    NULL};

const IrDialect ir_builtin_dialect = {
    .size = sizeof(IrDialect),
    .name = "builtin",
    .summary = "What the IR itself needs.",
    .doc = "The module around everything, and the cast that conversions leave and fold away.",
    .ops = builtin_ops,
};

IrOp *ir_module_create(IrContext *ctx, IrLoc loc) {
  IrOp *module = ir_op_create(
      ctx,
      &(IrOpCreate){.info = ir_op_info_of(ctx, &builtin_module), .loc = loc, .num_regions = 1});
  ir_region_append(ir_op_region(module, 0), ir_block_create(ctx));
  return module;
}

IrBlock *ir_module_body(const IrOp *module) {
  return ir_region_first(ir_op_region(module, 0));
}
