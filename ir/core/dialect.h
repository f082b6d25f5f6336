// A dialect: a name and lists of ops, types, attributes and directives, registered in a context.
#ifndef IR_CORE_DIALECT_H
#define IR_CORE_DIALECT_H

#include "ir/core/opdef.h"

// Top-level text that is not an op: `tile.params { ... }`.
typedef struct IrDirectiveDef {
  const char *name;
  // Called after the name; `module` is the module being parsed.
  IrStatus (*parse)(IrParser *parser, IrOp *module);
} IrDirectiveDef;

typedef struct IrDialect {
  uint32_t size; // sizeof(IrDialect)
  const char *name;
  const char *summary, *doc;
  const IrOpDef *const *ops; // NULL-terminated, as all lists here
  const IrTypeDef *const *types;
  const IrAttrDef *const *attrs;
  const IrDirectiveDef *const *directives;
  // A constant op for `value` of type `type`, inserted at the builder's point; NULL when the
  // dialect has none for it.
  IrOp *(*materialize)(IrBuilder *builder, IrAttr value, IrType type);
  // Dialects whose ops this one's folds and patterns create; NULL-terminated.  A plugin's must be
  // registered when passes run, by the tool or by any plugin.  They are asked for constants before
  // others are.
  const char *const *depends;
  // Of dialects as a whole: ir/interfaces/inline.h.  {0}-terminated or NULL.
  const IrInterfaceImpl *interfaces;
  // Folds any of its ops, when the op's own fold and those of extensions do nothing.
  IrFoldFn fold;
} IrDialect;
#define IR_DIALECT_BASE IR_TABLE_BASE(IrDialect, depends)

// Registering the same dialect again does nothing; another one of the same name, or an op whose
// format does not fit its slots, is an error diagnostic.
IR_API IR_CHECKED IrStatus ir_dialect_register(IrContext *ctx, const IrDialect *dialect);
IR_API const IrDialect *ir_dialect_lookup(IrContext *ctx, IrStr name);
IR_API size_t ir_dialect_count(IrContext *ctx);
IR_API const IrDialect *ir_dialect_at(IrContext *ctx, size_t i); // sorted by name
IR_API const IrDialect *ir_op_dialect(const IrOp *op);
IR_API const IrTypeDef *ir_type_def_lookup(IrContext *ctx, IrStr name);
IR_API const IrAttrDef *ir_attr_def_lookup(IrContext *ctx, IrStr name);
IR_API const IrDirectiveDef *ir_directive_lookup(IrContext *ctx, IrStr name);

// The builtin dialect (module, unrealized_conversion_cast) is registered by ir_context_create.
extern IR_API const IrDialect ir_builtin_dialect;
#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "ir/core/builtin_ops.def"
#include "ir/core/opdef_end.inc"

// An empty module with one empty block.
IR_API IrOp *ir_module_create(IrContext *ctx, IrLoc loc);
IR_API IrBlock *ir_module_body(const IrOp *module);

// Symbols: ops with trait IR_SYMBOL in the body of an op with IR_SYMBOL_TABLE.
IR_API IrStr ir_symbol_name(const IrOp *symbol);
// In `table`'s body; NULL when there is none.
IR_API IrOp *ir_symbol_lookup(IrOp *table, IrStr name);
// Outwards from `from`, nearest table first.
IR_API IrOp *ir_symbol_lookup_from(IrOp *from, IrAttr symbol);
// The error of an op whose symbol reference names no `what` ("function"): `found` is what it names
// instead, or NULL; then the nearest name that is visible from the op is suggested.
IR_API IrStatus ir_symbol_error(IrOp *op, IrAttr symbol, const char *what, const IrOp *found);

#endif
