// Types: extents of shaped types and widths of integers, the same everywhere in the module.
//
// A site is a number: an extent or a width that occurs.  It is replaced in all types of values, in
// attributes that are types or have one, and, for extents, in the text of dialects' types, where an
// extent is a number before an `x`.  What does not fit together then, the verifier refuses.
#include "driver/reduce/reduce_impl.h"

#include "ir/analysis/tree.h"
#include "ir/asm/parser.h"

typedef struct Mapping {
  IrContext *ctx;
  bool width; // of integers, else of extents
  int64_t from, to;
} Mapping;

// ---- Mapping types ----

static IrType map_type(const Mapping *m, IrType type);

static int64_t map_extent(const Mapping *m, int64_t extent) {
  return !m->width && extent == m->from ? m->to : extent;
}

static IrType map_shaped(const Mapping *m, IrType type) {
  enum { MOST_DIMS = 64 };
  int64_t extents[MOST_DIMS];
  IrShape shape = ir_type_shape(type);
  if (shape.rank > MOST_DIMS) return type;
  for (size_t i = 0; i < shape.rank; i++) extents[i] = map_extent(m, shape.at[i]);
  const IrShape mapped = {extents, shape.rank};
  IrType element = map_type(m, ir_type_element(type));
  if (ir_type_kind(type) == IR_TYPE_VECTOR) return ir_type_vector(m->ctx, mapped, element);
  if (ir_type_kind(type) == IR_TYPE_TENSOR)
    return ir_type_tensor(m->ctx, mapped, element, ir_type_encoding(type));
  return ir_type_memref(m->ctx, mapped, element, ir_type_layout(type), ir_type_space(type));
}

static IrType map_function(const Mapping *m, IrType type) {
  IR_VEC(IrType) inputs = {0};
  IR_VEC(IrType) results = {0};
  for (size_t i = 0; i < ir_type_num_inputs(type); i++)
    ir_vec_push(&inputs, map_type(m, ir_type_input(type, i)));
  for (size_t i = 0; i < ir_type_num_results(type); i++)
    ir_vec_push(&results, map_type(m, ir_type_result(type, i)));
  IrType mapped = ir_type_function(m->ctx, inputs.at, inputs.n, results.at, results.n);
  ir_vec_free(&inputs);
  ir_vec_free(&results);
  return mapped;
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// A number that starts here, with an `x` behind it, is an extent when `<` or `x` stands before it.
static size_t extent_at(IrStr text, size_t at, int64_t *extent) {
  char before = at ? text.ptr[at - 1] : 0;
  size_t i = at;
  *extent = 0;
  while (i < text.len && is_digit(text.ptr[i]) && *extent < INT32_MAX)
    *extent = *extent * 10 + (text.ptr[i++] - '0');
  bool is = i > at && i < text.len && text.ptr[i] == 'x' && (before == '<' || before == 'x');
  return is ? i - at : 0;
}

static void map_extents_of_text(const Mapping *m, IrStr text, IrStream *out) {
  for (size_t i = 0; i < text.len;) {
    int64_t extent;
    size_t n = extent_at(text, i, &extent);
    if (n)
      ir_write_int(out, map_extent(m, extent));
    else
      ir_write_char(out, text.ptr[i]);
    i += n ? n : 1;
  }
}

static IrType map_dialect_type(const Mapping *m, IrType type) {
  IrStream text = {0}, mapped = {0};
  ir_type_print(type, &text);
  map_extents_of_text(m, ir_stream_str(&text), &mapped);
  bool same = m->width || ir_str_equal(ir_stream_str(&text), ir_stream_str(&mapped));
  IrType result = same ? type : ir_parse_type_text(m->ctx, ir_stream_str(&mapped));
  ir_stream_free(&text);
  ir_stream_free(&mapped);
  return result ? result : type;
}

static IrType map_type(const Mapping *m, IrType type) {
  switch (ir_type_kind(type)) {
  case IR_TYPE_INTEGER:
    if (!m->width || ir_type_width(type) != (unsigned)m->from) return type;
    return ir_type_integer(m->ctx, (unsigned)m->to, ir_type_signedness(type));
  case IR_TYPE_VECTOR:
  case IR_TYPE_TENSOR:
  case IR_TYPE_MEMREF:
    return map_shaped(m, type);
  case IR_TYPE_FUNCTION:
    return map_function(m, type);
  case IR_TYPE_DIALECT:
  case IR_TYPE_OPAQUE:
    return map_dialect_type(m, type);
  default:
    return type;
  }
}

// ---- Mapping attributes ----

// `numbers`: plain integers too, as a constant's value; elsewhere their type says nothing of
// values.
static IrAttr map_attr(const Mapping *m, IrAttr attr, bool numbers);

static IrAttr map_array(const Mapping *m, IrAttr array, bool numbers) {
  IR_VEC(IrAttr) mapped = {0};
  for (size_t i = 0; i < ir_attr_count(array); i++)
    ir_vec_push(&mapped, map_attr(m, ir_attr_at(array, i), numbers));
  IrAttr result = ir_attr_array(m->ctx, mapped.at, mapped.n);
  ir_vec_free(&mapped);
  return result;
}

// The first element stands for all when there is another number of them.
static IrAttr map_dense(const Mapping *m, IrAttr attr) {
  IrType type = ir_attr_type(attr), mapped = map_type(m, type);
  if (mapped == type || ir_type_num_elements(type) == 0) return attr;
  return ir_attr_splat(mapped, map_attr(m, ir_attr_dense_at(attr, 0), true));
}

static IrAttr map_attr(const Mapping *m, IrAttr attr, bool numbers) {
  switch (ir_attr_kind(attr)) {
  case IR_ATTR_INTEGER:
    if (!numbers) return attr;
    return ir_attr_integer(map_type(m, ir_attr_type(attr)), ir_attr_int(attr));
  case IR_ATTR_TYPE:
    return ir_attr_of_type(map_type(m, ir_attr_type_value(attr)));
  case IR_ATTR_DENSE:
    return map_dense(m, attr);
  case IR_ATTR_ARRAY:
    return map_array(m, attr, numbers);
  default:
    return attr;
  }
}

static void map_op(const Mapping *m, IrOp *op) {
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrValue *result = ir_op_result(op, i);
    ir_value_set_type(result, map_type(m, ir_value_type(result)));
  }
  const IrAttrSlotDef *slots = ir_op_def(op) ? ir_op_def(op)->attrs : NULL;
  bool numbers = ir_op_has_trait(op, IR_CONSTANT_LIKE);
  for (size_t i = 0; slots && slots[i].name; i++) {
    IrAttr attr = ir_op_slot_attr(op, i);
    if (attr) ir_op_set_slot_attr(op, i, map_attr(m, attr, numbers));
  }
  for (size_t r = 0; r < ir_op_num_regions(op); r++) {
    IR_FOR_BLOCKS(block, ir_op_region(op, r)) {
      for (size_t i = 0; i < ir_block_num_args(block); i++) {
        IrValue *arg = ir_block_arg(block, i);
        ir_value_set_type(arg, map_type(m, ir_value_type(arg)));
      }
    }
  }
}

// ---- Numbers that occur ----

typedef struct Numbers {
  IR_VEC(int64_t) all;
} Numbers;

static void add_number(Numbers *numbers, int64_t n) {
  for (size_t i = 0; i < numbers->all.n; i++)
    if (numbers->all.at[i] == n) return;
  ir_vec_push(&numbers->all, n);
}

static void add_extents_of_text(Numbers *numbers, IrType type) {
  IrStream text = {0};
  ir_type_print(type, &text);
  IrStr s = ir_stream_str(&text);
  for (size_t i = 0; i < s.len;) {
    int64_t extent;
    size_t n = extent_at(s, i, &extent);
    if (n) add_number(numbers, extent);
    i += n ? n : 1;
  }
  ir_stream_free(&text);
}

static void add_type(Numbers *numbers, IrType type, bool width) {
  if (ir_type_kind(type) == IR_TYPE_DIALECT || ir_type_kind(type) == IR_TYPE_OPAQUE) {
    if (!width) add_extents_of_text(numbers, type);
    return;
  }
  IrType element = ir_type_element(type);
  if (width && ir_type_is_any_integer(element)) add_number(numbers, ir_type_width(element));
  if (width || !ir_type_is_shaped(type)) return;
  for (size_t i = 0; i < ir_type_shape(type).rank; i++)
    if (ir_type_shape(type).at[i] != IR_DYNAMIC) add_number(numbers, ir_type_shape(type).at[i]);
}

static Numbers numbers_of(IrOp *module, bool width) {
  Numbers numbers = {0};
  for (IrOp *op = module; op; op = ir_tree_next(op, module)) {
    for (size_t i = 0; i < ir_op_num_results(op); i++)
      add_type(&numbers, ir_value_type(ir_op_result(op, i)), width);
    for (size_t r = 0; r < ir_op_num_regions(op); r++) {
      IR_FOR_BLOCKS(block, ir_op_region(op, r)) {
        for (size_t i = 0; i < ir_block_num_args(block); i++)
          add_type(&numbers, ir_value_type(ir_block_arg(block, i)), width);
      }
    }
  }
  return numbers;
}

// ---- The two reductions ----

static void collect(ReduceSites *sites, IrOp *module, bool width,
                    int64_t (*smaller)(int64_t n, size_t variant), size_t variant) {
  Numbers numbers = numbers_of(module, width);
  for (size_t i = 0; i < numbers.all.n; i++) {
    int64_t n = numbers.all.at[i], to = smaller(n, variant);
    if (to > 0 && to < n) reduce_site(sites, module, (size_t)n, NULL);
  }
  ir_vec_free(&numbers.all);
}

static void apply(IrOp *module, bool width, int64_t from, int64_t to) {
  const Mapping m = {ir_op_context(module), width, from, to};
  for (IrOp *op = module; op; op = ir_tree_next(op, module)) map_op(&m, op);
}

// One, two, half: what an extent becomes.
static int64_t smaller_extent(int64_t n, size_t variant) {
  if (variant < 2) return (int64_t)variant + 1;
  return n % 2 == 0 ? n / 2 : 0;
}

static void collect_extents(ReduceSites *sites, IrOp *module, size_t variant) {
  collect(sites, module, false, smaller_extent, variant);
}

static void shrink_extents(IrOp *module, const ReduceSite *site, size_t variant) {
  apply(module, false, (int64_t)site->index, smaller_extent((int64_t)site->index, variant));
}

const ReduceKind reduce_extents = {.name = "extents",
                                   .summary = "make an extent of tensors, vectors and buffers "
                                              "smaller, everywhere",
                                   .variants = 3,
                                   .collect = collect_extents,
                                   .apply = shrink_extents};

static int64_t smaller_width(int64_t n, size_t variant) {
  (void)n;
  return (const int64_t[]){1, 8, 32}[variant];
}

static void collect_widths(ReduceSites *sites, IrOp *module, size_t variant) {
  collect(sites, module, true, smaller_width, variant);
}

static void shrink_widths(IrOp *module, const ReduceSite *site, size_t variant) {
  apply(module, true, (int64_t)site->index, smaller_width((int64_t)site->index, variant));
}

const ReduceKind reduce_widths = {.name = "widths",
                                  .summary = "make integers of a width narrower, everywhere",
                                  .variants = 3,
                                  .collect = collect_widths,
                                  .apply = shrink_widths};
