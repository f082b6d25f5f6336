// Locations: loc("f":1:2), loc("name"(child)), loc(callsite(a at b)), loc(fused[a, b]),
// loc(unknown), and aliases.  MLIR prints location aliases after their uses, so an op's or an
// argument's alias may be bound when the whole text has been read.
#include "ir/asm/parser_impl.h"

static IrStatus parse_inner(IrParser *p, IrLoc *loc, IrStr *late);

static IrStatus parse_nested(IrParser *p, IrLoc *loc) {
  IrStr late = {0};
  IrLoc at = ir_parser_loc(p);
  IR_TRY(ir_enter(p));
  IrStatus status = parse_inner(p, loc, &late);
  ir_leave(p);
  IR_TRY(status);
  if (late.len) return ir_undefined_alias(p, at, "location", late);
  return IR_OK;
}

static IrStatus parse_line_col(IrParser *p, uint32_t *value) {
  int64_t number = 0;
  IrLoc at = ir_parser_loc(p);
  IR_TRY(ir_parse_integer(p, &number));
  if (number < 0 || number > UINT32_MAX) {
    return ir_parser_error(p, at, "line or column is out of range");
  }
  *value = (uint32_t)number;
  return IR_OK;
}

// `to :col` or `to line:col`.
static IrStatus parse_range_end(IrParser *p, IrStr file, uint32_t line, uint32_t col, IrLoc *loc) {
  uint32_t end_line = line, end_col = 0;
  ir_advance(p);
  if (!ir_at(p, ':')) IR_TRY(parse_line_col(p, &end_line));
  IR_TRY(ir_want(p, ':', "':' and the last column"));
  IR_TRY(parse_line_col(p, &end_col));
  *loc = ir_loc_file_range(p->ctx, file, line, col, end_line, end_col);
  return IR_OK;
}

// `"file":line:col`, `"file":line:col to line:col` or `"name"` or `"name"(child)`.
static IrStatus parse_file_or_name(IrParser *p, IrLoc *loc) {
  IrStr text;
  uint32_t line = 0, col = 0;
  IR_TRY(ir_parse_string(p, &text));
  if (ir_take(p, ':')) {
    IR_TRY(parse_line_col(p, &line));
    if (ir_take(p, ':')) IR_TRY(parse_line_col(p, &col));
    *loc = ir_loc_file(p->ctx, text, line, col);
    return IR_AT_WORD(p, "to") ? parse_range_end(p, text, line, col, loc) : IR_OK;
  }
  IrLoc child = IR_LOC_UNKNOWN;
  if (ir_take(p, '(')) {
    IR_TRY(parse_nested(p, &child));
    IR_TRY(ir_want(p, ')', "')' after a location"));
  }
  *loc = ir_loc_name(p->ctx, text, child);
  return IR_OK;
}

static IrStatus parse_callsite(IrParser *p, IrLoc *loc) {
  IrLoc callee = IR_LOC_UNKNOWN, caller = IR_LOC_UNKNOWN;
  ir_advance(p);
  IR_TRY(ir_want(p, '(', "'(' after 'callsite'"));
  IR_TRY(parse_nested(p, &callee));
  IR_TRY(ir_parse_keyword(p, "at"));
  IR_TRY(parse_nested(p, &caller));
  *loc = ir_loc_callsite(p->ctx, callee, caller);
  return ir_want(p, ')', "')' after a location");
}

static IrStatus parse_fused(IrParser *p, IrLoc *loc) {
  IR_VEC(IrLoc) parts = {0};
  IrStatus status;
  ir_advance(p);
  IrAttr note = NULL;
  if (ir_take(p, '<')) {
    IR_TRY(ir_parse_attr(p, NULL, &note));
    IR_TRY(ir_want(p, '>', "'>' after an attribute"));
  }
  IR_TRY(ir_want(p, '[', "'[' and locations"));
  if (ir_take(p, ']')) {
    *loc = ir_loc_fused_with(p->ctx, NULL, 0, note);
    return IR_OK;
  }
  do {
    IrLoc part = IR_LOC_UNKNOWN;
    status = parse_nested(p, &part);
    ir_vec_push(&parts, part);
  } while (status == IR_OK && ir_take(p, ','));
  if (status == IR_OK) status = ir_want(p, ']', "',' or ']' after a location");
  if (status == IR_OK) *loc = ir_loc_fused_with(p->ctx, parts.at, parts.n, note);
  ir_vec_free(&parts);
  return status;
}

static IrStatus parse_alias(IrParser *p, IrLoc *loc, IrStr *late) {
  IrStr name = {p->tok.ptr + 1, p->tok.len - 1};
  IrLoc at = ir_parser_loc(p);
  ir_advance(p);
  IrAttr attr = ir_strmap_get(&p->attr_aliases, name);
  *loc = IR_LOC_UNKNOWN;
  if (!attr) {
    *late = name;
    return IR_OK;
  }
  if (ir_attr_kind(attr) != IR_ATTR_LOC) {
    return ir_parser_error(p, at, "alias '#{}' is not a location", name);
  }
  *loc = ir_attr_loc_value(attr);
  return ir_use_alias(p, at, attr);
}

static IrStatus parse_inner(IrParser *p, IrLoc *loc, IrStr *late) {
  if (ir_at(p, IR_TOK_STRING)) return parse_file_or_name(p, loc);
  if (ir_at(p, IR_TOK_HASH)) return parse_alias(p, loc, late);
  if (IR_AT_WORD(p, "callsite")) return parse_callsite(p, loc);
  if (IR_AT_WORD(p, "fused")) return parse_fused(p, loc);
  if (!IR_AT_WORD(p, "unknown")) return ir_expected(p, "a location");
  ir_advance(p);
  *loc = IR_LOC_UNKNOWN;
  return IR_OK;
}

IrStatus ir_parse_loc(IrParser *p, IrLoc *loc, IrStr *late) {
  ir_advance(p); // loc
  IR_TRY(ir_want(p, '(', "'(' after 'loc'"));
  IR_TRY(parse_inner(p, loc, late));
  return ir_want(p, ')', "')' after a location");
}

IrStatus ir_parse_trailing_loc(IrParser *p, IrOp *op, IrValue *value) {
  if (!IR_AT_WORD(p, "loc")) return IR_OK;
  IrLateLoc late = {.op = op, .value = value, .loc = ir_parser_loc(p)};
  IrLoc loc = IR_LOC_UNKNOWN;
  IR_TRY(ir_parse_loc(p, &loc, &late.alias));
  if (p->own_locs) return IR_OK;
  if (late.alias.len) ir_vec_push(&p->late_locs, late);
  if (op) ir_op_set_loc(op, loc);
  if (value) ir_value_set_loc(value, loc);
  return IR_OK;
}

void ir_apply_late_locs(IrParser *p) {
  bool alive = !p->failed; // else some ops are gone
  for (size_t i = 0; i < p->late_locs.n; i++) {
    const IrLateLoc *late = &p->late_locs.at[i];
    IrAttr attr = ir_strmap_get(&p->attr_aliases, late->alias);
    if (!attr || ir_attr_kind(attr) != IR_ATTR_LOC) {
      (void)ir_undefined_alias(p, late->loc, "location", late->alias);
    } else if (alive && late->op) {
      ir_op_set_loc(late->op, ir_attr_loc_value(attr));
    } else if (alive && late->value) {
      ir_value_set_loc(late->value, ir_attr_loc_value(attr));
    }
  }
}
