// The table of GPU architectures, and #tile.target.
//
// Limits are those of the CUDA programming guide's table of compute capabilities; a block may have
// all of a multiprocessor's shared memory but 1 KB.
#include "dialects/tile/target.h"

#include "ir/asm/parser.h"
#include "ir/asm/printer.h"

enum { KB = 1024 };

#define TARGET(name_, arch_, suffix_, block_kb, sm_kb, sms, tma_, wgmma_) \
  { \
    .name = name_, .arch = arch_, .suffix = suffix_, .shared_block = (block_kb)*KB, \
    .shared_sm = (sm_kb)*KB, .registers = 65536, .max_registers = 255, .max_threads = 1024, \
    .processors = sms, .mma = true, .ldmatrix = true, .cp_async = true, .tma = tma_, \
    .wgmma = wgmma_, .dependent_launch = (arch_) >= 90 \
  }

static const TileTarget targets[] = {
    TARGET("sm_80", 80, 0, 163, 164, 108, false, false),
    TARGET("sm_86", 86, 0, 99, 100, 84, false, false),
    TARGET("sm_89", 89, 0, 99, 100, 142, false, false),
    TARGET("sm_90", 90, 0, 227, 228, 132, true, false),
    TARGET("sm_90a", 90, 'a', 227, 228, 132, true, true),
    TARGET("sm_100", 100, 0, 227, 228, 148, true, false),
    TARGET("sm_100a", 100, 'a', 227, 228, 148, true, false),
    TARGET("sm_103a", 103, 'a', 227, 228, 0, true, false),
    TARGET("sm_120", 120, 0, 99, 100, 188, true, false),
    TARGET("sm_120a", 120, 'a', 99, 100, 188, true, false),
};
#undef TARGET

enum { NUM_TARGETS = sizeof targets / sizeof *targets };

const TileTarget *tile_target_find(IrStr name) {
  for (size_t i = 0; i < NUM_TARGETS; i++)
    if (ir_str_is(name, targets[i].name)) return &targets[i];
  return NULL;
}

const TileTarget *tile_target_lookup(IrContext *ctx, IrLoc loc, IrStr name) {
  const TileTarget *target = tile_target_find(name);
  if (target) return target;
  (void)ir_error(ctx, loc, "unknown architecture '{}'", name);
  IrStream known = {0};
  for (size_t i = 0; i < NUM_TARGETS; i++) ir_print(&known, i ? ", {}" : "{}", targets[i].name);
  ir_help(ctx, "known architectures: {}", ir_stream_str(&known));
  ir_stream_free(&known);
  return NULL;
}

// The payload is the number in the table: a pointer would change from run to run.
IrAttr tile_target_attr_get(IrContext *ctx, const TileTarget *target) {
  uint64_t number = (uint64_t)(target - targets);
  return ir_attr_intern(ctx, &tile_target_attr, &number, sizeof number);
}

const TileTarget *tile_target_attr_value(IrAttr attr) {
  const uint64_t *number = attr ? ir_attr_payload(attr, &tile_target_attr) : NULL;
  return number ? &targets[*number] : NULL;
}

const TileTarget *tile_target_of(IrOp *op) {
  IrOp *module = ir_op_enclosing(op, &builtin_module);
  for (; module; module = ir_op_parent(module)) {
    const TileTarget *target = tile_target_attr_value(ir_op_attr(module, TILE_TARGET_ATTR));
    if (target) return target;
  }
  return tile_target_find(ir_str(TILE_TARGET_DEFAULT));
}

void tile_target_set(IrOp *module, const TileTarget *target) {
  ir_op_set_attr(module, TILE_TARGET_ATTR, tile_target_attr_get(ir_op_context(module), target));
}

static IrAttr target_parse(IrParser *p) {
  IrContext *ctx = ir_parser_context(p);
  IrStr name;
  if (ir_parse_token(p, "<")) return NULL;
  IrLoc loc = ir_parser_loc(p);
  if (ir_parse_string(p, &name) || ir_parse_token(p, ">")) return NULL;
  const TileTarget *target = tile_target_lookup(ctx, loc, name);
  return target ? tile_target_attr_get(ctx, target) : NULL;
}

static void target_print(IrAttr attr, IrPrinter *p) {
  ir_printer_fmt(p, "<\"{}\">", tile_target_attr_value(attr)->name);
}

const IrAttrDef tile_target_attr = {
    .size = sizeof(IrAttrDef),
    .name = "tile.target",
    .summary = "The GPU architecture that a module is compiled for.",
    .doc = "Stands on the module as `tile.target`. Passes read its limits and features through\n"
           "dialects/tile/target.h.",
    .example = "#tile.target<\"sm_90a\">",
    .parse = target_parse,
    .print = target_print,
};
