// What an op is: one table entry, from which parser, printer, verifier, builder, accessors and the
// reference page come.
//
// A dialect writes its ops once in `<dialect>_ops.def`:
//
//   OP(arith_addi, "arith.addi",
//      SUMMARY("Integer addition.")
//      DOC("Wraps around on overflow.")
//      OPERANDS(IN(lhs, INT_LIKE) IN(rhs, INT_LIKE))
//      RESULTS(OUT(result, INT_LIKE))
//      ATTRS(ATTR_OPT(overflowFlags, OVERFLOW))
//      TRAITS(IR_PURE | IR_COMMUTATIVE | IR_SAME_TYPE | IR_ELEMENTWISE)
//      FORMAT("$lhs `,` $rhs (`overflow` $overflowFlags^)? attr-dict `:` type($result)")
//      EXAMPLE("%s = arith.addi %a, %b : i32")
//      FOLD(arith_addi_fold) INTERP(arith_addi_interp))
//
// and reads it with ir/core/opdef_begin.inc: with IR_OPDEF_DECLARE in the dialect's header (gives
// `extern const IrOpDef arith_addi;` and `struct arith_addi_args`), with IR_OPDEF_DEFINE in one .c
// file, with IR_OPDEF_LIST to list them.  Inside an entry the order is OPERANDS, RESULTS, ATTRS,
// REGIONS, SUCCESSORS.  Then, in plain C:
//
//   IrOp *s = BUILD(b, arith_addi, .lhs = x, .rhs = y);    result type inferred when left out
//   IrValue *l = GET(s, arith_addi, lhs);                  operand, operand list, attribute or
//   result type if (IS(op, arith_addi)) ...
#ifndef IR_CORE_OPDEF_H
#define IR_CORE_OPDEF_H

#include "ir/core/interface.h"
#include "ir/core/op_use.h"
#include "ir/core/table.h"

typedef struct IrBuilder IrBuilder;
typedef struct IrOpState IrOpState;
typedef struct IrInterp IrInterp;
typedef struct IrRewriter IrRewriter;
typedef struct IrPattern IrPattern;

// A named predicate on a type.  `build` gives the type when only one satisfies it (index, i1), so
// that assembly formats need not spell it.
typedef struct IrTypeConstraint {
  const char *name; // for messages and reference: "a 1-bit signless integer"
  bool (*test)(IrType type);
  IrType (*build)(IrContext *ctx);
  const void *reserved[2];
} IrTypeConstraint;

// A named predicate on an attribute.  `type` gives the type of an integer or float attribute whose
// type the format leaves out; `keywords` (NULL-terminated) makes it an enumerator: a string
// attribute that prints as a bare word.  `bare` prints strings and symbols without decoration where
// possible.
typedef struct IrAttrConstraint {
  const char *name;
  bool (*test)(IrAttr attr);
  IrType (*type)(IrContext *ctx);
  const char *const *keywords;
  IrAttr (*parse)(IrParser *parser);              // optional custom text inside a format
  void (*print)(IrAttr attr, IrPrinter *printer); // its counterpart
  // Whether a value says what leaving an optional attribute out says: the parser leaves it out
  // then, so that equal ops compare equal.
  bool (*says_nothing)(IrAttr attr);
  const void *reserved[2];
} IrAttrConstraint;

typedef enum IrArity { IR_ONE, IR_OPTIONAL, IR_VARIADIC } IrArity;

// Elements of lists have a fixed size within a major version of the ABI, and so have constraints;
// `reserved` is zero, and room to grow.
typedef struct IrSlotDef {
  const char *name;
  const IrTypeConstraint *is;
  IrArity arity;
  const void *reserved;
} IrSlotDef;

typedef struct IrAttrSlotDef {
  const char *name;
  const IrAttrConstraint *is;
  IrArity arity; // IR_ONE or IR_OPTIONAL
  const void *reserved;
} IrAttrSlotDef;

enum {
  IR_REGION_ANY = 0,
  IR_REGION_ONE_BLOCK = 1,
  IR_REGION_VARIADIC = 2,
  IR_REGION_MAY_BE_EMPTY = 4
};

typedef struct IrRegionDef {
  const char *name;
  unsigned flags;
} IrRegionDef;

typedef struct IrSuccessorDef {
  const char *name;
  IrArity arity;
} IrSuccessorDef;

enum {
  IR_PURE = 1 << 0, // no effect, may be removed, duplicated and speculated
  IR_COMMUTATIVE = 1 << 1,
  IR_TERMINATOR = 1 << 2,
  IR_ISOLATED = 1 << 3, // regions use no value from outside
  IR_SYMBOL = 1 << 4,   // attribute slot `sym_name` names it in the enclosing symbol table
  IR_SYMBOL_TABLE = 1 << 5,
  IR_SAME_TYPE = 1 << 6, // all operands and results have one type
  IR_SAME_OPERAND_TYPES = 1 << 7,
  IR_ELEMENTWISE = 1 << 8,     // acts on each element of a shaped type; shapes agree
  IR_NO_TERMINATOR = 1 << 9,   // regions may end without a terminator
  IR_CONSTANT_LIKE = 1 << 10,  // no operands, folds to its `value`
  IR_RETURN_LIKE = 1 << 11,    // hands its operands to the parent op
  IR_SEGMENTS = 1 << 12,       // several variadic operand groups: sizes kept in operandSegmentSizes
  IR_READS = 1 << 13,          // reads memory
  IR_WRITES = 1 << 14,         // writes memory
  IR_ALLOCATES = 1 << 15,      // result is fresh memory
  IR_NO_EFFECT = 1 << 16,      // removable when unused, but not speculatable (integer division)
  IR_REGION_EFFECTS = 1 << 17, // effects are those of the ops in its regions
  IR_SYNC = 1 << 18,       // other threads may act here (barriers): nothing in memory moves across
  IR_CONVERGENT = 1 << 19, // all threads of a warp or block execute it together
  // Directly in its regions, ops of its own dialect are written without the dialect's name, as
  // `return` in MLIR's func.func.
  IR_DEFAULT_DIALECT = 1 << 20,
  // What is allocated in its regions for as long as the op around lasts (memref.alloca) ends with
  // it; that of a loop ends with the iteration.
  IR_ALLOCATION_SCOPE = 1 << 21,
  // The interpreter has no rule and needs none: it holds what is executed, or belongs to a level
  // that is not executed on the CPU.
  IR_NOT_EXECUTED = 1 << 22,
};

// Kinds of effects on memory; see ir/interfaces/effects.h.
enum {
  IR_EFFECT_READ = 1 << 0,
  IR_EFFECT_WRITE = 1 << 1,
  IR_EFFECT_ALLOCATE = 1 << 2,
  IR_EFFECT_FREE = 1 << 3,
  IR_EFFECT_UNKNOWN = 1 << 4, // anything: the op does not say, or waits for others (IR_SYNC)
};

typedef enum IrFoldKind { IR_FOLD_NONE, IR_FOLD_IN_PLACE, IR_FOLD_VALUES } IrFoldKind;
// A folded result: a constant or an existing value.
typedef struct IrFolded {
  IrAttr attr;
  IrValue *value;
} IrFolded;

// What an interpreter rule tells the core to do next; see ir/interp/interp.h.
typedef enum IrStep {
  IR_STEP_NEXT,
  IR_STEP_ENTER,
  IR_STEP_BRANCH,
  IR_STEP_LEAVE,
  IR_STEP_SUSPEND,
  IR_STEP_FAIL,
  IR_STEP_RETRY,
} IrStep;

// `operands[i]` is the constant behind operand i or NULL.  Fills one IrFolded per result.
typedef IrFoldKind (*IrFoldFn)(IrOp *op, const IrAttr *operands, IrFolded *results);

// A rewrite of ops of one kind; written with IR_PATTERN of ir/edit/rewriter.h.
struct IrPattern {
  uint32_t size; // sizeof(IrPattern)
  const char *name;
  const char *text;    // the algebra, for reports
  const IrOpDef *root; // NULL: any op
  unsigned benefit;    // higher first
  bool (*rewrite)(IrRewriter *rw, IrOp *op);
  const char *labels; // words separated by commas, to select patterns by; or NULL
  unsigned flags;     // IR_PATTERN_*
};

enum {
  // Asks for converted operands or types (ir/edit/conversion.h): only ir_convert runs it.
  IR_PATTERN_CONVERTS = 1 << 0,
  // May be applied to ops that it made itself, and ends: ir_convert does not take it for a circle.
  IR_PATTERN_RECURSES = 1 << 1,
};

struct IrOpDef {
  uint32_t size; // sizeof(IrOpDef): fields are only ever appended (ir/core/table.h)
  const char *name, *summary, *doc, *format, *example;
  const IrSlotDef *operands, *results; // {0}-terminated or NULL, as all lists here
  const IrAttrSlotDef *attrs;
  const IrRegionDef *regions;
  const IrSuccessorDef *successors;
  uint64_t traits;
  IrStatus (*verify)(IrOp *op);         // after operands, results, attributes and traits
  IrStatus (*verify_regions)(IrOp *op); // after the ops inside
  IrFoldFn fold;
  const IrPattern *const *patterns; // canonicalizations, NULL-terminated
  // Adds missing result types to the state; `false` when it cannot.
  bool (*infer)(IrOpState *state);
  IrStatus (*parse)(IrParser *parser, IrOpState *state); // used instead of the format
  void (*print)(IrOp *op, IrPrinter *printer);
  IrStep (*interp)(IrInterp *interp, IrOp *op);
  const IrInterfaceImpl *interfaces; // ir/core/interface.h
  // Whether an op that is not IR_PURE may run where it did not (a division by a constant, a loop
  // that is known to end), as far as it depends on the op itself; ops in its regions are asked,
  // too.
  bool (*speculatable)(const IrOp *op);
};
#define IR_OPDEF_BASE IR_TABLE_BASE(IrOpDef, interfaces)

// A list of defs is `const IrOpDef *const list[] = { &a, &b, NULL }`.

// Registered definitions.
IR_API const IrOpInfo *ir_op_lookup(IrContext *ctx, IrStr name); // NULL when unknown
// For an op of a dialect nobody registered: the same pointer for the same name.
IR_API const IrOpInfo *ir_op_info_unregistered(IrContext *ctx, IrStr name);
IR_API const IrOpInfo *ir_op_info_of(IrContext *ctx, const IrOpDef *def); // loads nothing; asserts
IR_API const IrOpDef *ir_op_info_def(const IrOpInfo *info);
IR_API IrStr ir_op_info_name(const IrOpInfo *info);
// The compiled assembly format (ir/asm/format.h), or NULL.
IR_API const struct IrFormat *ir_op_info_format(const IrOpInfo *info);

// Operand group `slot` of an op, its definition's variadic and optional groups taken into account.
IR_API IrValues ir_op_operand_group(const IrOp *op, size_t slot);
// Where that group lies among all operands.
IR_API IrRun ir_op_operand_run(const IrOp *op, size_t slot);
IR_API void ir_op_result_group(const IrOp *op, size_t slot, size_t *first, size_t *n);

// The definition, for use in a function; a plugin records that it uses it.
#define OP_DEF(id) (&id + IR_USED(id))
#define IS(op, id) ir_op_is((op), OP_DEF(id))
// `op` when it is one, else NULL.
#define AS(op, id) (IS((op), id) ? (op) : NULL)
// Defining op of a value when it is one, else NULL; the value may be NULL.
#define DEF(value, id) ir_value_def_as((value), OP_DEF(id))
IR_API IrOp *ir_value_def_as(const IrValue *value, const IrOpDef *def);

// Every member of an args struct is one 16-byte cell, so a member's offset says which slot it is.
#define IR_ARG_SLOT(id, member) (offsetof(struct id##_args, member) / 16)
#define GET(op, id, member) \
  _Generic(((struct id##_args *)0)->member, IrValue * \
           : ir_get_operand, IrValues \
           : ir_get_operands, IrAttr \
           : ir_get_attr, IrType \
           : ir_get_type, IrTypes \
           : ir_get_types, IrBlock * \
           : ir_get_successor)((op), IR_ARG_SLOT(id, member) + IR_USED(id))
// `slot` counts operands, results, attributes, successors in the order of the entry.
IR_API IrValue *ir_get_operand(const IrOp *op, size_t slot); // NULL for an absent optional one
IR_API IrValues ir_get_operands(const IrOp *op, size_t slot);
IR_API IrAttr ir_get_attr(const IrOp *op, size_t slot);
IR_API IrType ir_get_type(const IrOp *op, size_t slot);
IR_API IrTypes ir_get_types(const IrOp *op, size_t slot); // valid until the op changes
IR_API IrBlock *ir_get_successor(const IrOp *op, size_t slot);
#define SET_ATTR(op, id, member, value) \
  ir_set_attr((op), IR_ARG_SLOT(id, member) + IR_USED(id), (value))
IR_API void ir_set_attr(IrOp *op, size_t slot, IrAttr value);

// Builds and inserts at the builder's point.  Members left out are absent; result types left out
// are inferred (IR_SAME_TYPE, unique constraint, INFER).  Regions are created empty, the fixed
// number of the definition.  Successors of variadic arity are not covered: use ir_op_create.
#define BUILD(builder, id, ...) \
  ir_build((builder), OP_DEF(id), &(struct id##_args){__VA_ARGS__}, IR_ARG_SLOT(id, unused_))
// An op without any: BUILD(b, simt_barrier, NO_ARGS).
#define NO_ARGS .unused_ = NULL
// `cells` is how many members `args` has; slots that were added to the op later are absent.
IR_API IrOp *ir_build(IrBuilder *builder, const IrOpDef *def, const void *args, size_t cells);
// First result of what BUILD makes.
#define BUILD1(builder, id, ...) ir_op_result(BUILD((builder), id, __VA_ARGS__), 0)

// Common constraints (ir/core/constraints.c).
#define IR_TYPE_CONSTRAINT_LIST(X) \
  X(ANY) \
  X(INDEX) \
  X(I1) \
  X(I32) \
  X(I64) \
  X(INTEGER) \
  X(INT_OR_INDEX) \
  X(FLOAT) \
  X(F32) \
  X(INT_LIKE)          /* signless integer or index, or vector or tensor of them */ \
  X(SIGNLESS_INT_LIKE) /* the same without index */ \
  X(FLOAT_LIKE)        /* float, or vector or tensor of floats */ \
  X(BOOL_LIKE)         /* i1, or vector or tensor of i1 */ \
  X(VECTOR) X(TENSOR) X(MEMREF) X(SHAPED) X(FUNCTION)
#define X(n) extern IR_API const IrTypeConstraint IR_##n##_TYPE;
IR_TYPE_CONSTRAINT_LIST(X)
#undef X
#define IR_ATTR_CONSTRAINT_LIST(X) \
  X(ANY) \
  X(UNIT) \
  X(BOOL) \
  X(STRING) \
  X(SYMBOL_NAME) /* string printed as @name */ \
  X(SYMBOL) \
  X(TYPE) \
  X(FUNCTION_TYPE) X(INDEX) X(I32) X(I64) X(ARRAY) X(DICT) X(DENSE) X(I64_ARRAY) X(I32_ARRAY)
#define X(n) extern IR_API const IrAttrConstraint IR_##n##_ATTR;
IR_ATTR_CONSTRAINT_LIST(X)
#undef X

#endif
