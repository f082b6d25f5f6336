// Launch metadata as JSON; docs/launch-metadata.md describes it.
#include "dialects/mem/mem.h"
#include "dialects/simt/launch.h"

static void write_string(IrStream *s, IrStr text) {
  static const char hex[] = "0123456789abcdef";
  ir_write_char(s, '"');
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.ptr[i];
    if (c == '"' || c == '\\') {
      ir_write_char(s, '\\');
      ir_write_char(s, (char)c);
    } else if (c < 0x20) {
      ir_write_cstr(s, "\\u00");
      ir_write_char(s, hex[c >> 4]);
      ir_write_char(s, hex[c & 15]);
    } else {
      ir_write_char(s, (char)c);
    }
  }
  ir_write_char(s, '"');
}

static void write_type(IrStream *s, IrType type) {
  ir_write_char(s, '"');
  ir_type_print(type, s);
  ir_write_char(s, '"');
}

static void write_exprs(IrStream *s, const IrAttr *exprs, size_t n) {
  ir_write_char(s, '[');
  for (size_t i = 0; i < n; i++) {
    size_t count;
    const TileExprNode *nodes = tile_expr_nodes(exprs[i], &count);
    ir_write_cstr(s, i ? ", \"" : "\"");
    tile_expr_print(nodes, count, s); // names and operators: nothing to escape
    ir_write_char(s, '"');
  }
  ir_write_char(s, ']');
}

// A number; the product of inner extents, as "dim1 * dim2"; or "any" for a parameter.
static void write_stride(IrStream *s, const SimtArg *arg, uint32_t d) {
  if (arg->strides[d] != IR_DYNAMIC) {
    ir_write_int(s, arg->strides[d]);
    return;
  }
  if (!arg->is_packed) {
    ir_write_cstr(s, "\"any\"");
    return;
  }
  ir_write_char(s, '"');
  for (uint32_t k = d + 1; k < arg->rank; k++) {
    if (k > d + 1) ir_write_cstr(s, " * ");
    if (arg->extents[k] == IR_DYNAMIC)
      ir_print(s, "dim{}", k);
    else
      ir_write_int(s, arg->extents[k]);
  }
  ir_write_char(s, '"');
}

static void write_memref(IrStream *s, const SimtArg *arg) {
  ir_write_cstr(s, "\"kind\": \"memref\", \"element\": ");
  write_type(s, ir_type_element(arg->type));
  ir_write_cstr(s, ", \"dims\": [");
  for (uint32_t d = 0; d < arg->rank; d++) {
    if (d) ir_write_cstr(s, ", ");
    if (arg->dims[d].len)
      write_string(s, arg->dims[d]);
    else
      ir_write_cstr(s, "null");
  }
  ir_write_cstr(s, "], \"extents\": [");
  for (uint32_t d = 0; d < arg->rank; d++) {
    if (d) ir_write_cstr(s, ", ");
    if (arg->extents[d] == IR_DYNAMIC)
      ir_write_cstr(s, "null");
    else
      ir_write_int(s, arg->extents[d]);
  }
  ir_write_cstr(s, "], \"strides\": [");
  for (uint32_t d = 0; d < arg->rank; d++) {
    if (d) ir_write_cstr(s, ", ");
    write_stride(s, arg, d);
  }
  ir_write_char(s, ']');
}

static void write_arg(IrStream *s, const SimtArg *arg) {
  ir_write_cstr(s, "{\"name\": ");
  write_string(s, arg->name);
  ir_write_cstr(s, ", ");
  if (arg->is_memref) {
    write_memref(s, arg);
  } else {
    ir_write_cstr(s, "\"kind\": \"scalar\", \"type\": ");
    write_type(s, arg->type);
  }
  ir_write_char(s, '}');
}

// How the host is to make a tensor map; dimensions in TMA's order, contiguous one first.
static void write_tensor_map(IrStream *s, const IrOp *map) {
  IrType type = GET(map, mem_tensor_map, map_type);
  IrShape box = mem_tensor_map_box(type);
  uint32_t order[MEM_TENSOR_MAP_MAX_RANK];
  mem_tensor_map_order(type, order);
  ir_write_cstr(s, ", \"element\": ");
  write_type(s, mem_tensor_map_element(type));
  ir_write_cstr(s, ", \"dims\": [");
  for (size_t i = 0; i < box.rank; i++) ir_print(s, "{}{}", i ? ", " : "", order[i]);
  ir_write_cstr(s, "], \"box\": [");
  for (size_t i = 0; i < box.rank; i++) ir_print(s, "{}{}", i ? ", " : "", box.at[order[i]]);
  ir_print(s, "], \"swizzle\": {}, \"fill\": \"{}\"", mem_swizzle_span(mem_tensor_map_layout(type)),
           GET(map, mem_tensor_map, nan) ? "nan" : "zeros");
}

static void write_param(IrStream *s, const SimtKernel *kernel, const SimtParam *param) {
  static const char *const kinds[] = {"pointer", "dim", "stride", "scalar", "tensor_map"};
  ir_print(s, "{{\"kind\": \"{}\", \"arg\": ", kinds[param->kind]);
  write_string(s, kernel->args[param->arg].name);
  if (param->kind == SIMT_PARAM_DIM || param->kind == SIMT_PARAM_STRIDE)
    ir_print(s, ", \"index\": {}", param->index);
  if (param->kind == SIMT_PARAM_SCALAR) {
    ir_write_cstr(s, ", \"type\": ");
    write_type(s, param->type);
  }
  if (param->kind == SIMT_PARAM_TENSOR_MAP) write_tensor_map(s, param->map);
  ir_write_char(s, '}');
}

static void write_version(IrStream *s, const SimtKernel *kernel, const SimtVersion *v) {
  ir_write_cstr(s, "      {\"entry\": ");
  write_string(s, v->entry);
  ir_write_cstr(s, ", \"assume\": ");
  write_exprs(s, v->assume, v->num_assume);
  ir_write_cstr(s, ", \"grid\": ");
  write_exprs(s, v->grid, v->grid_rank);
  ir_print(s, ",\n       \"threads\": {}, \"shared_bytes\": {},", v->threads, v->shared_bytes);
  if (v->cluster > 1) ir_print(s, " \"cluster\": {},", v->cluster);
  if (v->dependent_launch) ir_write_cstr(s, " \"dependent_launch\": true,");
  ir_write_cstr(s, "\n       \"params\": [");
  for (size_t i = 0; i < kernel->num_params + v->num_maps; i++) {
    bool is_map = i >= kernel->num_params;
    if (i) ir_write_cstr(s, ",\n                  ");
    write_param(s, kernel, is_map ? &v->maps[i - kernel->num_params] : &kernel->params[i]);
  }
  ir_write_cstr(s, "]}");
}

static void write_kernel(IrStream *s, const SimtKernel *kernel) {
  ir_write_cstr(s, "  {\"name\": ");
  write_string(s, kernel->name);
  ir_write_cstr(s, ",\n   \"dims\": [");
  for (size_t i = 0; i < kernel->num_dims; i++) {
    if (i) ir_write_cstr(s, ", ");
    write_string(s, kernel->dims[i]);
  }
  ir_write_cstr(s, "],\n   \"args\": [");
  for (size_t i = 0; i < kernel->num_args; i++) {
    if (i) ir_write_cstr(s, ",\n            ");
    write_arg(s, &kernel->args[i]);
  }
  ir_write_cstr(s, "],\n   \"versions\": [\n");
  for (size_t i = 0; i < kernel->num_versions; i++) {
    if (i) ir_write_cstr(s, ",\n");
    write_version(s, kernel, &kernel->versions[i]);
  }
  ir_write_cstr(s, "]}");
}

static void write_externals(IrStream *s, const SimtLaunch *launch) {
  if (!launch->num_externals) return;
  ir_write_cstr(s, ", \"externals\": [");
  for (size_t i = 0; i < launch->num_externals; i++) {
    if (i) ir_write_cstr(s, ", ");
    write_string(s, launch->externals[i]);
  }
  ir_write_cstr(s, "], \"link\": [");
  for (size_t i = 0; i < launch->num_links; i++) {
    if (i) ir_write_cstr(s, ", ");
    write_string(s, ir_str(launch->links[i]));
  }
  ir_write_char(s, ']');
}

void simt_launch_write_json(const SimtLaunch *launch, IrStream *out) {
  ir_write_cstr(out, "{\"tegula\": 1, \"target\": ");
  write_string(out, launch->target);
  write_externals(out, launch);
  ir_write_cstr(out, ", \"kernels\": [\n");
  for (size_t i = 0; i < launch->num_kernels; i++) {
    if (i) ir_write_cstr(out, ",\n");
    write_kernel(out, &launch->kernels[i]);
  }
  ir_write_cstr(out, "]}\n");
}
