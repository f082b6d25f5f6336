// Plugins: shared objects opened at run time.  The context keeps them open as long as anything in
// it may call them, so they are closed last of all.
#include "ir/pass/plugin.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <sys/stat.h>

#include "ir/core/op_use.h"
#include "ir/support/diag_impl.h"
#include "ir/support/vec.h"

typedef struct Loaded {
  IrPluginInfo info;
  IrOrigin origin;
  void *handle;
} Loaded;

typedef struct Plugins {
  IR_VEC(Loaded *) loaded;
  IR_VEC(void *) handles; // also of plugins refused: something may have registered
} Plugins;

static const char plugins_key;

static void close_plugins(void *state) {
  Plugins *plugins = state;
  for (size_t i = plugins->handles.n; i-- > 0;) dlclose(plugins->handles.at[i]);
  ir_vec_free(&plugins->handles);
  ir_vec_free(&plugins->loaded);
}

static Plugins *plugins_of(IrContext *ctx) {
  return ir_context_extension(ctx, &plugins_key, sizeof(Plugins), close_plugins);
}

size_t ir_plugin_count(IrContext *ctx) {
  return plugins_of(ctx)->loaded.n;
}

const IrPluginInfo *ir_plugin_at(IrContext *ctx, size_t i) {
  Plugins *plugins = plugins_of(ctx);
  IR_ASSERT(i < plugins->loaded.n, "no such plugin");
  return &plugins->loaded.at[i]->info;
}

// What is being loaded.
typedef struct Loading {
  IrContext *ctx;
  const char *path;
  IrLoc loc;
  void *handle;
} Loading;

static IrStatus refuse(const Loading *l, const char *why, const char *help) {
  (void)ir_error(l->ctx, l->loc, "cannot load plugin '{}': {}", l->path, why);
  ir_help(l->ctx, "{}", help);
  return IR_FAILED;
}

static void help_rebuild(const Loading *l) {
  ir_help(l->ctx, "rebuild it with this tool's headers: cc -shared -fPIC -I<tegula> plugin.c -o {}",
          l->path);
}

// ---- Opening ----

// What dlopen's message says after `mark`, up to the end or a character that ends a symbol; empty
// when it does not say that.
static IrStr after(const char *message, const char *mark) {
  const char *at = strstr(message, mark);
  if (!at) return (IrStr){0};
  at += strlen(mark);
  return (IrStr){at, strcspn(at, " ,;\n")};
}

static IrStatus missing_symbol(const Loading *l, IrStr symbol) {
  bool ours = symbol.len > 3 && !memcmp(symbol.ptr, "ir_", 3);
  (void)ir_error(l->ctx, l->loc,
                 "cannot load plugin '{}': this tool has no symbol '{}', which it needs", l->path,
                 symbol);
  ir_help(l->ctx, "{}",
          ours ? "the plugin was built for a newer tool, or uses a function that is not public: "
                 "take the tool its headers come from, or rebuild it with this tool's headers"
               : "link the library that defines it to the plugin, or, when it is an op or function "
                 "of a dialect, rebuild the plugin with this tool's headers");
  return IR_FAILED;
}

static IrStatus cannot_open(const Loading *l, const char *message) {
  if (!message) message = "dlopen failed";
  IrStr symbol = after(message, "undefined symbol: ");
  if (symbol.len) return missing_symbol(l, symbol);
  return refuse(l, message,
                "a plugin is a shared object: cc -shared -fPIC -I<tegula> plugin.c -o plugin.so");
}

// Plugins beside the one that was asked for, named without the ".so" that they have in common.
typedef struct Neighbours {
  DIR *dir;
  IrArena arena;
} Neighbours;

static IrStr without_suffix(const char *name) {
  size_t n = strlen(name);
  return (IrStr){name, n > 3 && !strcmp(name + n - 3, ".so") ? n - 3 : n};
}

static const char *next_neighbour(void *user) {
  Neighbours *n = user;
  for (const struct dirent *e; (e = readdir(n->dir)) != NULL;) {
    IrStr stem = without_suffix(e->d_name);
    if (e->d_name[stem.len]) return ir_arena_strdup(&n->arena, stem);
  }
  return NULL;
}

static IrStatus no_file(const Loading *l, int error) {
  const char *slash = strrchr(l->path, '/'), *base = slash ? slash + 1 : l->path;
  Neighbours n = {0};
  const char *dir = // with its slash
      ir_arena_strdup(&n.arena, (IrStr){l->path, (size_t)(base - l->path)});
  n.dir = opendir(*dir ? dir : ".");
  const char *near = n.dir ? ir_nearest(without_suffix(base), next_neighbour, &n) : NULL;
  (void)ir_error(l->ctx, l->loc, "cannot load plugin '{}': {}", l->path,
                 (const char *)strerror(error));
  if (near)
    ir_help(l->ctx, "did you mean '{}{}.so'?", dir, near);
  else
    ir_help(l->ctx, "a plugin is named by its file, from the directory the tool runs in");
  if (n.dir) closedir(n.dir);
  ir_arena_destroy(&n.arena);
  return IR_FAILED;
}

static IrStatus open_object(Loading *l) {
  struct stat st;
  if (stat(l->path, &st) && (errno == ENOENT || errno == ENOTDIR)) return no_file(l, errno);
  IrStream name = {0}; // dlopen searches its own directories for a name without a slash
  ir_print(&name, "{}{}", strchr(l->path, '/') ? "" : "./", l->path);
  l->handle = dlopen(ir_stream_cstr(&name), RTLD_NOW | RTLD_LOCAL);
  ir_stream_free(&name);
  return l->handle ? IR_OK : cannot_open(l, dlerror());
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

// ---- Checks before anything of the plugin's is called ----

// Of the first fields alone, which every version has.
static IrStatus check_abi(const Loading *l, const IrPlugin *plugin) {
  if (!plugin || plugin->size < IR_TABLE_BASE(IrPlugin, load) || !plugin->load || !plugin->name ||
      !plugin->version)
    return refuse(l, "its description is incomplete",
                  "declare it with IR_PLUGIN(name, version, load) of ir/pass/plugin.h");
  if (plugin->abi_major == IR_ABI_MAJOR && plugin->abi_minor <= IR_ABI_MINOR) return IR_OK;
  (void)ir_error(l->ctx, l->loc,
                 "cannot load plugin '{}': it was built for ABI {}.{}, this tool has ABI {}.{}",
                 l->path, plugin->abi_major, plugin->abi_minor, (int)IR_ABI_MAJOR,
                 (int)IR_ABI_MINOR);
  help_rebuild(l);
  return IR_FAILED;
}

static IrStatus check_uses(const Loading *l, const IrPlugin *plugin) {
  if (plugin->size < IR_TABLE_BASE(IrPlugin, uses_end) || !plugin->uses) return IR_OK;
  for (const char *line = plugin->uses; line < plugin->uses_end; line += strlen(line) + 1) {
    if (ir_op_use_check(l->ctx, l->loc, l->path, line) == IR_OK) continue;
    help_rebuild(l);
    return IR_FAILED;
  }
  return IR_OK;
}

// ---- Registration ----

static Loaded *remember(const Loading *l, const IrPlugin *plugin) {
  IrArena *arena = ir_context_arena(l->ctx);
  Loaded *loaded = IR_NEW(arena, Loaded);
  loaded->handle = l->handle;
  loaded->info = (IrPluginInfo){.name = ir_arena_strdup(arena, ir_str(plugin->name)),
                                .version = ir_arena_strdup(arena, ir_str(plugin->version)),
                                .path = ir_arena_strdup(arena, ir_str(l->path)),
                                .abi_major = plugin->abi_major,
                                .abi_minor = plugin->abi_minor,
                                .origin = &loaded->origin};
  IrStream name = {0};
  ir_print(&name, "plugin '{}' ({})", plugin->name, l->path);
  loaded->origin = (IrOrigin){ir_arena_strdup(arena, ir_stream_str(&name)), l->loc};
  ir_stream_free(&name);
  return loaded;
}

static IrStatus call_load(const Loading *l, const IrPlugin *plugin, const Loaded *loaded) {
  IrDiagScope scope;
  ir_diag_scope_open(l->ctx, &scope);
  ir_origin_set(l->ctx, &loaded->origin);
  IrStatus status = plugin->load(l->ctx);
  ir_origin_set(l->ctx, NULL);
  size_t errors = ir_diag_scope_close(l->ctx, &scope);
  if (status == IR_OK && errors == 0) return IR_OK;
  if (errors == 0)
    return refuse(l, "its load function failed without saying why",
                  "let it return what ir_pass_register and the like return, or report with "
                  "ir_error first");
  ir_note(l->ctx, l->loc, "while loading {}", loaded->origin.name);
  return IR_FAILED;
}

static bool is_loaded(const Plugins *plugins, const void *handle) {
  for (size_t i = 0; i < plugins->loaded.n; i++)
    if (plugins->loaded.at[i]->handle == handle) return true;
  return false;
}

static IrStatus start(Plugins *plugins, const Loading *l) {
  if (is_loaded(plugins, l->handle)) return IR_OK;
  PluginEntry entry = find_entry(l->handle);
  if (!entry)
    return refuse(l, "it has no symbol '" IR_PLUGIN_SYMBOL "'",
                  "add IR_PLUGIN(name, version, load) of ir/pass/plugin.h to one of its files");
  const IrPlugin *plugin = entry();
  IR_TRY(check_abi(l, plugin));
  IR_TRY(check_uses(l, plugin));
  Loaded *loaded = remember(l, plugin);
  IR_TRY(call_load(l, plugin, loaded));
  ir_vec_push(&plugins->loaded, loaded);
  return IR_OK;
}

IrStatus ir_plugin_load(IrContext *ctx, const char *path) {
  return ir_plugin_load_at(ctx, path, IR_LOC_UNKNOWN);
}

IrStatus ir_plugin_load_at(IrContext *ctx, const char *path, IrLoc loc) {
  Plugins *plugins = plugins_of(ctx);
  Loading l = {.ctx = ctx, .path = path, .loc = loc};
  IR_TRY(open_object(&l));
  ir_vec_push(&plugins->handles, l.handle);
  return start(plugins, &l);
}
