// Timers of a pipeline: a heading for each list, under it one timer a pass, under that one for the
// verification after the pass.  They are made once for a recording, so that runs of the pipeline
// over several modules add up.
#include "ir/pass/pass_impl.h"

static void make_timers(Pipeline *list, IrTimer *under) {
  IrStream name = {0};
  ir_print(&name, "'{}' pipeline", list->anchor ? list->anchor : "any");
  IrTimer *heading = ir_timer_new(under, ir_stream_str(&name));
  for (size_t i = 0; i < list->items.n; i++) {
    PipelineItem *item = &list->items.at[i];
    if (item->nested) {
      make_timers(item->nested, heading);
      continue;
    }
    item->timer = ir_timer_new(heading, ir_str(item->pass->name));
    item->verify_timer = ir_timer_new(item->timer, IR_STR("verify"));
  }
  ir_stream_free(&name);
}

static void drop_timers(Pipeline *list) {
  for (size_t i = 0; i < list->items.n; i++) {
    PipelineItem *item = &list->items.at[i];
    if (item->nested) drop_timers(item->nested);
    item->timer = item->verify_timer = NULL;
  }
}

void ir_pass_timers_make(IrPassManager *pm) {
  IrTimer *under = pm->options->timer;
  if (under == pm->timer) return;
  pm->timer = under;
  if (under)
    make_timers(pm->root, under);
  else
    drop_timers(pm->root);
}
