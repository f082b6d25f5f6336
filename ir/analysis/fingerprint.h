// Whether two pieces of IR are the same: a hash over an op and all inside that depends on what
// stands there alone.
//
// Values, blocks and ops count by their place in the walk and never by their address, so an op that
// is erased and made anew leaves the hash as it was, and IR that was printed and parsed back has
// the hash of the original.  Types, attributes and names are unique in a context and count by
// their pointer: compare within one context.
#ifndef IR_ANALYSIS_FINGERPRINT_H
#define IR_ANALYSIS_FINGERPRINT_H

#include "ir/core/op.h"

// What counts besides ops, operands, types, attributes, successors and regions.
enum {
  IR_FINGERPRINT_NAMES = 1, // names of values
  IR_FINGERPRINT_LOCS = 2,  // locations of ops
};

// Changes when anything in `op` does, with overwhelming probability.
IR_API uint64_t ir_op_fingerprint(IrOp *op, unsigned flags);

// The first op inside `a`, in the order of the text, that is not like the op at its place in `b`;
// NULL when there is none.  `*other` is that op, or NULL where `b` has none.
IR_API IrOp *ir_op_first_difference(IrOp *a, IrOp *b, unsigned flags, IrOp **other);

#endif
