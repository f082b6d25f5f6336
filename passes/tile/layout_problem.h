// The problem that tile-layout solves: which layout each tile gets, and each staged buffer.
//
// A node is what has one layout: the results of an op, a value that a loop or branch carries, a
// store's or an instruction's operand, a buffer.  It chooses one of its candidates, each of which
// costs something by itself.  An edge is a place where the choices of two nodes meet: a use of a
// tile, where a conversion may stand, or an access of a buffer.  All costs are those of
// layout_cost.h.  Files:
//
//   layout_graph.c      nodes and edges from the kernel
//   layout_relation.c   what an op makes of layouts, one table entry an op
//   layout_hint.c       layouts that a person named
//   layout_anchor.c     layouts that instructions and accesses ask for
//   layout_candidate.c  what else a node may choose: its neighbours' wishes, defaults
//   layout_price.c      what candidates and edges cost
//   layout_feasible.c   what ops that cannot have every layout get
//   layout_search.c     the choice
//   layout_rewrite.c    types and conversions
//   layout_debug.c      all of that for people
#ifndef PASSES_TILE_LAYOUT_PROBLEM_H
#define PASSES_TILE_LAYOUT_PROBLEM_H

#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "passes/tile/layout_cost.h"
#include "passes/tile/tile_passes.h"

typedef enum LayoutNodeKind {
  LAYOUT_TILE,   // values of the kernel
  LAYOUT_USE,    // an operand that is converted to what its op wants
  LAYOUT_BUFFER, // the storage of a buffer
} LayoutNodeKind;

typedef struct LayoutChoice {
  uint32_t layout; // number of a tile's
  IrType buffer;   // of a buffer
  const char *why; // "a hint", "a load": who asked for it
  IrOp *asker;     // or NULL
  LayoutCost cost; // by itself, times trips
} LayoutChoice;

enum { LAYOUT_MOST_CHOICES = 12 };
// Of a tile in a thread, which has 255 registers: what is many times that only spills, and takes
// LLVM minutes.
enum { LAYOUT_MOST_ELEMENTS = 8192 };

typedef struct LayoutNode {
  LayoutNodeKind kind;
  IrValue *value; // of several that share the node the first in program order
  IrOp *op;       // that makes the tile or uses it; of carried values the loop or branch
  IrType type;    // of the tile without a layout, of the buffer
  int64_t trips;
  bool pinned; // by a hint or an instruction: nothing else is a candidate
  IrOp *hint;  // that names the layout, or NULL
  LayoutChoice choices[LAYOUT_MOST_CHOICES];
  uint32_t num_choices, chosen;
  uint8_t access_dim, access_width; // what an access offered; width 0: none did
  IR_VEC(uint32_t) edges;
} LayoutNode;

// What an op makes of layouts: how its operands' and its results' belong together.
typedef struct LayoutRelation {
  const IrOpDef *op;
  // The layout of an operand with which the op does nothing but name registers anew; false: there
  // is none.
  bool (*operand)(const IrOp *op, size_t operand, const TileLayout *result, TileLayout *out);
  // The layout that the results get from an operand's; false where it does not say.
  bool (*result)(const IrOp *op, size_t operand, const TileLayout *input, TileLayout *out);
} LayoutRelation;

typedef struct LayoutEdge {
  uint32_t from, to;              // of an access of a buffer `to` is the buffer
  IrOp *op;                       // the use, the access
  size_t operand;                 // of the use
  const LayoutRelation *relation; // of a use; NULL: an access
  bool after;                     // a conversion stands behind the op: `to` is its result
  int64_t trips;                  // of a conversion there
  int64_t *cost;                  // of each pair of choices, those of `to` next to each other
  // Of a use, for each choice of `to`: the layout that the operand needs (UINT32_MAX: none does),
  // and what it costs to make its value once more in that.  Of one behind its op, for each choice
  // of `from`: the layout that the op gives.
  uint32_t *needs;
  int64_t *again;
} LayoutEdge;

typedef struct LayoutBufferAccess {
  uint32_t layout;
  bool is_store;
  IrType buffer;
  int64_t cost;
} LayoutBufferAccess;

typedef struct LayoutProblem {
  IrContext *ctx;
  IrOp *kernel;
  unsigned warps;
  LayoutMachine machine;
  const IrPassRun *run;
  const struct tile_layout_decl *self;
  IR_VEC(LayoutNode) nodes;
  IR_VEC(LayoutEdge) edges;
  IR_VEC(TileLayout) layouts;          // each once
  IR_VEC(uint64_t) hashes;             // of them
  IR_VEC(uint32_t) like;               // the first one with the same bases
  IrPtrMap node_of;                    // value -> its node's number + 1
  IrPtrMap conversions;                // pair of layouts -> what layout_price.c knows of it
  IR_VEC(LayoutBufferAccess) accesses; // priced ones
  IrPtrMap originals;                  // ops of tiles that were made again
  bool exact;                          // no choice is cheaper
  int64_t total;                       // cost of the choice
} LayoutProblem;

void layout_problem_free(LayoutProblem *p);

bool layout_is_tile(const IrValue *value); // in flight or not
IrType layout_tile_type(const IrValue *value);
IrType layout_plain(IrType tile); // without its encoding
uint32_t layout_number(LayoutProblem *p, const TileLayout *layout);
// The node of a value, or UINT32_MAX.
uint32_t layout_node_of(const LayoutProblem *p, const IrValue *value);
// Makes a layout a candidate; one that is there already stays.  False where there is no room.
bool layout_offer(LayoutProblem *p, uint32_t node, const TileLayout *layout, const char *why,
                  IrOp *asker);
// Makes it the only one.
void layout_pin(LayoutProblem *p, uint32_t node, const TileLayout *layout, const char *why,
                IrOp *asker);

// ---- layout_graph.c
IR_CHECKED IrStatus layout_build_graph(LayoutProblem *p);

// ---- layout_relation.c
// NULL: the op's tiles have nothing to do with each other.
const LayoutRelation *layout_relation_of(const IrOp *op);
const LayoutRelation *layout_same(void); // one layout for all
// Whether it combines elements along an axis (tile.reduce, tile.argmax, tile.scan, ..), so that its
// operands have a layout of their own, from which that of its results follows.
bool layout_combines(const IrOp *op);
// Whether the operand's layout is the result's.
bool layout_is_same(const LayoutRelation *relation);

// ---- layout_hint.c
IR_CHECKED IrStatus layout_take_hints(LayoutProblem *p);

// ---- layout_anchor.c
IR_CHECKED IrStatus layout_take_anchors(LayoutProblem *p);

// ---- layout_candidate.c
IR_CHECKED IrStatus layout_find_candidates(LayoutProblem *p);
// A layout for an access of memory that is contiguous along `dim`, `width` elements at a time;
// layout_find_candidates adds patches to it.
void layout_offer_access(LayoutProblem *p, uint32_t node, unsigned dim, unsigned width,
                         const char *why, IrOp *asker);
// The error that a tile cannot be spread over the block, with what would fit.
IrStatus layout_does_not_fit(const LayoutProblem *p, IrOp *op, IrType tile);

// ---- layout_price.c
void layout_price(LayoutProblem *p); // costs of nodes and edges
// Works out the conversions of the choice, or all: true when one of them was not known.
bool layout_price_choice(LayoutProblem *p, bool all);
int64_t layout_edge_cost(const LayoutProblem *p, const LayoutEdge *e, uint32_t from, uint32_t to);

// ---- layout_feasible.c
// Hints on ops that cannot have every layout go onto conversions behind them.
void layout_move_hints(LayoutProblem *p);
// Gives each of these ops a candidate it can have.
void layout_keep_feasible(LayoutProblem *p);

// ---- layout_search.c
void layout_search(LayoutProblem *p, IrArena *scratch);

// ---- layout_rewrite.c
void layout_rewrite(LayoutProblem *p);
void layout_set_type(IrValue *tile, const TileLayout *layout);
// The op before which a conversion of `value` for `use` goes: outside of loops that do not change
// the value.
IrOp *layout_conversion_place(IrOp *use, const IrValue *value);

// ---- layout_debug.c
void layout_debug(const LayoutProblem *p);

#endif
