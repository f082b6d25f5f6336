// tile-reduce with all of this project's dialects and passes.
#include "dialects/registry.h"
#include "driver/reduce/reduce_main.h"
#include "passes/registry.h"

static IrStatus register_all(IrContext *ctx) {
  IR_TRY(tegula_register_dialects(ctx));
  return tegula_register_passes(ctx);
}

int main(int argc, char **argv) {
  return tile_reduce_main(argc, argv, register_all);
}
