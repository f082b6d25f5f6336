// What a run has to say: a few lines of text, or one JSON object with the same figures.
#include <math.h>
#include <stdio.h>

#include "driver/run.h"
#include "ir/interp/element.h"

int64_t run_traffic(const Run *run) {
  int64_t bytes = 0;
  for (size_t i = 0; i < run->num_args; i++) {
    const RunArg *arg = &run->args[i];
    if (!arg->is_memref) continue;
    int64_t size = cpu_array_count(&arg->host.array) * ir_element_bytes(arg->host.array.element);
    bytes += size * (arg->read + arg->written);
  }
  return bytes;
}

// Operations of a product; 0 when the kernel is none.
static double operations(const Run *run) {
  const RunProduct *p = &run->product;
  return p->is_product ? 2.0 * (double)p->m * (double)p->n * (double)p->k : 0;
}

static void number(IrStream *out, const char *format, double value) {
  char text[64];
  snprintf(text, sizeof text, format, value);
  ir_write_cstr(out, text);
}

// ---- Text. ----

static void text_time(IrStream *out, double seconds) {
  if (seconds >= 1)
    number(out, "%.3f s", seconds);
  else if (seconds >= 1e-3)
    number(out, "%.3f ms", seconds * 1e3);
  else
    number(out, "%.2f us", seconds * 1e6);
}

static void text_rate(const Run *run, IrStream *out, double seconds) {
  if (!(seconds > 0)) return;
  if (run->product.is_product)
    number(out, "%.1f TFLOP/s", operations(run) / seconds * 1e-12);
  else
    number(out, "%.1f GB/s", (double)run_traffic(run) / seconds * 1e-9);
}

static void text_head(const Run *run, IrStream *out) {
  if (run->gpu) {
    const CudaDevice *d = cuda_device(run->gpu);
    ir_print(out, "{} on {} ({}):", run->name, d->name, run->compile.arch);
  } else {
    static const char *const levels[] = {[DRIVER_LEVEL_TILE] = "tile level",
                                         [DRIVER_LEVEL_MEM] = "after the passes, before threads",
                                         [DRIVER_LEVEL_THREAD] = "thread level"};
    ir_print(out, "{} on the emulator ({}):", run->name, levels[run->level]);
  }
  for (size_t i = 0; i < run->dims.n; i++)
    ir_print(out, " {}={}", run->dims.at[i].name, run->dims.at[i].extent);
  ir_write_char(out, '\n');
  if (!run->gpu && run->why_no_gpu) ir_print(out, "no GPU: {}\n", run->why_no_gpu);
  if (run->default_dims) ir_write_cstr(out, "extents are the default; --dim NAME=N sets them\n");
  if (run->gpu)
    ir_print(out, "launch: {}, {} blocks of {} threads, {} bytes of shared memory\n", run->entry,
             run->blocks, run->kernel_launch.threads, run->kernel_launch.shared_bytes);
}

static void text_verify(const Run *run, IrStream *out) {
  const RunVerify *v = &run->verify;
  ir_print(out, "verify: {}, {} of {} blocks, {} elements", v->ok ? "ok" : "FAILED", v->blocks,
           v->all, v->elements);
  if (v->different == 0) {
    // Where it failed all the same, something between or behind the elements was changed.
    ir_write_cstr(out, v->ok ? ", all identical\n" : ", these identical\n");
    return;
  }
  ir_print(out, ", {} not identical", v->different);
  number(out, ", relative error %.2e", v->relative);
  number(out, ", largest %.2e\n", v->max_abs);
}

static void text_times(const Run *run, const char *who, const CudaTimes *t, IrStream *out) {
  ir_print(out, "{}: ", who);
  text_time(out, t->hot);
  ir_write_cstr(out, " (");
  text_rate(run, out, t->hot);
  ir_write_cstr(out, ") back to back, ");
  text_time(out, t->cold);
  ir_write_cstr(out, " (");
  text_rate(run, out, t->cold);
  ir_write_cstr(out, ") with L2 flushed\n");
}

static void text_compare(const Run *run, IrStream *out) {
  const RunCompare *c = &run->compare;
  text_times(run, "cuBLAS", &c->blas, out);
  number(out, "speed: %.3f of cuBLAS back to back", run->times.hot_ratio);
  number(out, ", %.3f with L2 flushed\n", run->times.cold_ratio);
  number(out, "error against f64: %.3e", c->own_error);
  number(out, ", cuBLAS %.3e", c->blas_error);
  if (c->blas_error > 0) number(out, ", ratio %.3f", c->own_error / c->blas_error);
  ir_print(out, " ({} rows)\n", c->rows);
}

static void text_report(const Run *run, IrStream *out) {
  text_head(run, out);
  if (run->verify.done) text_verify(run, out);
  if (run->gpu && run->times.hot_runs) text_times(run, "time", &run->times, out);
  if (!run->gpu) {
    ir_write_cstr(out, "time: ");
    text_time(out, run->seconds);
    ir_write_cstr(out, " on the emulator, which says nothing about a GPU\n");
  }
  if (run->compare.done) text_compare(run, out);
  if (run->options->op_counts && !run->gpu) {
    ir_write_cstr(out, "ops executed:\n");
    ir_op_counts_print(&run->counts, out);
  }
}

// ---- JSON. ----

static void json_number(IrStream *out, const char *name, double value) {
  ir_print(out, ", \"{}\": ", name);
  if (isfinite(value))
    number(out, "%.9g", value);
  else
    ir_write_cstr(out, "null"); // JSON has no infinity
}

static void json_int(IrStream *out, const char *name, int64_t value) {
  ir_print(out, ", \"{}\": {}", name, value);
}

static void json_text(IrStream *out, const char *name, IrStr value) {
  ir_print(out, ", \"{}\": ", name);
  ir_write_json(out, value);
}

static void json_times(const Run *run, const char *name, const CudaTimes *t, IrStream *out) {
  ir_print(out, ", \"{}\": {{\"unit\": \"s\"", name);
  json_number(out, "hot", t->hot);
  json_number(out, "cold", t->cold);
  json_int(out, "hot_runs", t->hot_runs);
  json_int(out, "cold_runs", t->cold_runs);
  double work = run->product.is_product ? operations(run) * 1e-12 : (double)run_traffic(run) * 1e-9;
  const char *unit = run->product.is_product ? "tflops" : "gb_per_s";
  if (t->hot > 0) json_number(out, unit, work / t->hot);
  ir_write_char(out, '}');
}

static void json_verify(const RunVerify *v, IrStream *out) {
  ir_print(out, ", \"verify\": {{\"ok\": {}, \"whole\": {}", v->ok ? "true" : "false",
           v->whole ? "true" : "false");
  json_int(out, "blocks", v->blocks);
  json_int(out, "elements", v->elements);
  json_int(out, "different", v->different);
  json_number(out, "relative_error", v->relative);
  json_number(out, "max_abs", v->max_abs);
  json_number(out, "tolerance", v->tolerance);
  ir_write_char(out, '}');
}

static void json_compare(const Run *run, IrStream *out) {
  const RunCompare *c = &run->compare;
  json_times(run, "cublas", &c->blas, out);
  ir_write_cstr(out, ", \"compare\": {\"with\": \"cublas\"");
  json_int(out, "version", c->version);
  json_number(out, "speed_hot", run->times.hot_ratio);
  json_number(out, "speed_cold", run->times.cold_ratio);
  json_number(out, "error", c->own_error);
  json_number(out, "cublas_error", c->blas_error);
  json_int(out, "rows", c->rows);
  ir_write_char(out, '}');
}

static void json_head(const Run *run, IrStream *out) {
  ir_write_cstr(out, "{\"tegula\": 1");
  json_text(out, "kernel", run->name);
  json_text(out, "device", run->gpu ? ir_str(cuda_device(run->gpu)->name) : IR_STR("emulator"));
  if (run->gpu) json_text(out, "target", ir_str(run->compile.arch));
  if (!run->gpu && run->why_no_gpu) json_text(out, "no_gpu", ir_str(run->why_no_gpu));
  ir_write_cstr(out, ", \"dims\": {");
  for (size_t i = 0; i < run->dims.n; i++) {
    if (i) ir_write_cstr(out, ", ");
    ir_write_json(out, run->dims.at[i].name);
    ir_print(out, ": {}", run->dims.at[i].extent);
  }
  ir_write_char(out, '}');
  json_int(out, "seed", run->options->seed);
  json_int(out, "blocks", run->blocks);
}

static void json_op_counts(const Run *run, IrStream *out) {
  size_t n;
  IrOpCount *counts = ir_op_counts_sorted(&run->counts, &n);
  ir_write_cstr(out, ", \"op_counts\": {");
  for (size_t i = 0; i < n; i++) {
    if (i) ir_write_cstr(out, ", ");
    ir_write_json(out, ir_op_info_name(counts[i].op));
    ir_print(out, ": {}", counts[i].number);
  }
  ir_write_char(out, '}');
  ir_free(counts);
}

static void json_report(const Run *run, IrStream *out) {
  json_head(run, out);
  if (run->gpu) {
    json_text(out, "entry", run->entry);
    json_int(out, "threads", run->kernel_launch.threads);
    json_int(out, "shared_bytes", run->kernel_launch.shared_bytes);
  } else {
    static const char *const levels[] = {
        [DRIVER_LEVEL_TILE] = "tile", [DRIVER_LEVEL_MEM] = "mem", [DRIVER_LEVEL_THREAD] = "thread"};
    json_text(out, "level", ir_str(levels[run->level]));
    json_number(out, "emulator_seconds", run->seconds);
  }
  if (run->verify.done) json_verify(&run->verify, out);
  if (run->gpu && run->times.hot_runs) json_times(run, "time", &run->times, out);
  if (run->compare.done) json_compare(run, out);
  if (run->options->op_counts && !run->gpu) json_op_counts(run, out);
  if (run->options->profile && !run->options->profile_file) {
    ir_write_cstr(out, ", \"profile\": ");
    cpu_profile_print_json(&run->profile, out);
  }
  ir_write_cstr(out, "}\n");
}

void run_report(const Run *run, IrStream *out) {
  IrStream text = {0};
  if (run->options->json)
    json_report(run, &text);
  else
    text_report(run, &text);
  ir_write(out, text.data, text.len);
  ir_stream_free(&text);
}

IrStatus run_write_profile(const Run *run, IrStream *out) {
  const RunOptions *o = run->options;
  if (!o->profile || (o->json && !o->profile_file)) return IR_OK; // it is in the report
  if (!o->profile_json) {
    cpu_profile_print(&run->profile, out);
    return IR_OK;
  }
  DriverOutput file;
  if (o->profile_file) IR_TRY(driver_output_open(run->ctx, o->profile_file, &file));
  IrStream *to = o->profile_file ? &file.stream : out;
  cpu_profile_print_json(&run->profile, to);
  ir_write_char(to, '\n');
  return o->profile_file ? driver_output_close(&file, true) : IR_OK;
}
