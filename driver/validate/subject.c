// What is executed: kernels with their versions, functions, and the arguments of both.
#include "dialects/arith/arith.h"
#include "dialects/func/func.h"
#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "dialects/simt/simt.h"
#include "dialects/tc/tc.h"
#include "driver/validate/validate_impl.h"
#include "ir/interfaces/call.h"
#include "ir/interp/element.h"

enum { MOST_TILE = 1 << 16 };

// ---- What is a subject. ----

static bool is_private(const IrOp *op) {
  IrAttr visibility = ir_op_attr(op, "sym_visibility");
  return visibility && ir_str_is(ir_attr_str(visibility), "private");
}

// What calls a private function is known, so passes may change what it does for other arguments.
bool validate_is_subject(const IrOp *op) {
  if (tile_is_kernel(op)) return true;
  return IS(op, func_func) && !ir_region_is_empty(ir_op_region(op, 0)) && !is_private(op);
}

IrStr validate_base_name(const IrOp *op) {
  IrAttr of = NULL;
  if (IS(op, simt_kernel)) of = GET(op, simt_kernel, version_of);
  if (IS(op, tile_kernel)) of = ir_op_attr(op, "tile.version_of");
  return of ? ir_attr_str(of) : ir_symbol_name(op);
}

static int64_t version_number(const IrOp *op) {
  IrAttr number = NULL;
  if (IS(op, simt_kernel)) number = GET(op, simt_kernel, version);
  if (IS(op, tile_kernel)) number = ir_op_attr(op, "tile.version");
  return number ? ir_attr_int(number) : 0;
}

void validate_versions(const Subject *s, IrOp *module, Versions *versions) {
  ir_vec_clear(versions);
  IR_FOR_OPS(op, ir_module_body(module)) {
    if (!validate_is_subject(op) || tile_is_kernel(op) != s->is_kernel) continue;
    if (!ir_str_equal(validate_base_name(op), s->name)) continue;
    size_t at = versions->n;
    ir_vec_push(versions, op);
    for (; at > 0 && version_number(versions->at[at - 1]) > version_number(op); at--)
      versions->at[at] = versions->at[at - 1];
    versions->at[at] = op;
  }
}

static IrStatus check_rule(IrOp *op, void *root) {
  const IrOpDef *def = ir_op_def(op);
  return op == root || (def && def->interp) ? IR_OK : IR_FAILED;
}

bool validate_is_executable(IrOp *op) {
  return ir_walk_pre(op, check_rule, op) == IR_OK;
}

// ---- Signatures. ----

static IrType signature(const IrOp *op) {
  return ir_attr_type_value(ir_op_attr(op, "function_type"));
}

static bool is_number(IrType type) {
  return ir_element_kind(type) != IR_ELEMENT_NONE;
}

// Values of these types can be made, and results compared.
static bool is_value_type(IrType type) {
  IrTypeKind kind = ir_type_kind(type);
  if (kind != IR_TYPE_TENSOR && kind != IR_TYPE_VECTOR) return is_number(type);
  if (ir_type_is_unranked(type) || ir_type_has_scalable(type)) return false;
  return ir_type_num_elements(type) != IR_DYNAMIC && ir_type_shape(type).rank <= CPU_MAX_RANK &&
         is_number(ir_type_element(type));
}

static bool is_memref_type(IrType type) {
  if (ir_type_kind(type) != IR_TYPE_MEMREF || ir_type_is_unranked(type)) return false;
  return ir_type_shape(type).rank <= CPU_MAX_RANK && is_number(ir_type_element(type));
}

bool validate_has_signature(const Subject *s, const IrOp *op) {
  IrType type = signature(op);
  if (ir_type_num_inputs(type) != s->num_args) return false;
  for (size_t i = 0; i < s->num_args; i++)
    if (ir_type_input(type, i) != s->args[i].type) return false;
  for (size_t i = 0; i < ir_type_num_results(type); i++)
    if (!is_value_type(ir_type_result(type, i))) return false;
  return true;
}

// ---- Open extents. ----

static int find_dim(const Subject *s, IrStr name) {
  for (size_t i = 0; i < s->num_dims; i++)
    if (ir_str_equal(s->dims[i].name, name)) return (int)i;
  return -1;
}

static IrStr keep(const IrOp *op, IrStream *text) {
  IrStr kept = ir_stream_str(text);
  kept.ptr = ir_arena_strdup(ir_context_arena(ir_op_context(op)), kept);
  ir_stream_free(text);
  return kept;
}

static IrStr dim_name(const Subject *s, const IrOp *op, size_t arg, size_t d) {
  IrStr name = s->is_kernel ? tile_kernel_arg_dim(op, arg, d) : (IrStr){0};
  if (name.len) return name;
  IrStream text = {0};
  ir_print(&text, "{}.{}", s->args[arg].name, d);
  return keep(op, &text);
}

// False when there are too many.
static bool add_dims(Subject *s, const IrOp *op, size_t i) {
  SubjectArg *arg = &s->args[i];
  IrShape shape = ir_type_shape(arg->type);
  int64_t strides[CPU_MAX_RANK], offset;
  ir_type_memref_strides(arg->type, strides, &offset);
  for (size_t d = 0; d < shape.rank; d++) {
    arg->open[d] = -1;
    if (shape.at[d] != IR_DYNAMIC) continue;
    IrStr name = dim_name(s, op, i, d);
    TileDim fixed;
    if (s->is_kernel && tile_kernel_find_dim(op, name, &fixed) && fixed.extent != IR_DYNAMIC)
      continue; // another argument's type says it; see validate_array
    arg->open[d] = find_dim(s, name);
    if (arg->open[d] < 0) {
      if (s->num_dims == VALIDATE_MAX_DIMS) return false;
      arg->open[d] = (int)s->num_dims;
      s->dims[s->num_dims++] = (OpenDim){.name = name, .tile = 1, .multiple = 1};
    }
    s->dims[arg->open[d]].contiguous |= strides[d] == 1;
  }
  return true;
}

static IrStr arg_name(const Subject *s, const IrOp *op, size_t i) {
  if (s->is_kernel) return tile_kernel_arg_name(op, i);
  const IrValue *value = ir_block_arg(ir_region_first(ir_op_region(op, 0)), i);
  IrStr name = ir_value_name(value, ir_op_context(op));
  if (name.len) return name;
  IrStream text = {0};
  ir_print(&text, "arg{}", i);
  return keep(op, &text);
}

static bool read_args(Subject *s, IrOp *op) {
  IrType type = signature(op);
  s->num_args = ir_type_num_inputs(type);
  if (s->num_args > VALIDATE_MAX_ARGS) return false;
  for (size_t i = 0; i < s->num_args; i++) {
    SubjectArg *arg = &s->args[i];
    arg->type = ir_type_input(type, i);
    arg->name = arg_name(s, op, i);
    arg->is_memref = is_memref_type(arg->type);
    if (!arg->is_memref && !is_value_type(arg->type)) return false;
    if (arg->is_memref && !add_dims(s, op, i)) return false;
  }
  return validate_has_signature(s, op);
}

// ---- Extents of tiles. ----

typedef struct TileFinder {
  Subject *s;
  const IrBlock *body;
} TileFinder;

static void take_tile(TileFinder *f, const IrValue *memory, const int64_t *shape, size_t rank) {
  size_t i = ir_value_index(memory);
  if (ir_value_op(memory) || ir_value_block(memory) != f->body || i >= f->s->num_args) return;
  const SubjectArg *arg = &f->s->args[i];
  size_t own = ir_type_shape(arg->type).rank;
  for (size_t d = 0; d < rank && rank <= own; d++) {
    int open = arg->open[own - rank + d];
    if (open >= 0 && f->s->dims[open].tile < shape[d]) f->s->dims[open].tile = shape[d];
  }
}

static void take_copy(TileFinder *f, IrOp *op) {
  int64_t shape[TILE_MAX_RANK];
  IrAttr list = GET(op, tile_copy, shape);
  size_t rank = ir_attr_count(list);
  if (rank > TILE_MAX_RANK) return;
  for (size_t d = 0; d < rank; d++) shape[d] = ir_attr_array_int(list, d);
  take_tile(f, GET(op, tile_copy, source), shape, rank);
  take_tile(f, GET(op, tile_copy, dest), shape, rank);
}

static bool constant_of(const IrValue *value, int64_t *number) {
  const IrOp *op = DEF(value, arith_constant);
  IrAttr attr = op ? GET(op, arith_constant, value) : NULL;
  bool known = attr && ir_type_is_int_or_index(ir_value_type(value));
  if (known) *number = ir_attr_int(attr);
  return known;
}

// The open extent that `value` reads, or -1.
static int read_dim(const TileFinder *f, const IrValue *value) {
  const IrOp *named = DEF(value, tile_dim), *of = DEF(value, memref_dim);
  int64_t d;
  if (named) return find_dim(f->s, ir_attr_str(GET(named, tile_dim, name)));
  if (!of || !constant_of(GET(of, memref_dim, index), &d) || d < 0) return -1;
  const IrValue *memory = GET(of, memref_dim, source);
  size_t i = ir_value_index(memory);
  bool is_arg = !ir_value_op(memory) && ir_value_block(memory) == f->body && i < f->s->num_args;
  return is_arg && (size_t)d < ir_type_shape(f->s->args[i].type).rank ? f->s->args[i].open[d] : -1;
}

// The open extent that `value` is the number of tiles of: `ceildiv(K, 32)`.
static OpenDim *divided_dim(const TileFinder *f, const IrValue *value, int64_t *tile) {
  const IrOp *div = value ? ir_value_op(value) : NULL;
  bool divides = IS(div, arith_ceildivsi) || IS(div, arith_ceildivui) || IS(div, arith_divsi) ||
                 IS(div, arith_divui) || IS(div, arith_floordivsi);
  if (!divides || !constant_of(ir_op_operand(div, 1), tile)) return NULL;
  int i = read_dim(f, ir_op_operand(div, 0));
  return i < 0 ? NULL : &f->s->dims[i];
}

// A loop over tiles, so many of which are at work together.
static void take_loop(TileFinder *f, IrOp *op) {
  int64_t tile;
  OpenDim *dim = divided_dim(f, GET(op, tile_pipelined, upper), &tile);
  IrAttr stages = GET(op, tile_pipelined, stages);
  int64_t trips = stages ? ir_attr_int(stages) + 1 : 3;
  if (dim && dim->trips < trips) dim->trips = trips < 3 ? 3 : trips;
}

static void take_division(TileFinder *f, IrOp *op) {
  int64_t tile;
  if (ir_op_num_results(op) != 1) return;
  OpenDim *dim = divided_dim(f, ir_op_result(op, 0), &tile);
  if (dim && dim->tile < tile && tile <= MOST_TILE) dim->tile = tile;
}

static bool has_fastmath(const IrOp *op) {
  IrAttr flags = ir_op_attr(op, "fastmath");
  return flags && arith_fastmath_flags(flags) != 0;
}

static IrStatus look_at_op(IrOp *op, void *user) {
  TileFinder *f = user;
  IrShape shape;
  if (IS(op, tile_load)) {
    shape = ir_type_shape(ir_value_type(ir_op_result(op, 0)));
    take_tile(f, GET(op, tile_load, source), shape.at, shape.rank);
  } else if (IS(op, tile_store)) {
    shape = ir_type_shape(ir_value_type(GET(op, tile_store, tile)));
    take_tile(f, GET(op, tile_store, dest), shape.at, shape.rank);
  } else if (IS(op, tile_copy)) {
    take_copy(f, op);
  } else if (IS(op, tile_async_copy)) {
    shape = ir_type_shape(ir_attr_type_value(GET(op, tile_async_copy, tile)));
    take_tile(f, GET(op, tile_async_copy, source), shape.at, shape.rank);
  } else if (IS(op, tile_async_store)) {
    shape = mem_buffer_shape(ir_value_type(GET(op, tile_async_store, source)));
    take_tile(f, GET(op, tile_async_store, dest), shape.at, shape.rank);
  } else if (IS(op, tile_pipelined)) {
    take_loop(f, op);
  } else {
    take_division(f, op);
  }
  f->s->calls |= ir_op_is_call(op);
  bool is_product = IS(op, tile_dot) || IS(op, tc_dot) || IS(op, tc_mma);
  f->s->rounds |= is_product || has_fastmath(op);
  return IR_OK;
}

// `ceildiv(M, 128)`: M is cut into parts of 128.
static void read_grid(Subject *s, const IrOp *op) {
  for (size_t g = 0; g < tile_kernel_grid_rank(op); g++) {
    size_t n;
    const TileExprNode *nodes = tile_expr_nodes(tile_kernel_grid(op, g), &n);
    for (size_t i = 0; i + 2 < n; i++) {
      bool divides =
          nodes[i + 2].kind == TILE_EXPR_CEILDIV || nodes[i + 2].kind == TILE_EXPR_FLOORDIV;
      if (!divides || nodes[i].kind != TILE_EXPR_NAME || nodes[i + 1].kind != TILE_EXPR_INT)
        continue;
      int d = find_dim(s, ir_ident_str(nodes[i].as.name));
      if (d >= 0 && s->dims[d].tile < nodes[i + 1].as.number)
        s->dims[d].tile = nodes[i + 1].as.number;
    }
  }
}

static void read_kernel(Subject *s, const IrOp *op) {
  read_grid(s, op);
  for (size_t i = 0; i < s->num_dims; i++)
    s->dims[i].multiple = tile_kernel_multiple(op, s->dims[i].name);
}

Subject *validate_subject_create(IrOp *op) {
  Subject *s = ir_calloc(1, sizeof *s);
  s->name = validate_base_name(op);
  s->origin = op;
  s->is_kernel = tile_is_kernel(op);
  if (!read_args(s, op)) {
    ir_free(s);
    return NULL;
  }
  TileFinder finder = {s, ir_region_first(ir_op_region(op, 0))};
  (void)ir_walk_pre(op, look_at_op, &finder);
  if (s->is_kernel) read_kernel(s, op);
  return s;
}

void validate_subject_destroy(Subject *s) {
  for (size_t i = 0; i < s->sizes.n; i++) validate_outcome_free(&s->outcomes[i]);
  ir_free(s->outcomes);
  ir_vec_free(&s->sizes);
  ir_free(s);
}
