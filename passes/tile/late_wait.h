// What tc-late-wait knows of a loop; shared by its files.
#ifndef PASSES_TILE_LATE_WAIT_H
#define PASSES_TILE_LATE_WAIT_H

#include "ir/core/op.h"
#include "ir/support/vec.h"

// A product that may stay in flight: `carried` is the value of the loop that it is the last to add
// to, or that of a product behind it.
typedef struct LateProduct {
  IrOp *dot, *wait;
  size_t carried; // number of the loop's carried value
  bool is_first;  // adds to what the iteration before left
} LateProduct;

// A release of a position that late products read.
typedef struct LateRelease {
  IrOp *release;
  IrOp *behind; // the product behind whose wait it goes; in the next iteration where `wraps`
  bool wraps;
} LateRelease;

typedef struct LateLoop {
  IrOp *kernel, *loop;
  IrBlock *body;
  IrOp *end;                    // its terminator
  IR_VEC(IrOp *) dots;          // all products of the body, in order
  IR_VEC(LateProduct) products; // those that may stay in flight
  IR_VEC(LateRelease) releases;
  bool runs;           // at least once
  bool moves;          // an accumulator is handed on as another carried value
  const char *why_not; // no product may; NULL: nothing speaks against it
} LateLoop;

// ---- late_wait_find.c
// Which products of the loop may stay in flight, and where releases go.
void late_wait_find(LateLoop *loop);
void late_wait_free(LateLoop *loop);
// The number of the loop's operand that its first carried value begins as.
size_t late_wait_first_init(const IrOp *loop);
// What is known of a product that may stay in flight; NULL for others.
const LateProduct *late_wait_product_of(const LateLoop *loop, const IrOp *dot);

#endif
