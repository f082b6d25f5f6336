// Casts between old and new types: making them, joining those that undo each other, and turning the
// rest into ops of the converter's.
#include "ir/analysis/tree.h"
#include "ir/core/op_impl.h"
#include "ir/edit/conversion_impl.h"

// ---- Making ----

static void note_cast(Conversion *c, IrOp *op, CastKind kind) {
  const IrRewriter *rw = &c->rw;
  Cast cast = {.op = op, .kind = kind, .loc = op->loc};
  if (rw->pattern) cast.pattern = rw->pattern->name;
  if (rw->current) {
    cast.op_name = ir_op_name(rw->current);
    cast.loc = rw->current->loc;
  }
  ir_vec_push(&c->casts, cast);
  ir_ptrmap_set(&c->cast_of, op, (void *)c->casts.n);
}

// Not a change of the pattern's that asks for a converted operand.
IrOp *ir_conversion_cast(Conversion *c, CastKind kind, IrValues from, IrTypes to, IrBlock *block,
                         IrOp *before) {
  RewriteCheck *check = c->rw.check;
  uint64_t edits = check ? check->journal.edits : 0;
  IrLoc loc = c->rw.current ? c->rw.current->loc : ir_op_loc(c->rw.root);
  ir_rewriter_enter(&c->rw);
  IrContext *ctx = c->rw.ctx;
  IrOp *op = ir_op_create(
      ctx, &(IrOpCreate){.info = ir_op_info_of(ctx, &builtin_unrealized_conversion_cast),
                         .loc = loc,
                         .operands = from.at,
                         .num_operands = from.n,
                         .result_types = to.at,
                         .num_results = to.n});
  if (before)
    ir_op_insert_before(op, before);
  else
    ir_block_append(block, op);
  ir_rewriter_leave(&c->rw);
  if (check) {
    ir_journal_announce(&check->journal, op);
    check->journal.edits = edits;
    check->edits = edits;
    check->scope = NULL; // its fingerprint is another now
  }
  note_cast(c, op, kind);
  return op;
}

IrValue *ir_conversion_stand_in(Conversion *c, IrValue *from, IrValue *to) {
  if (from->type == to->type || !from->first_use) return to;
  // Behind the new value's cast to the old type is a value of that type already.
  IrOp *cast = DEF(to, builtin_unrealized_conversion_cast);
  if (cast && cast->num_operands == 1 && ir_operands(cast)[0]->type == from->type)
    return ir_operands(cast)[0];
  IrOp *def = ir_value_op(from);
  IrBlock *block = ir_value_block(from);
  bool argument = !def;
  IrOp *before = def ? def : block->first;
  if (c->rw.builder.before && argument && c->rw.builder.before->block == block)
    before = c->rw.builder.before;
  IrOp *made = ir_conversion_cast(c, argument ? CAST_ARGUMENT : CAST_SOURCE, (IrValues){&to, 1},
                                  (IrTypes){&from->type, 1}, block, before);
  return ir_result(made, 0);
}

// The list becomes one value of the old type, for whoever has not been converted.
static IrValue *join_list(Conversion *c, IrOp *op, IrValue *result, IrValues list) {
  if (list.n == 1 && list.at[0]->type == result->type) return list.at[0];
  if (!result->first_use) return NULL;
  IrOp *made = ir_conversion_cast(c, CAST_SOURCE, list, (IrTypes){&result->type, 1}, op->block, op);
  return ir_result(made, 0);
}

static void refuse_lists(IrRewriter *rw, IrOp *op) {
  if (rw->failed) return;
  rw->failed = true;
  (void)ir_op_error(op, "pattern '{}' replaces a result by several values or none",
                    rw->pattern ? rw->pattern->name : "?");
  ir_help(rw->ctx, "that is for ir_convert (ir/edit/conversion.h): give the pattern the flag "
                   "IR_PATTERN_CONVERTS");
}

bool ir_replace_lists(IrRewriter *rw, IrOp *op, const IrValues *values, size_t n) {
  IR_ASSERT(n == op->num_results, "one list for each result");
  for (size_t i = 0; i < n; i++) {
    IrValue *result = ir_result(op, i), *value = NULL;
    if (rw->conversion)
      value = join_list(rw->conversion, op, result, values[i]);
    else if (values[i].n == 1)
      value = values[i].at[0];
    else
      refuse_lists(rw, op);
    for (size_t k = 0; k < values[i].n; k++)
      if (!values[i].at[k]->name) ir_value_take_name(values[i].at[k], result);
    if (value) ir_rewriter_replace_uses(rw, result, value);
  }
  if (rw->failed) return true;
  return ir_erase(rw, op);
}

// ---- Joining ----

static IrOp *cast_of_all(IrValues values) {
  IrOp *cast = values.n ? DEF(values.at[0], builtin_unrealized_conversion_cast) : NULL;
  if (!cast || cast->num_results != values.n) return NULL;
  for (size_t i = 0; i < values.n; i++)
    if (values.at[i] != ir_result(cast, i)) return NULL;
  return cast;
}

static bool makes_types(IrValues values, const IrOp *cast) {
  if (values.n != cast->num_results) return false;
  for (size_t i = 0; i < values.n; i++)
    if (values.at[i]->type != ir_result(cast, i)->type) return false;
  return true;
}

// Values of the types that `cast` makes, at the beginning of the casts in front of it; false when
// there are none, also where casts of a graph region go in a circle.
static bool find_origin(IrOp *cast, IrValues *from) {
  *from = (IrValues){ir_operands(cast), cast->num_operands};
  const IrOp *mark = cast; // moves up at every power of two steps
  for (size_t step = 1, next = 2; !makes_types(*from, cast); step++) {
    IrOp *before = cast_of_all(*from);
    if (!before || before == cast || before == mark) return false;
    if (step == next) {
      mark = before;
      next *= 2;
    }
    *from = (IrValues){ir_operands(before), before->num_operands};
  }
  return true;
}

static bool join(IrOp *cast) {
  IrValues from;
  if (!find_origin(cast, &from)) return false;
  for (size_t i = 0; i < from.n; i++)
    if (from.at[i] == ir_result(cast, i)) return false; // a circle of casts
  for (size_t i = 0; i < from.n; i++) {
    IrValue *result = ir_result(cast, i), *value = from.at[i];
    if (!value->name) ir_value_take_name(value, result);
    ir_value_replace_uses(result, value);
  }
  return true;
}

static bool is_unused(const IrOp *op) {
  for (uint32_t i = 0; i < op->num_results; i++)
    if (ir_result(op, i)->first_use) return false;
  return true;
}

// Erases a cast, and those in front of it that nobody else uses; `gone` hears of each.
static size_t erase_unused(IrOp *cast, void (*gone)(void *user, IrOp *op), void *user) {
  IR_VEC(IrOp *) list = {0};
  size_t n = 0;
  ir_vec_push(&list, cast);
  while (list.n > 0) {
    IrOp *op = ir_vec_pop(&list);
    if (!is_unused(op)) continue;
    IrOp *front = NULL; // operands of a cast mostly come from one
    for (uint32_t i = 0; i < op->num_operands; i++) {
      IrOp *def = DEF(ir_operands(op)[i], builtin_unrealized_conversion_cast);
      if (def && def != front) ir_vec_push(&list, def);
      front = def ? def : front;
    }
    for (uint32_t i = 0; i < op->num_operands; i++) ir_op_set_operand(op, i, NULL);
    for (size_t k = 0; k < list.n; k++)
      if (list.at[k] == op) list.at[k--] = ir_vec_pop(&list);
    if (gone) gone(user, op);
    ir_op_destroy(op);
    n++;
  }
  ir_vec_free(&list);
  return n;
}

// Casts that somebody else uses, and those in front of them, are needed.
static void mark_needed(IrOp *cast, IrPtrMap *needed) {
  IR_VEC(IrOp *) list = {0};
  ir_vec_push(&list, cast);
  while (list.n > 0) {
    IrOp *op = ir_vec_pop(&list);
    if (ir_ptrmap_has(needed, op)) continue;
    ir_ptrmap_set(needed, op, op);
    for (uint32_t i = 0; i < op->num_operands; i++) {
      IrOp *def = DEF(ir_operands(op)[i], builtin_unrealized_conversion_cast);
      if (def) ir_vec_push(&list, def);
    }
  }
  ir_vec_free(&list);
}

static bool has_other_user(const IrOp *cast) {
  for (uint32_t i = 0; i < cast->num_results; i++)
    for (IrUse *u = ir_result(cast, i)->first_use; u; u = u->next)
      if (!IS(u->op, builtin_unrealized_conversion_cast)) return true;
  return false;
}

size_t ir_reconcile_casts(IrOp *root) {
  IR_VEC(IrOp *) casts = {0};
  IrPtrMap needed = {0};
  size_t n = 0;
  for (IrOp *op = ir_tree_first(root, 0); op; op = ir_tree_next(op, root))
    if (IS(op, builtin_unrealized_conversion_cast)) ir_vec_push(&casts, op);
  for (size_t i = 0; i < casts.n; i++) (void)join(casts.at[i]);
  for (size_t i = 0; i < casts.n; i++)
    if (has_other_user(casts.at[i])) mark_needed(casts.at[i], &needed);
  for (size_t i = 0; i < casts.n; i++) { // they may use each other
    IrOp *op = casts.at[i];
    if (ir_ptrmap_has(&needed, op)) continue;
    for (uint32_t k = 0; k < op->num_operands; k++) ir_op_set_operand(op, k, NULL);
  }
  for (size_t i = 0; i < casts.n; i++) {
    if (ir_ptrmap_has(&needed, casts.at[i])) continue;
    ir_op_destroy(casts.at[i]);
    n++;
  }
  ir_ptrmap_free(&needed);
  ir_vec_free(&casts);
  return n;
}

// ---- The end of a conversion ----

static void forget_cast(void *user, IrOp *op) {
  ir_conversion_erased(user, op);
}

static void join_all(Conversion *c) {
  for (size_t i = 0; i < c->casts.n; i++)
    if (c->casts.at[i].op) (void)join(c->casts.at[i].op);
  for (size_t i = c->casts.n; i-- > 0;) {
    IrOp *op = c->casts.at[i].op;
    if (op && is_unused(op)) (void)erase_unused(op, forget_cast, c);
  }
}

// Ops of the converter's that do what the cast says; false when it has none.
static bool materialize(Conversion *c, const Cast *cast, IrBuilder *b, IrValue **out) {
  const IrTypeConverter *t = c->types;
  IrOp *op = cast->op;
  IrValues from = {ir_operands(op), op->num_operands};
  if (!t) return false;
  if (cast->kind == CAST_TARGET) {
    IrTypeList types = {0};
    for (uint32_t i = 0; i < op->num_results; i++) ir_type_list_add(&types, ir_result(op, i)->type);
    bool done =
        t->to_target && t->to_target(t->user, b, (IrTypes){types.at, types.n}, from.at[0], out);
    ir_type_list_free(&types);
    return done;
  }
  bool argument = cast->kind == CAST_ARGUMENT && t->to_argument;
  IrValue *(*make)(void *, IrBuilder *, IrType, IrValues) =
      argument ? t->to_argument : t->to_source;
  out[0] = make ? make(t->user, b, ir_result(op, 0)->type, from) : NULL;
  return out[0] != NULL;
}

static void materialize_one(Conversion *c, size_t i) {
  Cast *cast = &c->casts.at[i];
  IrOp *op = cast->op;
  IrBuilder b = ir_builder_before(op);
  IrValue **values = ir_calloc(op->num_results + 1, sizeof *values);
  bool done = cast->kind != CAST_OTHER && materialize(c, cast, &b, values);
  for (uint32_t k = 0; k < op->num_results && done; k++) {
    IrValue *result = ir_result(op, k);
    if (!values[k]->name) ir_value_take_name(values[k], result);
    if (values[k]->type == result->type) ir_value_replace_uses(result, values[k]);
  }
  if (done && is_unused(op)) {
    forget_cast(c, op);
    ir_op_destroy(op);
  }
  ir_free(values);
}

// The attribute that says to later passes who made a cast.
static void name_cast(const Conversion *c, const Cast *cast) {
  IrStream text = {0};
  ir_print(&text, "{}{}{}", c->options->pass ? c->options->pass : "", c->options->pass ? ": " : "",
           cast->pattern ? cast->pattern : "?");
  ir_op_set_attr(cast->op, "builtin.made_by", ir_attr_string(c->rw.ctx, ir_stream_str(&text)));
  ir_stream_free(&text);
}

void ir_conversion_finish_casts(Conversion *c) {
  join_all(c);
  for (size_t i = 0; i < c->casts.n; i++)
    if (c->casts.at[i].op) materialize_one(c, i);
  for (size_t i = 0; i < c->casts.n; i++) {
    const Cast *cast = &c->casts.at[i];
    if (!cast->op || cast->kind == CAST_OTHER) continue;
    if (c->options->keep_casts)
      name_cast(c, cast);
    else
      ir_conversion_report_cast(c, cast);
  }
}
