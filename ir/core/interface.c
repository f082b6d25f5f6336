// Interface tables of an op definition: an array by place for those of ir/interfaces, a short list
// for the others.
#include "ir/core/interface.h"

#include "ir/core/op_impl.h"
#include "ir/core/origin.h"

static bool same(const IrInterface *a, const IrInterface *b) {
  return a == b || (a->place == b->place && strcmp(a->name, b->name) == 0);
}

static const void *find_other(const IrOpInfo *info, const IrInterface *interface) {
  for (const IrOtherInterface *o = info->others; o; o = o->next)
    if (same(o->interface, interface)) return o->table;
  return NULL;
}

const void *ir_op_info_interface(const IrOpInfo *info, const IrInterface *interface) {
  return interface->place ? info->interfaces[interface->place] : find_other(info, interface);
}

const void *ir_op_interface(const IrOp *op, const IrInterface *interface) {
  return ir_op_info_interface(op->info, interface);
}

const void *ir_interface_find(const IrInterfaceImpl *list, const IrInterface *interface) {
  for (; list && list->interface; list++)
    if (same(list->interface, interface)) return list->table;
  return NULL;
}

const void *ir_type_interface(IrType type, const IrInterface *interface) {
  const IrTypeDef *def = ir_type_def(type);
  if (!def || def->size < IR_TABLE_BASE(IrTypeDef, interfaces)) return NULL;
  return ir_interface_find(def->interfaces, interface);
}

const char *ir_op_info_interface_origin(const IrOpInfo *info, const IrInterface *interface) {
  for (const IrOpExtended *e = info->extended; e; e = e->next)
    if (ir_interface_find(e->extension->interfaces, interface)) return e->origin;
  return ir_origin_name(info->ctx, info->dialect);
}

static IrStatus no_name(IrContext *ctx, IrStr op) {
  (void)ir_table_error(ctx, "op '{}' implements an interface without a name", op);
  ir_help(ctx, "give its IrInterface a .name: interfaces of plugins are told apart by it");
  return IR_FAILED;
}

static IrStatus check_impl(IrContext *ctx, const IrOpInfo *info, const IrInterfaceImpl *impl) {
  const IrInterface *interface = impl->interface;
  IR_TRY(ir_table_check(ctx, "an interface", interface, IR_TABLE_BASE(IrInterface, table_size)));
  IrStr op = ir_ident_str(info->name);
  if (!interface->name || !*interface->name) return no_name(ctx, op);
  if (interface->place >= IR_INTERFACE_PLACES || !impl->table) {
    (void)ir_table_error(ctx, "op '{}' implements interface '{}' with {}", op, interface->name,
                         impl->table ? "a place that this tool does not know" : "no table");
    ir_help(ctx, "{}",
            impl->table ? "give an interface of your own the place IR_INTERFACE_OTHER"
                        : "write IFACE(interface, table), or leave the entry out");
    return IR_FAILED;
  }
  if (!ir_op_info_interface(info, interface)) return IR_OK;
  (void)ir_table_error(ctx, "op '{}' has interface '{}' already, from {}", op, interface->name,
                       ir_op_info_interface_origin(info, interface));
  ir_help(ctx, "an op implements an interface once: load only one of the plugins that add it, or "
               "extend another op");
  return IR_FAILED;
}

// The later of two in one list would win without a word.
static IrStatus check_once(IrContext *ctx, const IrOpInfo *info, const IrInterfaceImpl *list,
                           const IrInterfaceImpl *impl) {
  uint32_t place = impl->interface->place;
  for (const IrInterfaceImpl *i = list; i < impl; i++) {
    if (place ? i->interface->place != place : !same(i->interface, impl->interface)) continue;
    (void)ir_table_error(ctx, "op '{}' implements interface '{}' twice in one table",
                         ir_ident_str(info->name), impl->interface->name);
    ir_help(ctx, "take one of the two IFACE entries out");
    return IR_FAILED;
  }
  return IR_OK;
}

IrStatus ir_interfaces_check(IrContext *ctx, const IrOpInfo *info, const IrInterfaceImpl *list) {
  for (const IrInterfaceImpl *impl = list; impl && impl->interface; impl++) {
    IR_TRY(check_impl(ctx, info, impl));
    IR_TRY(check_once(ctx, info, list, impl));
  }
  return IR_OK;
}

void ir_interfaces_add(IrContext *ctx, IrOpInfo *info, const IrInterfaceImpl *list) {
  for (; list && list->interface; list++) {
    const IrInterface *interface = list->interface;
    const void *table = ir_table_adopt(ctx, list->table, interface->table_size);
    if (interface->place) {
      info->interfaces[interface->place] = table;
      continue;
    }
    IrOtherInterface *other = IR_NEW(ir_context_arena(ctx), IrOtherInterface);
    *other = (IrOtherInterface){interface, table, info->others};
    info->others = other;
  }
}
