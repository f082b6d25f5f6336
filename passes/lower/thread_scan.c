// tile.scan: the bits of the coordinate along the axis from the lowest up, as many at once as
// belong to registers, lanes or warps, each a step (tile_layout_scan_step).
//
//   up     a step combines its elements to one, of which the next step makes a tile that is so much
//          shorter along the axis
//   down   the next step says what is before each of those (its prefix); from there the step goes
//          through its own elements, in order
//
//   registers, copies   up: pairwise; down: one register after the other
//   lanes               prefixes of all lanes in log2 of them rounds: at bit k a lane whose bit is
//                       set gets what the last lane of the half below it has; then the last lane
//                       has the element for the next step, and the lane before has the prefix
//   warps, groups       (of a block, then of a cluster) through shared memory, as a conversion to a
//                       layout in which each thread holds the elements of all warps; each combines
//                       those before its own
//
// combine(left, right) is only ever asked in the order of the scan; the combiner need not be
// commutative.  What is first has nothing before it: with an initial element that is its prefix,
// else the result of a combination with something else is dropped by a select.  Of registers that
// hold the same element one is scanned; lanes and warps that hold copies all do the same.
#include "dialects/arith/arith.h"
#include "dialects/simt/simt.h"
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "passes/lower/thread.h"

typedef struct Scan {
  ThreadState *state;
  IrOp *op;
  unsigned axis;
  size_t n;     // tiles that are combined at once
  bool reverse; // from the highest coordinate down
  IrArena *arena;
  IrValue **init; // an element of each, or NULL: nothing is before the first
} Scan;

// The registers of one tile of each: `n` vectors.
typedef IrValue **Values;

static void *allocate(const Scan *s, int64_t count, size_t bytes) {
  return ir_arena_alloc(s->arena, (size_t)count * bytes, sizeof(int64_t));
}

static Values new_values(const Scan *s) {
  return allocate(s, (int64_t)s->n, sizeof(IrValue *));
}

static Values copy_values(const Scan *s, Values from) {
  Values to = new_values(s);
  memcpy(to, from, s->n * sizeof *to);
  return to;
}

// left := combine(left, right).
static void combine(const Scan *s, Values left, Values right) {
  thread_combine(s->state, ir_region_first(ir_op_region(s->op, 0)), left, right, s->n);
}

static Values shuffled(const Scan *s, Values from, const int64_t *which, size_t n) {
  Values to = new_values(s);
  for (size_t i = 0; i < s->n; i++) to[i] = thread_shuffle(&s->state->b, from[i], which, n);
  return to;
}

// yes := condition ? yes : no.
static void select_values(const Scan *s, IrValue *condition, Values yes, Values no) {
  for (size_t i = 0; i < s->n; i++)
    yes[i] = BUILD1(&s->state->b, arith_select, .condition = condition, .true_value = yes[i],
                    .false_value = no[i]);
}

// ---- What is before an element

static int64_t register_coord(const Scan *s, const TileLayout *l, int64_t r) {
  int64_t coords[TILE_LAYOUT_RANK];
  thread_register_coords(l, r, coords);
  return coords[s->axis];
}

// Whether this thread's elements are not the first ones because of where the thread is; NULL: all
// threads hold the same part of the axis.
static IrValue *thread_is_behind(const Scan *s, const TileLayout *l) {
  ThreadMap map = thread_coordinate_map(l, s->axis);
  int64_t first =
      s->reverse ? thread_map_mask(&map) + map.group * ((int64_t)tile_layout_groups(l) - 1) : 0;
  IrValue *value = thread_map_value(s->state, &map);
  if (!value) return NULL;
  return BUILD1(&s->state->entry, arith_cmpi, .predicate = arith_predicate(s->state->ctx, ARITH_NE),
                .lhs = value, .rhs = thread_i32(s->state, first));
}

// yes := yes for elements of the tile that have something before them, else no.
static void select_behind(const Scan *s, const TileLayout *l, Values yes, Values no) {
  if (s->init) return;
  int64_t registers = thread_registers(l), first = register_coord(s, l, 0), firsts = 0;
  int64_t *from = allocate(s, registers, sizeof *from);
  for (int64_t r = 1; r < registers && s->reverse; r++)
    if (register_coord(s, l, r) > first) first = register_coord(s, l, r);
  for (int64_t r = 0; r < registers; r++) {
    bool is_first = register_coord(s, l, r) == first; // in the first thread
    from[r] = is_first ? registers + r : r;
    firsts += is_first;
  }
  IrValue *condition = thread_is_behind(s, l);
  for (size_t i = 0; i < s->n; i++) {
    IrValue *in_first = no[i];
    if (condition)
      in_first = BUILD1(&s->state->b, arith_select, .condition = condition, .true_value = yes[i],
                        .false_value = no[i]);
    yes[i] = firsts == registers
                 ? in_first
                 : thread_shuffle_pair(&s->state->b, yes[i], in_first, from, (size_t)registers);
  }
}

// prefix := combine(prefix, values), where there is a prefix; `l` is of the tile that has both.
static void combine_behind(const Scan *s, const TileLayout *l, Values prefix, Values values) {
  combine(s, prefix, values);
  select_behind(s, l, prefix, values);
}

// ---- Registers of a step

// Which registers of the tile a register of the next step's tile is made of: at[r * along + k], in
// the order of the scan.
typedef struct Rows {
  int64_t registers, along;
  int64_t *at;
} Rows;

static int64_t number_of(const TileLayout *l, const int64_t *coords) {
  int64_t number = 0;
  for (unsigned d = 0; d < l->rank; d++) number = number * tile_layout_extent(l, d) + coords[d];
  return number;
}

// The first register of thread 0 that holds each element, by its number; -1: none does.
static int32_t *find_holders(const Scan *s, const TileLayout *l) {
  int64_t elements = 1, coords[TILE_LAYOUT_RANK];
  for (unsigned d = 0; d < l->rank; d++) elements *= tile_layout_extent(l, d);
  int32_t *holders = allocate(s, elements, sizeof *holders);
  memset(holders, -1, (size_t)elements * sizeof *holders);
  for (int64_t r = thread_registers(l); r-- > 0;) {
    thread_register_coords(l, r, coords);
    holders[number_of(l, coords)] = (int32_t)r;
  }
  return holders;
}

// `step` elements of `l` for each of `rest`.
static Rows find_rows(const Scan *s, const TileLayout *l, const TileLayout *rest, int64_t along) {
  Rows rows = {.registers = thread_registers(rest), .along = along};
  int32_t *holders = find_holders(s, l);
  rows.at = allocate(s, rows.registers * along, sizeof *rows.at);
  for (int64_t r = 0; r < rows.registers; r++) {
    int64_t coords[TILE_LAYOUT_RANK];
    thread_register_coords(rest, r, coords);
    int64_t first = coords[s->axis] * along;
    for (int64_t k = 0; k < along; k++) {
      coords[s->axis] = first + (s->reverse ? along - 1 - k : k);
      rows.at[r * along + k] = holders[number_of(l, coords)];
      IR_ASSERT(rows.at[r * along + k] >= 0, "a thread holds all registers of a step");
    }
  }
  return rows;
}

// The k-th register of each row.
static Values take(const Scan *s, const Rows *rows, Values values, int64_t k) {
  int64_t *from = allocate(s, rows->registers, sizeof *from);
  for (int64_t r = 0; r < rows->registers; r++) from[r] = rows->at[r * rows->along + k];
  return shuffled(s, values, from, (size_t)rows->registers);
}

// Pairwise, in order.
static Values combine_range(const Scan *s, const Rows *rows, Values values, int64_t first,
                            int64_t count) {
  if (count == 1) return take(s, rows, values, first);
  Values low = combine_range(s, rows, values, first, count / 2);
  Values high = combine_range(s, rows, values, first + count / 2, count - count / 2);
  combine(s, low, high);
  return low;
}

// The registers of the tile from those of each place: `parts[k]` has the k-th of each row.
static Values put_together(const Scan *s, const Rows *rows, Values *parts) {
  int64_t registers = rows->registers * rows->along;
  int64_t *from = allocate(s, registers, sizeof *from);
  for (int64_t i = 0; i < registers; i++)
    from[rows->at[i]] = i % rows->along * rows->registers + i / rows->along;
  Values all = new_values(s);
  for (size_t i = 0; i < s->n; i++) {
    IrType element = ir_type_element(ir_value_type(parts[0][i]));
    IrValue *sum = thread_zero(s->state, thread_vector_of(element, registers));
    for (int64_t k = 0; k < rows->along; k++)
      sum = thread_insert(&s->state->b, parts[k][i], sum, k * rows->registers);
    all[i] = thread_shuffle(&s->state->b, sum, from, (size_t)registers);
  }
  return all;
}

// ---- Steps

typedef struct Step {
  const TileLayout *layout; // of the tile that it sees
  TileScanStep step;
  TileLayout rest; // of the tile that the next one sees
} Step;

static IrStatus scan(const Scan *s, const TileLayout *l, Values values, bool inclusive,
                     Values *result);

static bool has_next(const Scan *s, const Step *step) {
  return tile_layout_extent(&step->rest, s->axis) > 1;
}

// What is before each element of the next step's tile; NULL where nothing is before any of it.
// `totals` are needed where there is a next step.
static IrStatus find_prefixes(const Scan *s, const Step *step, Values totals, Values *prefixes) {
  *prefixes = NULL;
  if (!has_next(s, step) && !s->init) return IR_OK;
  return scan(s, &step->rest, totals, false, prefixes);
}

// prefix := what is before each element, of the prefix of all that the step combines (NULL: none)
// and of what is before the element in the step, `before`, where `is_first` is false.
static Values joined(const Scan *s, const Step *step, Values prefix, Values before,
                     IrValue *is_first) {
  if (!prefix) return before;
  Values all = copy_values(s, prefix);
  combine_behind(s, &step->rest, all, before);
  Values first = copy_values(s, prefix);
  select_values(s, is_first, first, all);
  return first;
}

// One register after another, from the prefix on.
static Values follow(const Scan *s, const Step *step, const Rows *rows, Values values,
                     Values so_far, bool inclusive) {
  Values *parts = allocate(s, rows->along, sizeof *parts);
  for (int64_t k = 0; k < rows->along; k++) {
    Values own = take(s, rows, values, k);
    Values next = copy_values(s, so_far ? so_far : own);
    bool is_needed = inclusive || k + 1 < rows->along;
    if (so_far && is_needed) combine(s, next, own);
    if (so_far && is_needed && k == 0) select_behind(s, &step->rest, next, own);
    parts[k] = inclusive ? next : so_far ? so_far : own; // the first one has nothing before it
    so_far = next;
  }
  return put_together(s, rows, parts);
}

static IrStatus step_registers(const Scan *s, const Step *step, Values values, bool inclusive,
                               Values *result) {
  Rows rows = find_rows(s, step->layout, &step->rest, step->step.length);
  Values totals = NULL, prefix;
  if (has_next(s, step)) totals = combine_range(s, &rows, values, 0, rows.along);
  IR_TRY(find_prefixes(s, step, totals, &prefix));
  *result = follow(s, step, &rows, values, prefix, inclusive);
  return IR_OK;
}

// ---- Lanes

enum { ALL_LANES = 31 };

static IrValue *thread_and(const Scan *s, IrValue *value, int64_t mask) {
  return BUILD1(&s->state->entry, arith_andi, .lhs = value, .rhs = thread_i32(s->state, mask));
}

static IrValue *thread_or(const Scan *s, IrValue *value, int64_t mask) {
  return BUILD1(&s->state->entry, arith_ori, .lhs = value, .rhs = thread_i32(s->state, mask));
}

// This lane's number with the bits of `mask` as they are at the end of the scan's order.
static IrValue *last_lane(const Scan *s, int64_t mask) {
  return s->reverse ? thread_and(s, s->state->thread_id, ALL_LANES & ~mask)
                    : thread_or(s, s->state->thread_id, mask);
}

static Values from_lane(const Scan *s, const char *kind, Values values, IrValue *lane) {
  IrBuilder *b = &s->state->b;
  Values to = new_values(s);
  for (size_t i = 0; i < s->n; i++)
    to[i] = BUILD1(b, simt_shuffle, .kind = ir_attr_string(b->ctx, ir_str(kind)),
                   .value = values[i], .offset = lane, .result_type = ir_value_type(values[i]));
  return to;
}

static int64_t lane_mask(const TileScanStep *step, unsigned bits) {
  int64_t mask = 0;
  for (unsigned k = 0; k < bits; k++) mask |= (int64_t)1 << step->input[k];
  return mask;
}

// What the lanes before this one have, with its own.
static Values scan_lanes(const Scan *s, const TileScanStep *step, Values values) {
  for (unsigned k = 0; k < step->bits; k++) {
    int64_t bit = (int64_t)1 << step->input[k], below = lane_mask(step, k);
    IrValue *lane = below ? last_lane(s, below) : s->state->thread_id;
    lane = s->reverse ? thread_or(s, lane, bit) : thread_and(s, lane, ALL_LANES & ~bit);
    Values with = from_lane(s, "idx", values, lane);
    combine(s, with, values);
    values = copy_values(s, values);
    select_values(s, thread_is_zero(s->state, bit), s->reverse ? with : values,
                  s->reverse ? values : with);
    if (s->reverse) values = with;
  }
  return values;
}

static bool is_one_field(const TileScanStep *step) {
  for (unsigned k = 1; k < step->bits; k++)
    if (step->input[k] != step->input[0] + k) return false;
  return true;
}

// The lane before this one, whose number's bits along the axis lie in any order; any lane before
// the first.
static IrValue *lane_before(const Scan *s, const Step *step) {
  IrBuilder *b = &s->state->entry;
  ThreadMap map = thread_coordinate_map(step->layout, s->axis);
  for (unsigned i = 0; i < map.bits; i++) map.bases[i] &= step->step.length - 1;
  map.group = 0;
  IrValue *place = thread_map_value(s->state, &map);
  IrValue *one = thread_i32(s->state, 1);
  place = s->reverse ? BUILD1(b, arith_addi, .lhs = place, .rhs = one)
                     : BUILD1(b, arith_subi, .lhs = place, .rhs = one);
  IrValue *lane =
      thread_and(s, s->state->thread_id, ALL_LANES & ~lane_mask(&step->step, step->step.bits));
  for (unsigned k = 0; k < step->step.bits; k++) {
    IrValue *bit = thread_and(s, place, (int64_t)1 << k);
    unsigned at = step->step.input[k];
    if (at > k) bit = BUILD1(b, arith_shli, .lhs = bit, .rhs = thread_i32(s->state, at - k));
    if (at < k) bit = BUILD1(b, arith_shrui, .lhs = bit, .rhs = thread_i32(s->state, k - at));
    lane = BUILD1(b, arith_ori, .lhs = lane, .rhs = bit);
  }
  return lane;
}

static Values from_lane_before(const Scan *s, const Step *step, Values values) {
  if (!is_one_field(&step->step)) return from_lane(s, "idx", values, lane_before(s, step));
  IrValue *distance = thread_i32(s->state, (int64_t)1 << step->step.input[0]);
  return from_lane(s, s->reverse ? "down" : "up", values, distance);
}

static IrValue *is_first_lane(const Scan *s, const TileScanStep *step) {
  int64_t mask = lane_mask(step, step->bits);
  if (!s->reverse) return thread_is_zero(s->state, mask);
  return BUILD1(&s->state->entry, arith_cmpi, .predicate = arith_predicate(s->state->ctx, ARITH_EQ),
                .lhs = thread_and(s, s->state->thread_id, mask), .rhs = thread_i32(s->state, mask));
}

static IrStatus step_lanes(const Scan *s, const Step *step, Values values, bool inclusive,
                           Values *result) {
  int64_t mask = lane_mask(&step->step, step->step.bits);
  Values own = scan_lanes(s, &step->step, values), totals = NULL, prefix;
  if (has_next(s, step)) totals = from_lane(s, "idx", own, last_lane(s, mask));
  IR_TRY(find_prefixes(s, step, totals, &prefix));
  if (!inclusive) {
    Values before = from_lane_before(s, step, own);
    *result = joined(s, step, prefix, before, is_first_lane(s, &step->step));
    return IR_OK;
  }
  *result = prefix ? copy_values(s, prefix) : own;
  if (prefix) combine_behind(s, &step->rest, *result, own);
  return IR_OK;
}

// ---- Warps and groups of warps

// How this thread's warp is numbered along the axis.
static IrValue *warp_place(const Scan *s, const Step *step) {
  ThreadMap map = thread_coordinate_map(step->layout, s->axis);
  for (unsigned i = 0; i < map.bits; i++) map.bases[i] &= step->step.length - 1;
  if (step->step.kind == TILE_SCAN_WARPS) map.group = 0;
  return thread_map_value(s->state, &map);
}

// Whether more than `k` warps are before this one.
static IrValue *is_behind(const Scan *s, const Step *step, int64_t k) {
  IrValue *place = warp_place(s, step);
  int64_t other = s->reverse ? (int64_t)step->step.length - 1 - k : k;
  return BUILD1(&s->state->entry, arith_cmpi,
                .predicate = arith_predicate(s->state->ctx, s->reverse ? ARITH_ULT : ARITH_UGT),
                .lhs = place, .rhs = thread_i32(s->state, other));
}

static IrValue *is_first_warp(const Scan *s, const Step *step) {
  int64_t first = s->reverse ? (int64_t)step->step.length - 1 : 0;
  return BUILD1(&s->state->entry, arith_cmpi, .predicate = arith_predicate(s->state->ctx, ARITH_EQ),
                .lhs = warp_place(s, step), .rhs = thread_i32(s->state, first));
}

// What the warps before this one have, and all of them.
static void scan_warps(const Scan *s, const Step *step, const Rows *rows, Values gathered,
                       Values *before, Values *all) {
  *before = *all = take(s, rows, gathered, 0);
  for (int64_t k = 1; k < rows->along; k++) {
    bool is_last = k + 1 == rows->along;
    if (is_last && !has_next(s, step)) return;
    *all = copy_values(s, *all);
    combine(s, *all, take(s, rows, gathered, k));
    if (is_last) return;
    Values more = copy_values(s, *all);
    select_values(s, is_behind(s, step, k), more, *before);
    *before = more;
  }
}

static IrStatus step_warps(const Scan *s, const Step *step, Values values, bool inclusive,
                           Values *result) {
  TileLayout layout;
  Values gathered = copy_values(s, values), before, all, prefix;
  bool fits = tile_layout_scan_gathered(step->layout, s->axis, &step->step, &layout);
  IR_ASSERT(fits, "a thread has room for an element of each warp");
  for (size_t i = 0; i < s->n; i++)
    IR_TRY(thread_convert_vector(s->state, s->op, step->layout, &layout, &gathered[i]));
  Rows rows = find_rows(s, &layout, &step->rest, step->step.length);
  scan_warps(s, step, &rows, gathered, &before, &all);
  IR_TRY(find_prefixes(s, step, all, &prefix));
  *result = joined(s, step, prefix, before, is_first_warp(s, step));
  if (!inclusive) return IR_OK;
  *result = copy_values(s, *result);
  combine_behind(s, step->layout, *result, values);
  return IR_OK;
}

// ---- All of it

// The initial elements, in as many registers as the tile has.
static Values spread_init(const Scan *s, const TileLayout *l) {
  Values all = new_values(s);
  for (size_t i = 0; i < s->n; i++) {
    IrType type = thread_vector_of(ir_value_type(s->init[i]), thread_registers(l));
    all[i] = BUILD1(&s->state->b, vector_broadcast, .source = s->init[i], .vector_type = type);
  }
  return all;
}

// For each element of a tile what it is combined with all before it, or what is before it without
// itself (any value where nothing is).
static IrStatus scan(const Scan *s, const TileLayout *l, Values values, bool inclusive,
                     Values *result) {
  Step step = {.layout = l};
  if (!tile_layout_scan_step(l, s->axis, s->state->cluster_bits, &step.step)) {
    *result = inclusive || !s->init ? values : spread_init(s, l);
    return IR_OK;
  }
  step.rest = tile_layout_scan_rest(l, s->axis, &step.step);
  switch (step.step.kind) {
  case TILE_SCAN_REGISTERS:
  case TILE_SCAN_COPIES:
    return step_registers(s, &step, values, inclusive, result);
  case TILE_SCAN_LANES:
    return step_lanes(s, &step, values, inclusive, result);
  case TILE_SCAN_WARPS:
  case TILE_SCAN_GROUPS:
    return step_warps(s, &step, values, inclusive, result);
  }
  IR_UNREACHABLE("a kind of step");
}

// Without the registers that hold what those before them do.
static TileLayout without_copies(const TileLayout *l) {
  uint32_t copies = tile_layout_free_bits(l, TILE_REGISTER);
  TileLayout out = *l;
  out.bits[TILE_REGISTER] = 0;
  memset(out.basis[TILE_REGISTER], 0, sizeof out.basis[TILE_REGISTER]);
  for (unsigned k = 0; k < l->bits[TILE_REGISTER]; k++)
    if (!(copies >> k & 1))
      out.basis[TILE_REGISTER][out.bits[TILE_REGISTER]++] = l->basis[TILE_REGISTER][k];
  return out;
}

// The same elements in the registers that another layout has for them, which differs in copies.
static Values as_registers_of(const Scan *s, const TileLayout *from, const TileLayout *to,
                              Values values) {
  int64_t registers = thread_registers(to), coords[TILE_LAYOUT_RANK];
  int64_t *which = allocate(s, registers, sizeof *which);
  int32_t *holders = find_holders(s, from);
  for (int64_t r = 0; r < registers; r++) {
    thread_register_coords(to, r, coords);
    which[r] = holders[number_of(from, coords)];
  }
  return shuffled(s, values, which, (size_t)registers);
}

static IrStatus no_order(const Scan *s) {
  IrStatus failed =
      ir_op_error(s->op,
                  "cannot scan along axis {} of {}: a bit of its coordinate is not one bit of the "
                  "registers, lanes or warps",
                  s->axis, ir_value_type(ir_op_operand(s->op, 0)));
  ir_help(s->state->ctx, "run tile-layout, which puts a tile.convert_layout in front");
  return failed;
}

static IrStatus convert(Scan *s) {
  IrValues inits = GET(s->op, tile_scan, inits);
  TileLayout layout;
  IR_TRY(thread_layout_of(s->op, ir_value_type(ir_op_operand(s->op, 0)), &layout));
  if (!tile_layout_has_order(&layout, s->axis)) return no_order(s);
  Values values = new_values(s), result;
  if (inits.n) s->init = new_values(s);
  for (size_t i = 0; i < s->n; i++) {
    values[i] = thread_value(s->state, ir_op_operand(s->op, i));
    if (inits.n) s->init[i] = thread_value(s->state, inits.at[i]);
  }
  TileLayout once = without_copies(&layout);
  values = as_registers_of(s, &layout, &once, values);
  IR_TRY(scan(s, &once, values, !inits.n, &result));
  result = as_registers_of(s, &once, &layout, result);
  for (size_t i = 0; i < s->n; i++)
    ir_ptrmap_set(&s->state->values, ir_op_result(s->op, i), result[i]);
  return IR_OK;
}

IrStatus thread_convert_scan(ThreadState *state, IrOp *op) {
  IrArena arena = {0};
  Scan s = {.state = state, .op = op, .arena = &arena, .n = ir_op_num_results(op)};
  s.axis = tile_axis_of(op);
  s.reverse = GET(op, tile_scan, reverse) != NULL;
  IrStatus status = convert(&s);
  ir_arena_destroy(&arena);
  return status;
}
