// Passes and dialects from a shared object.
//
//   #include "ir/ir.h"
//   static IrStatus run(IrPassRun *run, IrOp *op) { ... }
//   static const IrPassDef my_pass = {.size = sizeof my_pass, .name = "my-pass", .run = run};
//   static IrStatus load(IrContext *ctx) { return ir_pass_register(ctx, &my_pass); }
//   IR_PLUGIN("my-plugin", "0.1", load)
//
// Build: cc -shared -fPIC -I<tegula> my.c -o my.so.  A plugin links nothing: it finds ir_* in the
// tool.
#ifndef IR_PASS_PLUGIN_H
#define IR_PASS_PLUGIN_H

#include "ir/pass/pass.h"

enum { IR_ABI_MAJOR = 1, IR_ABI_MINOR = 0 };

typedef struct IrPlugin {
  uint32_t size; // sizeof(IrPlugin)
  uint32_t abi_major, abi_minor;
  const char *name, *version;
  IrStatus (*load)(IrContext *ctx);
} IrPlugin;

// The one symbol a plugin exports.
#define IR_PLUGIN_SYMBOL "ir_plugin"
#define IR_PLUGIN(name_, version_, load_) \
  IR_API const IrPlugin *ir_plugin(void); \
  const IrPlugin *ir_plugin(void) { \
    static const IrPlugin plugin = {sizeof(IrPlugin), IR_ABI_MAJOR, IR_ABI_MINOR, name_, \
                                    version_,         load_}; \
    return &plugin; \
  }

// Opens `path` and registers what is in it; refuses another ABI by a diagnostic that says what to
// do.
IR_API IR_CHECKED IrStatus ir_plugin_load(IrContext *ctx, const char *path);
// The same with diagnostics at `loc`, where the path stands.
IR_API IR_CHECKED IrStatus ir_plugin_load_at(IrContext *ctx, const char *path, IrLoc loc);

#endif
