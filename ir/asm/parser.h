// Reading IR text: whole files, single types and attributes, and the functions that custom parsers
// of ops, types, attributes and directives are written with.
#ifndef IR_ASM_PARSER_H
#define IR_ASM_PARSER_H

#include "ir/asm/params.h"
#include "ir/core/dialect.h"
#include "ir/core/op_state.h"

typedef struct IrParseOptions {
  const IrParams *params; // values given on the command line for `tile.params`, or NULL
  // The text is a fragment: a value that it uses and does not define becomes the result of a cast
  // from nothing at the start of its isolated region.
  bool free_values;
  // Ops and block arguments are where they stand in this text, whatever its loc(...) say.
  bool own_locs;
  // When not NULL: the text must hold one op, which is stored here.  What ir_parse_module returns
  // is that op if it is a module, else a module around it.
  IrOp **only_op;
  // When not NULL: whether there is metadata behind the ops (ir/asm/resources.h).
  bool *has_metadata;
} IrParseOptions;

// Parses a buffer added with ir_source_add/ir_source_read into a new module (the text's own
// `module`, or an implicit one).  Reports several errors a file: it recovers at op boundaries.
// NULL after diagnostics.  Does not verify.
IR_API IrOp *ir_parse_module(IrContext *ctx, IrLoc start, const IrParseOptions *options);
// Parses text that holds one type or attribute and nothing else.
IR_API IrType ir_parse_type_text(IrContext *ctx, IrStr text);
IR_API IrAttr ir_parse_attr_text(IrContext *ctx, IrStr text);
// Hands `fn` a parser over `text`, whose first byte is at `start` (unknown: diagnostics have no
// place).  For small languages that share our tokens: an expression inside a string, the head of a
// file.  `fn` says itself where it wants the end (ir_parse_at_end).
IR_API IR_CHECKED IrStatus ir_parse_text_with(IrContext *ctx, IrLoc start, IrStr text,
                                              IrStatus (*fn)(IrParser *p, void *user), void *user);

// ---- For custom parsers.  Every function that fails has emitted a diagnostic. ----

// `%name` or `%name#2` as written, not yet bound to a value.
typedef struct IrUnresolved {
  IrStr name;
  uint32_t number;
  IrLoc loc;
} IrUnresolved;

// `%name`, optionally with `: type` and `loc(...)`, as in a region's arguments.
typedef struct IrParsedArg {
  IrUnresolved name;
  IrType type;
  IrLoc loc;
} IrParsedArg;

IR_API IrContext *ir_parser_context(IrParser *p);
IR_API IrLoc ir_parser_loc(IrParser *p); // of the next token
IR_API IrStatus ir_parser_error_args(IrParser *p, IrLoc loc, const char *format,
                                     const IrFmtArg *args, size_t n);
#define ir_parser_error(p, loc, ...) ir_parser_error_args((p), (loc), IR_FMT_ARGS(__VA_ARGS__))

IR_API bool ir_parse_at_end(IrParser *p); // nothing left
// Punctuation: one of  , : = ( ) [ ] { } < > -> ... .. ? * + - :: / !  as text.
IR_API IR_CHECKED IrStatus ir_parse_token(IrParser *p, const char *punctuation);
IR_API bool ir_parse_optional_token(IrParser *p, const char *punctuation);
// Looks and takes nothing; here the marks % @ # ! ^ and " stand for the names and strings they
// start.
IR_API bool ir_parse_at_token(IrParser *p, const char *punctuation);
IR_API IR_CHECKED IrStatus ir_parse_keyword(IrParser *p, const char *keyword);
IR_API bool ir_parse_optional_keyword(IrParser *p, const char *keyword);
IR_API bool ir_parse_at_keyword(IrParser *p, const char *keyword);
// Any bare identifier.
IR_API IR_CHECKED IrStatus ir_parse_identifier(IrParser *p, IrStr *name);
IR_API bool ir_parse_optional_identifier(IrParser *p, IrStr *name);
// Integer literal with optional minus.
IR_API IR_CHECKED IrStatus ir_parse_integer(IrParser *p, int64_t *value);
IR_API bool ir_parse_optional_integer(IrParser *p, int64_t *value);
IR_API IR_CHECKED IrStatus ir_parse_string(IrParser *p, IrStr *text); // unescaped; context lifetime
IR_API IR_CHECKED IrStatus ir_parse_symbol_name(IrParser *p, IrStr *name); // @name, without @

IR_API IR_CHECKED IrStatus ir_parse_operand(IrParser *p, IrUnresolved *operand);
IR_API bool ir_parse_optional_operand(IrParser *p, IrUnresolved *operand, IrStatus *status);
// Binds and appends to `state->operands`; a forward reference gets a placeholder of that type.
IR_API IR_CHECKED IrStatus ir_resolve_operand(IrParser *p, IrUnresolved operand, IrType type,
                                              IrOpState *state);
// The value itself, for parsers that build other ops on the way (inline index expressions).
IR_API IR_CHECKED IrStatus ir_resolve_value(IrParser *p, IrUnresolved operand, IrType type,
                                            IrValue **value);
// The value of an operand defined earlier in the text, its type whatever it is (our tile ops do not
// spell operand types); an error when it is not defined yet.
IR_API IR_CHECKED IrStatus ir_resolve_defined(IrParser *p, IrUnresolved operand, IrValue **value);
// A builder that inserts before the op being parsed, at its location.
IR_API IrBuilder *ir_parser_builder(IrParser *p);

IR_API IR_CHECKED IrStatus ir_parse_type(IrParser *p, IrType *type);
IR_API IR_CHECKED IrStatus ir_parse_colon_type(IrParser *p, IrType *type);
// `a, b` without brackets, at least one.
IR_API IR_CHECKED IrStatus ir_parse_type_list(IrParser *p, IrOpState *into_results);
// `-> type` or `-> (types)`; nothing there is no results.
IR_API IR_CHECKED IrStatus ir_parse_arrow_types(IrParser *p, IrOpState *into_results);
// Extents such as `128x64x` or `?x?x` (when `trailing_x`) or `128x64`; parameters allowed.
IR_API IR_CHECKED IrStatus ir_parse_shape(IrParser *p, bool trailing_x, int64_t *extents,
                                          size_t max_rank, size_t *rank);
// An attribute; an integer or float literal without `: type` gets `type` (NULL: i64 and f64).
IR_API IR_CHECKED IrStatus ir_parse_attr(IrParser *p, IrType type, IrAttr *attr);
// An affine map without the word: `(d0, d1) -> (d1, d0)`.
IR_API IR_CHECKED IrStatus ir_parse_affine_map(IrParser *p, IrAttr *map);
// Attribute dictionary of an op: declared names go to slots, the others to `discardable`.
IR_API IR_CHECKED IrStatus ir_parse_attr_dict(IrParser *p, IrOpState *state); // optional
IR_API IR_CHECKED IrStatus ir_parse_attr_dict_keyword(IrParser *p,
                                                      IrOpState *state); // `attributes {}`
IR_API void ir_state_set_attr(IrOpState *state, const char *name, IrAttr value);

// A region in braces, appended to `state->regions`; `args` become the entry block's arguments.
IR_API IR_CHECKED IrStatus ir_parse_region(IrParser *p, IrOpState *state, const IrParsedArg *args,
                                           size_t n);
// When the region's last block has no terminator, appends `def` without operands.
IR_API void ir_ensure_terminator(IrRegion *region, IrContext *ctx, const IrOpDef *def, IrLoc loc);
// Adds an empty region with no text.
IR_API IrRegion *ir_state_add_region(IrOpState *state);
// `^bb` or `^bb(%a, %b : t, t)`: the block and its operands.
IR_API IR_CHECKED IrStatus ir_parse_successor(IrParser *p, IrOpState *state);
// `%name` with optional type; `with_type` demands `: type`.
IR_API IR_CHECKED IrStatus ir_parse_argument(IrParser *p, bool with_type, IrParsedArg *arg);
// `loc(...)` of an argument if it is there; ir_parse_argument takes the one right after the type.
IR_API IR_CHECKED IrStatus ir_parse_argument_loc(IrParser *p, IrParsedArg *arg);
// How many results the op being parsed has names for (`%a:2, %b = ` gives 3), and the first name.
IR_API size_t ir_parser_num_result_names(IrParser *p);

#endif
