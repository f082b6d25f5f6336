// Named pipelines: lists of passes that people type by one name.
#include "passes/pipelines.h"

static const IrOptionDef thread_level_options[] = {
    {"arch", "architecture to compile for", IR_OPTION_STRING, 0, "sm_90a"}, {0}};

// From kernel text to blocks of one thread's code, ready for emission.  Each pass is described in
// its table; docs/levels.md has the picture.
static IrStatus expand_thread_level(IrContext *ctx, const char *(*value)(void *, const char *),
                                    void *user, IrStream *out) {
  (void)ctx;
  ir_print(out,
           "tile-set-target{{arch={}},inline{{default-pipeline=},tile-expand-random,"
           "tile.kernel(tile-expand-map),canonicalize,cse,tile-versions,"
           "tile.kernel(tile-stage,tc-select,tile-layout,tile-remove-conversions,mem-vectorize,"
           "mem-async-store,mem-async-copy),mem-multicast,tile.kernel(tile-persistent,mem-channels,"
           "tile-warp-specialize,"
           "tile-pipeline,tc-late-wait,mem-check-channels,mem-chunk,mem-barriers),"
           "tile-to-thread,canonicalize,cse,licm,simt.kernel(simt-dependent-launch),"
           "convert-scf-to-cf,canonicalize,cse",
           value(user, "arch"));
  return IR_OK;
}

const IrPipelineDef tile_to_thread_level = {
    .size = sizeof(IrPipelineDef),
    .name = "tile-to-thread-level",
    .summary = "Lower tile-level kernels to what one thread does.",
    .options = thread_level_options,
    .expand = expand_thread_level,
};
