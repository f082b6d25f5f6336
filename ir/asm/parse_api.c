// The functions that custom parsers of ops, types, attributes and directives are written with.
#include "ir/asm/parser_impl.h"
#include "ir/core/op_impl.h"

IrContext *ir_parser_context(IrParser *p) {
  return p->ctx;
}

IrLoc ir_parser_loc(IrParser *p) {
  return (IrLoc){p->base + p->tok.at};
}

IrBuilder *ir_parser_builder(IrParser *p) {
  p->builder.block = p->block;
  p->builder.before = NULL;
  p->builder.loc = p->op_loc;
  return &p->builder;
}

size_t ir_parser_num_result_names(IrParser *p) {
  return p->num_result_names;
}

// ---- Tokens. ----

static int kind_of(const char *punctuation) {
  if (!punctuation[1]) return (unsigned char)punctuation[0];
  if (punctuation[0] == '-' && punctuation[1] == '>') return IR_TOK_ARROW;
  if (punctuation[0] == ':' && punctuation[1] == ':') return IR_TOK_COLONCOLON;
  if (punctuation[0] == '.' && punctuation[1] == '.') {
    return punctuation[2] ? IR_TOK_ELLIPSIS : IR_TOK_DOTDOT;
  }
  IR_UNREACHABLE("not a punctuation token");
}

bool ir_parse_at_token(IrParser *p, const char *punctuation) {
  bool marked = p->tok.kind >= IR_TOK_AT && p->tok.kind <= IR_TOK_STRING &&
                p->tok.ptr[0] == punctuation[0] && !punctuation[1];
  return marked || p->tok.kind == kind_of(punctuation);
}

bool ir_parse_optional_token(IrParser *p, const char *punctuation) {
  return ir_take(p, kind_of(punctuation));
}

IrStatus ir_parse_token(IrParser *p, const char *punctuation) {
  if (ir_take(p, kind_of(punctuation))) return IR_OK;
  char what[8] = "'";
  strcat(strcat(what, punctuation), "'");
  return ir_expected(p, what);
}

bool ir_parse_at_keyword(IrParser *p, const char *keyword) {
  return ir_token_is(p, keyword, strlen(keyword));
}

bool ir_parse_optional_keyword(IrParser *p, const char *keyword) {
  if (!ir_parse_at_keyword(p, keyword)) return false;
  ir_advance(p);
  return true;
}

IrStatus ir_parse_keyword(IrParser *p, const char *keyword) {
  if (ir_parse_optional_keyword(p, keyword)) return IR_OK;
  IrStr got = ir_token_text(p);
  if (ir_at(p, IR_TOK_EOF)) got = IR_STR("the end of the text");
  return ir_parser_error(p, ir_parser_loc(p), "expected '{}', got '{}'", keyword, got);
}

bool ir_parse_optional_identifier(IrParser *p, IrStr *name) {
  if (!ir_at(p, IR_TOK_ID)) return false;
  *name = ir_token_text(p);
  ir_advance(p);
  return true;
}

IrStatus ir_parse_identifier(IrParser *p, IrStr *name) {
  if (ir_parse_optional_identifier(p, name)) return IR_OK;
  return ir_expected(p, "an identifier");
}

// ---- Literals. ----

static IrStatus parse_integer_token(IrParser *p, bool negative, IrLoc loc, int64_t *value) {
  bool minus;
  uint64_t magnitude;
  bool fits = ir_integer_value(ir_token_text(p), &minus, &magnitude);
  negative ^= minus;
  if (!fits || magnitude > (uint64_t)INT64_MAX + negative) {
    return ir_parser_error(p, loc, "integer {} does not fit in 64 bits", ir_token_text(p));
  }
  *value = (int64_t)(negative ? 0 - magnitude : magnitude);
  ir_advance(p);
  return IR_OK;
}

IrStatus ir_parse_integer(IrParser *p, int64_t *value) {
  IrLoc loc = ir_parser_loc(p);
  bool negative = ir_take(p, '-');
  if (!ir_at(p, IR_TOK_INT)) return ir_expected(p, "an integer");
  return parse_integer_token(p, negative, loc, value);
}

bool ir_parse_optional_integer(IrParser *p, int64_t *value) {
  bool negative = ir_at(p, '-') && p->cur < p->end && *p->cur >= '0' && *p->cur <= '9';
  if (!negative && !ir_at(p, IR_TOK_INT)) return false;
  IrLoc loc = ir_parser_loc(p);
  if (negative) ir_advance(p);
  *value = 0;
  if (parse_integer_token(p, negative, loc, value) != IR_OK) ir_advance(p);
  return true;
}

IrStatus ir_parse_string(IrParser *p, IrStr *text) {
  if (!ir_at(p, IR_TOK_STRING)) return ir_expected(p, "a string");
  IR_TRY(ir_unescape(p, ir_token_text(p), text));
  ir_advance(p);
  return IR_OK;
}

IrStatus ir_parse_symbol_name(IrParser *p, IrStr *name) {
  if (!ir_at(p, IR_TOK_AT)) return ir_expected(p, "a symbol such as '@name'");
  IR_TRY(ir_symbol_of_token(p, name));
  ir_advance(p);
  return IR_OK;
}

// ---- Values. ----

IrStatus ir_parse_operand(IrParser *p, IrUnresolved *operand) {
  if (!ir_at(p, IR_TOK_PERCENT)) return ir_expected(p, "a value such as '%x'");
  operand->name = (IrStr){p->tok.ptr + 1, p->tok.len - 1};
  operand->number = 0;
  operand->loc = ir_parser_loc(p);
  const char *end = p->tok.ptr + p->tok.len;
  ir_advance(p);
  if (!ir_at(p, IR_TOK_HASH) || p->tok.ptr != end) return IR_OK;
  bool negative;
  uint64_t number;
  IrStr digits = {p->tok.ptr + 1, p->tok.len - 1};
  if (!ir_integer_value(digits, &negative, &number) || number > UINT32_MAX) {
    return ir_expected(p, "a result number after '#'");
  }
  operand->number = (uint32_t)number;
  ir_advance(p);
  return IR_OK;
}

bool ir_parse_optional_operand(IrParser *p, IrUnresolved *operand, IrStatus *status) {
  *status = IR_OK;
  if (!ir_at(p, IR_TOK_PERCENT)) return false;
  *status = ir_parse_operand(p, operand);
  return true;
}

IrStatus ir_resolve_operand(IrParser *p, IrUnresolved operand, IrType type, IrOpState *state) {
  IrValue *value = NULL;
  IR_TRY(ir_resolve_value(p, operand, type, &value));
  ir_vec_push(&state->operands, value);
  return IR_OK;
}

// ---- Types. ----

IrStatus ir_parse_colon_type(IrParser *p, IrType *type) {
  IR_TRY(ir_want(p, ':', "':' and a type"));
  return ir_parse_type(p, type);
}

IrStatus ir_parse_type_list(IrParser *p, IrOpState *state) {
  do {
    IrType type;
    IR_TRY(ir_parse_type(p, &type));
    ir_vec_push(&state->result_types, type);
  } while (ir_take(p, ','));
  return IR_OK;
}

IrStatus ir_parse_arrow_types(IrParser *p, IrOpState *state) {
  if (!ir_take(p, IR_TOK_ARROW)) return IR_OK;
  size_t from = p->type_stack.n;
  IR_TRY(ir_parse_types_or_parens(p));
  for (size_t i = from; i < p->type_stack.n; i++) {
    ir_vec_push(&state->result_types, p->type_stack.at[i]);
  }
  p->type_stack.n = from;
  return IR_OK;
}

IrStatus ir_parse_shape(IrParser *p, bool trailing_x, int64_t *extents, size_t max_rank,
                        size_t *rank) {
  return ir_parse_extents(p, trailing_x, extents, max_rank, rank);
}

// ---- Attributes. ----

// The entry's slot, or -1 when it is not a declared attribute.
static long slot_of(const IrOpState *state, IrIdent name) {
  for (uint32_t i = 0; i < state->info->num_slots; i++) {
    if (state->info->slot_names[i] == name) return (long)i;
  }
  return -1;
}

void ir_state_set_attr(IrOpState *state, const char *name, IrAttr value) {
  IrNamedAttr entry = {ir_ident(state->ctx, ir_str(name)), value};
  long slot = slot_of(state, entry.name);
  if (slot >= 0) {
    state->attrs[slot] = value;
  } else {
    ir_vec_push(&state->discardable, entry);
  }
}

// Slots beyond these are the core's own, such as operandSegmentSizes.
static size_t num_declared(const IrOpInfo *info) {
  const IrOpDef *def = ir_op_info_def(info);
  size_t n = 0;
  while (def && def->attrs && def->attrs[n].name) n++;
  return n;
}

static IrStatus add_entry(IrParser *p, IrOpState *state, IrNamedAttr entry, IrLoc loc) {
  IrStr name = ir_ident_str(entry.name);
  long slot = slot_of(state, entry.name);
  bool twice = slot >= 0 && state->attrs[slot];
  for (size_t i = 0; slot < 0 && i < state->discardable.n && i < 64; i++) {
    twice |= state->discardable.at[i].name == entry.name;
  }
  if (twice) return ir_parser_error(p, loc, "attribute '{}' is given twice", name);
  if (slot >= 0) {
    bool declared = slot < (long)num_declared(state->info);
    const IrAttrSlotDef *def = declared ? &ir_op_info_def(state->info)->attrs[slot] : NULL;
    state->attrs[slot] = def ? ir_slot_value(def, entry.value) : entry.value;
  } else {
    ir_vec_push(&state->discardable, entry);
  }
  return IR_OK;
}

IrStatus ir_parse_attr_dict(IrParser *p, IrOpState *state) {
  if (!ir_at(p, '{')) return IR_OK;
  size_t from = p->entry_stack.n;
  IrLoc loc = ir_parser_loc(p);
  IrStatus status = ir_parse_dict_entries(p);
  for (size_t i = from; i < p->entry_stack.n && status == IR_OK; i++) {
    status = add_entry(p, state, p->entry_stack.at[i], loc);
  }
  p->entry_stack.n = from;
  return status;
}

IrStatus ir_parse_attr_dict_keyword(IrParser *p, IrOpState *state) {
  if (!ir_parse_optional_keyword(p, "attributes")) return IR_OK;
  if (!ir_at(p, '{')) return ir_expected(p, "'{' after 'attributes'");
  return ir_parse_attr_dict(p, state);
}

// ---- Regions and blocks. ----

IrRegion *ir_state_add_region(IrOpState *state) {
  IrRegion *region = ir_region_create(state->ctx);
  ir_vec_push(&state->regions, region);
  return region;
}

IrStatus ir_parse_region(IrParser *p, IrOpState *state, const IrParsedArg *args, size_t n) {
  return ir_parse_region_body(p, ir_state_add_region(state), state->info, args, n);
}

void ir_ensure_terminator(IrRegion *region, IrContext *ctx, const IrOpDef *def, IrLoc loc) {
  if (ir_region_is_empty(region)) ir_region_append(region, ir_block_create(ctx));
  IrBlock *last = ir_region_last(region);
  if (ir_block_terminator(last)) return;
  IrOp *op = ir_op_create(ctx, &(IrOpCreate){.info = ir_op_info_of(ctx, def), .loc = loc});
  ir_block_append(last, op);
}

// `(%a, %b : t, t)` after a block.
static IrStatus parse_successor_operands(IrParser *p, IrOpState *state) {
  size_t from = p->operand_stack.n;
  do {
    IrUnresolved operand;
    IR_TRY(ir_parse_operand(p, &operand));
    ir_vec_push(&p->operand_stack, operand);
  } while (ir_take(p, ','));
  IR_TRY(ir_want(p, ':', "':' and the types of the operands"));
  for (size_t i = from; i < p->operand_stack.n; i++) {
    IrType type;
    if (i > from) IR_TRY(ir_want(p, ',', "',' and the next type"));
    IR_TRY(ir_parse_type(p, &type));
    IR_TRY(ir_resolve_operand(p, p->operand_stack.at[i], type, state));
  }
  p->operand_stack.n = from;
  return ir_want(p, ')', "')' after the operands");
}

IrStatus ir_parse_successor(IrParser *p, IrOpState *state) {
  IrBlock *block;
  IR_TRY(ir_parse_block_ref(p, &block));
  ir_vec_push(&state->successors, block);
  if (!ir_take(p, '(')) return IR_OK;
  return parse_successor_operands(p, state);
}

IrStatus ir_parse_argument(IrParser *p, bool with_type, IrParsedArg *arg) {
  *arg = (IrParsedArg){0};
  IR_TRY(ir_parse_operand(p, &arg->name));
  arg->loc = arg->name.loc;
  if (with_type) {
    IR_TRY(ir_parse_colon_type(p, &arg->type));
  } else if (ir_take(p, ':')) {
    IR_TRY(ir_parse_type(p, &arg->type));
  }
  return ir_parse_argument_loc(p, arg);
}

IrStatus ir_parse_argument_loc(IrParser *p, IrParsedArg *arg) {
  if (!IR_AT_WORD(p, "loc")) return IR_OK;
  IrStr late = {0};
  IrLoc at = ir_parser_loc(p);
  IrLoc given = arg->loc;
  IR_TRY(ir_parse_loc(p, &given, &late));
  if (p->own_locs) return IR_OK;
  arg->loc = given;
  if (!late.len) return IR_OK;
  // The argument does not exist yet: whoever adds it to a block finds this entry by its place.
  IrLateLoc entry = {.alias = late, .loc = at};
  ir_vec_push(&p->late_locs, entry);
  arg->loc = at;
  return IR_OK;
}
