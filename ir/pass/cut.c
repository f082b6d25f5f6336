// Parts of a pipeline: from one pass to another, and one pass at a time.
#include "ir/pass/pass_impl.h"

// ---- Passes in the order of the text ----

static void collect(const Pipeline *list, PassList *passes) {
  for (size_t i = 0; i < list->items.n; i++) {
    const PipelineItem *item = &list->items.at[i];
    if (item->nested)
      collect(item->nested, passes);
    else
      ir_vec_push(passes, item->pass);
  }
}

void ir_pipeline_passes(const IrPassManager *pm, PassList *passes) {
  collect(pm->root, passes);
}

void ir_pass_place_print(const PassList *passes, size_t i, IrStream *out) {
  size_t occurrence = 0;
  for (size_t k = 0; k <= i; k++) occurrence += passes->at[k] == passes->at[i];
  ir_write_cstr(out, passes->at[i]->name);
  if (occurrence > 1) ir_print(out, "#{}", occurrence);
}

typedef struct PassNames {
  const PassList *passes;
  size_t i;
} PassNames;

static const char *next_name(void *user) {
  PassNames *names = user;
  return names->i < names->passes->n ? names->passes->at[names->i++]->name : NULL;
}

// ---- Places ----

// `name#2` is the second one; false when what follows `#` is no number from 1.
static bool split_place(IrStr text, IrStr *name, size_t *occurrence) {
  *name = text;
  *occurrence = 1;
  const char *hash = memchr(text.ptr, '#', text.len);
  if (!hash) return true;
  name->len = (size_t)(hash - text.ptr);
  *occurrence = 0;
  for (const char *c = hash + 1; c < text.ptr + text.len; c++) {
    if (*c < '0' || *c > '9' || *occurrence > 1000000) return false;
    *occurrence = *occurrence * 10 + (size_t)(*c - '0');
  }
  return *occurrence > 0;
}

static void help_pipeline(const IrPassManager *pm) {
  IrStream all = {0};
  ir_pass_manager_print(pm, &all);
  ir_help(pm->ctx, "the pipeline is {}", ir_stream_str(&all));
  ir_stream_free(&all);
}

static IrStatus no_such_pass(const IrPassManager *pm, const PassList *passes, IrStr name,
                             size_t found, IrLoc loc) {
  if (found)
    return ir_error(pm->ctx, loc, "the pipeline has pass '{}' only {} time{}", name, found,
                    found == 1 ? "" : "s");
  (void)ir_error(pm->ctx, loc, "the pipeline has no pass '{}'", name);
  PassNames names = {passes, 0};
  const char *near = ir_nearest(name, next_name, &names);
  if (near)
    ir_help(pm->ctx, "did you mean '{}'?", near);
  else
    help_pipeline(pm);
  return IR_FAILED;
}

// The number of the pass that `place` names, from 0.
static IrStatus find(const IrPassManager *pm, const PassList *passes, const IrPassPlace *place,
                     size_t *at) {
  IrStr name;
  size_t occurrence, found = 0;
  if (!split_place(place->text, &name, &occurrence)) {
    (void)ir_error(pm->ctx, place->loc, "expected a pass or PASS#NUMBER, got '{}'", place->text);
    ir_help(pm->ctx, "cse#2 is the second cse of the pipeline");
    return IR_FAILED;
  }
  for (*at = 0; *at < passes->n; ++*at)
    if (ir_str_is(name, passes->at[*at]->name) && ++found == occurrence) return IR_OK;
  return no_such_pass(pm, passes, name, found, place->loc);
}

// ---- Cutting ----

// Keeps what has a number from `first` up to `end`; `next` is the number of the next pass.
static void keep(Pipeline *list, size_t first, size_t end, size_t *next) {
  size_t kept = 0;
  for (size_t i = 0; i < list->items.n; i++) {
    PipelineItem item = list->items.at[i];
    bool keeps = *next >= first && *next < end;
    if (item.nested) {
      keep(item.nested, first, end, next);
      keeps = item.nested->items.n > 0;
      if (!keeps) ir_pipeline_free(item.nested);
    } else {
      ++*next;
    }
    if (keeps) list->items.at[kept++] = item;
  }
  list->items.n = kept;
}

// Narrows [first, end) by one place.
static IrStatus narrow(const IrPassManager *pm, const PassList *passes, const IrPassPlace *place,
                       bool after, size_t *bound) {
  if (!place->text.len) return IR_OK;
  size_t at;
  IR_TRY(find(pm, passes, place, &at));
  *bound = at + after;
  return IR_OK;
}

static IrStatus find_part(const IrPassManager *pm, const PassList *passes, const IrPipelineCut *cut,
                          size_t *first, size_t *end) {
  *first = 0, *end = passes->n;
  IR_TRY(narrow(pm, passes, &cut->start_at, false, first));
  IR_TRY(narrow(pm, passes, &cut->start_after, true, first));
  IR_TRY(narrow(pm, passes, &cut->stop_before, false, end));
  IR_TRY(narrow(pm, passes, &cut->stop_after, true, end));
  if (*first <= *end) return IR_OK;
  const IrPassPlace *stop = cut->stop_after.text.len ? &cut->stop_after : &cut->stop_before;
  (void)ir_error(pm->ctx, stop->loc, "the pipeline would stop at '{}' before it starts",
                 stop->text);
  help_pipeline(pm);
  return IR_FAILED;
}

IrStatus ir_pass_manager_cut(IrPassManager *pm, const IrPipelineCut *cut) {
  PassList passes = {0};
  ir_pipeline_passes(pm, &passes);
  size_t first, end, next = 0;
  IrStatus status = find_part(pm, &passes, cut, &first, &end);
  if (status == IR_OK) keep(pm->root, first, end, &next);
  ir_vec_free(&passes);
  return status;
}

// ---- One pass at a time ----

// Appends `item` to `to` in as many copies of the nestings around it as it holds passes.
static void split_item(IrPassManager *pm, const PipelineItem *item, Pipeline *to) {
  if (!item->nested) {
    ir_vec_push(&to->items, *item);
    return;
  }
  Pipeline alone = {0};
  for (size_t i = 0; i < item->nested->items.n; i++)
    split_item(pm, &item->nested->items.at[i], &alone);
  for (size_t i = 0; i < alone.items.n; i++) {
    PipelineItem wrapped = {.nested = ir_pipeline_new(pm, item->nested->anchor)};
    ir_vec_push(&wrapped.nested->items, alone.items.at[i]);
    ir_vec_push(&to->items, wrapped);
  }
  ir_vec_free(&alone.items);
  ir_vec_free(&item->nested->items);
}

void ir_pipeline_split(IrPassManager *pm) {
  Pipeline split = {0};
  for (size_t i = 0; i < pm->root->items.n; i++) split_item(pm, &pm->root->items.at[i], &split);
  ir_vec_free(&pm->root->items);
  pm->root->items.at = split.items.at;
  pm->root->items.n = split.items.n;
  pm->root->items.cap = split.items.cap;
}
