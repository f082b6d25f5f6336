// Reports of time; see reports.h.
#include "driver/reports.h"

void driver_timing_open(DriverTiming *timing) {
  if (timing->wanted || timing->trace) timing->timing = ir_timing_create(timing->trace != NULL);
}

IrTimer *driver_timing_root(const DriverTiming *timing) {
  return ir_timing_root(timing->timing);
}

static void report(const DriverTiming *timing) {
  IrStream out = driver_stderr();
  if (timing->format)
    ir_timing_print_json(timing->timing, (IrTimingView)timing->view, &out);
  else
    ir_timing_print(timing->timing, (IrTimingView)timing->view, &out);
  ir_stream_flush(&out);
  ir_stream_free(&out);
}

static IrStatus write_trace(const DriverTiming *timing, IrContext *ctx) {
  IrStream text = {0};
  ir_timing_print_trace(timing->timing, &text);
  IrStatus status = driver_write_file(ctx, timing->trace, ir_stream_str(&text));
  ir_stream_free(&text);
  return status;
}

IrStatus driver_timing_close(DriverTiming *timing, IrContext *ctx, IrStatus status) {
  if (!timing->timing) return status;
  if (timing->wanted) report(timing);
  if (timing->trace && write_trace(timing, ctx) != IR_OK) status = IR_FAILED;
  ir_timing_destroy(timing->timing);
  timing->timing = NULL;
  return status;
}
