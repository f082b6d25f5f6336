// Reproducers as text; see reproducer.h.
#include "ir/pass/reproducer.h"

#include "ir/asm/resources.h"

static const char mlir_group[] = "mlir_reproducer", own_group[] = "tegula_reproducer";

// ---- Printing. ----

static void print_comment(IrStr comment, IrStream *out) {
  for (size_t i = 0; i < comment.len;) {
    const char *newline = memchr(comment.ptr + i, '\n', comment.len - i);
    size_t end = newline ? (size_t)(newline - comment.ptr) : comment.len;
    ir_write_cstr(out, i < end ? "// " : "//");
    ir_write(out, comment.ptr + i, end - i);
    ir_write_char(out, '\n');
    i = end + 1;
  }
}

static void print_text(const char *key, IrStr text, bool *first, IrStream *out) {
  ir_print(out, "{}      {}: ", *first ? "" : ",\n", key);
  ir_write_quoted(out, text);
  *first = false;
}

static void print_own(const IrReproducer *r, IrStream *out) {
  bool first = true;
  ir_print(out, ",\n    {}: {{\n", own_group);
  if (r->op.len) print_text("op", r->op, &first, out);
  for (size_t i = 0; i < r->num_plugins; i++) print_text("plugin", r->plugins[i].path, &first, out);
  if (r->time_limit.len) print_text("time_limit", r->time_limit, &first, out);
  if (r->validate_each.len) print_text("validate_each", r->validate_each, &first, out);
  if (r->allow_unregistered)
    ir_print(out, "{}      allow_unregistered_dialect: true", first ? "" : ",\n");
  ir_write_cstr(out, "\n    }");
}

void ir_reproducer_print(IrOp *module, const IrReproducer *r, IrStr comment, IrStream *out) {
  IrPrintOptions options = {0};
  print_comment(comment, out);
  ir_print_op(module, out, &options);
  if (out->len && out->data[out->len - 1] != '\n') ir_write_char(out, '\n');
  ir_print(out, "\n{{-#\n  external_resources: {{\n    {}: {{\n      pipeline: ", mlir_group);
  ir_write_quoted(out, r->pipeline);
  ir_print(out, ",\n      disable_threading: {},\n      verify_each: {}\n    }",
           r->disable_threading ? "true" : "false", r->verify_each ? "true" : "false");
  bool own = r->op.len || r->num_plugins || r->time_limit.len || r->validate_each.len;
  if (own || r->allow_unregistered) print_own(r, out);
  ir_write_cstr(out, "\n  }\n#-}\n");
}

// ---- Reading. ----

static IrStatus read_flag(IrContext *ctx, const IrFileResource *r, bool *flag) {
  *flag = ir_str_is(r->text, "true");
  if (*flag || ir_str_is(r->text, "false")) return IR_OK;
  (void)ir_error(ctx, r->loc, "'{}' is true or false, got '{}'", r->key, r->text);
  ir_help(ctx, "write {}: true or {}: false", r->key, r->key);
  return IR_FAILED;
}

static void add_plugin(IrReproducer *to, const IrFileResource *r) {
  to->plugins = ir_realloc(to->plugins, (to->num_plugins + 1) * sizeof *to->plugins);
  to->plugins[to->num_plugins].path = r->text;
  to->plugins[to->num_plugins++].loc = r->inside;
}

static IrStatus unknown_key(IrContext *ctx, const IrFileResource *r) {
  (void)ir_error(ctx, r->key_loc, "'{}' has no setting '{}'", r->group, r->key);
  ir_help(ctx, "settings are pipeline, disable_threading and verify_each of mlir_reproducer, and "
               "op, plugin, time_limit, validate_each and allow_unregistered_dialect of "
               "tegula_reproducer");
  return IR_FAILED;
}

static IrStatus read_own(IrContext *ctx, const IrFileResource *r, IrReproducer *to) {
  if (ir_str_is(r->key, "op"))
    to->op = r->text, to->op_loc = r->inside;
  else if (ir_str_is(r->key, "plugin"))
    add_plugin(to, r);
  else if (ir_str_is(r->key, "time_limit"))
    to->time_limit = r->text, to->time_limit_loc = r->inside;
  else if (ir_str_is(r->key, "validate_each"))
    to->validate_each = r->text, to->validate_each_loc = r->inside;
  else if (ir_str_is(r->key, "allow_unregistered_dialect"))
    return read_flag(ctx, r, &to->allow_unregistered);
  else
    return unknown_key(ctx, r);
  return IR_OK;
}

static IrStatus read_entry(IrContext *ctx, const IrFileResource *r, IrReproducer *to) {
  if (ir_str_is(r->group, own_group)) return read_own(ctx, r, to);
  if (!ir_str_is(r->group, mlir_group)) return IR_OK; // another tool's
  if (ir_str_is(r->key, "disable_threading")) return read_flag(ctx, r, &to->disable_threading);
  if (ir_str_is(r->key, "verify_each")) return read_flag(ctx, r, &to->verify_each);
  if (!ir_str_is(r->key, "pipeline")) return unknown_key(ctx, r);
  to->pipeline = r->text;
  to->pipeline_loc = r->inside;
  return IR_OK;
}

static bool is_same(const IrFileResource *a, const IrFileResource *b) {
  return ir_str_equal(a->group, b->group) && ir_str_equal(a->key, b->key);
}

// Of two values one would win without a word; only plugins may be several.
static IrStatus check_repeated(IrContext *ctx, const IrFileResources *all, size_t i) {
  const IrFileResource *r = &all->at[i], *first = all->at;
  bool ours = ir_str_is(r->group, own_group) || ir_str_is(r->group, mlir_group);
  if (!ours || ir_str_is(r->key, "plugin")) return IR_OK;
  while (!is_same(first, r)) first++;
  if (first == r) return IR_OK;
  (void)ir_error(ctx, r->key_loc, "'{}' has setting '{}' twice", r->group, r->key);
  ir_note(ctx, first->key_loc, "the first is here");
  ir_help(ctx, "take one of them out");
  return IR_FAILED;
}

IrStatus ir_reproducer_read(IrContext *ctx, IrLoc start, IrReproducer *to) {
  IrFileResources resources = {0};
  *to = (IrReproducer){.verify_each = true};
  IrStatus status = ir_resources_read(ctx, start, &resources);
  for (size_t i = 0; i < resources.n && status == IR_OK; i++) {
    status = read_entry(ctx, &resources.at[i], to);
    if (status == IR_OK) status = check_repeated(ctx, &resources, i);
  }
  ir_vec_free(&resources);
  if (status != IR_OK || to->pipeline_loc.id) return status;
  (void)ir_error(ctx, start, "the file is no reproducer: it names no pipeline");
  ir_help(ctx, "one ends with {-# external_resources: { mlir_reproducer: { pipeline: \"...\" } } "
               "#-}; --pass-pipeline runs passes on any file");
  return IR_FAILED;
}
