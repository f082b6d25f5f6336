// #tile.blocked, #tile.mma and #tile.wgmma: layouts by what they are instead of by their bases.
//
// In text they may stand as a tensor's encoding; there the parser takes the #tile.layout that they
// mean for the tensor's extents and elements (IrAttrDef.encode), so that nothing else knows them.
//
// Rules, cited by the messages below:
//   1. a blocked layout has as many numbers in each list as the tensor dimensions; all are powers
//      of two, 32 lanes and at most 256 warps in all; `order` names each dimension once.  One count
//      of warps may have a factor of three where there are 12 in all.
//   2. a product's operand is a tensor of rank 2 that holds the instruction, whose elements it
//      multiplies
#include "dialects/tile/layout_impl.h"
#include "dialects/tile/tile_impl.h"

typedef struct MmaPayload {
  TileMma mma; // of wgmma: m = 64; bytes are the tensor's
  uint32_t operand, along[2];
} MmaPayload;

// Of a block; products have no clusters.
enum { WARP_LANES = 32, MOST_WARPS = 16, MOST_CLUSTER_WARPS = 256 };
static const char *const operand_names[] = {"a", "b", "c"}; // TileMmaOperand

static bool is_power_of_two(int64_t n) {
  uint8_t log;
  return tile_log_of(n, &log);
}

// ---- Lists. ----

// `name = [1, 2]` with at most `most` numbers.
static IrStatus parse_list(IrParser *p, const char *name, unsigned most, unsigned *at,
                           unsigned *count) {
  unsigned n = 0;
  IR_TRY(ir_parse_keyword(p, name));
  IR_TRY(ir_parse_token(p, "="));
  IR_TRY(ir_parse_token(p, "["));
  do {
    IrLoc loc = ir_parser_loc(p);
    int64_t value;
    IR_TRY(ir_parse_integer(p, &value));
    if (n == most) return ir_parser_error(p, loc, "'{}' has at most {} numbers", name, most);
    if (value < 0 || value > 1 << TILE_LAYOUT_BITS)
      return ir_parser_error(p, loc, "'{}' has numbers from 0 to {}, got {}", name,
                             1 << TILE_LAYOUT_BITS, value);
    at[n++] = (unsigned)value;
  } while (ir_parse_optional_token(p, ","));
  *count = n;
  return ir_parse_token(p, "]");
}

// A power of two, where `groups` is set times three.
static bool is_count(unsigned n, bool groups) {
  return is_power_of_two(n) ||
         (groups && n && n % TILE_LAYOUT_GROUPS == 0 && is_power_of_two(n / TILE_LAYOUT_GROUPS));
}

// The same with powers of two, one a dimension; of warps one may be split over groups.
static IrStatus parse_counts(IrParser *p, const char *name, unsigned rank, bool groups,
                             unsigned *at) {
  IrLoc loc = ir_parser_loc(p);
  unsigned n, read[TILE_LAYOUT_RANK];
  IR_TRY(parse_list(p, name, TILE_LAYOUT_RANK, read, &n));
  if (n != rank) return ir_parser_error(p, loc, "'{}' needs {} numbers, got {}", name, rank, n);
  for (unsigned i = 0; i < n; i++) {
    at[i] = read[i];
    if (!is_count(at[i], groups))
      return ir_parser_error(p, loc, "'{}' has powers of two{}, got {}", name,
                             groups ? ", or three times one" : "", at[i]);
  }
  return IR_OK;
}

static void print_list(IrPrinter *p, const char *name, const unsigned *at, unsigned n) {
  ir_printer_fmt(p, "{} = [", name);
  for (unsigned i = 0; i < n; i++) ir_printer_fmt(p, i ? ", {}" : "{}", at[i]);
  ir_printer_text(p, "]");
}

static unsigned product(const unsigned *at, unsigned n) {
  unsigned all = 1;
  for (unsigned i = 0; i < n; i++) all *= at[i];
  return all;
}

// At most `most`; with a factor of three the counts are those of 12 warps.  `each` is one's warps.
static IrStatus check_warps(IrParser *p, IrLoc loc, const unsigned *counts, unsigned n,
                            unsigned each, unsigned most) {
  unsigned all = each;
  bool groups = false;
  for (unsigned i = 0; i < n; i++) {
    if (counts[i] > most / all)
      return ir_parser_error(p, loc, "a {} has at most {} warps, got more",
                             most == MOST_WARPS ? "block" : "cluster of blocks", most);
    groups = groups || counts[i] % TILE_LAYOUT_GROUPS == 0;
    all *= counts[i];
  }
  if (!groups || all == TILE_LAYOUT_GROUPS * TILE_GROUP_WARPS) return IR_OK;
  (void)ir_parser_error(p, loc, "a count with a factor of three is one of 12 warps in all");
  ir_help(ir_parser_context(p), "12 warps are three groups of four");
  return IR_FAILED;
}

// ---- #tile.blocked ----

static IrStatus parse_order(IrParser *p, TileBlocked *b) {
  IrLoc loc = ir_parser_loc(p);
  unsigned n, seen = 0;
  IR_TRY(parse_list(p, "order", TILE_LAYOUT_RANK, b->order, &n));
  for (unsigned i = 0; i < n; i++)
    if (b->order[i] < b->rank) seen |= 1u << b->order[i];
  if (n == b->rank && seen == (1u << n) - 1) return IR_OK;
  return ir_parser_error(p, loc, "'order' names each of {} dimensions once, fastest first",
                         b->rank);
}

static IrStatus parse_blocked(IrParser *p, TileBlocked *b) {
  IR_TRY(ir_parse_token(p, "<"));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(parse_list(p, "per_thread", TILE_LAYOUT_RANK, b->per_thread, &b->rank));
  for (unsigned d = 0; d < b->rank; d++) {
    b->order[d] = b->rank - 1 - d;
    if (!is_power_of_two(b->per_thread[d]))
      return ir_parser_error(p, loc, "'per_thread' has powers of two, got {}", b->per_thread[d]);
  }
  IR_TRY(ir_parse_token(p, ","));
  loc = ir_parser_loc(p);
  IR_TRY(parse_counts(p, "lanes", b->rank, false, b->lanes));
  // Each is at most 2^20, four of them are not.
  for (unsigned d = 0; d < b->rank; d++)
    if (b->lanes[d] > WARP_LANES || product(b->lanes, d + 1) > WARP_LANES)
      return ir_parser_error(p, loc, "a warp has {} lanes, got more", (int)WARP_LANES);
  if (product(b->lanes, b->rank) != WARP_LANES)
    return ir_parser_error(p, loc, "a warp has {} lanes, got {}", (int)WARP_LANES,
                           product(b->lanes, b->rank));
  IR_TRY(ir_parse_token(p, ","));
  loc = ir_parser_loc(p);
  IR_TRY(parse_counts(p, "warps", b->rank, true, b->warps));
  IR_TRY(check_warps(p, loc, b->warps, b->rank, 1, MOST_CLUSTER_WARPS));
  if (ir_parse_optional_token(p, ",")) IR_TRY(parse_order(p, b));
  return ir_parse_token(p, ">");
}

static IrAttr blocked_parse(IrParser *p) {
  TileBlocked b = {0};
  if (parse_blocked(p, &b)) return NULL;
  return ir_attr_intern(ir_parser_context(p), &tile_blocked_attr, &b, sizeof b);
}

static void blocked_print(IrAttr attr, IrPrinter *p) {
  const TileBlocked *b = ir_attr_payload(attr, &tile_blocked_attr);
  bool last_first = true;
  for (unsigned d = 0; d < b->rank; d++) last_first = last_first && b->order[d] == b->rank - 1 - d;
  ir_printer_text(p, "<");
  print_list(p, "per_thread", b->per_thread, b->rank);
  ir_printer_text(p, ", ");
  print_list(p, "lanes", b->lanes, b->rank);
  ir_printer_text(p, ", ");
  print_list(p, "warps", b->warps, b->rank);
  if (!last_first) {
    ir_printer_text(p, ", ");
    print_list(p, "order", b->order, b->rank);
  }
  ir_printer_text(p, ">");
}

static IrAttr no_extents(IrContext *ctx, IrLoc loc, IrAttr attr, IrType tensor) {
  (void)ir_error(ctx, loc, "{} does not fit {}", attr, tensor);
  ir_help(ctx, "an extent is at most {}, and its odd factor at most {}", 1 << TILE_LAYOUT_BITS,
          (int)TILE_LAYOUT_MOST_ODD);
  return NULL;
}

static IrAttr blocked_encode(IrContext *ctx, IrLoc loc, IrAttr attr, IrType tensor) {
  const TileBlocked *b = ir_attr_payload(attr, &tile_blocked_attr);
  IrShape shape = ir_type_shape(tensor);
  TileLayout l;
  if (shape.rank != b->rank) {
    (void)ir_error(ctx, loc, "a blocked layout of {} dimensions for {} of rank {}", b->rank, tensor,
                   shape.rank);
    return NULL;
  }
  if (!tile_layout_blocked(shape, b, &l)) return no_extents(ctx, loc, attr, tensor);
  return tile_layout_attr_get(ctx, &l);
}

const IrAttrDef tile_blocked_attr = {
    .size = sizeof(IrAttrDef),
    .name = "tile.blocked",
    .summary = "A layout that nests registers, lanes and warps in each dimension.",
    .doc = "As a tensor's encoding it is read as the #tile.layout that it means for the tensor's\n"
           "extents. In each dimension a thread holds `per_thread` elements, a warp has `lanes`\n"
           "threads and the block `warps` warps, one within the other. A larger tile repeats in\n"
           "higher registers, in a smaller one lanes and warps beyond hold copies. `order` names\n"
           "the dimensions, fastest first; without it the last one is.",
    .example = "#tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>",
    .parse = blocked_parse,
    .print = blocked_print,
    .encode = blocked_encode,
};

// ---- #tile.mma and #tile.wgmma ----

static IrStatus parse_operand(IrParser *p, unsigned most, uint32_t *operand) {
  for (unsigned i = 0; i < 3; i++) {
    if (i == TILE_MMA_B && most < 3) continue;
    if (!ir_parse_optional_keyword(p, operand_names[i])) continue;
    *operand = i;
    return IR_OK;
  }
  (void)ir_parser_error(p, ir_parser_loc(p), "expected the operand whose fragments these are");
  ir_help(ir_parser_context(p),
          most < 3 ? "write 'a' or 'c'; wgmma has b in shared memory" : "write 'a', 'b' or 'c'");
  return IR_FAILED;
}

static bool take_number(IrStr *text, char letter, unsigned *value) {
  if (text->len < 2 || text->ptr[0] != letter) return false;
  size_t i = 1;
  for (*value = 0; i < text->len && i < 4 && text->ptr[i] >= '0' && text->ptr[i] <= '9'; i++)
    *value = *value * 10 + (unsigned)(text->ptr[i] - '0');
  *text = (IrStr){text->ptr + i, text->len - i};
  return i > 1;
}

// `m16n8k16`
static IrStatus parse_instr(IrParser *p, TileMma *mma) {
  IrLoc loc = ir_parser_loc(p);
  IrStr name;
  IR_TRY(ir_parse_identifier(p, &name));
  IrStr rest = name;
  bool read = take_number(&rest, 'm', &mma->m) && take_number(&rest, 'n', &mma->n) &&
              take_number(&rest, 'k', &mma->k) && rest.len == 0;
  bool m16 = mma->m == 16 && (mma->k == 4 || mma->k == 8 || mma->k == 16 || mma->k == 32);
  bool m8 = mma->m == 8 && mma->k == 4;
  if (read && mma->n == 8 && (m16 || m8)) return IR_OK;
  (void)ir_parser_error(p, loc, "unknown instruction '{}'", name);
  ir_help(ir_parser_context(p), "known are m16n8k4, m16n8k8, m16n8k16, m16n8k32 and m8n8k4");
  return IR_FAILED;
}

static IrStatus parse_mma(IrParser *p, bool wgmma, MmaPayload *mma) {
  IR_TRY(ir_parse_token(p, "<"));
  if (wgmma) {
    mma->mma = (TileMma){.m = 64};
  } else {
    IR_TRY(parse_instr(p, &mma->mma));
    IR_TRY(ir_parse_token(p, ","));
  }
  IR_TRY(parse_operand(p, wgmma ? 2 : 3, &mma->operand));
  IR_TRY(ir_parse_token(p, ","));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(parse_counts(p, wgmma ? "warpgroups" : "warps", 2, true, mma->along));
  IR_TRY(check_warps(p, loc, mma->along, 2, wgmma ? TILE_GROUP_WARPS : 1, MOST_WARPS));
  return ir_parse_token(p, ">");
}

static IrAttr parse_product(IrParser *p, const IrAttrDef *def) {
  MmaPayload mma = {0};
  if (parse_mma(p, def == &tile_wgmma_attr, &mma)) return NULL;
  return ir_attr_intern(ir_parser_context(p), def, &mma, sizeof mma);
}

static IrAttr mma_parse(IrParser *p) {
  return parse_product(p, &tile_mma_attr);
}

static IrAttr wgmma_parse(IrParser *p) {
  return parse_product(p, &tile_wgmma_attr);
}

static void mma_print(IrAttr attr, IrPrinter *p) {
  const MmaPayload *mma = ir_attr_payload(attr, &tile_mma_attr);
  ir_printer_fmt(p, "<m{}n{}k{}, {}, ", mma->mma.m, mma->mma.n, mma->mma.k,
                 operand_names[mma->operand]);
  print_list(p, "warps", mma->along, 2);
  ir_printer_text(p, ">");
}

static void wgmma_print(IrAttr attr, IrPrinter *p) {
  const MmaPayload *mma = ir_attr_payload(attr, &tile_wgmma_attr);
  ir_printer_fmt(p, "<{}, ", operand_names[mma->operand]);
  print_list(p, "warpgroups", mma->along, 2);
  ir_printer_text(p, ">");
}

// Steps of K are 16 or 32 bytes, but for f64.
static bool multiplies(const TileMma *mma) {
  unsigned step = mma->k * mma->bytes;
  return mma->bytes == 8 ? mma->k <= 16 : mma->m == 16 && (step == 16 || step == 32);
}

// Rule 2. tf32 has 19 bits and takes a register of 32.
static unsigned bytes_of(IrType element) {
  unsigned bits = ir_type_width(element);
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

// Where three groups of warps are along an extent that three does not divide.
static bool help_groups(IrContext *ctx, TileMmaOperand operand, IrShape shape,
                        const uint32_t along[2]) {
  static const char *const names[2] = {"M", "N"};
  for (unsigned d = 0; d < 2 && shape.rank == 2; d++) {
    bool shared = operand == TILE_MMA_C || operand == (d ? TILE_MMA_B : TILE_MMA_A);
    if (!shared || along[d] % TILE_LAYOUT_GROUPS || shape.at[d] % TILE_LAYOUT_GROUPS == 0) continue;
    ir_help(ctx, "three groups along {} need an extent that three divides, not {}", names[d],
            shape.at[d]);
    return true;
  }
  return false;
}

static IrAttr encode_product(IrContext *ctx, IrLoc loc, IrAttr attr, IrType tensor,
                             const MmaPayload *payload) {
  IrType element = ir_type_element(tensor);
  TileMma mma = payload->mma;
  TileMmaOperand operand = (TileMmaOperand)payload->operand;
  bool wgmma = mma.m == 64, number = ir_type_is_float(element) || ir_type_is_any_integer(element);
  TileLayout l;
  if (operand != TILE_MMA_C) {
    mma.bytes = number ? bytes_of(element) : 0;
    if (!mma.bytes || (wgmma ? mma.bytes > 4 : !multiplies(&mma))) {
      (void)ir_error(ctx, loc, "{} multiplies no elements of {}", attr, element);
      return NULL;
    }
  }
  IrShape shape = ir_type_shape(tensor);
  bool made =
      wgmma ? tile_layout_wgmma(operand, operand == TILE_MMA_C ? 4 : mma.bytes, shape,
                                payload->along[0], payload->along[1], &l)
            : tile_layout_mma_of(&mma, operand, shape, payload->along[0], payload->along[1], &l);
  if (made) return tile_layout_attr_get(ctx, &l);
  (void)ir_error(ctx, loc, "{} does not fit {}", attr, tensor);
  if (help_groups(ctx, operand, shape, payload->along)) return NULL;
  unsigned k = wgmma && mma.bytes ? 32 / mma.bytes : mma.k, n = wgmma ? 8 : mma.n;
  ir_help(
      ctx,
      "the tile has two dimensions; the powers of two that divide its extents are at least {}x{}",
      operand == TILE_MMA_B ? k : mma.m, operand == TILE_MMA_A ? k : n);
  return NULL;
}

static IrAttr mma_encode(IrContext *ctx, IrLoc loc, IrAttr attr, IrType tensor) {
  return encode_product(ctx, loc, attr, tensor, ir_attr_payload(attr, &tile_mma_attr));
}

static IrAttr wgmma_encode(IrContext *ctx, IrLoc loc, IrAttr attr, IrType tensor) {
  return encode_product(ctx, loc, attr, tensor, ir_attr_payload(attr, &tile_wgmma_attr));
}

const IrAttrDef tile_mma_attr = {
    .size = sizeof(IrAttrDef),
    .name = "tile.mma",
    .summary = "The layout of an operand of mma.sync.",
    .doc = "As a tensor's encoding it is read as the #tile.layout that it means for the tensor's\n"
           "extents and, for `a` and `b`, its elements. `warps` are those along M and N; each has\n"
           "one contiguous part of the tile, the low bits of the warp's number go along M.",
    .example = "#tile.mma<m16n8k16, c, warps = [2, 2]>",
    .parse = mma_parse,
    .print = mma_print,
    .encode = mma_encode,
};

const IrAttrDef tile_wgmma_attr = {
    .size = sizeof(IrAttrDef),
    .name = "tile.wgmma",
    .summary = "The layout of wgmma's accumulator, or of its A in registers.",
    .doc = "As a tensor's encoding it is read as the #tile.layout that it means for the tensor's\n"
           "extents and, for `a`, its elements. `warpgroups` of four warps are those along M and\n"
           "N; each has one contiguous part of the tile.",
    .example = "#tile.wgmma<c, warpgroups = [1, 1]>",
    .parse = wgmma_parse,
    .print = wgmma_print,
    .encode = wgmma_encode,
};
