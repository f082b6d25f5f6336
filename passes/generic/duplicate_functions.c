// duplicate-function-elimination: of functions that do the same the first one stays.
//
//   func.func @f(%x: i32) { A }         func.func @f(%x: i32) { A }
//   func.func @g(%y: i32) { A }    =>   call @f
//   call @g
//
// Functions are candidates when they stand in one symbol table, have a body, and a type that may be
// changed: whoever starts a kernel knows it by its name and type.  They do the same when all but
// their names is equal, attributes and visibility included.  Equal ones meet in a table by a hash.
// References are renamed when all is found, so functions that are equal only then stay two.
//
// requires: verified IR   preserves: meaning within the module   breaks: the set of symbols
#include "ir/analysis/call_graph.h"
#include "ir/analysis/equivalence.h"
#include "ir/analysis/symbol_uses.h"
#include "ir/interfaces/call.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "passes/generic/generic.h"

#include <string.h>

typedef struct Candidate {
  IrOp *func;
  size_t next; // with the same hash, plus one
} Candidate;

typedef struct Finder {
  IrCallGraph *graph;
  IR_VEC(Candidate) kept;
  IrPtrMap by_hash;   // hash -> the newest in `kept`, plus one
  IrPtrMap duplicate; // function that goes -> the one that stays
} Finder;

static bool is_candidate(const IrOp *op) {
  return ir_op_def(op) && ir_op_has_trait(op, IR_SYMBOL) && ir_callable_can_set_type(op) &&
         ir_symbol_name(op).len > 0;
}

static bool is_name(const IrOpDef *def, size_t slot) {
  return strcmp(def->attrs[slot].name, "sym_name") == 0;
}

static uint64_t hash_of(IrOp *func) {
  const IrOpDef *def = ir_op_def(func);
  uint64_t hash = ir_hash_mix(ir_hash_pointer(def), ir_hash_pointer(ir_op_parent(func)));
  for (size_t i = 0; def->attrs && def->attrs[i].name; i++)
    if (!is_name(def, i)) hash = ir_hash_mix(hash, ir_hash_pointer(ir_op_slot_attr(func, i)));
  return ir_hash_mix(hash, ir_op_insides_hash(func));
}

static bool same_signs(const IrOp *a, const IrOp *b) {
  const IrOpDef *def = ir_op_def(a);
  if (def != ir_op_def(b) || ir_op_parent(a) != ir_op_parent(b) ||
      ir_op_discardable(a) != ir_op_discardable(b))
    return false;
  for (size_t i = 0; def->attrs && def->attrs[i].name; i++)
    if (!is_name(def, i) && ir_op_slot_attr(a, i) != ir_op_slot_attr(b, i)) return false;
  return true;
}

static void sort_in(Finder *f, IrOp *func) {
  const void *key = (const void *)(uintptr_t)(hash_of(func) | 1); // no key is NULL
  size_t first = (uintptr_t)ir_ptrmap_get(&f->by_hash, key);
  for (size_t i = first; i; i = f->kept.at[i - 1].next) {
    IrOp *other = f->kept.at[i - 1].func;
    if (!same_signs(func, other) || !ir_op_same_insides(func, other)) continue;
    ir_ptrmap_set(&f->duplicate, func, other);
    return;
  }
  ir_vec_push(&f->kept, ((Candidate){func, first}));
  ir_ptrmap_set(&f->by_hash, key, (void *)(uintptr_t)f->kept.n);
}

static IrAttr rename_use(void *user, IrOp *op, IrAttr symbol) {
  const Finder *f = user;
  IrOp *target = ir_call_graph_resolve(f->graph, op, symbol);
  const IrOp *other = target ? ir_ptrmap_get(&f->duplicate, target) : NULL;
  return other ? ir_symbol_with_last(symbol, ir_symbol_name(other)) : symbol;
}

IrStatus duplicate_functions_run(IrPassRun *run, IrOp *root) {
  const struct pass_duplicate_functions_decl *self = run->decl;
  Finder f = {.graph = ir_call_graph_create(root)};
  for (size_t i = 0; i < ir_call_graph_size(f.graph); i++) {
    IrOp *func = ir_call_graph_node(f.graph, i)->callable;
    if (func != root && is_candidate(func)) sort_in(&f, func);
  }
  if (f.duplicate.n > 0)
    ir_symbol_rename_uses(root, rename_use, &f);
  else
    ir_pass_preserve_all(run);
  ir_call_graph_destroy(f.graph);
  for (uint32_t i = 0; i < f.duplicate.n; i++) ir_op_destroy((IrOp *)f.duplicate.entries[i].key);
  self->stats->erased += f.duplicate.n;
  ir_vec_free(&f.kept);
  ir_ptrmap_free(&f.by_hash);
  ir_ptrmap_free(&f.duplicate);
  return IR_OK;
}
