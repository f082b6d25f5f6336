// The simt dialect's table, and the text and rules of simt.kernel.
//
//   1. arguments, grid and assumptions as tile.kernel; the body's arguments are the kernel's
//   2. threads are whole warps, at most 1024; shared memory is not negative; a cluster has 1 to 16
//      blocks
//   3. a version has a name and a number of at least 0
//   4. attributes that say how the kernel is to be compiled have values as on a tile.kernel
//   5. simt.return ends the body's blocks, and stands nowhere else
#include "dialects/simt/simt.h"

#include "dialects/simt/simt_impl.h"
#include "dialects/tile/kernel_impl.h"
#include "dialects/tile/tile_impl.h"

static IrStatus simt_kernel_verify(IrOp *op) {
  int64_t threads = ir_attr_int(GET(op, simt_kernel, threads));
  IrAttr shared = GET(op, simt_kernel, shared), version = GET(op, simt_kernel, version);
  if (threads < 32 || threads > 1024 || threads % 32)
    return ir_op_error(op, "has whole warps of 32 threads, at most 1024, got {}", threads);
  if (shared && ir_attr_int(shared) < 0)
    return ir_op_error(op, "has {} bytes of shared memory", ir_attr_int(shared));
  int64_t cluster = simt_kernel_cluster(op);
  if (cluster < 1 || cluster > SIMT_MAX_CLUSTER)
    return ir_op_error(op, "has clusters of 1 to {} blocks, got {}", (int)SIMT_MAX_CLUSTER,
                       cluster);
  if (!GET(op, simt_kernel, version_of) != !version)
    return ir_op_error(op, "needs both 'version_of' and 'version', or neither");
  if (version && ir_attr_int(version) < 0)
    return ir_op_error(op, "is version {} of {}", ir_attr_int(version),
                       ir_attr_str(GET(op, simt_kernel, version_of)));
  IR_TRY(tile_verify_wishes(op));
  return tile_verify_signature(op);
}

static IrStatus simt_return_verify(IrOp *op) {
  if (IS(ir_op_parent(op), simt_kernel)) return IR_OK;
  return ir_op_error(op, "must end a block of a simt.kernel");
}

static void set_int(IrOpState *state, const char *name, int64_t value) {
  ir_state_set_attr(state, name, ir_attr_integer(ir_type_i64(state->ctx), value));
}

// `version("gemm", 0)` when it is there.
static IrStatus parse_version(IrParser *p, IrOpState *state) {
  IrStr name;
  int64_t number;
  if (!ir_parse_optional_keyword(p, "version")) return IR_OK;
  IR_TRY(ir_parse_token(p, "("));
  IR_TRY(ir_parse_string(p, &name));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_integer(p, &number));
  ir_state_set_attr(state, "version_of", ir_attr_string(state->ctx, name));
  set_int(state, "version", number);
  return ir_parse_token(p, ")");
}

static IrStatus parse_kernel(IrParser *p, IrOpState *state, TileSignature *s) {
  IR_TRY(tile_parse_signature(p, state, s));
  IR_TRY(tile_parse_count(p, state, "threads"));
  if (ir_parse_at_keyword(p, "shared")) IR_TRY(tile_parse_count(p, state, "shared"));
  if (ir_parse_at_keyword(p, "cluster")) IR_TRY(tile_parse_count(p, state, "cluster"));
  IR_TRY(parse_version(p, state));
  IR_TRY(tile_parse_grid(p, state, NULL));
  IR_TRY(tile_parse_assume(p, state));
  IR_TRY(ir_parse_attr_dict_keyword(p, state));
  tile_record_names(state, s);
  return ir_parse_region(p, state, s->args.at, s->args.n);
}

static IrStatus simt_kernel_parse(IrParser *p, IrOpState *state) {
  TileSignature s = {0};
  IrStatus status = parse_kernel(p, state, &s);
  tile_signature_free(&s);
  return status;
}

static void simt_kernel_print(IrOp *op, IrPrinter *p) {
  static const char *const shown[] = {"arg_names", "sym_name", "function_type", "arg_dims",
                                      "threads",   "shared",   "version_of",    "version",
                                      "grid",      "assume",   "cluster",       NULL};
  IrAttr shared = GET(op, simt_kernel, shared), of = GET(op, simt_kernel, version_of);
  IrAttr cluster = GET(op, simt_kernel, cluster);
  bool named = tile_print_signature(op, p);
  ir_printer_fmt(p, " threads({})", ir_attr_int(GET(op, simt_kernel, threads)));
  if (shared) ir_printer_fmt(p, " shared({})", ir_attr_int(shared));
  if (cluster) ir_printer_fmt(p, " cluster({})", ir_attr_int(cluster));
  if (of) {
    ir_printer_text(p, " version(");
    ir_write_quoted(ir_printer_stream(p), ir_attr_str(of));
    ir_printer_fmt(p, ", {})", ir_attr_int(GET(op, simt_kernel, version)));
  }
  tile_print_exprs(p, "grid", GET(op, simt_kernel, grid));
  tile_print_exprs(p, "assume", GET(op, simt_kernel, assume));
  ir_printer_attr_dict(p, op, shown + !named, true);
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), 0);
}

_Static_assert(IR_ARG_SLOT(simt_kernel, arg_names) == IR_ARG_SLOT(tile_kernel, arg_names),
               "kernels record names in the same slot");

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/simt/simt_ops.def"
#include "ir/core/opdef_end.inc"

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/simt/simt_ops.def"
#include "ir/core/opdef_end.inc"

const IrDialect simt_dialect = {
    .size = sizeof(IrDialect),
    .name = "simt",
    .summary = "The code of one thread, and what threads of a block have in common.",
    .doc =
        "A simt.kernel is one version of a kernel, structured or a CFG; its threads are numbered\n"
        "within the block, lanes within the warp.",
    .ops =
        (const IrOpDef *const[]){
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/simt/simt_ops.def"
#include "ir/core/opdef_end.inc"
            NULL},
    .depends = (const char *const[]){"tile", NULL},
};
