// memref.atomic_rmw, memref.generic_atomic_rmw and its yield.
//
//   1. There is an index for each dimension, and value, element and result have one type.
//   2. A kind of floats combines floats, a kind of integers integers.
//   3. The region of a generic one has one argument of the element's type, has no effects, and ends
//      with memref.atomic_yield of that type.
#include "dialects/memref/memref_impl.h"

#include "dialects/memref/memref_atomic.h"
#include "ir/analysis/tree.h"

typedef struct Kind {
  const char *word;
  char of; // 'f' floats, 'i' integers, 'a' any
} Kind;

static const Kind kinds[] = {
    [MEMREF_ADDF] = {"addf", 'f'},         [MEMREF_ADDI] = {"addi", 'i'},
    [MEMREF_ANDI] = {"andi", 'i'},         [MEMREF_ASSIGN] = {"assign", 'a'},
    [MEMREF_MAXIMUMF] = {"maximumf", 'f'}, [MEMREF_MAXNUMF] = {"maxnumf", 'f'},
    [MEMREF_MAXS] = {"maxs", 'i'},         [MEMREF_MAXU] = {"maxu", 'i'},
    [MEMREF_MINIMUMF] = {"minimumf", 'f'}, [MEMREF_MINNUMF] = {"minnumf", 'f'},
    [MEMREF_MINS] = {"mins", 'i'},         [MEMREF_MINU] = {"minu", 'i'},
    [MEMREF_MULF] = {"mulf", 'f'},         [MEMREF_MULI] = {"muli", 'i'},
    [MEMREF_ORI] = {"ori", 'i'},           [MEMREF_XORI] = {"xori", 'i'},
};
enum { NUM_KINDS = sizeof kinds / sizeof *kinds };

static bool is_kind(IrAttr attr) {
  return ir_attr_kind(attr) == IR_ATTR_INTEGER && ir_type_is_integer(ir_attr_type(attr), 64) &&
         ir_attr_int(attr) >= 0 && ir_attr_int(attr) < NUM_KINDS;
}

static IrAttr parse_kind(IrParser *p) {
  IrLoc loc = ir_parser_loc(p);
  IrStr word;
  if (ir_parse_identifier(p, &word) != IR_OK) return NULL;
  for (int64_t i = 0; i < NUM_KINDS; i++)
    if (ir_str_is(word, kinds[i].word))
      return ir_attr_integer(ir_type_i64(ir_parser_context(p)), i);
  (void)ir_parser_error(p, loc, "unknown kind '{}' of atomic operation", word);
  return NULL;
}

static void print_kind(IrAttr attr, IrPrinter *p) {
  ir_printer_text(p, kinds[ir_attr_int(attr)].word);
}

const IrAttrConstraint memref_atomic_kind_constraint = {.name =
                                                            "a kind of atomic operation (0 to 15)",
                                                        .test = is_kind,
                                                        .parse = parse_kind,
                                                        .print = print_kind};

static bool is_element(IrType type) {
  return ir_type_is_float(type) ||
         (ir_type_is_any_integer(type) && ir_type_signedness(type) == IR_SIGNLESS);
}

// Invariants 1 and 2.
IrStatus memref_atomic_rmw_verify(IrOp *op) {
  IrType memref = ir_value_type(GET(op, memref_atomic_rmw, memref));
  IrType element = ir_type_element(memref), value = ir_value_type(ir_op_operand(op, 0));
  const Kind *kind = &kinds[ir_attr_int(GET(op, memref_atomic_rmw, kind))];
  IR_TRY(memref_check_indices(op, memref, GET(op, memref_atomic_rmw, indices).n));
  if (!is_element(element))
    return ir_op_error(op, "elements must be floats or signless integers, but got '{}'", memref);
  if (value != element || ir_value_type(ir_op_result(op, 0)) != element)
    return ir_op_error(op, "value and result must be '{}' as the elements are", element);
  if (kind->of == 'f' && !ir_type_is_float(element))
    return ir_op_error(op, "'{}' combines floats, but got '{}'", kind->word, element);
  if (kind->of == 'i' && !ir_type_is_any_integer(element))
    return ir_op_error(op, "'{}' combines integers, but got '{}'", kind->word, element);
  return IR_OK;
}

IrFoldKind memref_atomic_rmw_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands, (void)results;
  return memref_fold_casts(op, ir_op_operand(op, 0));
}

static void rmw_effects(const IrOp *op, IrEffects *out) {
  IrValue *memref = GET(op, memref_atomic_rmw, memref);
  ir_effect_add(out, IR_EFFECT_READ, memref, &ir_memory);
  ir_effect_add(out, IR_EFFECT_WRITE, memref, &ir_memory);
}

const IrEffectsInterface memref_atomic_rmw_effects = {.size = sizeof(IrEffectsInterface),
                                                      .effects = rmw_effects};

// ---- memref.generic_atomic_rmw ----

static IrStatus parse_generic(IrParser *p, IrOpState *state, Unresolved *indices) {
  IrUnresolved memref;
  IrType type;
  IR_TRY(ir_parse_operand(p, &memref));
  IR_TRY(ir_parse_token(p, "["));
  while (!ir_parse_optional_token(p, "]")) {
    IrUnresolved index;
    if (indices->n) IR_TRY(ir_parse_token(p, ","));
    IR_TRY(ir_parse_operand(p, &index));
    ir_vec_push(indices, index);
  }
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_colon_type(p, &type));
  if (ir_type_kind(type) != IR_TYPE_MEMREF)
    return ir_parser_error(p, loc, "expected a memref type, got '{}'", type);
  IR_TRY(ir_resolve_operand(p, memref, type, state));
  IR_TRY(memref_resolve_indices(p, state, indices));
  IR_TRY(ir_parse_region(p, state, NULL, 0));
  ir_vec_push(&state->result_types, ir_type_element(type));
  return ir_parse_attr_dict(p, state);
}

// memref.generic_atomic_rmw %m[%i] : type { ^bb0(%old: element): ... } attr-dict
IrStatus memref_generic_atomic_rmw_parse(IrParser *p, IrOpState *state) {
  Unresolved indices = {0};
  IrStatus status = parse_generic(p, state, &indices);
  ir_vec_free(&indices);
  return status;
}

void memref_generic_atomic_rmw_print(IrOp *op, IrPrinter *p) {
  IrValue *memref = ir_op_operand(op, 0);
  ir_printer_fmt(p, " {}[", memref);
  ir_printer_values(p, GET(op, memref_generic_atomic_rmw, indices));
  ir_printer_fmt(p, "] : {} ", ir_value_type(memref));
  ir_printer_region(p, ir_op_region(op, 0), IR_PRINT_ENTRY_ARGS);
  ir_printer_attr_dict(p, op, NULL, false);
}

IrStatus memref_generic_atomic_rmw_verify(IrOp *op) {
  IrType memref = ir_value_type(ir_op_operand(op, 0)), element = ir_type_element(memref);
  IrBlock *body = ir_region_first(ir_op_region(op, 0));
  IR_TRY(memref_check_indices(op, memref, ir_op_num_operands(op) - 1));
  if (!is_element(element))
    return ir_op_error(op, "elements must be floats or signless integers, but got '{}'", memref);
  if (ir_value_type(ir_op_result(op, 0)) != element)
    return ir_op_error(op, "result must be '{}' as the elements are", element);
  if (ir_block_num_args(body) != 1 || ir_value_type(ir_block_arg(body, 0)) != element)
    return ir_op_error(op, "region must have one argument of type '{}'", element);
  return IR_OK;
}

// Invariant 3.
IrStatus memref_generic_atomic_rmw_verify_regions(IrOp *op) {
  IrOp *last = ir_block_last(ir_region_first(ir_op_region(op, 0)));
  if (!IS(last, memref_atomic_yield))
    return ir_op_error(op, "region must end with memref.atomic_yield");
  for (IrOp *in = ir_tree_first(op, 0); in; in = ir_tree_next(in, op)) {
    if (ir_op_has_trait(in, IR_TERMINATOR) || ir_op_effect_kinds(in) == 0) continue;
    return ir_op_error(in, "has effects, so it cannot stand in memref.generic_atomic_rmw");
  }
  return IR_OK;
}

IrStatus memref_atomic_yield_verify(IrOp *op) {
  IrOp *around = ir_op_parent(op);
  if (!IS(around, memref_generic_atomic_rmw))
    return ir_op_error(op, "must stand directly in memref.generic_atomic_rmw");
  IrType want = ir_value_type(ir_op_result(around, 0)), got = ir_value_type(ir_op_operand(op, 0));
  if (want == got) return IR_OK;
  return ir_op_error(op, "must give '{}' as the op around does, but got '{}'", want, got);
}
