// Dialect conversion: ops that a target does not admit are rewritten until all are admitted, and
// the types of values change on the way.
//
//   static const IrLegalRule target[] = {
//       {"cx.*", IR_ILLEGAL}, {"func.*", IR_LEGAL_WHEN, ir_types_are_legal}, {0}};
//   static const IrTypeConverter types = {.size = sizeof types, .name = "cx", .convert = convert};
//   return ir_convert(module, target, patterns, n, &(IrConversionOptions){.types = &types});
//
//   IR_PATTERN_WITH(lower_add, cx_add, 1, "...", NULL, IR_PATTERN_CONVERTS) {
//     IrValues x = ir_converted(rw, op, 0), y = ir_converted(rw, op, 1);   // two floats each
//     IrValue *sum[2] = {BUILD1(b, arith_addf, .lhs = x.at[0], .rhs = y.at[0]), ...};
//     return ir_replace_lists(rw, op, &(IrValues){sum, 2}, 1);
//   }
//
// One pass over the ops, those that define values before those that use them and outer ones before
// what is in them.  There is no rollback: a change is made when a pattern makes it, so patterns see
// the IR as it is, and a pattern that fails has changed nothing (rewriter.h).  They are the
// patterns of the other drivers; only those that ask for converted operands are for ir_convert
// alone, which their flag IR_PATTERN_CONVERTS says.
//
// Values.  Where the users of a value have not been converted yet, a cast between the old type and
// the new stands in (builtin.unrealized_conversion_cast).  ir_converted looks through it, so most
// have no user at the end and go.  One that still has is turned into ops by the converter's
// `to_source` or `to_target`, if it has such.
//
// When an op stays that must not, or a cast is left over, ir_convert fails and says for each which
// patterns were tried and why each did not match, which pattern made the cast and who still wants
// which type.  The IR is valid but half converted then; the caller fails too.
#ifndef IR_EDIT_CONVERSION_H
#define IR_EDIT_CONVERSION_H

#include "ir/edit/rewriter.h"

// ---- Types ----

typedef struct IrTypeList {
  IrType *at;
  size_t n, cap;
} IrTypeList;
IR_API void ir_type_list_add(IrTypeList *list, IrType type);
IR_API void ir_type_list_free(IrTypeList *list);

typedef enum IrConverted {
  IR_CONVERT_SAME,   // the type stays as it is
  IR_CONVERT_DONE,   // `out` has what takes its place: one type, several, or none
  IR_CONVERT_CANNOT, // it has no counterpart: ops with such values match no pattern that converts
} IrConverted;

typedef struct IrTypeConverter {
  uint32_t size;    // sizeof(IrTypeConverter)
  const char *name; // for reports
  void *user;       // first argument of all
  // What a value of `type` becomes.  Asked once for each type.
  IrConverted (*convert)(void *user, IrType type, IrTypeList *out);
  // The same where it depends on the value; asked first when there is one.  May be NULL.
  IrConverted (*convert_value)(void *user, const IrValue *value, IrTypeList *out);
  // Makes a value of an old type of the new ones, or new ones of an old; NULL or false: there is no
  // way.  For casts that are left over; may be NULL.
  IrValue *(*to_source)(void *user, IrBuilder *b, IrType type, IrValues from);
  bool (*to_target)(void *user, IrBuilder *b, IrTypes types, IrValue *from, IrValue **out);
  // As to_source, of the arguments of a block; NULL: to_source does.
  IrValue *(*to_argument)(void *user, IrBuilder *b, IrType type, IrValues from);
} IrTypeConverter;

// ---- The target ----

typedef enum IrLegality {
  IR_LEGALITY_UNKNOWN, // may stay, but is rewritten when a pattern matches; an error in a full one
  IR_LEGAL,
  IR_LEGAL_WHEN, // the rule's `when` says so
  IR_ILLEGAL,
} IrLegality;

// An element of a {0}-terminated list.  Of the rules that name an op, `arith.addi` comes before
// `arith.*` before `*`; an op without any is unknown.
typedef struct IrLegalRule {
  const char *name;
  IrLegality legality;
  bool (*when)(IrOp *op, const IrTypeConverter *types);
  bool inside; // when it is legal, so is all that is in it
  const void *reserved;
} IrLegalRule;

// For IR_LEGAL_WHEN: no operand, result, argument of its blocks or signature has a type that the
// converter would change.
IR_API bool ir_types_are_legal(IrOp *op, const IrTypeConverter *types);
IR_API bool ir_type_is_legal(IrType type, const IrTypeConverter *types);

// ---- The driver ----

typedef enum IrConversionMode {
  IR_CONVERT_PARTIAL,  // ops that the target does not know may stay
  IR_CONVERT_FULL,     // every op must be legal
  IR_CONVERT_ANALYSIS, // changes nothing and tells what a partial one would do
} IrConversionMode;

typedef struct IrConversionOptions {
  IrConversionMode mode;
  const IrTypeConverter *types; // NULL: types stay
  const char *pass;             // for casts and reports; or NULL
  bool keep_casts;    // casts that are left over are for a later pass, which their attribute
                      // builtin.made_by helps to understand
  uint64_t *rewrites; // counts patterns applied, or NULL
  const char *enable, *disable;      // as in IrGreedyOptions
  const IrRewriteListener *listener; // or NULL
  // For IR_CONVERT_ANALYSIS: called for each op that is not legal, and whether it could be made so.
  void (*found)(void *user, IrOp *op, bool converts);
  void *user;
  // First fold ops that are not legal, with the operands that they had before the conversion.
  bool fold;
} IrConversionOptions;

IR_API IR_CHECKED IrStatus ir_convert_sized(IrOp *root, const IrLegalRule *target,
                                            const IrPattern *const *patterns, size_t n,
                                            const IrConversionOptions *options, size_t size);
IR_CHECKED static inline IrStatus ir_convert(IrOp *root, const IrLegalRule *target,
                                             const IrPattern *const *patterns, size_t n,
                                             const IrConversionOptions *options) {
  return ir_convert_sized(root, target, patterns, n, options, sizeof *options);
}

// ---- In patterns ----

// What takes the place of operand `i`; the operand itself under other drivers, and where its type
// stays.  Borrowed until the pattern returns.
IR_API IrValues ir_converted(IrRewriter *rw, IrOp *op, size_t i);
// The same when it is one value, else NULL.
IR_API IrValue *ir_converted1(IrRewriter *rw, IrOp *op, size_t i);
// All operands of `op` from number `first` on, one list behind the other.
IR_API IrValues ir_converted_all(IrRewriter *rw, IrOp *op, size_t first);
// Appends what takes the place of a value of `type`; false when it cannot be converted.
IR_API bool ir_converted_types(IrRewriter *rw, IrType type, IrTypeList *out);
IR_API IrType ir_converted_type(IrRewriter *rw, IrType type); // NULL when it is not one
// Result `i` of `op` becomes `values[i]`: any number of values of any types.
IR_API bool ir_replace_lists(IrRewriter *rw, IrOp *op, const IrValues *values, size_t n);

// The arguments of a block, or of all blocks of a region, get the types they convert to; false,
// and nothing has changed, when one cannot be converted.
IR_API bool ir_convert_block(IrRewriter *rw, IrBlock *block);
IR_API bool ir_convert_region(IrRewriter *rw, IrRegion *region);
// The op's operands are replaced by what they convert to, in place.
IR_API bool ir_convert_operands(IrRewriter *rw, IrOp *op);
// An op like `op` in front of it, with other operands and results: the same attributes and
// successors, regions empty.  Counts of operand groups stay as they are.
IR_API IrOp *ir_create_like(IrRewriter *rw, IrOp *op, IrValues operands, IrTypes results);
// A new op like `op` with converted operands and results, to which the regions move, their
// arguments converted; replaces `op`.  For ops that mean the same for any types.
IR_API bool ir_convert_like(IrRewriter *rw, IrOp *op);

// Patterns for ops that only pass values on, by their interfaces: functions and whatever is called,
// calls, terminators and branches, loops and conditionals (region branches).  With
// IR_LEGAL_WHEN ir_types_are_legal for these ops.
IR_API extern const IrPattern ir_convert_callable, ir_convert_call, ir_convert_terminator,
    ir_convert_region_branch;
enum { IR_NUM_STRUCTURAL_PATTERNS = 4 };
IR_API extern const IrPattern *const ir_structural_patterns[IR_NUM_STRUCTURAL_PATTERNS];

// ---- Casts ----

// Replaces casts inside `root` that lead back to values of the types they make, and erases those
// nobody uses; gives how many went.
IR_API size_t ir_reconcile_casts(IrOp *root);

#endif
