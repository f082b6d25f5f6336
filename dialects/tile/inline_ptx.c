// Inline PTX; see inline_ptx.h.
//
//   1. operands and results are numbers of 8 to 64 bits, or tiles or vectors of them of one shape;
//      the elementwise trait says that shapes agree
//   2. `pack` is 1 to 32 and fills registers: a multiple of 4 with elements of 8 bits, of 2 with
//      16 bits
//   3. each `$` of the text is doubled or names a register
//   4. the reference takes an element of each operand and yields one of each result, by constants,
//      elementwise ops and selections
#include "dialects/tile/inline_ptx.h"

#include "dialects/tile/kernel_impl.h"
#include "dialects/tile/tile_impl.h"

// Both ops have these slots.
enum { PTX_TEXT, PTX_PACK, PTX_VOLATILE };

static IrStr text_of(const IrOp *op) {
  return ir_attr_str(ir_op_slot_attr(op, PTX_TEXT));
}

static IrBlock *reference_of(const IrOp *op) {
  return ir_region_is_empty(ir_op_region(op, 0)) ? NULL : ir_region_first(ir_op_region(op, 0));
}

int64_t tile_ptx_pack(const IrOp *op) {
  IrAttr pack = ir_op_slot_attr(op, PTX_PACK);
  return pack ? ir_attr_int(pack) : 1;
}

bool tile_ptx_is_volatile(const IrOp *op) {
  return ir_op_slot_attr(op, PTX_VOLATILE) != NULL;
}

bool tile_ptx_speculatable(const IrOp *op) {
  return !tile_ptx_is_volatile(op);
}

static void effects(const IrOp *op, IrEffects *out) {
  if (!tile_ptx_is_volatile(op)) return;
  ir_effect_add(out, IR_EFFECT_READ, NULL, &ir_memory);
  ir_effect_add(out, IR_EFFECT_WRITE, NULL, &ir_memory);
}

const IrEffectsInterface tile_ptx_effects = {sizeof(IrEffectsInterface), effects};

// ---- Registers. ----

int64_t tile_ptx_together(IrType element, int64_t pack) {
  bool number =
      ir_type_is_index(element) || ir_type_is_any_integer(element) || ir_type_is_float(element);
  unsigned width = !number ? 0 : ir_type_is_index(element) ? 64 : ir_type_width(element);
  if (width == 32 || width == 64) return 1;
  if (width == 16 && pack == 1) return 1;
  int64_t together = width == 16 ? 2 : width == 8 ? 4 : 0;
  return together && pack % together == 0 ? together : 0;
}

int64_t tile_ptx_registers(IrType element, int64_t pack) {
  int64_t together = tile_ptx_together(element, pack);
  return together ? pack / together : 0;
}

// ---- Rules. ----

static IrStatus refuse_type(IrOp *op, IrType type, int64_t pack) {
  (void)ir_op_error(op, "has no register for {} with pack({})", type, pack);
  ir_help(ir_op_context(op),
          "elements have 16, 32 or 64 bits; those of 8 bits go four to a register, with a "
          "pack that is a multiple of 4, and those of 16 bits two with an even one");
  return IR_FAILED;
}

// Adds the registers of a value to `*n`.
static IrStatus count_registers(IrOp *op, IrType type, int64_t pack, int64_t *n) {
  if (ir_type_kind(type) == IR_TYPE_TENSOR) IR_TRY(tile_verify_tile(op, type));
  int64_t registers = tile_ptx_registers(ir_type_element(type), pack);
  if (!registers) return refuse_type(op, type, pack);
  *n += registers;
  return IR_OK;
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Rule 3: takes a name off `text`, which begins behind its dollar sign.
static IrStatus check_name(IrOp *op, IrStr text, size_t *length, int64_t registers) {
  int64_t number = 0;
  size_t n = 0;
  *length = 1;
  if (text.len && text.ptr[0] == '$') return IR_OK;
  for (; n < text.len && n < 4 && is_digit(text.ptr[n]); n++)
    number = number * 10 + (text.ptr[n] - '0');
  *length = n;
  if (n && number < registers) return IR_OK;
  if (n)
    (void)ir_op_error(op, "names register ${}, but has $0 to ${}", number, registers - 1);
  else
    (void)ir_op_error(op, "has a '$' that names no register");
  ir_help(ir_op_context(op),
          "registers of results come first, then those of operands; '$$' is a dollar sign");
  return IR_FAILED;
}

IrStatus tile_ptx_verify(IrOp *op) {
  int64_t pack = tile_ptx_pack(op), registers = 0;
  IrStr text = text_of(op);
  if (pack < 1 || pack > TILE_PTX_MAX_PACK)
    return ir_op_error(op, "has pack({}), expected 1 to {}", pack, (int)TILE_PTX_MAX_PACK);
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    IR_TRY(count_registers(op, ir_value_type(ir_op_result(op, i)), pack, &registers));
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    IR_TRY(count_registers(op, ir_value_type(ir_op_operand(op, i)), pack, &registers));
  if (registers > TILE_PTX_MAX_REGISTERS)
    return ir_op_error(op, "has {} registers, at most {} are possible", registers,
                       (int)TILE_PTX_MAX_REGISTERS);
  if (!ir_op_num_results(op) && !tile_ptx_is_volatile(op)) {
    (void)ir_op_error(op, "computes nothing");
    ir_help(ir_op_context(op), "what is executed for its effects is 'volatile'");
    return IR_FAILED;
  }
  for (size_t i = 0, length; i < text.len; i++) {
    if (text.ptr[i] != '$') continue;
    IR_TRY(check_name(op, (IrStr){text.ptr + i + 1, text.len - i - 1}, &length, registers));
    i += length;
  }
  return IR_OK;
}

// Rule 4.
IrStatus tile_ptx_verify_regions(IrOp *op) {
  IrBlock *block = reference_of(op);
  if (!block) return IR_OK;
  IrOp *last = ir_block_terminator(block);
  size_t n = ir_op_num_operands(op);
  if (ir_block_num_args(block) != n)
    return ir_op_error(op, "has a reference of {} elements, expected one of each operand: {}",
                       ir_block_num_args(block), n);
  for (size_t i = 0; i < n; i++) {
    IrType type = ir_value_type(ir_block_arg(block, i));
    if (type != ir_type_element(ir_value_type(ir_op_operand(op, i))))
      return ir_op_error(op, "has a reference whose element {} is {}, of an operand {}", i, type,
                         ir_value_type(ir_op_operand(op, i)));
  }
  if (!IS(last, tile_yield))
    return ir_op_error(op, "has a reference that does not end in tile.yield");
  if (ir_op_num_operands(last) != ir_op_num_results(op))
    return ir_op_error(last, "yields {} values, expected one for each result: {}",
                       ir_op_num_operands(last), ir_op_num_results(op));
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrType type = ir_value_type(ir_op_operand(last, i));
    if (type != ir_type_element(ir_value_type(ir_op_result(op, i))))
      return ir_op_error(last, "yields {} as value {}, of a result {}", type, i,
                         ir_value_type(ir_op_result(op, i)));
  }
  IR_FOR_OPS(inner, block) IR_TRY(tile_verify_combiner_op(inner));
  return IR_OK;
}

// ---- Text:
//      "add.s32 $0, $1, $2;" (%x, %y) pack(2) volatile : (i32, i32) -> i32 reference (%a, %b) {}
// ----

typedef IR_VEC(IrUnresolved) Names;

static IrStatus parse_operands(IrParser *p, Names *names) {
  IR_TRY(ir_parse_token(p, "("));
  while (!ir_parse_optional_token(p, ")")) {
    IrUnresolved name;
    if (names->n) IR_TRY(ir_parse_token(p, ","));
    IR_TRY(ir_parse_operand(p, &name));
    ir_vec_push(names, name);
  }
  return IR_OK;
}

static IrStatus parse_types(IrParser *p, IrOpState *state, const Names *names) {
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_token(p, ":"));
  IR_TRY(ir_parse_token(p, "("));
  size_t n = 0;
  for (; !ir_parse_optional_token(p, ")"); n++) {
    IrType type;
    if (n) IR_TRY(ir_parse_token(p, ","));
    IR_TRY(ir_parse_type(p, &type));
    if (n < names->n) IR_TRY(ir_resolve_operand(p, names->at[n], type, state));
  }
  if (n != names->n)
    return ir_parser_error(p, loc, "expected a type of each operand: {}, got {}", names->n, n);
  return ir_parse_arrow_types(p, state);
}

static IrStatus parse_reference(IrParser *p, IrOpState *state) {
  IR_VEC(IrParsedArg) args = {0};
  IrStatus status = IR_OK;
  if (!ir_parse_optional_keyword(p, "reference")) {
    (void)ir_state_add_region(state);
    return IR_OK;
  }
  Names names = {0};
  IrLoc loc = ir_parser_loc(p);
  status = parse_operands(p, &names);
  if (status == IR_OK && names.n != state->operands.n)
    status =
        ir_parser_error(p, loc, "expected a name for an element of each of {} operands, got {}",
                        state->operands.n, names.n);
  for (size_t i = 0; i < names.n && status == IR_OK; i++)
    ir_vec_push(&args,
                ((IrParsedArg){names.at[i], ir_type_element(ir_value_type(state->operands.at[i])),
                               names.at[i].loc}));
  if (status == IR_OK) status = ir_parse_region(p, state, args.at, args.n);
  ir_vec_free(&args);
  ir_vec_free(&names);
  return status;
}

static IrStatus parse(IrParser *p, IrOpState *state, Names *names) {
  IrStr text;
  IR_TRY(ir_parse_string(p, &text));
  ir_state_set_attr(state, "text", ir_attr_string(state->ctx, text));
  IR_TRY(parse_operands(p, names));
  if (ir_parse_at_keyword(p, "pack")) IR_TRY(tile_parse_count(p, state, "pack"));
  if (ir_parse_optional_keyword(p, "volatile"))
    ir_state_set_attr(state, "is_volatile", ir_attr_unit(state->ctx));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(parse_types(p, state, names));
  return parse_reference(p, state);
}

IrStatus tile_ptx_parse(IrParser *p, IrOpState *state) {
  Names names = {0};
  IrStatus status = parse(p, state, &names);
  ir_vec_free(&names);
  return status;
}

static void print_results(const IrOp *op, IrPrinter *p) {
  size_t n = ir_op_num_results(op);
  ir_printer_text(p, n == 1 ? ") -> " : ") -> (");
  for (size_t i = 0; i < n; i++)
    ir_printer_fmt(p, i ? ", {}" : "{}", ir_value_type(ir_op_result(op, i)));
  if (n != 1) ir_printer_text(p, ")");
}

void tile_ptx_print(IrOp *op, IrPrinter *p) {
  static const char *const shown[] = {"text", "pack", "is_volatile", NULL};
  IrValues operands = ir_op_operand_group(op, 0);
  IrBlock *block = reference_of(op);
  ir_printer_text(p, " ");
  ir_write_quoted(ir_printer_stream(p), text_of(op));
  ir_printer_text(p, " (");
  ir_printer_values(p, operands);
  ir_printer_text(p, ")");
  if (ir_op_slot_attr(op, PTX_PACK)) ir_printer_fmt(p, " pack({})", tile_ptx_pack(op));
  if (tile_ptx_is_volatile(op)) ir_printer_text(p, " volatile");
  ir_printer_attr_dict(p, op, shown, false);
  ir_printer_text(p, " : (");
  for (size_t i = 0; i < operands.n; i++)
    ir_printer_fmt(p, i ? ", {}" : "{}", ir_value_type(operands.at[i]));
  print_results(op, p);
  if (!block) return;
  ir_printer_text(p, " reference (");
  for (size_t i = 0; i < ir_block_num_args(block); i++) {
    if (i) ir_printer_text(p, ", ");
    ir_printer_value(p, ir_block_arg(block, i));
  }
  ir_printer_text(p, ") ");
  ir_printer_region(p, ir_op_region(op, 0), 0);
}

// ---- Execution: the reference, for one element after another in all lanes. ----

typedef struct PtxState {
  int64_t element, count;
} PtxState;

static void copy_element(const IrCell *to, int64_t to_index, const IrCell *from,
                         int64_t from_index) {
  size_t bytes = from->element_bytes;
  memcpy((char *)to->data + (size_t)to_index * bytes,
         (const char *)from->data + (size_t)from_index * bytes, bytes);
}

static IrStep run_element(IrInterp *interp, const IrOp *op, const PtxState *state) {
  IrBlock *block = reference_of(op);
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrCell *from = ir_interp_operand(interp, op, i);
    const IrCell *to = ir_interp_define(interp, ir_block_arg(block, i));
    IR_FOR_LANES(lane, ir_interp_active(interp))
    copy_element(to, (int64_t)lane, from, (int64_t)lane * from->count + state->element);
  }
  return ir_interp_enter(interp, op, 0);
}

// What the region yielded, in the results.
static void keep_element(IrInterp *interp, const IrOp *op, const PtxState *state) {
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    const IrCell *from = ir_interp_yielded(interp, i);
    const IrCell *to = ir_interp_get(interp, ir_op_result(op, i));
    IR_FOR_LANES(lane, ir_interp_active(interp))
    copy_element(to, (int64_t)lane * to->count + state->element, from, (int64_t)lane);
  }
}

IrStep tile_ptx_interp(IrInterp *interp, IrOp *op) {
  PtxState *state = ir_interp_state(interp, sizeof *state);
  if (!reference_of(op))
    return ir_interp_fail(interp, op,
                          "is PTX, which the CPU does not execute, and has no reference: "
                          "add 'reference (%a) {{ ... tile.yield %r }'");
  if (ir_interp_phase(interp) == 0) {
    IrValue *first = ir_op_num_results(op) ? ir_op_result(op, 0) : ir_op_operand(op, 0);
    for (size_t i = 0; i < ir_op_num_results(op); i++) (void)ir_interp_result_cell(interp, op, i);
    *state = (PtxState){0, ir_type_is_shaped(ir_value_type(first))
                               ? ir_type_num_elements(ir_value_type(first))
                               : 1};
  } else {
    keep_element(interp, op, state);
    state->element++;
  }
  return state->element < state->count ? run_element(interp, op, state) : IR_STEP_NEXT;
}

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

IrStep tile_inline_ptx_interp(IrInterp *interp, IrOp *op) {
  return tile_ptx_interp(interp, op);
}
