// tile-reduce with all of this project's dialects and passes.
#include "dialects/registry.h"
#include "driver/opt_main.h"
#include "driver/reduce/reduce_main.h"
#include "passes/registry.h"

static IrStatus register_all(IrContext *ctx) {
  IR_TRY(tegula_register_dialects(ctx));
  return tegula_register_passes(ctx);
}

static int opt_main(int argc, char **argv) {
  return tile_opt_main(argc, argv, register_all);
}

int main(int argc, char **argv) {
  return tile_reduce_main(argc, argv, register_all, opt_main);
}
