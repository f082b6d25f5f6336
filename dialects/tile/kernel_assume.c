// Facts from outside: what a person knows about the arguments that a kernel will get.
#include "dialects/tile/kernel.h"

#include "ir/support/source.h"

// Names of tile-level values begin with `%`, but none stand in a fact.
static IrLoc add_source(IrContext *ctx, IrStr text, IrStr *source) {
  IrStream out = {0};
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '%') {
      bool spaced = i > 0 && text.ptr[i - 1] == ' ';
      ir_write_cstr(&out, spaced ? "mod" : " mod");
      if (i + 1 < text.len && text.ptr[i + 1] != ' ') ir_write_cstr(&out, " ");
    } else {
      ir_write(&out, text.ptr + i, 1);
    }
  }
  source->ptr = ir_arena_strdup(ir_context_arena(ctx), ir_stream_str(&out));
  source->len = strlen(source->ptr);
  ir_stream_free(&out);
  return ir_source_add(ctx, IR_STR("<assumption>"), *source, false);
}

typedef struct Assume {
  IrOp *module;
  IrLoc loc;
} Assume;

static IrStatus find_name(void *user, IrStr name) {
  TileName what;
  return tile_kernel_resolve(user, name, &what) ? IR_OK : IR_FAILED;
}

static bool has_names(IrOp *kernel, IrAttr fact) {
  return tile_expr_names(fact, find_name, kernel) == IR_OK;
}

static IrStatus add_fact(void *user, IrAttr fact) {
  const Assume *assume = user;
  bool used = false;
  IR_FOR_OPS(op, ir_module_body(assume->module)) {
    if (!tile_is_kernel(op) || !has_names(op, fact)) continue;
    tile_kernel_add_assume(op, fact);
    used = true;
  }
  if (used) return IR_OK;
  IrContext *ctx = ir_op_context(assume->module);
  IrStream shown = {0};
  size_t n;
  const TileExprNode *nodes = tile_expr_nodes(fact, &n);
  tile_expr_print(nodes, n, &shown);
  (void)ir_error(ctx, assume->loc, "no kernel has all names of '{}'", ir_stream_str(&shown));
  ir_stream_free(&shown);
  ir_help(ctx, "names are dimensions such as M, and A.address, A.stride0, A.begin and A.end of an "
               "argument A");
  return IR_FAILED;
}

IrStatus tile_module_assume(IrOp *module, IrStr text) {
  IrContext *ctx = ir_op_context(module);
  IrStr source;
  IrLoc start = add_source(ctx, text, &source);
  IrAttr expr = tile_expr_parse_text_at(ctx, start, source, true);
  if (!expr) return IR_FAILED;
  Assume assume = {.module = module, .loc = start};
  return tile_expr_facts(expr, add_fact, &assume);
}
