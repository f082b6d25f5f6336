// Two executions on the same arguments, and how a difference is told.
//
// Values are equal when they have the same bits, or are both NaN.  Inputs are small integers, whose
// sums and products are exact, so a product made in another order gives the same; where it does
// not, for its operands were no integers, floats may differ by what rounding explains.
#include <math.h>

#include "driver/validate/validate_impl.h"

// ---- Comparison. ----

static double mean_square_root(const CpuArray *array) {
  double sum = 0;
  int64_t n = cpu_array_count(array);
  for (int64_t i = 0; i < n; i++) {
    double x = cpu_array_get(array, i);
    if (isfinite(x)) sum += x * x;
  }
  return n ? sqrt(sum / (double)n) : 0;
}

static bool is_same_element(const OutcomeValue *a, const OutcomeValue *b, int64_t i) {
  uint32_t bytes = ir_element_bytes(a->array.element);
  const char *x = (const char *)a->array.data + cpu_array_offset(&a->array, i) * bytes;
  const char *y = (const char *)b->array.data + cpu_array_offset(&b->array, i) * bytes;
  if (!memcmp(x, y, bytes)) return true;
  if (!ir_type_is_float(a->array.element)) return false;
  return isnan(cpu_array_get(&a->array, i)) && isnan(cpu_array_get(&b->array, i));
}

static bool is_near(const OutcomeValue *a, const OutcomeValue *b, int64_t i, double mean) {
  double x = cpu_array_get(&a->array, i), y = cpu_array_get(&b->array, i);
  return fabs(x - y) <= cpu_type_allowed(a->array.element, x, mean);
}

static bool value_differs(const Subject *s, const OutcomeValue *a, const OutcomeValue *b,
                          Difference *d) {
  if (a->bytes == b->bytes && !memcmp(a->array.data, b->array.data, (size_t)a->bytes)) return false;
  bool rounds = s->rounds && ir_type_is_float(a->array.element);
  double mean = rounds ? mean_square_root(&a->array) : 0;
  *d = (Difference){.before = a, .after = b, .at = -1};
  for (int64_t i = 0; i < cpu_array_count(&a->array); i++) {
    if (is_same_element(a, b, i) || (rounds && is_near(a, b, i, mean))) continue;
    if (d->count++ == 0) d->at = i;
  }
  return d->count > 0;
}

bool validate_differs(const Subject *s, const Outcome *before, const Outcome *after,
                      Difference *difference) {
  for (size_t i = 0; i < before->num_values && i < after->num_values; i++)
    if (value_differs(s, &before->values[i], &after->values[i], difference)) return true;
  return false;
}

// ---- Telling. ----

static void write_element(const OutcomeValue *value, int64_t i, IrStream *out) {
  if (ir_type_is_float(value->array.element)) {
    ir_print(out, "{}", cpu_array_get(&value->array, i));
    return;
  }
  int64_t number, bytes = ir_element_bytes(value->array.element);
  const char *at = (const char *)value->array.data + cpu_array_offset(&value->array, i) * bytes;
  ir_elements_to_int(value->array.element, at, 1, &number);
  ir_write_int(out, number);
}

// "C[3, 17]"; of a scalar result the name alone.
static void write_place(const OutcomeValue *value, int64_t i, IrStream *out) {
  int64_t index[CPU_MAX_RANK];
  for (uint32_t d = value->array.rank; d-- > 0;) {
    index[d] = i % value->array.extents[d];
    i /= value->array.extents[d];
  }
  ir_print(out, "{}", value->name);
  for (uint32_t d = 0; d < value->array.rank; d++) ir_print(out, "{}{}", d ? ", " : "[", index[d]);
  if (value->array.rank) ir_write_char(out, ']');
}

static bool is_scalar(const SubjectArg *arg) {
  return !ir_type_is_shaped(arg->type);
}

// "M = 23, n = 3, arrays moved by 1 element, rows 3 elements longer, values of seed 4"
static void write_sizes(const Subject *s, const Sizes *sizes, IrStream *out) {
  size_t shaped = 0;
  for (size_t i = 0; i < s->num_dims; i++)
    ir_print(out, "{}{} = {}", out->len ? ", " : "", s->dims[i].name, sizes->extents[i]);
  for (size_t i = 0; i < s->num_args; i++) {
    shaped += !is_scalar(&s->args[i]);
    if (is_scalar(&s->args[i]))
      ir_print(out, "{}{} = {}", out->len ? ", " : "", s->args[i].name, validate_scalar(sizes, i));
  }
  if (!shaped) return;
  if (sizes->shift) ir_print(out, "{}arrays moved by 1 element", out->len ? ", " : "");
  if (sizes->gap) ir_print(out, "{}rows {} elements longer", out->len ? ", " : "", sizes->gap);
  ir_print(out, "{}values of seed {}", out->len ? ", " : "", sizes->seed);
}

static void write_difference(const Difference *d, IrStream *out) {
  write_place(d->before, d->at, out);
  ir_write_cstr(out, " was ");
  write_element(d->before, d->at, out);
  ir_write_cstr(out, " and is ");
  write_element(d->after, d->at, out);
}

// "C[0, 1] was 2 and is 0, for M = 64"
static void note_sizes(const Subject *s, IrContext *ctx, const Sizes *sizes, const Difference *d) {
  IrStream text = {0}, values = {0};
  if (d) write_difference(d, &text);
  write_sizes(s, sizes, &values);
  if (values.len) ir_print(&text, "{}for {}", d ? ", " : "", ir_stream_str(&values));
  if (text.len) ir_note(ctx, IR_LOC_UNKNOWN, "{}", ir_stream_str(&text));
  if (d && d->before->array.rank)
    ir_note(ctx, IR_LOC_UNKNOWN, "{} of {} elements of {} differ", d->count,
            cpu_array_count(&d->before->array), d->before->name);
  ir_stream_free(&text);
  ir_stream_free(&values);
}

static void note_history(const Subject *s, IrContext *ctx, const Outcome *after) {
  if (after && !ir_str_equal(after->version, s->name))
    ir_note(ctx, IR_LOC_UNKNOWN, "the version that runs is @{}", after->version);
  if (!s->behind) return;
  IrStream since = {0};
  ir_write_cstr(&since, s->last_pass ? "after '" : "before the first pass");
  if (s->last_pass) ir_print(&since, "{}'", s->last_pass);
  ir_note(ctx, IR_LOC_UNKNOWN, "it was executed last {}; a pass since then may be at fault",
          ir_stream_str(&since));
  ir_stream_free(&since);
}

static void note_failure(IrContext *ctx, const Outcome *after, IrLoc loc) {
  if (after->loc.id != loc.id) ir_note(ctx, after->loc, "it fails here");
  for (size_t i = 0; i < after->num_notes; i++) {
    const OutcomeNote *note = &after->notes[i];
    if (note->severity == IR_HELP)
      ir_help(ctx, "{}", note->message);
    else
      ir_note(ctx, note->loc, "{}", note->message);
  }
}

// Values stand in a note, so that the error is the same when the code becomes smaller.
IrStatus validate_report(const Subject *s, const IrPassEvent *event, IrLoc loc, const Sizes *sizes,
                         const Outcome *after, const Difference *d) {
  const char *pass = event->pass->name;
  if (d)
    (void)ir_error(event->ctx, loc, "pass '{}' changed what @{} computes", pass, s->name);
  else if (after)
    (void)ir_error(event->ctx, loc, "after pass '{}' @{} fails: {}", pass, s->name, after->message);
  else
    (void)ir_error(event->ctx, loc, "after pass '{}' no version of @{} takes these arguments", pass,
                   s->name);
  note_sizes(s, event->ctx, sizes, d);
  note_history(s, event->ctx, after);
  if (!d && after) note_failure(event->ctx, after, loc);
  return IR_FAILED;
}
