// vector.print: what stands in a value, on the standard output.
//
//   1. A scalar is a number, a vector one of numbers.
//   2. Text stands alone: without a value, and without punctuation but that of an op that has none.
#include "dialects/vector/vector_impl.h"
#include "ir/interp/interp.h"

#include <inttypes.h>
#include <stdio.h>

// ---- The attribute #vector.punctuation<comma>: what follows the value. ----

typedef struct Punctuation {
  uint32_t number;
} Punctuation;

enum { NEWLINE = 1 };
static const struct {
  const char *name, *text;
} punctuation[] = {
    {"no_punctuation", ""}, {"newline", "\n"}, {"comma", ", "}, {"open", "( "}, {"close", " )"}};
enum { NUM_PUNCTUATION = sizeof punctuation / sizeof *punctuation };

static uint32_t number_of(IrAttr attr) {
  const Punctuation *payload = attr ? ir_attr_payload(attr, &vector_punctuation) : NULL;
  return payload ? payload->number : NEWLINE;
}

static IrAttr parse_punctuation(IrParser *p) {
  IrStr word;
  if (ir_parse_token(p, "<") != IR_OK) return NULL;
  IrLoc loc = ir_parser_loc(p);
  if (ir_parse_identifier(p, &word) != IR_OK) return NULL;
  uint32_t number = 0;
  while (number < NUM_PUNCTUATION && !ir_str_is(word, punctuation[number].name)) number++;
  if (number == NUM_PUNCTUATION) {
    (void)ir_parser_error(p, loc, "unknown punctuation '{}'", word);
    ir_help(ir_parser_context(p), "one of no_punctuation, newline, comma, open, close");
    return NULL;
  }
  if (ir_parse_token(p, ">") != IR_OK) return NULL;
  return ir_attr_intern(ir_parser_context(p), &vector_punctuation, &(Punctuation){number},
                        sizeof(Punctuation));
}

static void print_punctuation(IrAttr attr, IrPrinter *p) {
  ir_printer_fmt(p, "<{}>", punctuation[number_of(attr)].name);
}

static bool is_punctuation(IrAttr attr) {
  return ir_attr_def(attr) == &vector_punctuation;
}

static bool is_newline(IrAttr attr) {
  return number_of(attr) == NEWLINE;
}

const IrAttrDef vector_punctuation = {sizeof(IrAttrDef),
                                      "vector.punctuation",
                                      "What vector.print writes behind the value.",
                                      "`no_punctuation`, `newline`, `comma`, `open` or `close`.",
                                      "#vector.punctuation<comma>",
                                      parse_punctuation,
                                      print_punctuation};

const IrAttrConstraint vector_punctuation_constraint = {.name = "punctuation",
                                                        .test = is_punctuation,
                                                        .parse = parse_punctuation,
                                                        .print = print_punctuation,
                                                        .says_nothing = is_newline};

// ---- Verifier. ----

IrStatus vector_print_verify(IrOp *op) {
  bool has_value = ir_op_num_operands(op) > 0;
  if (has_value) {
    IrType type = ir_value_type(ir_op_operand(op, 0));
    IrType element = ir_type_kind(type) == IR_TYPE_VECTOR ? ir_type_element(type) : type;
    if (!ir_type_is_any_integer(element) && !ir_type_is_index(element) &&
        !ir_type_is_float(element))
      return ir_op_error(op, "prints numbers and vectors of them, but got '{}'", type);
  }
  if (!GET(op, vector_print, stringLiteral)) return IR_OK;
  if (has_value || !is_newline(GET(op, vector_print, punctuation)))
    return ir_op_error(op, "text stands alone, without a value and punctuation");
  return IR_OK;
}

// ---- Execution. ----

static void print_number(const IrCell *cell, int64_t i) {
  if (ir_type_is_float(cell->element)) {
    printf("%g", ir_cell_double(cell, i));
    return;
  }
  int64_t value = ir_cell_int(cell, i);
  bool is_signed = !ir_type_is_index(cell->element) && ir_type_width(cell->element) > 1 &&
                   ir_type_signedness(cell->element) != IR_UNSIGNED;
  if (is_signed) {
    printf("%" PRId64, value);
    return;
  }
  unsigned width = ir_type_width(cell->element);
  uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
  printf("%" PRIu64, (uint64_t)value & mask);
}

// Brackets around each dimension: where a number is the first of some, and where the last.
static void print_vector(const IrCell *cell, IrShape shape, int64_t lane) {
  for (int64_t i = 0; i < cell->count; i++) {
    int64_t block = 1;
    if (i > 0) fputs(", ", stdout);
    for (size_t d = shape.rank; d-- > 0;) {
      block *= shape.at[d];
      if (i % block == 0) fputs("( ", stdout);
    }
    print_number(cell, lane * cell->count + i);
    block = 1;
    for (size_t d = shape.rank; d-- > 0;) {
      block *= shape.at[d];
      if ((i + 1) % block == 0) fputs(" )", stdout);
    }
  }
}

IrStep vector_print_interp(IrInterp *interp, IrOp *op) {
  IrAttr text = GET(op, vector_print, stringLiteral);
  if (text) {
    IrStr str = ir_attr_str(text);
    fwrite(str.ptr, 1, str.len, stdout);
    return IR_STEP_NEXT;
  }
  const char *end = punctuation[number_of(GET(op, vector_print, punctuation))].text;
  if (ir_op_num_operands(op) == 0) {
    fputs(end, stdout);
    return IR_STEP_NEXT;
  }
  const IrCell *cell = ir_interp_operand(interp, op, 0);
  if (!ir_type_is_index(cell->element) && ir_type_width(cell->element) > 64)
    return ir_interp_fail(interp, op, "numbers of more than 64 bits are not printed");
  bool is_vector = ir_type_kind(cell->type) == IR_TYPE_VECTOR;
  IR_FOR_LANES(lane, ir_interp_active(interp)) {
    print_vector(cell, is_vector ? ir_type_shape(cell->type) : (IrShape){0}, (int64_t)lane);
    fputs(end, stdout);
  }
  return IR_STEP_NEXT;
}
