// !tc.inflight and !tc.descriptor.
//
//   1. in flight are vectors of rank 1 with a static extent, or at tile level tensors of rank 2
//   2. a descriptor's elements are numbers of 8, 16 or 32 bits
#include "dialects/tc/tc_impl.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"

typedef struct TypePayload {
  IrType inner;
} TypePayload;

static IrType intern(const IrTypeDef *def, IrType inner) {
  TypePayload payload = {inner};
  return ir_type_intern(ir_type_context(inner), def, &payload, sizeof payload);
}

IrType tc_inflight_get(IrType registers) {
  return intern(&tc_inflight, registers);
}

static IrType inflight_inner(IrType type) {
  const TypePayload *p = ir_type_payload(type, &tc_inflight);
  return p ? p->inner : NULL;
}

IrType tc_inflight_registers(IrType type) {
  IrType inner = inflight_inner(type);
  return inner && ir_type_kind(inner) == IR_TYPE_VECTOR ? inner : NULL;
}

IrType tc_inflight_tile(IrType type) {
  IrType inner = inflight_inner(type);
  return inner && ir_type_kind(inner) == IR_TYPE_TENSOR ? inner : NULL;
}

IrType tc_descriptor_get(IrType element) {
  return intern(&tc_descriptor, element);
}

IrType tc_descriptor_element(IrType type) {
  const TypePayload *p = ir_type_payload(type, &tc_descriptor);
  return p ? p->inner : NULL;
}

bool tc_is_descriptor_element(IrType type) {
  if (!ir_type_is_float(type) && !ir_type_is_any_integer(type)) return false;
  unsigned width = ir_type_width(type);
  return width == 8 || width == 16 || width == 32;
}

bool tc_is_registers(IrType type) {
  return ir_type_kind(type) == IR_TYPE_VECTOR && !ir_type_has_scalable(type) &&
         ir_type_shape(type).rank == 1;
}

static bool is_tile(IrType type) {
  return ir_type_kind(type) == IR_TYPE_TENSOR && ir_type_shape(type).rank == 2;
}

static bool may_be_in_flight(IrType type) {
  return tc_is_registers(type) || is_tile(type);
}

// `<TYPE>`, its type where `test` accepts it.
static IrType parse_inner(IrParser *p, bool (*test)(IrType), const char *what) {
  IrType inner;
  if (ir_parse_token(p, "<")) return NULL;
  IrLoc loc = ir_parser_loc(p);
  if (ir_parse_type(p, &inner)) return NULL;
  if (!test(inner)) {
    (void)ir_parser_error(p, loc, "{}, got {}", what, inner);
    return NULL;
  }
  return ir_parse_token(p, ">") ? NULL : inner;
}

static IrType inflight_parse(IrParser *p) {
  IrType inner =
      parse_inner(p, may_be_in_flight, "in flight are vectors of rank 1, or tensors of rank 2");
  return inner ? tc_inflight_get(inner) : NULL;
}

static void inflight_print(IrType type, IrPrinter *p) {
  ir_printer_fmt(p, "<{}>", inflight_inner(type));
}

static IrType descriptor_parse(IrParser *p) {
  IrType inner =
      parse_inner(p, tc_is_descriptor_element, "a descriptor is of numbers of 8, 16 or 32 bits");
  return inner ? tc_descriptor_get(inner) : NULL;
}

static void descriptor_print(IrType type, IrPrinter *p) {
  ir_printer_fmt(p, "<{}>", tc_descriptor_element(type));
}

const IrTypeDef tc_inflight = {
    .size = sizeof(IrTypeDef),
    .name = "tc.inflight",
    .summary = "Registers that wgmma reads or writes while the thread goes on.",
    .doc =
        "`!tc.inflight<vector<64xf32>>` are registers that tc.wgmma_fence has handed over, or "
        "that a\n"
        "tc.wgmma writes. tc.wgmma_wait gives them back; until then nothing else can name them.\n"
        "At tile level a tensor is in flight, from a tc.dot_async to its tc.dot_wait.",
    .example = "!tc.inflight<vector<64xf32>>",
    .parse = inflight_parse,
    .print = inflight_print,
};

const IrTypeDef tc_descriptor = {
    .size = sizeof(IrTypeDef),
    .name = "tc.descriptor",
    .summary = "Where an operand of wgmma lies in shared memory.",
    .doc = "64 bits made by tc.wgmma_descriptor; the parameter is the type of the elements.",
    .example = "!tc.descriptor<f16>",
    .parse = descriptor_parse,
    .print = descriptor_print,
};
