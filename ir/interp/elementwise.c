// Rules of elementwise ops; see elementwise.h.
#include "ir/interp/elementwise.h"

// The operands and the result of the op being executed, and how many elements each has.
typedef struct Map {
  const IrCell *in[IR_MAP_MAX_OPERANDS];
  size_t num_in;
  IrCell *out;
  int64_t total;
} Map;

static int64_t cell_total(const IrCell *cell) {
  return cell->count * cell->lanes;
}

static IrStep map_begin(IrInterp *interp, IrOp *op, Map *map) {
  *map = (Map){.num_in = ir_op_num_operands(op)};
  if (map->num_in > IR_MAP_MAX_OPERANDS)
    return ir_interp_fail(interp, op, "has more operands than an elementwise op");
  map->out = ir_interp_result_cell(interp, op, 0);
  if (ir_element_kind(map->out->element) == IR_ELEMENT_NONE)
    return ir_interp_fail(interp, op, "is not executed on '{}'", map->out->type);
  map->total = cell_total(map->out);
  for (size_t i = 0; i < map->num_in; i++) {
    map->in[i] = ir_interp_operand(interp, op, i);
    if (ir_element_kind(map->in[i]->element) == IR_ELEMENT_NONE)
      return ir_interp_fail(interp, op, "is not executed on '{}'", map->in[i]->type);
    if (cell_total(map->in[i]) != map->total)
      return ir_interp_fail(interp, op, "has operands and results of different shapes");
  }
  return IR_STEP_NEXT;
}

static void *piece(const IrCell *cell, int64_t start) {
  return (char *)cell->data + start * cell->element_bytes;
}

static int piece_size(const Map *map, int64_t start) {
  int64_t left = map->total - start;
  return (int)(left < IR_MAP_PIECE ? left : IR_MAP_PIECE);
}

// Decodes the next piece of every operand into `in` and leaves the pointers in `at`.
#define LOAD_PIECES(T, decode) \
  T in[IR_MAP_MAX_OPERANDS][IR_MAP_PIECE]; \
  const T *at[IR_MAP_MAX_OPERANDS] = {in[0], in[1], in[2]}; \
  for (size_t k = 0; k < map.num_in; k++) \
    decode(map.in[k]->element, piece(map.in[k], start), n, in[k]);

// Elements [start, start + n) of active lanes as runs within the piece: the next one from `at` on,
// or false.
static bool next_run(const Map *map, uint64_t active, int64_t start, int64_t n, int64_t *at,
                     int64_t *end) {
  for (int64_t count = map->out->count; *at < n; *at = *end) {
    int64_t lane = (start + *at) / count;
    *end = (lane + 1) * count - start;
    if (*end > n) *end = n;
    if (active >> lane & 1) return true;
  }
  return false;
}

// Leaves in `wrong` what the loop finds wrong with an element of an active lane.  Nothing is wrong
// with most pieces; else they are computed again, active lanes only.
#define RUN_LOOP(T, CALL) \
  const char *wrong = CALL(at, out, (int)n); \
  if (wrong && map.out->lanes > 1) { \
    int64_t run = 0, end; \
    uint64_t active = ir_interp_active(interp); \
    for (wrong = NULL; !wrong && next_run(&map, active, start, n, &run, &end); run = end) { \
      const T *from[IR_MAP_MAX_OPERANDS] = {at[0] + run, at[1] + run, at[2] + run}; \
      wrong = CALL(from, out + run, (int)(end - run)); \
    } \
  } \
  if (wrong) return ir_interp_fail(interp, op, "{}", wrong);

#define LOOP_OF_WIDTH(in, out, n) loop(in, out, n, width)

#define FOR_PIECES \
  Map map; \
  if (map_begin(interp, op, &map) != IR_STEP_NEXT) return IR_STEP_FAIL; \
  for (int64_t start = 0, n; n = piece_size(&map, start), start < map.total; start += n)

IrStep ir_map_int(IrInterp *interp, IrOp *op, IrIntLoop loop) {
  unsigned width = ir_element_width(ir_type_element(ir_value_type(ir_op_operand(op, 0))));
  FOR_PIECES {
    LOAD_PIECES(int64_t, ir_elements_to_int)
    int64_t out[IR_MAP_PIECE];
    RUN_LOOP(int64_t, LOOP_OF_WIDTH)
    ir_elements_from_int(map.out->element, out, n, piece(map.out, start));
  }
  return IR_STEP_NEXT;
}

static IrStep map_single(IrInterp *interp, IrOp *op, IrFloatLoop loop) {
  FOR_PIECES {
    LOAD_PIECES(float, ir_elements_to_float)
    float out[IR_MAP_PIECE];
    RUN_LOOP(float, loop)
    ir_elements_from_float(map.out->element, out, n, piece(map.out, start));
  }
  return IR_STEP_NEXT;
}

IrStep ir_map_double(IrInterp *interp, IrOp *op, IrDoubleLoop loop) {
  FOR_PIECES {
    LOAD_PIECES(double, ir_elements_to_double)
    double out[IR_MAP_PIECE];
    RUN_LOOP(double, loop)
    ir_elements_from_double(map.out->element, out, n, piece(map.out, start));
  }
  return IR_STEP_NEXT;
}

IrStep ir_map_float(IrInterp *interp, IrOp *op, IrFloatLoop single, IrDoubleLoop wide) {
  IrType element = ir_type_element(ir_value_type(ir_op_result(op, 0)));
  bool is_f64 = ir_element_kind(element) == IR_ELEMENT_F64;
  return is_f64 ? ir_map_double(interp, op, wide) : map_single(interp, op, single);
}

IrStep ir_map_int_test(IrInterp *interp, IrOp *op, IrIntTest test) {
  unsigned width = ir_element_width(ir_type_element(ir_value_type(ir_op_operand(op, 0))));
  FOR_PIECES {
    LOAD_PIECES(int64_t, ir_elements_to_int)
    test(at, piece(map.out, start), (int)n, width);
  }
  return IR_STEP_NEXT;
}

IrStep ir_map_float_test(IrInterp *interp, IrOp *op, IrFloatTest test) {
  FOR_PIECES {
    LOAD_PIECES(double, ir_elements_to_double)
    test(at, piece(map.out, start), (int)n);
  }
  return IR_STEP_NEXT;
}

static bool is_integer(const IrCell *cell) {
  return ir_element_kind(cell->element) <= IR_ELEMENT_I64;
}

static bool fits_float(const IrCell *cell) {
  return !is_integer(cell) && ir_element_kind(cell->element) != IR_ELEMENT_F64;
}

IrStep ir_map_convert(IrInterp *interp, IrOp *op) {
  FOR_PIECES {
    const IrCell *from = map.in[0];
    if (is_integer(from) && is_integer(map.out)) {
      int64_t whole[IR_MAP_PIECE];
      ir_elements_to_int(from->element, piece(from, start), n, whole);
      ir_elements_from_int(map.out->element, whole, n, piece(map.out, start));
    } else if (fits_float(from) && fits_float(map.out)) {
      float number[IR_MAP_PIECE];
      ir_elements_to_float(from->element, piece(from, start), n, number);
      ir_elements_from_float(map.out->element, number, n, piece(map.out, start));
    } else {
      double number[IR_MAP_PIECE];
      ir_elements_to_double(from->element, piece(from, start), n, number);
      ir_elements_from_double(map.out->element, number, n, piece(map.out, start));
    }
  }
  return IR_STEP_NEXT;
}
