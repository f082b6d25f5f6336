// Passes and dialects from a shared object.
//
//   #include "ir/ir.h"
//   static IrStatus run(IrPassRun *run, IrOp *op) { ... }
//   static const IrPassDef my_pass = {
//       .size = sizeof my_pass, .name = "my-pass", .summary = "...", .run = run};
//   static IrStatus load(IrContext *ctx) { return ir_pass_register(ctx, &my_pass); }
//   IR_PLUGIN("my-plugin", "0.1", load)
//
// Build: cc -shared -fPIC -I<tegula> my.c -o my.so.  A plugin links nothing: it finds ir_* in the
// tool.
//
// What a plugin may rely on within one major version of the ABI: functions stay; tables that begin
// with `size` and lists of slots grow only at their end; structs passed by value do not change
// (tests/unit/abi_layout.c).  An op whose slots did change is found when the plugin is loaded
// (op_use.h).
#ifndef IR_PASS_PLUGIN_H
#define IR_PASS_PLUGIN_H

#include "ir/core/origin.h"
#include "ir/pass/pass.h"

enum { IR_ABI_MAJOR = 2, IR_ABI_MINOR = 0 };

typedef struct IrPlugin {
  uint32_t size; // sizeof(IrPlugin)
  uint32_t abi_major, abi_minor;
  const char *name, *version;
  // Registers what the plugin has; fails after a diagnostic.
  IrStatus (*load)(IrContext *ctx);
  const char *uses, *uses_end; // lines about the ops it uses: ir/core/op_use.h
} IrPlugin;

// The one symbol a plugin exports.
#define IR_PLUGIN_SYMBOL "ir_plugin"
#define IR_PLUGIN(name_, version_, load_) \
  IR_API const IrPlugin *ir_plugin(void); \
  const IrPlugin *ir_plugin(void) { \
    static IrPlugin plugin = {.size = sizeof(IrPlugin), \
                              .abi_major = IR_ABI_MAJOR, \
                              .abi_minor = IR_ABI_MINOR, \
                              .name = name_, \
                              .version = version_, \
                              .load = load_}; \
    plugin.uses = IR_OP_USES_START; \
    plugin.uses_end = IR_OP_USES_END; \
    return &plugin; \
  }

// Opens `path` and registers what is in it.  A plugin that cannot work here is refused by a
// diagnostic that says what to do; what it registered before that stays, so the context should not
// be used further.  Loading one again does nothing.
IR_API IR_CHECKED IrStatus ir_plugin_load(IrContext *ctx, const char *path);
// The same with diagnostics at `loc`, where the path stands.
IR_API IR_CHECKED IrStatus ir_plugin_load_at(IrContext *ctx, const char *path, IrLoc loc);

// The plugins loaded, in order.
typedef struct IrPluginInfo {
  const char *name, *version, *path;
  unsigned abi_major, abi_minor;
  const IrOrigin *origin; // what ir_origin_of says of its definitions
} IrPluginInfo;
IR_API size_t ir_plugin_count(IrContext *ctx);
IR_API const IrPluginInfo *ir_plugin_at(IrContext *ctx, size_t i);

#endif
