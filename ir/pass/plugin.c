// Plugins: shared objects opened at run time.  The context keeps them open as long as anything in
// it may call them, so they are closed last of all.
#include "ir/pass/plugin.h"

#include <dlfcn.h>

#include "ir/support/vec.h"

typedef struct Plugins {
  IR_VEC(void *) handles;
} Plugins;

static const char plugins_key;

static void close_plugins(void *state) {
  Plugins *plugins = state;
  for (size_t i = plugins->handles.n; i-- > 0;) dlclose(plugins->handles.at[i]);
  ir_vec_free(&plugins->handles);
}

static Plugins *plugins_of(IrContext *ctx) {
  return ir_context_extension(ctx, &plugins_key, sizeof(Plugins), close_plugins);
}

typedef const IrPlugin *(*PluginEntry)(void);

// ISO C has no conversion from dlsym's object pointer to a function pointer; POSIX says the bits
// are the same.
static PluginEntry find_entry(void *handle) {
  void *symbol = dlsym(handle, IR_PLUGIN_SYMBOL);
  PluginEntry entry = NULL;
  if (symbol) memcpy(&entry, &symbol, sizeof entry);
  return entry;
}

static IrStatus refuse(IrContext *ctx, IrLoc loc, const char *path, const char *why) {
  return ir_error(ctx, loc, "cannot load plugin '{}': {}", path, why);
}

static IrStatus check_abi(IrContext *ctx, IrLoc loc, const char *path, const IrPlugin *plugin) {
  if (!plugin || plugin->size < sizeof(IrPlugin) || !plugin->load) {
    (void)refuse(ctx, loc, path, "its description is not one of this version");
    ir_help(ctx, "declare it with IR_PLUGIN(name, version, load) of ir/pass/plugin.h");
    return IR_FAILED;
  }
  if (plugin->abi_major == IR_ABI_MAJOR && plugin->abi_minor <= IR_ABI_MINOR) return IR_OK;
  (void)ir_error(ctx, loc,
                 "cannot load plugin '{}': it was built for ABI {}.{}, this tool has ABI {}.{}",
                 path, plugin->abi_major, plugin->abi_minor, (int)IR_ABI_MAJOR, (int)IR_ABI_MINOR);
  ir_help(ctx, "rebuild it with this tool's headers: cc -shared -fPIC -I<tegula> plugin.c -o {}",
          path);
  return IR_FAILED;
}

static IrStatus start(IrContext *ctx, IrLoc loc, const char *path, void *handle) {
  PluginEntry entry = find_entry(handle);
  if (!entry) {
    (void)refuse(ctx, loc, path, "it has no symbol '" IR_PLUGIN_SYMBOL "'");
    ir_help(ctx, "add IR_PLUGIN(name, version, load) of ir/pass/plugin.h to one of its files");
    return IR_FAILED;
  }
  const IrPlugin *plugin = entry();
  IR_TRY(check_abi(ctx, loc, path, plugin));
  if (plugin->load(ctx) == IR_OK) return IR_OK;
  return ir_error(ctx, loc, "plugin '{}' {} from '{}' did not register", plugin->name,
                  plugin->version, path);
}

IrStatus ir_plugin_load(IrContext *ctx, const char *path) {
  return ir_plugin_load_at(ctx, path, IR_LOC_UNKNOWN);
}

IrStatus ir_plugin_load_at(IrContext *ctx, const char *path, IrLoc loc) {
  Plugins *plugins = plugins_of(ctx);
  IrStream name = {0}; // dlopen searches its own directories for a name without a slash
  ir_print(&name, "{}{}", strchr(path, '/') ? "" : "./", path);
  void *handle = dlopen(ir_stream_cstr(&name), RTLD_NOW | RTLD_LOCAL);
  ir_stream_free(&name);
  if (!handle) {
    const char *why = dlerror();
    (void)refuse(ctx, loc, path, why ? why : "dlopen failed");
    ir_help(ctx, "a plugin is a shared object: cc -shared -fPIC -I<tegula> plugin.c -o plugin.so");
    return IR_FAILED;
  }
  ir_vec_push(&plugins->handles, handle); // kept even when refused: something may have registered
  return start(ctx, loc, path, handle);
}
