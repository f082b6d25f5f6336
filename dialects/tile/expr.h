// Expressions over names: grid extents, assumptions, constraints of parameters, and the index
// expressions in an op's brackets.
//
//   expr := expr and expr | expr (== != < <= > >=) expr | expr + - expr | expr * mod expr
//         | ceildiv(expr, expr) | floordiv(expr, expr) | min(expr, expr) | max(expr, expr)
//         | - expr | ( expr ) | integer | name | %value | disjoint(name, name)
//
// from loosest to tightest, all left-associative.  Integers are 64 bits; truth is 1 and 0.  `mod`
// is the remainder of floordiv.  Values stand only in index expressions; names are dimensions,
// `ARG.strideN`, `ARG.address`, `ARG.begin`, `ARG.end`, or parameters, as the place says.
// `disjoint(A, B)` is short for `max(A.begin, B.begin) >= min(A.end, B.end)`.
//
// An expression is a postfix array of nodes, so neither evaluating nor printing it recurses, and
// its size is bounded.  `#tile.expr<...>` holds one; equal text is the equal attribute.
#ifndef DIALECTS_TILE_EXPR_H
#define DIALECTS_TILE_EXPR_H

#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/edit/builder.h"

typedef enum TileExprKind {
  TILE_EXPR_INT,
  TILE_EXPR_NAME,
  TILE_EXPR_VALUE, // only while parsing an index expression
  TILE_EXPR_NEG,
  TILE_EXPR_ADD,
  TILE_EXPR_SUB,
  TILE_EXPR_MUL,
  TILE_EXPR_CEILDIV,
  TILE_EXPR_FLOORDIV,
  TILE_EXPR_MIN,
  TILE_EXPR_MAX,
  TILE_EXPR_MOD,
  TILE_EXPR_EQ,
  TILE_EXPR_NE,
  TILE_EXPR_LT,
  TILE_EXPR_LE,
  TILE_EXPR_GT,
  TILE_EXPR_GE,
  TILE_EXPR_AND,
} TileExprKind;

// 16 bytes without padding, so that attributes compare by bytes.
typedef struct TileExprNode {
  uint64_t kind; // TileExprKind
  union {
    int64_t number;
    IrIdent name;
    IrValue *value;
  } as;
} TileExprNode;

enum { TILE_EXPR_MAX_NODES = 128, TILE_EXPR_MAX_DEPTH = 32 };

typedef struct TileExpr {
  size_t n;
  TileExprNode nodes[TILE_EXPR_MAX_NODES];
} TileExpr;

enum {
  TILE_EXPR_BOOLEAN = 1, // comparisons and `and` allowed at the top; the result must be one
  TILE_EXPR_VALUES = 2,  // %values allowed
  TILE_EXPR_TILES = 4,   // a %value that is a tile may be all of the expression
};

// ---- Text. ----
// Reads an expression from the tokens; too large or too deeply nested is a diagnostic.
IR_API IR_CHECKED IrStatus tile_expr_parse(IrParser *p, unsigned flags, TileExpr *expr);
// From text that holds nothing else; `boolean` as TILE_EXPR_BOOLEAN.  NULL after a diagnostic.
IR_API IrAttr tile_expr_parse_text(IrContext *ctx, IrStr text, bool boolean);
// The same for text that begins at `start`, where diagnostics then point.
IR_API IrAttr tile_expr_parse_text_at(IrContext *ctx, IrLoc start, IrStr text, bool boolean);
// Canonical: single spaces, as few parentheses as possible.
IR_API void tile_expr_print(const TileExprNode *nodes, size_t n, IrStream *stream);

// ---- Attributes. ----
IR_API IrAttr tile_expr_attr_get(IrContext *ctx, const TileExpr *expr); // without values
IR_API IrAttr tile_expr_attr_int(IrContext *ctx, int64_t number);
IR_API IrAttr tile_expr_attr_name(IrContext *ctx, IrStr name);
IR_API bool tile_is_expr(IrAttr attr);
IR_API const TileExprNode *tile_expr_nodes(IrAttr expr, size_t *n);
IR_API unsigned tile_expr_arity(uint64_t kind); // how many operands stand in front of a node
IR_API bool tile_expr_is_boolean(IrAttr expr);
// Builds a new expression from two: `kind` is a binary node.  NULL when it would be too large.
IR_API IrAttr tile_expr_binary(TileExprKind kind, IrAttr lhs, IrAttr rhs);
// `name mod factor == 0`, the shape of most assumptions.
IR_API IrAttr tile_expr_multiple_of(IrContext *ctx, IrStr name, int64_t factor);
// When the expression says that `name` is a multiple of something: fills both.  `name mod 8 == 4`
// says it of 4, `name == 24` of 24.
IR_API bool tile_expr_as_multiple(IrAttr expr, IrStr *name, int64_t *factor);
// `disjoint(a, b)` of two arguments' names.
IR_API IrAttr tile_expr_disjoint(IrContext *ctx, IrStr a, IrStr b);
// Calls `fn` for each of the comparisons that `and` joins, from left to right, until it fails.
IR_API IrStatus tile_expr_facts(IrAttr expr, IrStatus (*fn)(void *user, IrAttr fact), void *user);

// ---- Meaning. ----
// Value of a name; false when unknown.
typedef bool (*TileExprLookup)(void *user, IrStr name, int64_t *value);
// A name that is not known, overflow, or division by zero is a diagnostic at `loc`.
IR_API IR_CHECKED IrStatus tile_expr_eval(IrContext *ctx, IrLoc loc, IrAttr expr,
                                          TileExprLookup lookup, void *user, int64_t *value);
// The value when no name is needed; false otherwise.
IR_API bool tile_expr_constant(IrAttr expr, int64_t *value);
// The value where `lookup` knows the names that are needed; false otherwise, without a diagnostic.
IR_API bool tile_expr_known(IrAttr expr, TileExprLookup lookup, void *user, int64_t *value);
// Calls `fn` for each name in order of appearance (repeated ones repeatedly) until it fails.
IR_API IrStatus tile_expr_names(IrAttr expr, IrStatus (*fn)(void *user, IrStr name), void *user);

// ---- Ops. ----
// Ops of arith for an index expression; names become tile.dim.  NULL after a diagnostic.
IR_API IrValue *tile_expr_build(IrBuilder *b, const TileExpr *expr);
// Reads one index expression and builds it in front of the op being parsed.
IR_API IR_CHECKED IrStatus tile_parse_index(IrParser *p, IrValue **value);
// `[a, b, ...]`, possibly empty; appends to `values`.
typedef IR_VEC(IrValue *) TileValues;
IR_API IR_CHECKED IrStatus tile_parse_places(IrParser *p, TileValues *values); // tiles among them
IR_API IR_CHECKED IrStatus tile_parse_indices(IrParser *p, TileValues *values);

#endif
