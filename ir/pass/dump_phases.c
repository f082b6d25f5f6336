// The whole module after every pass of a pipeline, in files from which the work goes on:
// --dump-phases.
//
// Passes run one at a time over all ops of their nesting (ir_pipeline_split), so the module is at
// phase k when the pass of phase k + 1 is about to run for the first time, and when all is done.
#include "ir/pass/pass_impl.h"

// What is left to run, as a comment.
static void write_head(const IrPhaseDumper *d, IrStream *out) {
  if (d->done == 0) {
    ir_print(out, "// Before the first of {} passes.", d->passes.n);
  } else {
    ir_write_cstr(out, "// After ");
    ir_pass_place_print(&d->passes, d->done - 1, out);
    ir_print(out, ", pass {} of {}.", d->done, d->passes.n);
  }
  if (d->done < d->passes.n) {
    ir_write_cstr(out, "  To go on, run the same pipeline with --start-at=");
    ir_pass_place_print(&d->passes, d->done, out);
  }
  ir_write_char(out, '\n');
}

// Of the file with that number, written now or last.
static void write_file_name(const IrPhaseDumper *d, unsigned number, IrStream *out) {
  ir_dump_write_number(number, out);
  ir_write_char(out, '_');
  ir_write_cstr(out, d->done ? d->passes.at[d->done - 1]->name : "input");
  ir_write_cstr(out, ".mlir");
}

static IrStatus write_phase(IrPhaseDumper *d, IrOp *module) {
  IrStream name = {0}, text = {0};
  write_head(d, &text);
  write_file_name(d, d->files, &name);
  const IrPassEvent whole = {.op = module, .module = module};
  IrPassOptions options = {.print = d->options->print};
  ir_dump_print(&options, &whole, true, &text);
  IrStatus status = ir_dump_write_file(d->ctx, d->options->phases_dir, ir_stream_str(&name),
                                       ir_stream_str(&text));
  d->files++;
  ir_stream_free(&name);
  ir_stream_free(&text);
  return status;
}

// Passes up to the n-th are done; those without a file get one.
static IrStatus write_until(IrPhaseDumper *d, IrOp *module, size_t n) {
  while (d->done < n) {
    d->done++;
    IR_TRY(write_phase(d, module));
  }
  return IR_OK;
}

static IrStatus begin(void *user, IrOp *module) {
  IrPhaseDumper *d = user;
  IR_TRY(ir_dump_make_dir(d->ctx, d->options->phases_dir));
  return write_phase(d, module);
}

static IrStatus before_pass(void *user, const IrPassEvent *event) {
  return write_until(user, event->module, event->number - 1);
}

static IrStatus end(void *user, IrOp *module, IrStatus status) {
  IrPhaseDumper *d = user;
  if (status == IR_OK) status = write_until(d, module, d->passes.n);
  ir_vec_free(&d->passes);
  return status;
}

void ir_dump_phases_instrument(IrPassManager *pm) {
  if (!pm->options->phases_dir) return;
  IrPhaseDumper *d = &pm->phases;
  d->options = pm->options;
  d->ctx = pm->ctx;
  d->done = 0;
  ir_vec_clear(&d->passes);
  ir_pipeline_passes(pm, &d->passes);
  ir_pass_manager_instrument(pm, &(IrInstrumentation){.size = sizeof(IrInstrumentation),
                                                      .name = "dump-phases",
                                                      .user = d,
                                                      .whole_module = true,
                                                      .begin = begin,
                                                      .end = end,
                                                      .before_pass = before_pass});
}

void ir_dump_note_invalid(const IrPassManager *pm, const char *pass, const IrOp *op) {
  ir_note(pm->ctx, ir_op_loc(op), "pass '{}' left invalid IR behind", pass);
  const IrPassOptions *o = pm->options;
  if (!o->phases_dir) {
    ir_help(pm->ctx, "--print-ir-before={} shows what it was, --dump-phases=DIR keeps it", pass);
    return;
  }
  IrStream path = {0};
  ir_print(&path, "{}/", o->phases_dir);
  write_file_name(&pm->phases, pm->phases.files - 1, &path);
  ir_help(pm->ctx, "what it was stands in {}", ir_stream_str(&path));
  ir_stream_free(&path);
}
