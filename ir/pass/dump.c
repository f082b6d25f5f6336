// The IR before and after passes, to a stream: --print-ir-before and its kin, --print-ir-diff.
#include <stdio.h>

#include "ir/pass/pass_impl.h"
#include "ir/support/diff.h"

enum { DIFF_CONTEXT = 3 };

static void write_dump(void *user, IrStr text) {
  const IrPassOptions *options = user;
  if (options->dump) {
    ir_write(options->dump, text.ptr, text.len);
    ir_stream_flush(options->dump);
  } else {
    fwrite(text.ptr, 1, text.len, stderr);
  }
}

static void write_header(const char *what, const IrPassEvent *event, const char *suffix,
                         IrStream *out) {
  ir_print(out, "// -----// IR {} {}{}", what, event->pass->name, suffix);
  IrStr symbol = ir_dump_symbol(event->op);
  if (symbol.len) ir_print(out, " ('{}' operation: @{})", event->op, symbol);
  ir_write_cstr(out, " //----- //\n");
}

static void deliver(const IrDumper *dumper, const IrPassEvent *event, const IrStream *text) {
  ir_pass_event_deliver(event, write_dump, (void *)dumper->options, ir_stream_str(text));
}

static void dump(const IrDumper *dumper, const char *what, const IrPassEvent *event,
                 const char *suffix) {
  if (!ir_dump_shows(dumper->options, event)) return;
  IrStream text = {0};
  write_header(what, event, suffix, &text);
  ir_dump_print(dumper->options, event, false, &text);
  ir_write_char(&text, '\n');
  deliver(dumper, event, &text);
  ir_stream_free(&text);
}

static IrStatus before_pass(void *user, const IrPassEvent *event) {
  const IrDumper *dumper = user;
  const IrPassOptions *o = dumper->options;
  if (o->print_before_all || ir_str_list_has(o->print_before, ir_str(event->pass->name)))
    dump(dumper, "Dump Before", event, "");
  if (o->print_after_change) *event->memo = ir_dump_fingerprint(o, event);
  return IR_OK;
}

static IrStatus after_pass(void *user, const IrPassEvent *event) {
  const IrDumper *dumper = user;
  const IrPassOptions *o = dumper->options;
  bool asked = o->print_after_all || ir_str_list_has(o->print_after, ir_str(event->pass->name));
  if (event->status != IR_OK) {
    if (asked || o->print_after_failure) dump(dumper, "Dump After", event, " Failed");
    return IR_OK;
  }
  if (o->print_after_change) {
    bool selected = o->print_after.len == 0 || asked;
    asked = selected && ir_dump_fingerprint(o, event) != *event->memo;
  }
  if (asked) dump(dumper, "Dump After", event, "");
  return IR_OK;
}

// ---- Differences ----

// The text before the pass is kept from before_pass to after_pass.
static IrStatus keep_text(void *user, const IrPassEvent *event) {
  const IrDumper *dumper = user;
  IrStream *before = ir_calloc(1, sizeof *before);
  ir_dump_print(dumper->options, event, false, before);
  *event->memo = (uint64_t)(uintptr_t)before;
  return IR_OK;
}

static void dump_diff(const IrDumper *dumper, const IrPassEvent *event, const IrStream *before) {
  IrStream after = {0}, renamed = {0}, text = {0}, old_name = {0}, new_name = {0};
  ir_print(&old_name, "before {}", event->pass->name);
  ir_print(&new_name, "after {}", event->pass->name);
  const IrDiffOptions diff = {.old_name = ir_stream_cstr(&old_name),
                              .new_name = ir_stream_cstr(&new_name),
                              .context = DIFF_CONTEXT,
                              .color = dumper->options->color};
  ir_dump_print(dumper->options, event, false, &after);
  ir_dump_rename(ir_stream_str(before), ir_stream_str(&after), &renamed);
  write_header("Diff After", event, "", &text);
  if (ir_diff_print(ir_stream_str(&renamed), ir_stream_str(&after), &diff, &text)) {
    ir_write_char(&text, '\n');
    deliver(dumper, event, &text);
  }
  ir_stream_free(&after);
  ir_stream_free(&renamed);
  ir_stream_free(&text);
  ir_stream_free(&old_name);
  ir_stream_free(&new_name);
}

static IrStatus diff_text(void *user, const IrPassEvent *event) {
  IrStream *before = (IrStream *)(uintptr_t)*event->memo;
  if (event->status == IR_OK) dump_diff(user, event, before);
  ir_stream_free(before);
  ir_free(before);
  return IR_OK;
}

// ---- What the options ask for ----

static IrStatus check_filter(void *user, IrOp *module) {
  ir_dump_check_filter(((const IrDumper *)user)->options->print_filter, module);
  return IR_OK;
}

static bool prints_whole(const IrPassOptions *o) {
  return o->print_before_all || o->print_after_all || o->print_after_change ||
         o->print_after_failure || o->print_before.len || o->print_after.len;
}

static bool has_pass(const PassList *passes, IrStr name) {
  for (size_t i = 0; i < passes->n; i++)
    if (ir_str_is(name, passes->at[i]->name)) return true;
  return false;
}

// Nothing would be printed, and nobody would know why.
static void warn_absent(const IrPassManager *pm, IrStr names, const char *option) {
  PassList passes = {0};
  ir_pipeline_passes(pm, &passes);
  for (size_t i = 0; i < names.len;) {
    const char *comma = memchr(names.ptr + i, ',', names.len - i);
    IrStr name = {names.ptr + i, (comma ? (size_t)(comma - names.ptr) : names.len) - i};
    if (!has_pass(&passes, name))
      ir_warning(pm->ctx, IR_LOC_UNKNOWN, "the pipeline has no pass '{}' for --{}", name, option);
    i += name.len + 1;
  }
  ir_vec_free(&passes);
}

void ir_dump_instrument(IrPassManager *pm, IrDumper *dumper) {
  const IrPassOptions *o = pm->options;
  dumper->options = o;
  warn_absent(pm, o->print_before, "print-ir-before");
  warn_absent(pm, o->print_after, "print-ir-after");
  IrInstrumentation each = {.size = sizeof each,
                            .name = "dump",
                            .user = dumper,
                            .whole_module = o->module_scope,
                            .before_pass = before_pass,
                            .after_pass = after_pass};
  if (prints_whole(o)) ir_pass_manager_instrument(pm, &each);
  each.name = "diff";
  each.before_pass = keep_text;
  each.after_pass = diff_text;
  if (o->print_diff) ir_pass_manager_instrument(pm, &each);
  IrInstrumentation filter = {
      .size = sizeof filter, .name = "filter", .user = dumper, .begin = check_filter};
  if (o->print_filter.len) ir_pass_manager_instrument(pm, &filter);
}
