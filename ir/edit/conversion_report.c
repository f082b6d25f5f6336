// Why a conversion failed: for each op that stays and may not, which patterns there were for it and
// why each was not applied; for each cast that is left over, who made it and who wants it.
#include "ir/core/op_impl.h"
#include "ir/edit/conversion_impl.h"

// A pattern that may be applied to what it made goes no deeper than this.
enum { MOST_DEPTH = 1000 };

static const Origin *made_by(const Conversion *c, const IrPattern *pattern, const IrOp *op) {
  const Origin *o = ir_ptrmap_get(&c->origins, op);
  while (o && o->pattern != pattern) o = o->from;
  return o;
}

static bool refuse_circle(Conversion *c, const IrPattern *pattern, IrOp *op, IrStream *reason) {
  const Origin *o = made_by(c, pattern, op);
  if (!o) return false;
  if ((ir_pattern_flags(pattern) & IR_PATTERN_RECURSES) && o->depth < MOST_DEPTH) return false;
  if (reason) ir_print(reason, "it made this op from '{}', and would go on for ever", o->op_name);
  return true;
}

// Patterns that convert are tried only when there is something to convert to.
static bool refuse_types(Conversion *c, const IrPattern *pattern, IrOp *op, IrStream *reason) {
  if (!(ir_pattern_flags(pattern) & IR_PATTERN_CONVERTS)) return false;
  for (uint32_t i = 0; i < op->num_operands; i++) {
    const IrValue *value = ir_operands(op)[i];
    if (ir_conversion_value(c, value).how != IR_CONVERT_CANNOT) continue;
    if (reason)
      ir_print(reason, "converter '{}' cannot convert '{}', the type of operand #{}",
               c->types->name ? c->types->name : "?", value->type, i);
    return true;
  }
  return false;
}

bool ir_conversion_refuses(Conversion *c, const IrPattern *pattern, IrOp *op, IrStream *reason) {
  return refuse_circle(c, pattern, op, reason) || refuse_types(c, pattern, op, reason);
}

// ---- Ops that stay ----

// The pattern is asked once more, which changes nothing: it has just said so.
static void ask_again(Conversion *c, const IrPattern *pattern, IrOp *op, IrStream *reason) {
  IrArenaMark mark = ir_arena_mark(&c->scratch);
  bool debug = c->rw.debug, watched = c->rw.watched;
  c->rw.debug = c->rw.watched = false;
  c->rw.reason = reason;
  (void)ir_rewriter_apply(&c->rw, pattern, op);
  c->rw.reason = NULL;
  c->rw.debug = debug;
  c->rw.watched = watched;
  ir_vec_clear(&c->made);
  ir_arena_release(&c->scratch, mark);
}

typedef struct Reason {
  const IrPattern *pattern;
  IrStream text;
} Reason;

typedef IR_VEC(Reason) Reasons;

// A pattern for any op that says nothing is taken to be for others; `unasked` counts those that
// cannot be asked, for lack of a type.
static void find_reasons(Conversion *c, IrOp *op, Reasons *reasons, size_t *unasked) {
  const PatternList *list = ir_pattern_set_for(&c->patterns, op);
  for (size_t i = 0; i < list->n && !c->rw.failed; i++) {
    Reason reason = {.pattern = list->at[i]};
    bool rooted = reason.pattern->root != NULL;
    if (!rooted && refuse_types(c, reason.pattern, op, NULL)) {
      ++*unasked;
      continue;
    }
    if (!ir_conversion_refuses(c, reason.pattern, op, &reason.text))
      ask_again(c, reason.pattern, op, &reason.text);
    if (rooted || reason.text.len) ir_vec_push(reasons, reason);
  }
}

static void tell_type(Conversion *c, IrOp *op) {
  for (uint32_t i = 0; i < op->num_operands; i++) {
    const IrValue *value = ir_operands(op)[i];
    if (ir_conversion_value(c, value).how != IR_CONVERT_CANNOT) continue;
    ir_note(c->rw.ctx, ir_value_loc(value),
            "patterns that convert were not tried: converter '{}' has nothing for '{}', the type "
            "of operand #{}",
            c->types->name ? c->types->name : "?", value->type, i);
    return;
  }
}

static void tell_reason(Conversion *c, const Reason *reason) {
  IrStr text = reason->text.len ? ir_stream_str(&reason->text) : IR_STR("it does not say why");
  ir_note(c->rw.ctx, IR_LOC_UNKNOWN, "pattern '{}': {}", reason->pattern->name, text);
}

static void tell_origin(Conversion *c, const IrOp *op) {
  const Origin *o = ir_ptrmap_get(&c->origins, op);
  for (; o; o = o->from)
    ir_note(c->rw.ctx, o->loc, "pattern '{}' made it of '{}'", o->pattern->name, o->op_name);
}

void ir_conversion_report(Conversion *c, IrOp *op, IrLegality legality) {
  const char *why = legality == IR_ILLEGAL ? "is illegal" : "is unknown to the target";
  IrStream pass = {0};
  Reasons reasons = {0};
  size_t unasked = 0;
  find_reasons(c, op, &reasons, &unasked);
  if (c->options->pass) ir_print(&pass, " for '{}'", c->options->pass);
  if (reasons.n == 0 && !unasked)
    (void)ir_op_error(op, "{}{}, and there is no pattern for it", why, ir_stream_str(&pass));
  else
    (void)ir_op_error(op, "{}{}, and {} pattern{} did not make it legal", why, ir_stream_str(&pass),
                      reasons.n + unasked, reasons.n + unasked == 1 ? "" : "s");
  tell_origin(c, op);
  for (size_t i = 0; i < reasons.n; i++) tell_reason(c, &reasons.at[i]);
  if (unasked) tell_type(c, op);
  if (reasons.n == 0 && !unasked)
    ir_help(c->rw.ctx, "give the conversion a pattern for '{}', or let its target admit the op",
            op);
  for (size_t i = 0; i < reasons.n; i++) ir_stream_free(&reasons.at[i].text);
  ir_vec_free(&reasons);
  ir_stream_free(&pass);
}

// ---- Casts that are left over ----

static void write_types(IrStream *out, const IrOp *op, bool results) {
  uint32_t n = results ? op->num_results : op->num_operands;
  ir_write_cstr(out, n == 1 ? "" : "(");
  for (uint32_t i = 0; i < n; i++)
    ir_print(out, "{}{}", i ? ", " : "",
             results ? ir_result(op, i)->type : ir_operands(op)[i]->type);
  ir_write_cstr(out, n == 1 ? "" : ")");
}

static const IrUse *first_use(const IrOp *op) {
  for (uint32_t i = 0; i < op->num_results; i++)
    if (ir_result(op, i)->first_use) return ir_result(op, i)->first_use;
  return NULL;
}

static const char *kind_name(CastKind kind) {
  switch (kind) {
  case CAST_SOURCE:
    return "a result";
  case CAST_ARGUMENT:
    return "a block's argument";
  case CAST_TARGET:
    return "an operand";
  case CAST_OTHER:
    break;
  }
  return "a value";
}

// The user that was not converted is to blame for a cast back to the old type, who gives the value
// for one to the new.
static void tell_blame(const Cast *cast, IrStr from, IrStr to) {
  const IrOp *op = cast->op;
  IrContext *ctx = ir_op_context(op);
  if (cast->kind == CAST_TARGET) {
    const IrValue *value = ir_operands(op)[0];
    const IrOp *def = ir_value_op(value);
    (void)ir_error(ctx, ir_value_loc(value), "{}{}{} still gives '{}', of which '{}' was wanted",
                   def ? "'" : "", def ? ir_op_name(def) : IR_STR("an argument"), def ? "'" : "",
                   from, to);
    return;
  }
  const IrUse *use = first_use(op);
  const IrOp *user = use ? ir_use_op(use) : op;
  (void)ir_op_error(user, "still wants '{}' for operand #{}, which became '{}'", to,
                    use ? ir_use_index(use) : 0, from);
}

void ir_conversion_report_cast(Conversion *c, const Cast *cast) {
  c->failures++;
  if (c->silent) return;
  IrStream from = {0}, to = {0};
  write_types(&from, cast->op, false);
  write_types(&to, cast->op, true);
  tell_blame(cast, ir_stream_str(&from), ir_stream_str(&to));
  const char *name = c->types && c->types->name ? c->types->name : "?";
  ir_note(c->rw.ctx, cast->loc,
          "pattern '{}' on '{}' needed {} converted: a cast from '{}' to '{}' is left over",
          cast->pattern ? cast->pattern : "?", cast->op_name, kind_name(cast->kind),
          ir_stream_str(&from), ir_stream_str(&to));
  ir_help(c->rw.ctx,
          "convert that op as well (is it legal in the target?), or give converter '{}' a {}", name,
          cast->kind == CAST_TARGET ? "to_target" : "to_source");
  ir_stream_free(&from);
  ir_stream_free(&to);
}
