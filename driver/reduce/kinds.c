// The table of reductions, in the order in which they pay: whole symbols before ops, ops before
// what is left of them.
#include "driver/reduce/reduce_impl.h"

const ReduceKind *const reduce_kinds[] = {
    &reduce_symbols,
    &reduce_dead,
    &reduce_ops,
    &reduce_regions,
    &reduce_exits,
    &reduce_blocks,
    &reduce_merges,
    &reduce_block_arguments,
    &reduce_carried,
    &reduce_results,
    &reduce_operands,
    &reduce_arguments,
    &reduce_attributes,
    &reduce_constants,
    &reduce_extents,
    &reduce_widths,
    NULL,
};

void driver_reduce_list(IrStream *out) {
  for (size_t i = 0; reduce_kinds[i]; i++) {
    size_t begin = out->len;
    ir_print(out, "  {}", reduce_kinds[i]->name);
    size_t width = out->len - begin;
    ir_write_indent(out, width < 20 ? (unsigned)(20 - width) : 1);
    ir_print(out, "{}\n", reduce_kinds[i]->summary);
  }
}

const char *driver_reduce_name(size_t i) {
  return reduce_kinds[i] ? reduce_kinds[i]->name : NULL;
}

void reduce_site(ReduceSites *sites, IrOp *op, size_t index, void *at) {
  ir_vec_push(&sites->list, ((ReduceSite){op, index, at}));
}
