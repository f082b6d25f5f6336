// Interfaces: questions that generic code asks an op, a type or a dialect without knowing it.
//
// An interface is an object, `ir_loop_interface`, and a struct of function pointers,
// IrLoopInterface, in a header of its own in ir/interfaces.  Whoever can answer gives such a table:
//
//   OP(scf_for, "scf.for", ... INTERFACES(IFACE(ir_loop_interface, scf_for_loop)))
//
// and for an op of another dialect a plugin adds one with ir_op_extend (ir/core/extension.h), in
// one context.  Those who ask use the functions of the interface's header, which know what an op
// without a table means; ir_op_interface is what these are made of: two loads.
//
// A plugin may define interfaces of its own: an IrInterface with place 0, compared by name, found
// by search.
#ifndef IR_CORE_INTERFACE_H
#define IR_CORE_INTERFACE_H

#include "ir/core/op.h"
#include "ir/core/table.h"

// Places of the interfaces of ir/interfaces in what an op definition knows; append only.
typedef enum IrInterfacePlace {
  IR_INTERFACE_OTHER, // no place: found by name
  IR_INTERFACE_EFFECTS,
  IR_INTERFACE_BRANCH,
  IR_INTERFACE_REGION_BRANCH,
  IR_INTERFACE_LOOP,
  IR_INTERFACE_CALL,
  IR_INTERFACE_CALLABLE,
  IR_INTERFACE_INFER,
  IR_INTERFACE_CAST,
  IR_INTERFACE_INT_RANGE,
  IR_INTERFACE_SLOT_ALLOCATION,
  IR_INTERFACE_SLOT_ACCESS,
  IR_INTERFACE_VIEW,
  IR_INTERFACE_PLACES
} IrInterfacePlace;

typedef struct IrInterface {
  uint32_t size; // sizeof(IrInterface)
  uint32_t place;
  const char *name, *summary; // "loop"
  // sizeof its table.  A table begins with its own size; a smaller one is read as if the functions
  // it lacks were NULL, which every interface has a meaning for.
  size_t table_size;
} IrInterface;

// One implementation in a {0}-terminated list.
typedef struct IrInterfaceImpl {
  const IrInterface *interface;
  const void *table;
} IrInterfaceImpl;

// The table an op has, or NULL.
IR_API const void *ir_op_interface(const IrOp *op, const IrInterface *interface);
IR_API const void *ir_op_info_interface(const IrOpInfo *info, const IrInterface *interface);
// Who implements: "the tool", or the plugin's name; for messages.
IR_API const char *ir_op_info_interface_origin(const IrOpInfo *info, const IrInterface *interface);
// Of a dialect's type; NULL for builtin types.
IR_API const void *ir_type_interface(IrType type, const IrInterface *interface);
// The implementation in a list (of a dialect or type), or NULL.
IR_API const void *ir_interface_find(const IrInterfaceImpl *list, const IrInterface *interface);

// A run of operands, results or arguments by number.
typedef struct IrRun {
  size_t first, n;
} IrRun;

#endif
