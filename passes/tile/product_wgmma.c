// Products for wgmma; see product_wgmma.h.
//
// As many warpgroups as can are along M, 64 rows or a multiple each, so that each row is one
// warp's; the others are along N.
#include "passes/tile/product_wgmma.h"

#include "dialects/mem/mem.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/layout.h"
#include "dialects/tile/roles.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "passes/tile/stage.h"

enum { GROUPS = TILE_LAYOUT_GROUPS, WIDEST = 128, NARROWEST = 32, SWIZZLE_ROWS = 8 };

static IrOp *kernel_of(IrOp *op) {
  while (ir_op_parent(op) && !ir_op_has_trait(op, IR_ISOLATED)) op = ir_op_parent(op);
  return op;
}

// ---- Warpgroups.

static int64_t power_in(int64_t extent) {
  return extent & -extent;
}

// Whether `along_m` by `along_n` warpgroups can have whole instructions: powers of two of them
// share the power of two in an extent, three the factor of three.
static bool can_share(const Product *p, int64_t along_m, int64_t along_n) {
  int64_t m = p->m, n = p->n;
  if (along_m % GROUPS == 0) {
    if (m % GROUPS) return false;
    m /= GROUPS, along_m /= GROUPS;
  }
  if (along_n % GROUPS == 0) {
    if (n % GROUPS) return false;
    n /= GROUPS, along_n /= GROUPS;
  }
  bool powers = !(along_m & (along_m - 1)) && !(along_n & (along_n - 1));
  return powers && power_in(m) >= TC_WGMMA_ROWS * along_m && power_in(n) >= 8 * along_n;
}

static bool share(const Product *p, int64_t groups, ProductWgmma *out) {
  for (int64_t along_m = groups; along_m > 0; along_m--) {
    if (groups % along_m || !can_share(p, along_m, groups / along_m)) continue;
    out->groups_m = along_m;
    out->groups_n = groups / along_m;
    return true;
  }
  return false;
}

// Columns of a warpgroup that follow each other: of an odd number of powers of two, each is shared
// by itself.
static int64_t columns_together(const Product *p, int64_t groups) {
  return groups % GROUPS == 0 || groups == 1 ? p->n / groups : power_in(p->n) / groups;
}

// ---- Operands.

static IrType storage_of(IrType buffer, int64_t span, bool column) {
  IrContext *ctx = ir_type_context(buffer);
  IrAttr layout = span || column ? mem_swizzle_get(ctx, (unsigned)span, column) : NULL;
  return mem_buffer_type_get(mem_buffer_shape(buffer), mem_buffer_element(buffer), layout,
                             MEM_SHARED);
}

// The widest swizzle of that major which a descriptor can describe, or NULL.
static IrType widest_storage(IrType buffer, TcOperand operand, int64_t most, int64_t begins_at,
                             bool column) {
  IrShape shape = mem_buffer_shape(buffer);
  int64_t bytes = shape.at[column ? 0 : 1] * mem_element_bytes(mem_buffer_element(buffer));
  int64_t rows = shape.at[column ? 1 : 0];
  for (int64_t span = WIDEST; span >= 0; span = span > NARROWEST ? span / 2 : span ? 0 : -1) {
    TcTile tile;
    if (span > most || (span && (bytes % span || rows % SWIZZLE_ROWS))) continue;
    IrType type = storage_of(buffer, span, column);
    if (tc_wgmma_tile(type, operand, &tile) && tc_wgmma_begins_at(&tile, begins_at)) return type;
  }
  return NULL;
}

size_t product_wgmma_storages(IrOp *kernel, IrType buffer, TcOperand operand, int64_t begins_at,
                              IrType storages[2]) {
  int64_t most = stage_widest_swizzle(kernel);
  bool column = mem_layout_column(mem_buffer_layout(buffer));
  size_t n = 0;
  for (unsigned other = 0; other < 2; other++) {
    storages[n] = widest_storage(buffer, operand, most, begins_at, column != other);
    if (storages[n]) n++;
  }
  return n;
}

// Of 8 or 32 bits a tile is K-major to all products that read it.
static bool has_one_role(const IrValue *value) {
  const IrUse *first = ir_value_first_use(value);
  size_t roles[2] = {0, 0};
  for (const IrUse *u = first; u; u = ir_use_next(u))
    if (IS(ir_use_op(u), tile_dot) || IS(ir_use_op(u), tc_dot_async)) roles[ir_use_index(u) == 1]++;
  return !roles[0] || !roles[1];
}

static bool is_staged(const IrValue *buffer) {
  const IrOp *alloc = ir_value_op(buffer);
  return IS(alloc, mem_alloc) && ir_op_attr(alloc, "tile.staged");
}

// Whether a descriptor can describe it, as it is or as tile-layout may lay it down.  One of 16 bits
// keeps its major: memory is read that way.
static bool fits_operand(const Product *p, const IrValue *value, TcOperand operand,
                         int64_t begins_at) {
  IrType type = ir_value_type(value), storages[2];
  TcTile tile;
  if (!mem_is_buffer(type)) return true;
  if (!is_staged(value))
    return tc_wgmma_tile(type, operand, &tile) && tc_wgmma_begins_at(&tile, begins_at);
  size_t n = product_wgmma_storages(kernel_of(p->dot), type, operand, begins_at, storages);
  if (!n || mem_element_bytes(p->element) != 2) return n && has_one_role(value);
  return mem_layout_column(mem_buffer_layout(storages[0])) ==
         mem_layout_column(mem_buffer_layout(type));
}

// ---- Why not.

static bool say(IrStream *why, const char *text) {
  if (why) ir_write_cstr(why, text);
  return false;
}

#define SAY(...) \
  do { \
    if (why) ir_print(why, __VA_ARGS__); \
    return false; \
  } while (0)

static bool has_types(const Product *p, IrStream *why) {
  IrType b = tile_memory_element(ir_value_type(p->b));
  if (tc_wgmma_multiplies(p->element, b, p->accumulator)) return true;
  SAY("it has no {} times {} into {}", p->element, b, p->accumulator);
}

static bool has_extents(const Product *p, int64_t groups, ProductWgmma *out, IrStream *why) {
  out->instr.k = TC_WGMMA_BYTES / mem_element_bytes(p->element);
  if (p->k % out->instr.k)
    SAY("K is {}, and it takes multiples of {}", p->k, (int64_t)out->instr.k);
  if (p->m % TC_WGMMA_ROWS) SAY("M is {}, and it takes multiples of 64", p->m);
  if (!share(p, groups, out))
    SAY("{} warpgroups cannot share {}x{} in whole instructions of 64x8", groups, p->m, p->n);
  out->instr.n =
      tc_wgmma_columns(p->element, columns_together(p, out->groups_n), groups * TILE_GROUP_WARPS);
  if (!out->instr.n) SAY("N is {}, and it takes multiples of 8", p->n);
  return true;
}

int64_t product_wgmma_registers(unsigned columns) {
  enum { BESIDE_ACCUMULATORS = 32 };
  return columns / 2 + BESIDE_ACCUMULATORS;
}

// Where the kernel bounds them.
static bool has_registers(const IrOp *kernel, int64_t warps, const ProductWgmma *out,
                          IrStream *why) {
  if (!ir_op_attr(kernel, "simt.max_registers") && !ir_op_attr(kernel, "simt.min_blocks"))
    return true;
  int64_t most = tile_most_start_registers(kernel, warps);
  int64_t named = product_wgmma_registers(out->instr.n);
  if (named <= most) return true;
  SAY("its instruction needs {} registers, and the kernel leaves a thread {}", named, most);
}

bool product_wgmma(const Product *p, int64_t warps, ProductWgmma *out, IrStream *why) {
  const IrOp *kernel = kernel_of(p->dot);
  if (!tile_target_of(p->dot)->wgmma) return say(why, "the target has none");
  if (tile_kernel_cluster(kernel) > 1) return say(why, "the tile is shared by a cluster's blocks");
  if (warps % TILE_GROUP_WARPS) SAY("{} warps are no warpgroups of four", warps);
  if (!has_types(p, why) || !has_extents(p, warps / TILE_GROUP_WARPS, out, why)) return false;
  if (!has_registers(kernel, warps, out, why)) return false;
  if (!fits_operand(p, p->a, TC_OPERAND_A, TC_WGMMA_ROWS))
    SAY("no descriptor describes its left operand, {}", ir_value_type(p->a));
  if (!fits_operand(p, p->b, TC_OPERAND_B, out->instr.n))
    SAY("no descriptor describes its right operand, {}", ir_value_type(p->b));
  return true;
}
