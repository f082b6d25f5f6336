// tile.map and tile.parallel: a thread runs the region for each of its elements.
//
//   %r = tile.map %x (%i, %a) : tensor<256xf32, #L> {     %a0 = vector.extract %x[0]
//     ... tile.yield %y                                   ... of %a0 and %i0, its coordinate
//   }                                              =>     %a1 = vector.extract %x[1]
//                                                         ...
//                                                         %r = vector.from_elements %y0, %y1
//
// Ops of the region are converted once for each register; the registers' code stands one after
// the other, for a register cannot be chosen at run time.  What a region with effects does for an
// element is done by the first of the threads that hold it, and by the first of its registers.
#include "dialects/arith/arith.h"
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "passes/lower/thread.h"

typedef struct MapState {
  ThreadState *state;
  IrOp *op;
  IrBlock *body;
  IrValues inputs;
  TileLayout layout;
  ThreadMap coordinate[TILE_LAYOUT_RANK]; // of the thread's part
  IrValue *thread[TILE_LAYOUT_RANK];      // its value; NULL: zero
} MapState;

static IrStatus begin(MapState *m, IrType tile) {
  IR_TRY(thread_layout_of(m->op, tile, &m->layout));
  m->body = ir_region_first(ir_op_region(m->op, 0));
  for (unsigned d = 0; d < m->layout.rank; d++) {
    if (!ir_value_has_uses(ir_block_arg(m->body, d))) continue;
    m->coordinate[d] = thread_coordinate_map(&m->layout, d);
    m->thread[d] = thread_map_value(m->state, &m->coordinate[d]);
  }
  return IR_OK;
}

// Coordinates are computed with 32 bits, which hold them, whatever is done with them then.
static void define_coordinates(MapState *m, int64_t r) {
  IrBuilder *b = &m->state->b;
  int64_t parts[TILE_LAYOUT_RANK];
  thread_register_coords(&m->layout, r, parts);
  for (unsigned d = 0; d < m->layout.rank; d++) {
    IrValue *arg = ir_block_arg(m->body, d);
    if (!ir_value_has_uses(arg)) continue;
    IrValue *at = m->thread[d] ? thread_xor_constant(m->state, m->thread[d],
                                                     thread_map_mask(&m->coordinate[d]), parts[d])
                               : NULL;
    IrValue *index = at ? BUILD1(b, arith_index_castui, .in = at, .out_type = ir_value_type(arg))
                        : thread_index(m->state, parts[d]);
    ir_ptrmap_set(&m->state->values, arg, index);
  }
}

static void define_elements(MapState *m, int64_t r) {
  IrBuilder *b = &m->state->b;
  for (size_t i = 0; i < m->inputs.n; i++) {
    IrValue *arg = ir_block_arg(m->body, m->layout.rank + i);
    if (!ir_value_has_uses(arg)) continue;
    IrValue *element = BUILD1(b, vector_extract, .source = thread_value(m->state, m->inputs.at[i]),
                              .static_position = ir_attr_i64_array(b->ctx, &r, 1),
                              .result_type = ir_value_type(arg));
    ir_ptrmap_set(&m->state->values, arg, element);
  }
}

// The region for one register; what it yields is in the converted operands of its terminator.
static IrStatus run_register(MapState *m, int64_t r) {
  bool outer = m->state->in_element;
  IrStatus status = IR_OK;
  define_coordinates(m, r);
  define_elements(m, r);
  m->state->in_element = true;
  IR_FOR_OPS(op, m->body) {
    if (!IS(op, tile_yield)) status = thread_convert_op(m->state, op);
    if (status != IR_OK) break;
  }
  m->state->in_element = outer;
  return status;
}

// ---- tile.map

// yielded[k * registers + r] is register r of result k.
static IrStatus run_registers(MapState *m, IrValue **yielded, int64_t registers) {
  IrValues values = GET(ir_block_terminator(m->body), tile_yield, values);
  for (int64_t r = 0; r < registers; r++) {
    IR_TRY(run_register(m, r));
    for (size_t k = 0; k < values.n; k++)
      yielded[(int64_t)k * registers + r] = thread_value(m->state, values.at[k]);
  }
  return IR_OK;
}

IrStatus thread_convert_map(ThreadState *state, IrOp *op) {
  MapState m = {.state = state, .op = op, .inputs = GET(op, tile_map, inputs)};
  IR_TRY(begin(&m, ir_value_type(ir_op_result(op, 0))));
  int64_t registers = thread_registers(&m.layout);
  size_t n = ir_op_num_results(op);
  IrValue **yielded = ir_malloc(n * (size_t)registers * sizeof *yielded);
  IrStatus status = run_registers(&m, yielded, registers);
  state->b.loc = ir_op_loc(op);
  for (size_t k = 0; k < n && status == IR_OK; k++) {
    IrValue *result = ir_op_result(op, k);
    IrValue *vector =
        BUILD1(&state->b, vector_from_elements,
               .elements = {yielded + k * (size_t)registers, (size_t)registers},
               .dest_type = thread_vector_of(ir_type_element(ir_value_type(result)), registers));
    ir_value_take_name(vector, result);
    ir_ptrmap_set(&state->values, result, vector);
  }
  ir_free(yielded);
  return status;
}

// ---- tile.parallel

static IrStatus run_effects(MapState *m) {
  int64_t copies = tile_layout_free_bits(&m->layout, TILE_REGISTER);
  for (int64_t r = 0; r < thread_registers(&m->layout); r++)
    if (!(r & copies)) IR_TRY(run_register(m, r));
  return IR_OK;
}

IrStatus thread_convert_parallel(ThreadState *state, IrOp *op) {
  MapState m = {.state = state, .op = op, .inputs = GET(op, tile_parallel, inputs)};
  if (!m.inputs.n) {
    IrStatus failed = ir_op_error(op, "has no tile whose layout says who runs which element");
    ir_help(state->ctx, "run tile-layout before tile-to-thread");
    return failed;
  }
  IR_TRY(begin(&m, ir_value_type(m.inputs.at[0])));
  IrValue *first = thread_is_first_copy(state, &m.layout);
  IrBuilder outer = thread_enter_if(state, first);
  IrStatus status = run_effects(&m);
  state->b.loc = ir_op_loc(op);
  thread_leave_if(state, first, outer);
  return status;
}
