// #tile.layout, and the layouts that types carry.
#include "dialects/tile/layout_impl.h"
#include "dialects/tile/tile_impl.h"

// Followed by one int32_t a coordinate of a basis, register bases first.
typedef struct LayoutPayload {
  uint32_t rank, bits[TILE_LAYOUT_INPUTS];
  uint32_t repeat[TILE_LAYOUT_RANK]; // odd factors; all 0 where each is 1
  uint32_t groups, split;            // as TileLayout.more_groups and .split
} LayoutPayload;

enum {
  MAX_BASES = TILE_LAYOUT_INPUTS * TILE_LAYOUT_BITS,
  MAX_COORDS = MAX_BASES * TILE_LAYOUT_RANK
};

typedef struct LayoutText {
  LayoutPayload head;
  int32_t coords[MAX_COORDS];
} LayoutText;

static const char *const input_names[] = {"register", "lane", "warp"};

static unsigned num_bases(const LayoutPayload *head) {
  return head->bits[0] + head->bits[1] + head->bits[2];
}

static IrAttr intern(IrContext *ctx, const LayoutText *text) {
  size_t n = (size_t)num_bases(&text->head) * text->head.rank;
  return ir_attr_intern(ctx, &tile_layout_attr, text, sizeof text->head + n * sizeof(int32_t));
}

static bool has_repeat(const LayoutPayload *head) {
  return head->repeat[0] > 0;
}

static void set_copies(LayoutPayload *head, const TileLayout *l) {
  bool any = false;
  for (unsigned d = 0; d < l->rank; d++) any = any || l->more[d];
  for (unsigned d = 0; any && d < l->rank; d++) head->repeat[d] = tile_layout_odd(l, d);
  head->groups = l->more_groups;
  head->split = l->split;
}

IrAttr tile_layout_attr_get(IrContext *ctx, const TileLayout *l) {
  IR_ASSERT(l->inputs == 3, "a distributed layout");
  LayoutText text = {.head = {.rank = l->rank}};
  size_t n = 0;
  set_copies(&text.head, l);
  for (unsigned i = 0; i < 3; i++) {
    text.head.bits[i] = l->bits[i];
    for (unsigned k = 0; k < l->bits[i]; k++)
      for (unsigned d = 0; d < l->rank; d++)
        text.coords[n++] = (int32_t)tile_layout_coord(l, l->basis[i][k], d);
  }
  // Without a basis there is nothing to tell the rank by, in text either.
  if (num_bases(&text.head) == 0 && !has_repeat(&text.head)) text.head.rank = 0;
  return intern(ctx, &text);
}

// `[a, b]` with the rank of those before.
static IrStatus parse_basis(IrParser *p, LayoutText *text, size_t *n) {
  IrLoc loc = ir_parser_loc(p);
  bool first = *n == 0;
  uint32_t rank = 0;
  IR_TRY(ir_parse_token(p, "["));
  if (!ir_parse_optional_token(p, "]")) {
    do {
      int64_t c;
      IrLoc at = ir_parser_loc(p);
      IR_TRY(ir_parse_integer(p, &c));
      if (c < 0 || c >= (1 << TILE_LAYOUT_BITS))
        return ir_parser_error(p, at, "a basis has coordinates from 0 to {}, got {}",
                               (1 << TILE_LAYOUT_BITS) - 1, c);
      if (rank == TILE_LAYOUT_RANK)
        return ir_parser_error(p, at, "a layout has at most {} dimensions", (int)TILE_LAYOUT_RANK);
      text->coords[(*n)++] = (int32_t)c;
      rank++;
    } while (ir_parse_optional_token(p, ","));
    IR_TRY(ir_parse_token(p, "]"));
  }
  if (first) text->head.rank = rank;
  if (rank != text->head.rank)
    return ir_parser_error(p, loc, "a basis of {} coordinates among ones of {}", rank,
                           text->head.rank);
  return IR_OK;
}

static IrStatus parse_bases(IrParser *p, unsigned input, LayoutText *text, size_t *n) {
  IR_TRY(ir_parse_keyword(p, input_names[input]));
  IR_TRY(ir_parse_token(p, "="));
  IR_TRY(ir_parse_token(p, "["));
  if (ir_parse_optional_token(p, "]")) return IR_OK;
  do {
    if (text->head.bits[input] == TILE_LAYOUT_BITS)
      return ir_parser_error(p, ir_parser_loc(p), "more than {} bases", (int)TILE_LAYOUT_BITS);
    IR_TRY(parse_basis(p, text, n));
    text->head.bits[input]++;
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, "]");
}

// `[3, 1]` behind `repeat =`: one odd number a dimension.
static IrStatus parse_repeat(IrParser *p, LayoutPayload *head) {
  IrLoc loc = ir_parser_loc(p);
  uint32_t n = 0, most = 0;
  IR_TRY(ir_parse_token(p, "="));
  IR_TRY(ir_parse_token(p, "["));
  do {
    int64_t factor;
    IR_TRY(ir_parse_integer(p, &factor));
    if (factor < 1 || factor % 2 == 0 || factor > TILE_LAYOUT_MOST_ODD)
      return ir_parser_error(p, loc, "'repeat' has odd numbers up to {}, got {}",
                             (int)TILE_LAYOUT_MOST_ODD, factor);
    if (n == TILE_LAYOUT_RANK)
      return ir_parser_error(p, loc, "a layout has at most {} dimensions", (int)TILE_LAYOUT_RANK);
    head->repeat[n++] = (uint32_t)factor;
    if (factor > most) most = (uint32_t)factor;
  } while (ir_parse_optional_token(p, ","));
  bool tells_rank = num_bases(head) == 0;
  if (tells_rank) head->rank = n;
  if (n != head->rank)
    return ir_parser_error(p, loc, "'repeat' has {} numbers, the bases {}", n, head->rank);
  if (most == 1) { // as without it
    memset(head->repeat, 0, sizeof head->repeat);
    if (tells_rank) head->rank = 0;
  }
  return ir_parse_token(p, "]");
}

// `3` or `3 along 0` behind `groups =`.
static IrStatus parse_groups(IrParser *p, LayoutPayload *head) {
  IrLoc loc = ir_parser_loc(p);
  int64_t groups, dim;
  IR_TRY(ir_parse_token(p, "="));
  IR_TRY(ir_parse_integer(p, &groups));
  if (groups != TILE_LAYOUT_GROUPS || 1u << head->bits[TILE_WARP] != TILE_GROUP_WARPS) {
    (void)ir_parser_error(p, loc, "'groups' is {}, beside bases for {} warps",
                          (int)TILE_LAYOUT_GROUPS, (int)TILE_GROUP_WARPS);
    ir_help(ir_parser_context(p), "12 warps are three groups of four; another count of warps is "
                                  "a power of two, and all of it in 'warp'");
    return IR_FAILED;
  }
  head->groups = (uint32_t)groups - 1;
  if (!ir_parse_optional_keyword(p, "along")) return IR_OK;
  loc = ir_parser_loc(p);
  IR_TRY(ir_parse_integer(p, &dim));
  if (dim < 0 || dim >= head->rank || head->repeat[dim] % TILE_LAYOUT_GROUPS || !has_repeat(head))
    return ir_parser_error(p, loc, "{} groups do not divide how often dimension {} repeats", groups,
                           dim);
  head->split = (uint32_t)dim + 1;
  return IR_OK;
}

static IrAttr layout_parse(IrParser *p) {
  LayoutText text = {0};
  size_t n = 0;
  if (ir_parse_token(p, "<")) return NULL;
  for (unsigned i = 0; i < 3; i++) {
    if (i && ir_parse_token(p, ",")) return NULL;
    if (parse_bases(p, i, &text, &n)) return NULL;
  }
  bool more = ir_parse_optional_token(p, ",");
  if (more && ir_parse_optional_keyword(p, "repeat")) {
    if (parse_repeat(p, &text.head)) return NULL;
    more = ir_parse_optional_token(p, ",");
  }
  if (more && (ir_parse_keyword(p, "groups") || parse_groups(p, &text.head))) return NULL;
  if (ir_parse_token(p, ">")) return NULL;
  return intern(ir_parser_context(p), &text);
}

static const int32_t *coords_of(const LayoutPayload *head) {
  return (const int32_t *)(const void *)(head + 1);
}

static void layout_print(IrAttr attr, IrPrinter *p) {
  const LayoutPayload *head = ir_attr_payload(attr, &tile_layout_attr);
  const int32_t *c = coords_of(head);
  for (unsigned i = 0; i < 3; i++) {
    ir_printer_fmt(p, "{}{} = [", i ? ", " : "<", input_names[i]);
    for (unsigned k = 0; k < head->bits[i]; k++) {
      ir_printer_text(p, k ? ", [" : "[");
      for (unsigned d = 0; d < head->rank; d++) ir_printer_fmt(p, d ? ", {}" : "{}", *c++);
      ir_printer_text(p, "]");
    }
    ir_printer_text(p, "]");
  }
  for (unsigned d = 0; has_repeat(head) && d < head->rank; d++)
    ir_printer_fmt(p, d ? ", {}" : ", repeat = [{}", head->repeat[d]);
  if (has_repeat(head)) ir_printer_text(p, "]");
  if (head->groups) ir_printer_fmt(p, ", groups = {}", head->groups + 1);
  if (head->split) ir_printer_fmt(p, " along {}", head->split - 1);
  ir_printer_text(p, ">");
}

const IrAttrDef tile_layout_attr = {
    .size = sizeof(IrAttrDef),
    .name = "tile.layout",
    .summary = "How a tile is spread over registers, lanes and warps.",
    .doc = "A linear map over GF(2): basis k of an input says which coordinates flip with bit k of "
           "the\n"
           "register, lane or warp number. The element held by (register, lane, warp) has as\n"
           "coordinates the XOR of the bases of the set bits. A zero basis is replication.\n"
           "`repeat`: the odd factors of the extents, where one is not 1. The map covers the\n"
           "power of two of each extent; copies of that are the outermost registers, in row-major\n"
           "order. `groups = 3`: the block's 12 warps are three groups of four. With `along 0`\n"
           "each has a third of the copies along that dimension, otherwise all of them.",
    .example = "#tile.layout<register = [[0, 1], [0, 2]], lane = [[1, 0]], warp = [[8, 0]]>",
    .parse = layout_parse,
    .print = layout_print,
};

// The copies must be those that the extents ask for.
static bool repeats_as(const LayoutPayload *head, const TileLayout *l) {
  for (unsigned d = 0; d < l->rank; d++)
    if ((has_repeat(head) ? head->repeat[d] : 1) != tile_layout_odd(l, d)) return false;
  return true;
}

static bool layout_from(const LayoutPayload *head, IrShape shape, TileLayout *out) {
  TileLayout l = {.inputs = 3, .more_groups = (uint8_t)head->groups, .split = (uint8_t)head->split};
  const int32_t *c = coords_of(head);
  if (!tile_layout_set_shape(&l, shape)) return false;
  if (head->rank != l.rank && (num_bases(head) || has_repeat(head))) return false;
  if (!repeats_as(head, &l)) return false;
  for (unsigned i = 0; i < 3; i++) {
    l.bits[i] = (uint8_t)head->bits[i];
    for (unsigned k = 0; k < head->bits[i]; k++, c += head->rank) {
      int64_t coords[TILE_LAYOUT_RANK];
      for (unsigned d = 0; d < l.rank; d++) {
        coords[d] = c[d];
        if (c[d] >= 1 << l.log[d]) return false;
      }
      l.basis[i][k] = tile_layout_place(&l, coords);
    }
  }
  *out = l;
  return true;
}

bool tile_layout_of(IrType tensor, TileLayout *out) {
  if (ir_type_kind(tensor) != IR_TYPE_TENSOR) return false;
  IrAttr encoding = ir_type_encoding(tensor);
  const LayoutPayload *head = encoding ? ir_attr_payload(encoding, &tile_layout_attr) : NULL;
  return head && layout_from(head, ir_type_shape(tensor), out);
}

IrType tile_layout_apply_to(IrType tensor, const TileLayout *l) {
  return ir_type_with_encoding(tensor, tile_layout_attr_get(ir_type_context(tensor), l));
}

// The odd factors are not those of the extents.
static IrStatus wrong_repeat(IrOp *op, IrType tensor, const TileLayout *shape) {
  IrStatus failed =
      ir_op_error(op, "has a tile whose layout does not repeat as its extents ask: {}", tensor);
  IrStream want = {0};
  for (unsigned d = 0; d < shape->rank; d++)
    ir_print(&want, d ? ", {}" : "{}", tile_layout_odd(shape, d));
  ir_help(ir_op_context(op), "the odd factors of its extents are repeat = [{}]",
          ir_stream_str(&want));
  ir_stream_free(&want);
  return failed;
}

IrStatus tile_layout_verify(IrOp *op, IrType tensor) {
  IrAttr encoding = ir_type_encoding(tensor);
  TileLayout l;
  if (!encoding) return IR_OK;
  if (!ir_attr_payload(encoding, &tile_layout_attr))
    return ir_op_error(op, "has a tile whose encoding is no #tile.layout: {}", tensor);
  const LayoutPayload *head = ir_attr_payload(encoding, &tile_layout_attr);
  TileLayout shape = {.inputs = 3};
  if (tile_layout_set_shape(&shape, ir_type_shape(tensor)) && !repeats_as(head, &shape))
    return wrong_repeat(op, tensor, &shape);
  if (!tile_layout_of(tensor, &l))
    return ir_op_error(op, "has a tile whose layout has bases outside its extents: {}", tensor);
  if (!tile_layout_covers(&l))
    return ir_op_error(op, "has a tile whose layout leaves elements out: {}", tensor);
  return IR_OK;
}
