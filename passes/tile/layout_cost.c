// The estimates of layout_cost.h.
#include "passes/tile/layout_cost.h"

#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/layout_convert.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/loop.h"
#include "passes/mem/contiguity.h"
#include "passes/mem/divisibility.h"
#include "passes/tile/access.h"
#include "passes/tile/element_access.h"

enum { SECTOR_BYTES = 32, WORD = 4 };

int64_t layout_cost_sum(const LayoutCost *cost) {
  return cost->work + cost->global + cost->shared + cost->registers;
}

int64_t layout_cost_times(int64_t cost, int64_t trips) {
  return cost < LAYOUT_COST_IMPOSSIBLE ? cost * trips : LAYOUT_COST_IMPOSSIBLE;
}

int64_t layout_trips(const IrOp *kernel, const IrBlock *block) {
  int64_t trips = 1;
  for (IrOp *op = ir_block_parent(block); op && op != kernel; op = ir_op_parent(op)) {
    uint64_t count = LAYOUT_LOOP_TRIPS;
    if (!ir_op_is_loop(op)) continue;
    if (!ir_loop_trip_count(op, &count)) count = LAYOUT_LOOP_TRIPS;
    if (count > (uint64_t)(LAYOUT_MOST_TRIPS / trips)) return LAYOUT_MOST_TRIPS;
    trips *= count ? (int64_t)count : 1;
  }
  return trips;
}

// ---- Echelons of a few bases.

typedef struct Span {
  uint32_t vector[32];
  unsigned rank;
} Span;

static bool span_add(Span *s, uint32_t v) {
  for (unsigned bit = 32; bit-- > 0 && v;) {
    if (!(v >> bit & 1)) continue;
    if (!s->vector[bit]) {
      s->vector[bit] = v;
      s->rank++;
      return true;
    }
    v ^= s->vector[bit];
  }
  return false;
}

// ---- Conversions.

// Of the groups of warps and the copies of the linear parts.
static bool same_outside(const TileLayout *from, const TileLayout *to) {
  return tile_layout_same_extents(from, to) && tile_layout_groups(from) == tile_layout_groups(to) &&
         tile_layout_split_dim(from) == tile_layout_split_dim(to);
}

static bool same_threads(const TileLayout *from, const TileLayout *to) {
  if (!same_outside(from, to)) return false;
  for (unsigned input = TILE_LANE; input <= TILE_WARP; input++) {
    if (from->bits[input] != to->bits[input]) return false;
    for (unsigned k = 0; k < from->bits[input]; k++)
      if (from->basis[input][k] != to->basis[input][k]) return false;
  }
  return true;
}

static int64_t words_of(const TileLayout *l, unsigned bytes) {
  int64_t all = (int64_t)tile_layout_registers(l) * bytes;
  return (all + WORD - 1) / WORD;
}

LayoutMachine layout_machine_of(IrOp *kernel) {
  const TileTarget *target = tile_target_of(kernel);
  return (LayoutMachine){.warps = (unsigned)tile_kernel_warps(kernel),
                         .cluster_bits = (unsigned)__builtin_ctzll(tile_kernel_cluster(kernel)),
                         .ldmatrix = target->ldmatrix,
                         .stmatrix = target->arch >= 90};
}

// Nothing, or a renaming of registers; -1: more.
static int64_t within_threads(const LayoutMachine *m, const TileLayout *from, const TileLayout *to,
                              unsigned bytes) {
  if (tile_layout_equal(from, to)) return 0;
  if (!same_threads(from, to)) return -1;
  return bytes < WORD ? words_of(to, bytes) * m->warps * LAYOUT_COST_MOVE : 1;
}

// As lowering will do it.
int64_t layout_cost_convert(const LayoutMachine *m, const TileLayout *from, const TileLayout *to,
                            IrType element) {
  unsigned bytes = mem_element_bytes(element);
  TileConvertLimits limits = {.ldmatrix = m->ldmatrix,
                              .stmatrix = m->stmatrix,
                              .element_bits = ir_type_width(element),
                              .cluster_bits = m->cluster_bits};
  TileConvertPlan plan;
  int64_t cost = within_threads(m, from, to, bytes);
  if (cost >= 0) return cost;
  if (!tile_layout_plan_conversion(from, to, bytes, &limits, &plan)) return LAYOUT_COST_IMPOSSIBLE;
  const TileConvertCost *c = &plan.cost;
  cost = (int64_t)m->warps *
         (LAYOUT_COST_WAVEFRONT * (int64_t)(c->shuffles + c->wavefronts) +
          LAYOUT_COST_MOVE * (int64_t)c->selects + LAYOUT_COST_ISSUE * (int64_t)c->accesses +
          LAYOUT_COST_WARP_BARRIER * c->warp_barriers);
  return cost + LAYOUT_COST_BARRIER * (int64_t)c->block_barriers;
}

// A shuffle moves a word, an exchange all words there and back; a tile of which threads hold copies
// may already be where it has to be.
int64_t layout_cost_convert_least(const LayoutMachine *m, const TileLayout *from,
                                  const TileLayout *to, IrType element, bool *exact) {
  unsigned bytes = mem_element_bytes(element);
  int64_t cost = within_threads(m, from, to, bytes);
  *exact = cost >= 0;
  if (*exact) return cost;
  if (tile_layout_free_bits(from, TILE_LANE) | tile_layout_free_bits(from, TILE_WARP)) return 1;
  return words_of(to, bytes) * m->warps * LAYOUT_COST_WAVEFRONT;
}

// ---- Accesses of global memory.

IrValue *layout_memory_of(const IrOp *op, IrValue **tile, IrValues *indices) {
  if (IS(op, tile_load)) {
    *tile = ir_op_result(op, 0);
    *indices = GET(op, tile_load, indices);
    return GET(op, tile_load, source);
  }
  if (!IS(op, tile_store)) return NULL;
  *tile = GET(op, tile_store, tile);
  *indices = GET(op, tile_store, indices);
  return GET(op, tile_store, dest);
}

// Where a gather, scatter or atomic access goes: its memory, or NULL.
static const IrValue *indexed_memory(const IrOp *op, IrValues *indices, const IrValue **mask) {
  if (IS(op, tile_gather)) {
    *indices = GET(op, tile_gather, indices);
    *mask = GET(op, tile_gather, mask);
    return GET(op, tile_gather, source);
  }
  if (IS(op, tile_scatter)) {
    *indices = GET(op, tile_scatter, indices);
    *mask = GET(op, tile_scatter, mask);
    return GET(op, tile_scatter, dest);
  }
  if (IS(op, tile_atomic_rmw)) {
    *indices = GET(op, tile_atomic_rmw, indices);
    *mask = GET(op, tile_atomic_rmw, mask);
    return GET(op, tile_atomic_rmw, memory);
  }
  if (!IS(op, tile_atomic_cas)) return NULL;
  *indices = GET(op, tile_atomic_cas, indices);
  *mask = GET(op, tile_atomic_cas, mask);
  return GET(op, tile_atomic_cas, memory);
}

bool layout_is_global(const IrOp *op) {
  IrValue *tile;
  IrValues indices;
  const IrValue *mask, *memory = layout_memory_of(op, &tile, &indices);
  if (!memory) memory = indexed_memory(op, &indices, &mask);
  return memory && !mem_is_buffer(ir_value_type(memory));
}

// Along what its indices run; of an atomic access, as much as is combined at once.
static LayoutAccess indexed_access(IrOp *kernel, const IrOp *op) {
  IrValues indices;
  const IrValue *mask = NULL, *memory = indexed_memory(op, &indices, &mask);
  IrType type = ir_value_type(memory);
  IrType tile = ir_value_type(IS(op, tile_scatter) ? ir_op_operand(op, 0) : ir_op_result(op, 0));
  AccessRun run = access_run_of(kernel, memory, indices, mask, ir_type_shape(tile));
  LayoutAccess access = {.is_store = !IS(op, tile_gather),
                         .dim = run.axis,
                         .bytes = mem_element_bytes(ir_type_element(type)),
                         .width = 1};
  if (IS(op, tile_gather) || IS(op, tile_scatter))
    access.width = (unsigned)access_run_width(kernel, memory, &run, ACCESS_BYTES / access.bytes);
  if (IS(op, tile_atomic_rmw) && run.axis >= 0) {
    int64_t most = access_combined_at_once(kernel, memory, GET(op, tile_atomic_rmw, kind));
    access.width = (unsigned)access_run_width(kernel, memory, &run, most);
  }
  return access;
}

LayoutAccess layout_access_of(IrOp *kernel, const IrOp *op) {
  IrValue *tile;
  IrValues indices;
  IrValue *memory = layout_memory_of(op, &tile, &indices);
  if (!memory) return indexed_access(kernel, op);
  IrType type = ir_value_type(memory);
  int lead = (int)(ir_type_shape(type).rank - ir_type_shape(ir_value_type(tile)).rank);
  int contiguous = access_contiguous_dim(type);
  LayoutAccess access = {.is_store = IS(op, tile_store),
                         .dim = contiguous < lead ? -1 : contiguous - lead,
                         .bytes = mem_element_bytes(ir_type_element(type)),
                         .width = 1};
  if (access.dim >= 0)
    access.width = (unsigned)divisor_of_access(kernel, memory, indices, (size_t)contiguous,
                                               ACCESS_BYTES / access.bytes);
  return access;
}

// The place without what lies in one sector.
static uint32_t sector_of(const LayoutAccess *access, const TileLayout *layout, uint32_t place) {
  if (access->dim < 0) return place;
  unsigned shift = 0;
  for (unsigned d = (unsigned)access->dim + 1; d < layout->rank; d++) shift += layout->log[d];
  unsigned low = 0;
  while (low < layout->log[access->dim] && access->bytes << low < SECTOR_BYTES) low++;
  return place & ~(((1u << low) - 1) << shift);
}

int64_t layout_cost_global(const LayoutAccess *access, const TileLayout *layout) {
  unsigned width = access->dim < 0 ? 1 : tile_layout_vector(layout, (unsigned)access->dim);
  if (width > access->width) width = access->width;
  Span sectors = {0};
  for (unsigned k = 0; k < layout->bits[TILE_LANE]; k++)
    (void)span_add(&sectors, sector_of(access, layout, layout->basis[TILE_LANE][k]));
  int64_t accesses = tile_layout_registers(layout) / width;
  int64_t warps = tile_layout_warps(layout), touched = warps;
  if (access->is_store) { // of equal elements only the first is stored
    accesses >>= __builtin_popcount(tile_layout_free_bits(layout, TILE_REGISTER));
    touched >>= __builtin_popcount(tile_layout_free_bits(layout, TILE_WARP));
    if (tile_layout_split_dim(layout) < 0) touched /= tile_layout_groups(layout);
  }
  return accesses *
         (warps * LAYOUT_COST_ACCESS + touched * ((int64_t)LAYOUT_COST_SECTOR << sectors.rank));
}

bool layout_element_access(const IrOp *map, const IrOp *op, LayoutAccess *access) {
  ElementAccess element;
  bool depends = false;
  if (!element_access_of(op, &element)) return false;
  IrType type = ir_value_type(element.memory);
  if (mem_is_buffer(type)) return false;
  int unit = access_contiguous_dim(type);
  *access = (LayoutAccess){.is_store = element.is_store,
                           .dim = -1,
                           .bytes = mem_element_bytes(ir_type_element(type)),
                           .width = 1};
  for (size_t d = 0; d < element.indices.n; d++) {
    int of = element_dependence(map, element.indices.at[d]);
    depends = depends || of != ELEMENT_UNIFORM;
    if ((int)d == unit && of >= 0) access->dim = of;
  }
  return depends;
}

int64_t layout_cost_elements(const IrOp *map, const TileLayout *layout) {
  int64_t cost = 0;
  LayoutAccess access;
  for (IrOp *op = ir_tree_first(map, 0); op; op = ir_tree_next(op, map))
    if (layout_element_access(map, op, &access)) cost += layout_cost_global(&access, layout);
  return cost;
}

// ---- Accesses of shared memory.

static bool contiguous_lanes(const TileLayout *offsets, unsigned first, unsigned n,
                             uint32_t start) {
  for (unsigned i = 0; i < n; i++)
    if (offsets->basis[TILE_LANE][first + i] != start << i) return false;
  return true;
}

// Passes of one 8x8 matrix of 16-bit elements whose rows have the numbers `rows`: those that share
// the 16-byte columns of a line of 128 bytes wait for each other.
static int64_t matrix_passes(const TileStorage *s, const uint32_t rows[3]) {
  unsigned in_column[8] = {0}, most = 0;
  for (unsigned row = 0; row < 8; row++) {
    uint32_t number = 0;
    for (unsigned i = 0; i < 3; i++)
      if (row >> i & 1) number ^= rows[i];
    unsigned *n = &in_column[tile_storage_offset(s, number) >> 3 & 7];
    if (++*n > most) most = *n;
  }
  return most;
}

// Passes of a load that ldmatrix serves (passes/lower/thread_shared.c); 0 where it does not.
static int64_t ldmatrix_passes(const TileStorage *s, const TileLayout *offsets, unsigned bytes) {
  const uint32_t *lane = offsets->basis[TILE_LANE], *reg = offsets->basis[TILE_REGISTER];
  if (bytes != 2 || s->exact < 3 || offsets->bits[TILE_LANE] != 5 || !offsets->bits[TILE_REGISTER])
    return 0;
  uint32_t rows[3] = {lane[2], lane[3], lane[4]};
  bool straight = reg[0] == 1 && contiguous_lanes(offsets, 0, 2, 2);
  if (!straight) {
    if (!contiguous_lanes(offsets, 2, 3, 1)) return 0;
    rows[0] = reg[0];
    rows[1] = lane[0];
    rows[2] = lane[1];
  }
  uint32_t others = rows[0] | rows[1] | rows[2];
  for (unsigned i = 1; i < offsets->bits[TILE_REGISTER]; i++) others |= reg[i];
  for (unsigned i = 0; i < offsets->bits[TILE_WARP]; i++) others |= offsets->basis[TILE_WARP][i];
  if (others & 7) return 0;
  return ((int64_t)1 << (offsets->bits[TILE_REGISTER] - 1)) * matrix_passes(s, rows);
}

static unsigned vector_bits(const TileStorage *s, const TileLayout *offsets, unsigned bytes) {
  unsigned n = 0;
  while (n < s->exact && n < offsets->bits[TILE_REGISTER] &&
         offsets->basis[TILE_REGISTER][n] == 1u << n && bytes << (n + 1) <= ACCESS_BYTES)
    n++;
  return n;
}

int64_t layout_cost_shared(const TileLayout *tile, IrType buffer, bool is_store, unsigned warps) {
  TileStorage storage;
  TileLayout offsets;
  unsigned bytes = mem_element_bytes(mem_buffer_element(buffer));
  int64_t registers = tile_layout_registers(tile);
  if (!tile_storage_of(buffer, &storage) || !tile_storage_numbers(tile, &storage, &offsets))
    return 2 * registers * warps * LAYOUT_COST_WAVEFRONT; // one by one, addresses by arithmetic
  int64_t passes =
      is_store ? 0 : ldmatrix_passes(&storage, &offsets, bytes) * tile_layout_copies(tile);
  if (!passes) {
    unsigned n = vector_bits(&storage, &offsets, bytes), vector = 1u << n;
    if (is_store) registers >>= __builtin_popcount(tile_layout_free_bits(tile, TILE_REGISTER));
    int64_t words = bytes * vector > WORD ? bytes * vector / WORD : 1;
    passes = (registers >> n) * words * tile_storage_bank_ways(&storage, &offsets, bytes, vector);
  }
  return passes * warps * LAYOUT_COST_WAVEFRONT;
}

// ---- Work and registers.

// Ops that are run for each element.
static int64_t num_ops(const IrOp *map) {
  int64_t n = 0;
  for (IrOp *op = ir_tree_first(map, 0); op; op = ir_tree_next(op, map)) n++;
  return n;
}

LayoutCost layout_cost_make(const IrOp *op, IrType tile, const TileLayout *layout) {
  LayoutCost cost = {0};
  int64_t warps = tile_layout_warps(layout);
  if (op && (ir_op_has_trait(op, IR_ELEMENTWISE) || IS(op, arith_select) || IS(op, tile_iota)))
    cost.work = tile_layout_registers(layout) * warps;
  if (op && IS(op, tile_map)) cost.work = tile_layout_registers(layout) * warps * num_ops(op);
  int64_t words = words_of(layout, mem_element_bytes(ir_type_element(tile)));
  if (words > LAYOUT_COST_REGISTERS)
    cost.registers = (words - LAYOUT_COST_REGISTERS) * warps * LAYOUT_COST_SPILL;
  return cost;
}

// ---- Reductions and scans.

static LayoutCost impossible(void) {
  return (LayoutCost){.work = LAYOUT_COST_IMPOSSIBLE / LAYOUT_MOST_TRIPS};
}

// Gathering what warps have of a row: in each block, then of the blocks of a cluster.
static int64_t cost_of_gathering(const LayoutMachine *m, const TileLayout *layout, unsigned axis,
                                 IrType element) {
  uint32_t stages[2];
  int64_t cost = 0;
  TileLayout from = *layout, parts, gathered;
  unsigned n = tile_layout_gather_stages(layout, m->cluster_bits, stages);
  for (unsigned i = 0; i < n; i++, from = gathered) {
    if (!tile_layout_partials(&from, axis, stages[i], &parts, &gathered))
      return LAYOUT_COST_IMPOSSIBLE / LAYOUT_MOST_TRIPS;
    cost += layout_cost_convert(m, &parts, &gathered, element);
  }
  return cost;
}

// Of one of the tiles.
static LayoutCost reduce_cost(const LayoutMachine *m, unsigned axis, IrType element,
                              const TileLayout *layout) {
  LayoutCost cost = {0};
  TileLayout parts, gathered;
  uint32_t along[TILE_LAYOUT_INPUTS];
  if (!tile_layout_along(layout, axis, along) ||
      !tile_layout_partials(layout, axis, UINT32_MAX, &parts, &gathered))
    return impossible();
  int64_t steps = __builtin_popcount(along[TILE_LANE]);
  int64_t combined = tile_layout_registers(layout) + steps * tile_layout_registers(&parts);
  int64_t words = words_of(&parts, mem_element_bytes(element));
  cost.work = (combined + steps * words * LAYOUT_COST_WAVEFRONT) * tile_layout_warps(layout);
  if (along[TILE_WARP] || tile_layout_split_dim(layout) == (int)axis)
    cost.shared = cost_of_gathering(m, layout, axis, element);
  return cost;
}

// A step of a scan has to find what is combined, and then to combine it with what is before it,
// where there is anything.
static LayoutCost step_cost(const LayoutMachine *m, unsigned axis, IrType element,
                            const TileLayout *layout, const TileScanStep *step) {
  LayoutCost cost = {0};
  TileLayout gathered;
  int64_t registers = tile_layout_registers(layout), warps = tile_layout_warps(layout);
  cost.work = 2 * registers;
  if (step->kind == TILE_SCAN_LANES) {
    int64_t words = words_of(layout, mem_element_bytes(element));
    cost.work = step->bits * (2 * registers + words * LAYOUT_COST_WAVEFRONT);
    cost.work += 2 * (registers + words * LAYOUT_COST_WAVEFRONT);
  } else if (step->kind == TILE_SCAN_WARPS || step->kind == TILE_SCAN_GROUPS) {
    if (!tile_layout_scan_gathered(layout, axis, step, &gathered)) return impossible();
    cost.work = 2 * tile_layout_registers(&gathered);
    cost.shared = layout_cost_convert(m, layout, &gathered, element);
  }
  cost.work *= warps;
  return cost;
}

static LayoutCost scan_cost(const LayoutMachine *m, unsigned axis, IrType element,
                            const TileLayout *layout) {
  LayoutCost cost = {0};
  TileLayout rest = *layout;
  TileScanStep step;
  if (!tile_layout_has_order(layout, axis)) return impossible();
  while (tile_layout_scan_step(&rest, axis, m->cluster_bits, &step)) {
    LayoutCost more = step_cost(m, axis, element, &rest, &step);
    cost.work += more.work;
    cost.shared += more.shared;
    rest = tile_layout_scan_rest(&rest, axis, &step);
  }
  return cost;
}

LayoutCost layout_cost_combine(const LayoutMachine *m, const IrOp *op, const TileLayout *layout) {
  LayoutCost cost = {0};
  unsigned axis = tile_axis_of(op);
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrType element = ir_type_element(ir_value_type(ir_op_result(op, i)));
    LayoutCost one = IS(op, tile_scan) ? scan_cost(m, axis, element, layout)
                                       : reduce_cost(m, axis, element, layout);
    if (one.work >= impossible().work) return impossible();
    cost.work += one.work;
    cost.shared += one.shared;
  }
  return cost;
}
