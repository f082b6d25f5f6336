// The parser's state and what its files share.
//
//   lexer.c          text to tokens, `$NAME` substitution
//   names.c          scopes of value and block names
//   parser.c         modules, ops, generic form
//   unknown.c        names of ops that do not exist
//   recover.c        going on after an error
//   parse_region.c   regions, blocks, values, forward references
//   parse_alias.c    aliases
//   parse_type.c     types
//   parse_attr.c     attributes; parse_dense.c dense<...>; parse_affine.c affine maps and sets;
//                    parse_loc.c locations
//   resources.c      metadata at the end of a file
//   parse_api.c      the functions custom parsers use
//   format_parse.c   ops that have an assembly format
#ifndef IR_ASM_PARSER_IMPL_H
#define IR_ASM_PARSER_IMPL_H

#include "ir/asm/names.h"
#include "ir/asm/parser.h"
#include "ir/edit/builder.h"
#include "ir/support/map.h"

// Single-character punctuation is its own kind; the rest starts above the characters.
enum {
  IR_TOK_EOF = 0,
  IR_TOK_ERROR = 1, // the lexer has emitted a diagnostic
  IR_TOK_ID = 256,  // bare identifier or keyword
  IR_TOK_AT,        // @name or @"name"
  IR_TOK_HASH,      // #name, as all below with the mark in the text
  IR_TOK_BANG,      // !name
  IR_TOK_PERCENT,   // %name
  IR_TOK_CARET,     // ^name
  IR_TOK_INT,       // 12, 0x1F, or -3 from a parameter
  IR_TOK_FLOAT,
  IR_TOK_STRING,
  IR_TOK_ARROW,      // ->
  IR_TOK_ELLIPSIS,   // ...
  IR_TOK_DOTDOT,     // ..
  IR_TOK_COLONCOLON, // ::
};

typedef struct IrToken {
  int kind;
  uint32_t len;
  const char *ptr; // in the buffer, or a parameter's text
  uint32_t at;     // offset in the buffer, of the `$` for a parameter
} IrToken;

// Levels of regions, types, attributes and locations inside each other.
enum { IR_MAX_NESTING = 1000 };
// Aliases of aliases can stand for exponentially long text: most types, attributes and locations
// that one may stand for, and that all text may hold with its aliases written out.
enum { IR_MAX_ALIAS_PARTS = 1 << 16, IR_MAX_PARTS = 1 << 28 };

// A location given by an alias that comes later in the text.
typedef struct IrLateLoc {
  IrOp *op;       // or
  IrValue *value; // a block argument
  IrStr alias;
  IrLoc loc;
} IrLateLoc;

// A placeholder and the value that its name turned out to be.
typedef struct IrResolved {
  IrValue *placeholder, *value;
} IrResolved;

// `%name:count` in front of an op's `=`.
typedef struct IrResultName {
  IrStr text;
  IrLoc loc;
  uint32_t count;
} IrResultName;

typedef struct IrStateFrame {
  IrOpState state;
  IrAttr *attrs; // what state.attrs points to
  size_t attrs_cap;
} IrStateFrame;

struct IrParser {
  IrContext *ctx;
  const char *begin, *end, *cur; // the buffer and the first byte after `tok`
  uint32_t base;                 // location of the buffer's first byte
  IrToken tok;                   // the next token
  const char *last_end;          // end of the token before it
  bool free_values, own_locs;    // of IrParseOptions
  bool quiet;                    // skipping after an error: no diagnostics
  bool failed;
  bool failed_at_end; // an error was reported where the text ends, or skipped to there
  bool fatal;         // give up: not text, nested too deeply, or too many errors
  bool muted;         // the last error was not shown, so its notes are not either
  unsigned nesting;
  size_t errors; // shown so far

  IrNames values, blocks;
  size_t num_undefined;           // value names used and not defined yet
  IR_VEC(IrValue *) placeholders; // results of detached ops that stand in for unknown values
  IR_VEC(IrResolved) resolved;    // an op still being parsed may hold the placeholder
  IrArena scratch;                // forward references

  IrStateFrame **states; // one per level of op nesting, reused
  size_t num_states, state_depth;
  IR_VEC(IrUnresolved) operand_stack; // operands of the ops being parsed, for formats
  IR_VEC(IrType) type_stack;
  IR_VEC(IrAttr) attr_stack;
  IR_VEC(IrNamedAttr) entry_stack;
  IR_VEC(IrResultName) result_names;

  IrBlock *block; // where the op being parsed goes
  IrBuilder builder;
  IrLoc op_loc;
  size_t num_result_names;
  IrStr default_dialect;
  bool keeps_dialect; // the next region is one of an op in generic form

  IrStrMap type_aliases, attr_aliases;
  IrStrMap reported_types, reported_attrs; // aliases whose lack has been reported: name -> anything
  IrPtrMap alias_sizes;                    // of what an alias stands for: parts << 10 | levels
  uint64_t parts;   // regions, types, attributes and locations so far, aliases written out
  unsigned deepest; // level reached since the alias being read began
  IR_VEC(IrLateLoc) late_locs;
  IrStrMap blobs; // of the file's metadata: key -> IrResource, once `knows_blobs`
  bool knows_blobs, has_metadata;
  IrStrMap distinct; // number, as text -> distinct attribute
  IrParams bound;
  const IrParams *given;
};

// Notes and help for the error just emitted.
#define IR_PARSE_NOTE(p, loc, ...) \
  do { \
    if (!(p)->muted) ir_note((p)->ctx, (loc), __VA_ARGS__); \
  } while (0)
#define IR_PARSE_HELP(p, ...) \
  do { \
    if (!(p)->muted) ir_help((p)->ctx, __VA_ARGS__); \
  } while (0)

// lexer.c
void ir_parser_init(IrParser *p, IrContext *ctx, IrLoc start, IrStr text);
void ir_parser_finish(IrParser *p);
void ir_advance(IrParser *p);
// Continues at `at`, a place inside the current token of the buffer.
void ir_lex_from(IrParser *p, const char *at);
// Whether the token's text is in the buffer and not a parameter's.
static inline bool ir_token_in_buffer(const IrParser *p) {
  return p->tok.ptr == p->begin + p->tok.at;
}
static inline IrStr ir_token_text(const IrParser *p) {
  return (IrStr){p->tok.ptr, p->tok.len};
}
// Value of a hexadecimal digit, or -1.
static inline int ir_hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 32;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
static inline bool ir_at(const IrParser *p, int kind) {
  return p->tok.kind == kind;
}
static inline bool ir_token_is(const IrParser *p, const char *word, size_t n) {
  return p->tok.kind == IR_TOK_ID && p->tok.len == n && memcmp(p->tok.ptr, word, n) == 0;
}
#define IR_AT_WORD(p, literal) ir_token_is((p), "" literal, sizeof(literal) - 1)
static inline bool ir_take(IrParser *p, int kind) {
  if (p->tok.kind != kind) return false;
  ir_advance(p);
  return true;
}
// "expected WHAT, got TOKEN" at the next token; nothing when the lexer has complained already.
IrStatus ir_expected(IrParser *p, const char *what);
IR_CHECKED IrStatus ir_want(IrParser *p, int kind, const char *what);
static inline IrLoc ir_loc_at(const IrParser *p, const char *at) {
  return (IrLoc){p->base + (uint32_t)(at - p->begin)};
}
// One level deeper; an error beyond the limit.
IR_CHECKED IrStatus ir_enter(IrParser *p);
// The error for it.
IrStatus ir_too_deep(IrParser *p, IrLoc loc);
static inline void ir_leave(IrParser *p) {
  p->nesting--;
}
// Value of a string token's text with its quotes: in the buffer when there is no escape, else in
// the context's arena.
IR_CHECKED IrStatus ir_unescape(IrParser *p, IrStr quoted, IrStr *text);
// Name of an @ token.
IR_CHECKED IrStatus ir_symbol_of_token(IrParser *p, IrStr *name);
// Unsigned value of an integer token's text; false on overflow.
bool ir_integer_value(IrStr text, bool *negative, uint64_t *magnitude);
// Text from a `<` (the current token) to its matching `>`, brackets and strings balanced, after
// which the next token is lexed.
IR_CHECKED IrStatus ir_skip_balanced(IrParser *p, const char **end);

// resources.c: `{-# ... #-}`, of which only the form matters here
bool ir_at_metadata(const IrParser *p);
IR_CHECKED IrStatus ir_parse_metadata(IrParser *p);

// The key in the context of a blob of this file.
IrAttr ir_blob_of_file(IrParser *p, IrStr key);

// parse_alias.c
IR_CHECKED IrStatus ir_parse_alias_definition(IrParser *p);
// Counts what an alias stands for, a type or an attribute, as if it were written here.
IR_CHECKED IrStatus ir_use_alias(IrParser *p, IrLoc loc, const void *meaning);
// The error for an alias of a "type", "attribute" or "location", once for each name.
IrStatus ir_undefined_alias(IrParser *p, IrLoc loc, const char *what, IrStr name);

// parse_type.c
bool ir_at_type(const IrParser *p);
IR_CHECKED IrStatus ir_parse_function_type(IrParser *p, IrType *type);
IR_CHECKED IrStatus ir_parse_types_or_parens(IrParser *p); // pushes on type_stack
// What an opaque type or attribute is kept as: `name` and what follows it up to `end`.
IrStr ir_opaque_text(IrParser *p, IrStr name, const char *end);
// `#4` can only be an alias: no dialect's name starts with a digit.
static inline bool ir_is_number_name(IrStr name) {
  return name.len && name.ptr[0] >= '0' && name.ptr[0] <= '9';
}
// Extents from the next token on, each followed by an x when `trailing_x`.
IR_CHECKED IrStatus ir_parse_extents(IrParser *p, bool trailing_x, int64_t *extents,
                                     size_t max_rank, size_t *rank);

// parse_attr.c, parse_dense.c
// `dense<...>`, followed by its type unless `type` is given.
IR_CHECKED IrStatus ir_parse_dense(IrParser *p, IrType type, IrAttr *attr);
// `sparse<...>` and `dense_resource<...>`, likewise.
IR_CHECKED IrStatus ir_parse_sparse(IrParser *p, IrType type, IrAttr *attr);
IR_CHECKED IrStatus ir_parse_resource(IrParser *p, IrType type, IrAttr *attr);
// `[1, 2, 3]` of an array whose element type is known.
IR_CHECKED IrStatus ir_parse_bare_dense_array(IrParser *p, IrType element, IrAttr *attr);
// The attribute of a number's text; `real` when it has a decimal point.
IR_CHECKED IrStatus ir_number_attr(IrParser *p, IrLoc loc, IrStr text, bool real, bool negative,
                                   IrType type, IrAttr *attr);
// Checks an integer literal against its type and makes the attribute.
IR_CHECKED IrStatus ir_integer_attr(IrParser *p, IrLoc loc, IrType type, bool negative,
                                    uint64_t magnitude, IrAttr *attr);
// `{...}`; entries are pushed on entry_stack.
IR_CHECKED IrStatus ir_parse_dict_entries(IrParser *p);

// parse_affine.c
// `affine_map<...>`, or `affine_set<...>`.
IR_CHECKED IrStatus ir_parse_affine(IrParser *p, bool set, IrAttr *attr);

// parse_loc.c
// At `loc`; for an alias that is not defined yet, `late` gets its name.
IR_CHECKED IrStatus ir_parse_loc(IrParser *p, IrLoc *loc, IrStr *late);
// `loc(...)`, if it is there, for an op or a block argument.
IR_CHECKED IrStatus ir_parse_trailing_loc(IrParser *p, IrOp *op, IrValue *value);
void ir_apply_late_locs(IrParser *p);

// parser.c
IR_CHECKED IrStatus ir_parse_op(IrParser *p);
// Whether one more error is shown; counts it.
bool ir_may_report(IrParser *p, IrLoc loc);

// unknown.c
IrStatus ir_unknown_op(IrParser *p, IrStr name, IrLoc loc);
// The way out when something belongs to a dialect that nobody registered.
void ir_help_unregistered(IrParser *p, IrStr dialect);

// recover.c
// Goes on where the next op of this block seems to start.
void ir_recover(IrParser *p, const char *op_start);

// parse_region.c
// `{ ... }` into an empty region of an op of kind `info`.
IR_CHECKED IrStatus ir_parse_region_body(IrParser *p, IrRegion *region, const IrOpInfo *info,
                                         const IrParsedArg *args, size_t n);
// Ops up to a `}`, a block label or the end.
void ir_parse_block_ops(IrParser *p);
// `count` values from `value` on get the name.
IR_CHECKED IrStatus ir_define_value(IrParser *p, IrStr name, IrLoc loc, IrValue *value,
                                    size_t count);
// Once all ops are there, and without an error.
void ir_finish_forwards(IrParser *p);
// Remembers a name whose op had an error, so that its uses are no errors.
void ir_poison_value(IrParser *p, IrStr name, IrLoc loc);
IR_CHECKED IrStatus ir_parse_block_ref(IrParser *p, IrBlock **block);
// Ends the scope of values from position `from` on.  `entry` is the first block of an isolated
// region: what is undefined there is an error, or a free value of a fragment.
void ir_end_value_scope(IrParser *p, size_t from, IrBlock *entry);
// Frees a region that will not become part of an op.
void ir_drop_region(IrParser *p, IrRegion *region);

// The value to store for a declared attribute: NULL for one that says what its absence says.
static inline IrAttr ir_slot_value(const IrAttrSlotDef *slot, IrAttr value) {
  bool leave_out = slot->arity == IR_OPTIONAL && slot->is && slot->is->says_nothing &&
                   slot->is->test(value) && slot->is->says_nothing(value);
  return leave_out ? NULL : value;
}

#endif
