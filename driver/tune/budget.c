// What a candidate asks for that no block has, found in its text, before anything is compiled.
//
// Shared memory: a loop holds what its products read from memory once for each of its stages, and
// buffers that the kernel allocates are there all the time.  Registers: a loop's carried tiles are
// spread over the threads, each of which has at most 255, and all of them together 65,536.  Both
// are lower bounds of what code needs; what turns out too large later is reported by the candidate
// itself.
#include "dialects/mem/mem.h"
#include "dialects/tile/kernel.h"
#include "driver/tune/tune.h"
#include "ir/interp/element.h"

enum { REGISTER_BYTES = 4, REGISTER_STEP = 8 };

typedef struct Needs {
  int64_t buffers;          // bytes of mem.alloc
  int64_t staged;           // of the loop that holds most
  int64_t stages, operands; // of that loop: staged = stages * operands
  int64_t carried;          // bytes of the tiles that a loop carries, of the one that has most
} Needs;

static int64_t tile_bytes(IrType type) {
  return ir_type_num_elements(type) * ir_element_bytes(ir_type_element(type));
}

static bool feeds_product(const IrOp *load) {
  for (IrUse *use = ir_value_first_use(ir_op_result(load, 0)); use; use = ir_use_next(use))
    if (IS(ir_use_op(use), tile_dot)) return true;
  return false;
}

static IrStatus add_load(IrOp *op, void *bytes) {
  if (IS(op, tile_load) && feeds_product(op) &&
      ir_type_kind(ir_value_type(GET(op, tile_load, source))) == IR_TYPE_MEMREF)
    *(int64_t *)bytes += tile_bytes(ir_value_type(ir_op_result(op, 0)));
  return IR_OK;
}

static void visit_loop(IrOp *loop, Needs *needs) {
  IrAttr wish = GET(loop, tile_pipelined, stages);
  int64_t stages = wish ? ir_attr_int(wish) : 1, operands = 0, carried = 0;
  (void)ir_walk_pre(loop, add_load, &operands);
  for (size_t i = 0; i < ir_op_num_results(loop); i++) {
    IrType type = ir_value_type(ir_op_result(loop, i));
    if (ir_type_kind(type) == IR_TYPE_TENSOR) carried += tile_bytes(type);
  }
  if (carried > needs->carried) needs->carried = carried;
  if (stages * operands <= needs->staged) return;
  needs->staged = stages * operands;
  needs->stages = stages;
  needs->operands = operands;
}

static IrStatus visit(IrOp *op, void *user) {
  Needs *needs = user;
  if (IS(op, mem_alloc)) needs->buffers += mem_buffer_bytes(GET(op, mem_alloc, buffer_type));
  if (IS(op, tile_pipelined)) visit_loop(op, needs);
  return IR_OK;
}

static bool over_shared(const Needs *n, const TileTarget *target, IrStream *why) {
  if (n->buffers + n->staged <= (int64_t)target->shared_block) return false;
  ir_print(why, "asks for {} bytes of shared memory", n->buffers + n->staged);
  if (n->staged) ir_print(why, " ({} stages of {})", n->stages, n->operands);
  ir_print(why, ", a block of {} has {}", target->name, target->shared_block);
  return true;
}

// The threads of a cluster share its tiles.
static bool over_registers(const Needs *n, int64_t threads, int64_t cluster,
                           const TileTarget *target, IrStream *why) {
  int64_t share = threads * cluster * REGISTER_BYTES, each = (n->carried + share - 1) / share;
  int64_t has = (int64_t)target->registers / threads / REGISTER_STEP * REGISTER_STEP;
  if (has > (int64_t)target->max_registers) has = target->max_registers;
  if (each <= has) return false;
  ir_print(why, "a loop carries {} registers in each of {} threads, which have {}", each, threads,
           has);
  return true;
}

bool tune_over_budget(IrOp *kernel, const TileTarget *target, IrStream *why) {
  Needs needs = {0};
  int64_t threads = tile_kernel_threads(kernel);
  (void)ir_walk_pre(kernel, visit, &needs);
  if (threads > (int64_t)target->max_threads) {
    ir_print(why, "has {} threads, a block of {} at most {}", threads, target->name,
             target->max_threads);
    return true;
  }
  if (over_shared(&needs, target, why)) return true;
  return over_registers(&needs, threads, tile_kernel_cluster(kernel), target, why);
}

static bool any_over_budget(IrOp *module, const TileTarget *target, IrStream *why) {
  IR_FOR_OPS(op, ir_module_body(module)) {
    if (IS(op, tile_kernel) && tune_over_budget(op, target, why)) return true;
  }
  return false;
}

void tune_check_budgets(Tune *t) {
  const TileTarget *target = tile_target_find(ir_str(t->arch));
  for (size_t i = 0; i < t->candidates.n; i++) {
    TuneCandidate *c = &t->candidates.at[i];
    if (c->state != TUNE_WAITING) continue;
    const char *message = NULL;
    IrStream why = {0};
    ir_diag_push_handler(t->ctx, run_keep_message, &message);
    IrOp *module = tune_parse(t, &c->params);
    ir_diag_pop_handler(t->ctx);
    if (!module) {
      c->state = TUNE_FAILED;
      c->why = message ? message : "cannot be read";
    } else if (any_over_budget(module, target, &why)) {
      c->state = TUNE_OVER;
      c->why = ir_arena_strdup(ir_context_arena(t->ctx), ir_stream_str(&why));
    }
    if (module) ir_op_destroy(module);
    ir_stream_free(&why);
  }
}
