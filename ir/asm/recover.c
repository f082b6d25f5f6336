// Going on after an error: the op is skipped up to where the next one of its block seems to start.
//
// Brackets and strings are followed, but one of them may be what is wrong.  So text that is laid
// out as people and printers do is believed more than brackets are: a name that gets a value, or
// the name of an op, at the start of a line begins an op even where a parenthesis is open; what is
// indented more than the op's line goes on with it, even where its `{` is missing; and a `}` that
// stands further left than the op's line closes a region around it, however many are open.
//
// The arguments of a skipped label are marked, so that their uses are no further errors.
#include "ir/asm/parser_impl.h"

typedef struct Recovery {
  IrParser *p;
  size_t column;      // where the text of the op's line starts, counted from 0
  bool has_body;      // lines that are indented more have been skipped, outside of braces
  size_t braces;      // open ones that the skipped text opened
  size_t others;      // open ( and [
  size_t line_braces; // `braces` at the start of the line
} Recovery;

// Whether `at` is the first thing on its line; its column, counted from 0.
static bool starts_line(const IrParser *p, const char *at, size_t *column) {
  const char *s = at;
  while (s > p->begin && (s[-1] == ' ' || s[-1] == '\t')) s--;
  *column = (size_t)(at - s);
  return s == p->begin || s[-1] == '\n' || s[-1] == '\r';
}

// What follows the token, after spaces.
static char next_char(const IrParser *p) {
  const char *s = p->cur;
  while (s < p->end && *s == ' ') s++;
  return s < p->end ? *s : '\0';
}

static bool at_result_name(const IrParser *p) {
  return ir_at(p, IR_TOK_PERCENT) && next_char(p) == '=';
}

// A name with a dialect; those without are also words inside of ops.
static bool at_op_name(const IrParser *p) {
  IrStr text = ir_token_text(p);
  return ir_at(p, IR_TOK_ID) && memchr(text.ptr, '.', text.len) && ir_op_lookup(p->ctx, text);
}

static bool at_op_start(const IrParser *p) {
  int kind = p->tok.kind;
  return kind == IR_TOK_ID || kind == IR_TOK_STRING || kind == IR_TOK_PERCENT ||
         kind == IR_TOK_CARET || kind == IR_TOK_HASH || kind == IR_TOK_BANG;
}

// Whether the token, a `}`, closes a region around the skipped op.
static bool closes_outer(const Recovery *r, bool first, size_t column) {
  if (first && column < r->column) return true;
  if (r->braces > 0) return false;
  return !(first && column == r->column && r->has_body); // else it is the op's own
}

// Whether the token, which is not the skipped op's first, ends the skipping.
static bool is_end(Recovery *r) {
  IrParser *p = r->p;
  size_t column;
  bool first = starts_line(p, p->begin + p->tok.at, &column);
  if (ir_at(p, '}')) return closes_outer(r, first, column);
  if (!first) return false;
  r->line_braces = r->braces;
  if (r->braces > 0) return false;
  if (column > r->column) r->has_body = true;
  if (column > r->column) return false;
  return at_result_name(p) || at_op_name(p) || (r->others == 0 && at_op_start(p));
}

static void count_brackets(Recovery *r) {
  const IrToken *tok = &r->p->tok;
  // An open string swallows its line, so brackets opened on it are not waited for.
  if (tok->kind == IR_TOK_ERROR && tok->ptr[0] == '"') {
    r->braces = r->line_braces;
    r->others = 0;
  }
  if (tok->kind == '{') r->braces++;
  if (tok->kind == '}' && r->braces > 0) r->braces--;
  if (tok->kind == '(' || tok->kind == '[') r->others++;
  if ((tok->kind == ')' || tok->kind == ']') && r->others > 0) r->others--;
}

// An argument of a block whose label has an error: it will not be defined.
static void mark_argument(IrParser *p) {
  if (!ir_at(p, IR_TOK_PERCENT) || next_char(p) != ':') return;
  IrStr text = {p->tok.ptr + 1, p->tok.len - 1};
  ir_names_get(&p->values, text, ir_parser_loc(p))->reported = true;
}

static void skip_all(IrParser *p) {
  p->tok.kind = IR_TOK_EOF;
  p->cur = p->end;
}

static size_t indentation(const IrParser *p, const char *at) {
  while (at > p->begin && at[-1] != '\n') at--;
  size_t n = 0;
  while (at + n < p->end && (at[n] == ' ' || at[n] == '\t')) n++;
  return n;
}

void ir_recover(IrParser *p, const char *op_start) {
  if (p->fatal) {
    skip_all(p);
    return;
  }
  // Ops stand further right than the label of their block.
  Recovery r = {.p = p, .column = *op_start == '^' ? SIZE_MAX : indentation(p, op_start)};
  bool quiet = p->quiet;
  p->quiet = true;
  ir_lex_from(p, op_start);
  for (bool first = true; !ir_at(p, IR_TOK_EOF); first = false, ir_advance(p)) {
    if (!first && is_end(&r)) break;
    count_brackets(&r);
    if (*op_start == '^') mark_argument(p);
  }
  p->quiet = quiet;
  if (ir_at(p, IR_TOK_EOF)) p->failed_at_end = true;
}
