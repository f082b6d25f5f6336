// Parses an op by its assembly format.
//
// Operands and types are gathered on the parser's stacks as ranges per slot; when the text is read,
// the types that it did not spell are worked out and the operands are bound.
#include "ir/asm/format_impl.h"
#include "ir/asm/parser_impl.h"

// Elements of one of the parser's stacks.
typedef struct Range {
  uint32_t from, n;
  bool present;
} Range;

typedef struct Run {
  IrParser *p;
  IrOpState *state;
  const IrFormat *format;
  Range operands[IR_FORMAT_MAX_SLOTS], operand_types[IR_FORMAT_MAX_SLOTS];
  Range result_types[IR_FORMAT_MAX_SLOTS];
  Range all_operands, all_operand_types, all_result_types;
} Run;

// ---- Operands. ----

static IrStatus push_operand(Run *run) {
  IrUnresolved operand;
  IR_TRY(ir_parse_operand(run->p, &operand));
  ir_vec_push(&run->p->operand_stack, operand);
  return IR_OK;
}

// `%a, %b` or nothing.
static IrStatus push_operands(Run *run) {
  if (!ir_at(run->p, IR_TOK_PERCENT)) return IR_OK;
  do {
    IR_TRY(push_operand(run));
  } while (ir_take(run->p, ','));
  return IR_OK;
}

static IrStatus parse_operand_slot(Run *run, size_t slot) {
  IrArity arity = run->format->def->operands[slot].arity;
  Range *range = &run->operands[slot];
  range->from = (uint32_t)run->p->operand_stack.n;
  range->present = true;
  if (arity == IR_ONE || (arity == IR_OPTIONAL && ir_at(run->p, IR_TOK_PERCENT))) {
    IR_TRY(push_operand(run));
  } else if (arity == IR_VARIADIC) {
    IR_TRY(push_operands(run));
  }
  range->n = (uint32_t)run->p->operand_stack.n - range->from;
  return IR_OK;
}

static IrStatus parse_all_operands(Run *run) {
  run->all_operands = (Range){(uint32_t)run->p->operand_stack.n, 0, true};
  IR_TRY(push_operands(run));
  run->all_operands.n = (uint32_t)run->p->operand_stack.n - run->all_operands.from;
  return IR_OK;
}

// ---- Types. ----

static Range *range_of(Run *run, IrTypesOf of) {
  switch (of.what) {
  case IR_OF_OPERAND:
    return &run->operand_types[of.slot];
  case IR_OF_RESULT:
    return &run->result_types[of.slot];
  case IR_OF_OPERANDS:
    return &run->all_operand_types;
  default:
    return &run->all_result_types;
  }
}

static IrStatus push_type(Run *run) {
  IrType type;
  IR_TRY(ir_parse_type(run->p, &type));
  ir_vec_push(&run->p->type_stack, type);
  return IR_OK;
}

static bool takes_one(const Run *run, IrTypesOf of) {
  const IrOpDef *def = run->format->def;
  if (of.what == IR_OF_OPERAND) return def->operands[of.slot].arity == IR_ONE;
  return of.what == IR_OF_RESULT && def->results[of.slot].arity == IR_ONE;
}

static IrStatus parse_types(Run *run, IrTypesOf of) {
  Range *range = range_of(run, of);
  range->from = (uint32_t)run->p->type_stack.n;
  range->present = true;
  if (takes_one(run, of)) {
    IR_TRY(push_type(run));
  } else if (ir_at_type(run->p)) {
    do {
      IR_TRY(push_type(run));
    } while (ir_take(run->p, ','));
  }
  range->n = (uint32_t)run->p->type_stack.n - range->from;
  return IR_OK;
}

static IrStatus parse_functional(Run *run, const IrDirective *d) {
  IrType type;
  IrParser *p = run->p;
  IR_TRY(ir_parse_function_type(p, &type));
  Range *inputs = range_of(run, d->of), *results = range_of(run, d->to);
  size_t num_inputs = ir_type_num_inputs(type), num_results = ir_type_num_results(type);
  *inputs = (Range){(uint32_t)p->type_stack.n, (uint32_t)num_inputs, true};
  for (size_t i = 0; i < num_inputs; i++) ir_vec_push(&p->type_stack, ir_type_input(type, i));
  *results = (Range){(uint32_t)p->type_stack.n, (uint32_t)num_results, true};
  for (size_t i = 0; i < num_results; i++) ir_vec_push(&p->type_stack, ir_type_result(type, i));
  return IR_OK;
}

// ---- Attributes. ----

typedef struct Keywords {
  const char *const *at;
} Keywords;

static const char *next_keyword(void *user) {
  Keywords *words = user;
  return *words->at ? *words->at++ : NULL;
}

static IrStatus bad_keyword(IrParser *p, const IrAttrSlotDef *slot) {
  IrStream list = {0};
  for (size_t i = 0; slot->is->keywords[i]; i++) {
    ir_print(&list, i ? ", {}" : "{}", slot->is->keywords[i]);
  }
  (void)ir_parser_error(p, ir_parser_loc(p), "expected one of {} for '{}', got '{}'",
                        ir_stream_str(&list), slot->name, ir_token_text(p));
  ir_stream_free(&list);
  Keywords words = {slot->is->keywords};
  const char *near = ir_nearest(ir_token_text(p), next_keyword, &words);
  if (near) IR_PARSE_HELP(p, "did you mean '{}'?", near);
  return IR_FAILED;
}

static bool at_keyword_of(const IrParser *p, const IrAttrConstraint *is) {
  for (size_t i = 0; ir_at(p, IR_TOK_ID) && is->keywords[i]; i++) {
    if (ir_str_is(ir_token_text(p), is->keywords[i])) return true;
  }
  return false;
}

static IrStatus parse_keyword_attr(IrParser *p, const IrAttrSlotDef *slot, IrAttr *attr) {
  if (!at_keyword_of(p, slot->is)) return bad_keyword(p, slot);
  *attr = ir_attr_string(p->ctx, ir_token_text(p));
  ir_advance(p);
  return IR_OK;
}

static IrStatus parse_attr_value(IrParser *p, const IrAttrSlotDef *slot, IrAttr *attr) {
  const IrAttrConstraint *is = slot->is;
  if (is->parse) {
    *attr = is->parse(p);
    if (!*attr) p->failed = true;
    return *attr ? IR_OK : IR_FAILED;
  }
  if (is->keywords) return parse_keyword_attr(p, slot, attr);
  if (is == &IR_SYMBOL_NAME_ATTR) {
    IrStr name;
    IR_TRY(ir_parse_symbol_name(p, &name));
    *attr = ir_attr_string(p->ctx, name);
    return IR_OK;
  }
  if (is == &IR_I64_ARRAY_ATTR) return ir_parse_bare_dense_array(p, ir_type_i64(p->ctx), attr);
  if (is == &IR_I32_ARRAY_ATTR) return ir_parse_bare_dense_array(p, ir_type_i32(p->ctx), attr);
  // A `:` behind a string is the format's, not that of the string's type.
  if (ir_at(p, IR_TOK_STRING)) return ir_parse_attr(p, ir_type_none(p->ctx), attr);
  return ir_parse_attr(p, is->type ? is->type(p->ctx) : NULL, attr);
}

static IrStatus parse_attr_slot(Run *run, size_t index) {
  const IrAttrSlotDef *slot = &run->format->def->attrs[index];
  IrAttr *attr = &run->state->attrs[index];
  IrLoc loc = ir_parser_loc(run->p);
  if (slot->is == &IR_UNIT_ATTR) {
    *attr = ir_attr_unit(run->p->ctx);
    return IR_OK;
  }
  IrAttr value = NULL;
  IR_TRY(parse_attr_value(run->p, slot, &value));
  if (slot->is->test && !slot->is->test(value)) {
    return ir_parser_error(run->p, loc, "attribute '{}' must be {}, got {}", slot->name,
                           slot->is->name, value);
  }
  *attr = ir_slot_value(slot, value);
  return IR_OK;
}

// Whether the next token can start an optional attribute.
static bool at_attr(const IrParser *p, const IrAttrConstraint *is) {
  if (is->keywords) return at_keyword_of(p, is);
  if (is == &IR_SYMBOL_NAME_ATTR || is == &IR_SYMBOL_ATTR) return ir_at(p, IR_TOK_AT);
  if (is == &IR_I64_ARRAY_ATTR || is == &IR_I32_ARRAY_ATTR) return ir_at(p, '[');
  if (is == &IR_TYPE_ATTR || is == &IR_FUNCTION_TYPE_ATTR) return ir_at_type(p);
  if (is == &IR_DICT_ATTR) return ir_at(p, '{');
  if (is == &IR_STRING_ATTR) return ir_at(p, IR_TOK_STRING);
  if (is->type) return ir_at(p, IR_TOK_INT) || ir_at(p, IR_TOK_FLOAT) || ir_at(p, '-');
  int kind = p->tok.kind;
  return (kind >= IR_TOK_ID && kind <= IR_TOK_STRING && kind != IR_TOK_PERCENT &&
          kind != IR_TOK_CARET) ||
         kind == '[' || kind == '-' || (is->parse && kind == '<');
}

// ---- Regions and successors. ----

static void pad_regions(Run *run, size_t n) {
  while (run->state->regions.n < n) (void)ir_state_add_region(run->state);
}

static IrStatus parse_region_slot(Run *run, size_t slot) {
  unsigned flags = run->format->def->regions[slot].flags;
  pad_regions(run, slot);
  if ((flags & IR_REGION_VARIADIC) && !ir_at(run->p, '{')) return IR_OK;
  do {
    IR_TRY(ir_parse_region(run->p, run->state, NULL, 0));
    IrRegion *region = ir_vec_last(&run->state->regions);
    bool fill = (flags & IR_REGION_ONE_BLOCK) && !(flags & IR_REGION_MAY_BE_EMPTY);
    if (fill && ir_region_is_empty(region)) ir_region_append(region, ir_block_create(run->p->ctx));
  } while ((flags & IR_REGION_VARIADIC) && ir_take(run->p, ','));
  return IR_OK;
}

static IrStatus parse_successor_slot(Run *run, size_t slot) {
  bool variadic = run->format->def->successors[slot].arity == IR_VARIADIC;
  if (variadic && !ir_at(run->p, IR_TOK_CARET)) return IR_OK;
  do {
    IrBlock *block;
    IR_TRY(ir_parse_block_ref(run->p, &block));
    ir_vec_push(&run->state->successors, block);
  } while (variadic && ir_take(run->p, ','));
  return IR_OK;
}

// ---- Directives. ----

static IrStatus parse_literal(IrParser *p, const IrDirective *d) {
  bool there = d->keyword ? ir_token_is(p, d->text.ptr, d->text.len) : ir_at(p, d->token);
  if (there) {
    ir_advance(p);
    return IR_OK;
  }
  IrStr got = ir_at(p, IR_TOK_EOF) ? IR_STR("the end of the text") : ir_token_text(p);
  return ir_parser_error(p, ir_parser_loc(p), "expected '{}', got '{}'", d->text, got);
}

static IrStatus parse_directive(Run *run, const IrDirective *d) {
  switch (d->kind) {
  case IR_FORMAT_LITERAL:
    return parse_literal(run->p, d);
  case IR_FORMAT_OPERAND:
    return parse_operand_slot(run, d->slot);
  case IR_FORMAT_ATTR:
    return parse_attr_slot(run, d->slot);
  case IR_FORMAT_REGION:
    return parse_region_slot(run, d->slot);
  case IR_FORMAT_SUCCESSOR:
    return parse_successor_slot(run, d->slot);
  case IR_FORMAT_OPERANDS:
    return parse_all_operands(run);
  case IR_FORMAT_TYPE:
    return parse_types(run, d->of);
  case IR_FORMAT_FUNCTIONAL_TYPE:
    return parse_functional(run, d);
  case IR_FORMAT_ATTR_DICT:
    return ir_parse_attr_dict(run->p, run->state);
  case IR_FORMAT_ATTR_DICT_KEYWORD:
    return ir_parse_attr_dict_keyword(run->p, run->state);
  default:
    return IR_OK;
  }
}

// Whether an optional group is there, from its first element that has text.
static bool group_is_there(const Run *run, const IrDirective *d) {
  const IrOpDef *def = run->format->def;
  const IrParser *p = run->p;
  while (d->kind == IR_FORMAT_SPACE ||
         (d->kind == IR_FORMAT_ATTR && def->attrs[d->slot].is == &IR_UNIT_ATTR)) {
    d++;
  }
  switch (d->kind) {
  case IR_FORMAT_LITERAL:
    return d->keyword ? ir_token_is(p, d->text.ptr, d->text.len) : ir_at(p, d->token);
  case IR_FORMAT_OPERAND:
    return ir_at(p, IR_TOK_PERCENT);
  case IR_FORMAT_ATTR:
    return at_attr(p, def->attrs[d->slot].is);
  case IR_FORMAT_REGION:
    return ir_at(p, '{');
  default:
    return ir_at(p, IR_TOK_CARET);
  }
}

static IrStatus parse_directives(Run *run) {
  const IrFormat *f = run->format;
  for (size_t i = 0; i < f->n; i++) {
    const IrDirective *d = &f->at[i];
    if (d->kind != IR_FORMAT_GROUP) {
      IR_TRY(parse_directive(run, d));
      continue;
    }
    bool there = group_is_there(run, d + 1);
    size_t from = i + 1 + (there ? 0 : d->n_then), n = there ? d->n_then : d->n_else;
    for (size_t k = 0; k < n; k++) IR_TRY(parse_directive(run, &f->at[from + k]));
    i += (size_t)d->n_then + d->n_else;
  }
  return IR_OK;
}

// ---- Types that are not spelled. ----

static IrType first_of(const Run *run, const Range *ranges, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (ranges[i].present && ranges[i].n) return run->p->type_stack.at[ranges[i].from];
  }
  return NULL;
}

// A type that tells those of operands, or of all values with IR_SAME_TYPE; NULL when none does.
static IrType shared_type(const Run *run) {
  const IrFormat *f = run->format;
  uint64_t traits = f->def->traits;
  if (!(traits & (IR_SAME_TYPE | IR_SAME_OPERAND_TYPES))) return NULL;
  IrType type = first_of(run, run->operand_types, f->operands);
  if (!type) type = first_of(run, &run->all_operand_types, 1);
  if (type || !(traits & IR_SAME_TYPE)) return type;
  type = first_of(run, run->result_types, f->results);
  return type ? type : first_of(run, &run->all_result_types, 1);
}

static IrStatus count_mismatch(Run *run, const char *what, size_t values, size_t types) {
  return ir_parser_error(run->p, run->state->loc, "{} {}{}, but {} type{} of them", values, what,
                         values == 1 ? "" : "s", types, types == 1 ? "" : "s");
}

// Binds operands whose types are in `types`, or are `type`, or are what their definitions say.
static IrStatus bind(Run *run, const Range *operands, const Range *types, IrType type) {
  IrParser *p = run->p;
  if (types->present && types->n != operands->n) {
    return count_mismatch(run, "operand", operands->n, types->n);
  }
  for (uint32_t i = 0; i < operands->n; i++) {
    IrUnresolved operand = p->operand_stack.at[operands->from + i];
    IrType known = types->present ? p->type_stack.at[types->from + i] : type;
    IrValue *value = NULL;
    if (known) {
      IR_TRY(ir_resolve_value(p, operand, known, &value));
    } else {
      IR_TRY(ir_resolve_defined(p, operand, &value));
    }
    ir_vec_push(&run->state->operands, value);
  }
  return IR_OK;
}

// `type(operands)` gives one list for all slots: each takes its share.
static IrStatus share_operand_types(Run *run) {
  uint32_t next = run->all_operand_types.from, values = 0;
  for (size_t i = 0; i < run->format->operands; i++) {
    uint32_t n = run->operands[i].n;
    run->operand_types[i] = (Range){next, n, true};
    next += n;
    values += n;
  }
  if (values == run->all_operand_types.n) return IR_OK;
  return count_mismatch(run, "operand", values, run->all_operand_types.n);
}

static IrStatus bind_operands(Run *run) {
  const IrFormat *f = run->format;
  IrType shared = shared_type(run);
  if (f->flat) return bind(run, &run->all_operands, &run->all_operand_types, shared);
  if (run->all_operand_types.present) IR_TRY(share_operand_types(run));
  for (size_t i = 0; i < f->operands; i++) {
    const IrTypeConstraint *is = f->def->operands[i].is;
    IrType type = shared ? shared : is->build ? is->build(run->p->ctx) : NULL;
    IR_TRY(bind(run, &run->operands[i], &run->operand_types[i], type));
  }
  return IR_OK;
}

static void record_segments(Run *run) {
  const IrFormat *f = run->format;
  int64_t sizes[IR_FORMAT_MAX_SLOTS];
  if (!(f->def->traits & IR_SEGMENTS) || f->flat) return;
  for (size_t i = 0; i < f->operands; i++) sizes[i] = run->operands[i].n;
  ir_state_set_attr(run->state, "operandSegmentSizes",
                    ir_attr_i32_array(run->p->ctx, sizes, f->operands));
}

// ---- Result types. ----

static void push_result_types(Run *run, Range range) {
  for (uint32_t i = 0; i < range.n; i++) {
    ir_vec_push(&run->state->result_types, run->p->type_stack.at[range.from + i]);
  }
}

// Type of a result that the text does not give, without asking `infer`.
static IrType implied_result(Run *run, const IrSlotDef *slot) {
  if (slot->arity != IR_ONE) return NULL;
  if (slot->is->build) return slot->is->build(run->p->ctx);
  if (!(run->format->def->traits & IR_SAME_TYPE)) return NULL;
  IrType shared = shared_type(run);
  if (shared || !run->state->operands.n) return shared;
  return ir_value_type(run->state->operands.at[0]);
}

// Says what `infer` could not work with: the first operand that is not what its slot takes.
static IrStatus cannot_infer(Run *run) {
  const IrOpDef *def = run->format->def;
  const IrOpState *state = run->state;
  run->p->failed = true;
  for (size_t i = 0; def->operands && def->operands[i].name && i < state->operands.n; i++) {
    const IrTypeConstraint *is = def->operands[i].is;
    const IrValue *value = state->operands.at[i];
    if (def->operands[i].arity != IR_ONE) break; // which ones are whose is not known yet
    if (!is || !is->test || is->test(ir_value_type(value))) continue;
    return ir_parser_error(run->p, state->loc, "'{}' op operand #{} must be {}, got '{}'",
                           def->name, i, is->name, ir_value_type(value));
  }
  return ir_parser_error(run->p, state->loc, "cannot infer the result type of '{}'", def->name);
}

static IrStatus find_result_types(Run *run) {
  const IrFormat *f = run->format;
  if (run->all_result_types.present) {
    push_result_types(run, run->all_result_types);
    return IR_OK;
  }
  for (size_t i = 0; i < f->results; i++) {
    const IrSlotDef *slot = &f->def->results[i];
    if (run->result_types[i].present) {
      push_result_types(run, run->result_types[i]);
      continue;
    }
    IrType type = implied_result(run, slot);
    if (type) {
      ir_vec_push(&run->state->result_types, type);
    } else if (f->def->infer) {
      size_t errors = ir_diag_error_count(run->p->ctx);
      if (f->def->infer(run->state)) return IR_OK;
      if (ir_diag_error_count(run->p->ctx) == errors) return cannot_infer(run);
      run->p->failed = true;
      return IR_FAILED;
    } else if (slot->arity == IR_ONE) {
      return ir_parser_error(run->p, run->state->loc, "the type of result '{}' is not given",
                             slot->name);
    }
  }
  return IR_OK;
}

static size_t fixed_regions(const IrFormat *f) {
  size_t n = f->regions;
  bool variadic = n && (f->def->regions[n - 1].flags & IR_REGION_VARIADIC);
  return variadic ? n - 1 : n;
}

static void start_run(Run *run, const IrFormat *format, IrParser *p, IrOpState *state) {
  run->p = p;
  run->state = state;
  run->format = format;
  run->all_operands = run->all_operand_types = run->all_result_types = (Range){0};
  memset(run->operands, 0, format->operands * sizeof(Range));
  memset(run->operand_types, 0, format->operands * sizeof(Range));
  memset(run->result_types, 0, format->results * sizeof(Range));
}

IrStatus ir_format_parse(const IrFormat *format, IrParser *p, IrOpState *state) {
  Run run; // its arrays have room for more slots than most ops have
  start_run(&run, format, p, state);
  IR_TRY(parse_directives(&run));
  IR_TRY(bind_operands(&run));
  record_segments(&run);
  pad_regions(&run, fixed_regions(format));
  return find_result_types(&run);
}
