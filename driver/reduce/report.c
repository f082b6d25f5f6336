// Reducing to a file, and a line about it.
#include "driver/options.h"
#include "driver/reduce/reduce.h"

static void report(const DriverReduce *r) {
  IrStream out = driver_stderr();
  if (r->ops_before) ir_print(&out, "{} ops reduced to {}, ", r->ops_before, r->ops_after);
  ir_print(&out, "{} bytes to {}: {} candidates, {} tests, ", r->bytes_before, r->text.len,
           r->candidates, r->tests);
  int64_t tenths = (int64_t)(r->seconds * 10 + 0.5);
  ir_print(&out, "{}.{} s\n", tenths / 10, tenths % 10);
  ir_stream_flush(&out);
  ir_stream_free(&out);
}

// As one word for the shell.
static void write_quoted(IrStream *out, IrStr text) {
  ir_write_char(out, '\'');
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '\'')
      ir_write_cstr(out, "'\\''");
    else
      ir_write_char(out, text.ptr[i]);
  }
  ir_write_char(out, '\'');
}

// What fails on the result, above it.
static void write_passes(const DriverReduce *r, IrStream *out) {
  if (!r->passes.len) return;
  ir_print(out, "// tile-opt %s{} --pass-pipeline=", r->options ? r->options : "");
  write_quoted(out, ir_stream_str(&r->passes));
  ir_write_char(out, '\n');
}

IrStatus driver_reduce_file(DriverReduce *r, const char *output) {
  DriverOutput out;
  IR_TRY(driver_output_open(r->ctx, output, &out));
  IrStatus status = driver_reduce(r);
  if (status == IR_OK) {
    write_passes(r, &out.stream);
    ir_write(&out.stream, r->text.data, r->text.len);
  }
  if (driver_output_close(&out, status == IR_OK) != IR_OK) return IR_FAILED;
  if (status != IR_OK) return IR_FAILED;
  report(r);
  if (r->interrupted)
    ir_warning(r->ctx, IR_LOC_UNKNOWN, "interrupted: the result could be smaller");
  return IR_OK;
}
