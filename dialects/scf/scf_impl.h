// Declares what scf_ops.def names, and what the files of the dialect share.
#ifndef DIALECTS_SCF_SCF_IMPL_H
#define DIALECTS_SCF_SCF_IMPL_H

#include "dialects/scf/scf.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/interfaces/loop.h"
#include "ir/interfaces/region_branch.h"
#include "ir/support/vec.h"

// For every op, whether it has one or not.
#define OP(id, name, ...) \
  IrStatus id##_parse(IrParser *p, IrOpState *state); \
  void id##_print(IrOp *op, IrPrinter *p); \
  IrStatus id##_verify(IrOp *op); \
  IrStatus id##_verify_regions(IrOp *op); \
  IrFoldKind id##_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
#include "dialects/scf/scf_ops.def"
#undef OP

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/scf/scf_ops.def"
#include "ir/core/opdef_end.inc"

extern const IrLoopInterface scf_for_loop, scf_while_loop, scf_parallel_loop, scf_forall_loop;
extern const IrRegionBranchInterface scf_for_regions, scf_if_regions, scf_while_regions,
    scf_execute_region_regions, scf_index_switch_regions, scf_parallel_regions, scf_forall_regions;
extern const IrPattern scf_for_trivial, scf_for_inputs;
extern const IrPattern scf_if_adjacent, scf_if_nested, scf_if_known_condition, scf_if_to_select,
    scf_if_empty_else, scf_if_constant, scf_if_bool_results, scf_if_inputs;
extern const IrPattern scf_while_true_inside, scf_while_known_compare, scf_while_align,
    scf_while_if_down, scf_while_inputs;
extern const IrPattern scf_execute_region_inline, scf_execute_region_blocks,
    scf_execute_region_inputs;
extern const IrPattern scf_index_switch_constant, scf_index_switch_inputs;
extern const IrPattern scf_parallel_few_iterations, scf_parallel_nested;
extern const IrPattern scf_forall_constant_bounds, scf_forall_unchanged, scf_forall_few_iterations,
    scf_forall_known_index;

// Whether they end, once what is inside does.
bool scf_for_ends(const IrOp *op);
bool scf_if_ends(const IrOp *op);

// Text.
typedef IR_VEC(IrParsedArg) ScfArgs;
typedef IR_VEC(IrUnresolved) ScfNames;
// `(%a = %x, ...)`: appends to both.
IR_CHECKED IrStatus scf_parse_assignments(IrParser *p, ScfArgs *args, ScfNames *values);
// `(%i, ...)` of type index.
IR_CHECKED IrStatus scf_parse_counters(IrParser *p, ScfArgs *args);
// ` (%i, ...)`: the first `n` arguments of the first region.
void scf_print_counters(IrOp *op, IrPrinter *p, size_t n);
// ` -> (types)`, in parentheses also when there is only one.
void scf_print_result_types(IrOp *op, IrPrinter *p);
// A yield without values goes without saying.
unsigned scf_terminator_flag(const IrOp *op);

// How often a loop with these bounds runs, as MLIR knows it: from constants, from equal bounds, or
// from an upper bound that is the lower one plus a constant without overflow.  False when it is not
// known.
bool scf_trip_count(IrBound lower, IrBound upper, IrBound step, bool is_signed, uint64_t *trips);
// Puts the ops of `block`, its arguments replaced, in front of `op` and its terminator's values in
// the place of op's results; op goes.
bool scf_replace_by_block(IrRewriter *rw, IrOp *op, IrBlock *block, IrValue *const *args);

// The region of scf.index_switch that runs for a number.
size_t scf_index_switch_region(const IrOp *op, int64_t number);

// Nothing is combined: the loop changes no output.
bool scf_in_parallel_is_empty(const IrOp *forall);

#endif
