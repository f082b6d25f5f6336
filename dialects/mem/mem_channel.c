// !mem.channel: text and rules.
//
//   1. a channel has 1 to 16 slots
//   2. it is made in the kernel's entry block, once, for its positions count over the kernel's life
//   3. a wait leaves 0 or more groups pending
//   4. blocks that multicast are as many as the kernel's, at mbarriers
#include "dialects/mem/mem_impl.h"

typedef struct ChannelPayload {
  int64_t slots;
} ChannelPayload;

const IrTypeDef mem_channel_def = {
    .size = sizeof(IrTypeDef),
    .name = "mem.channel",
    .summary = "A channel of N slots, 1 to 16.",
    .doc = "`!mem.channel<N>`: producers and consumers take turns at N slots of buffers. The "
           "n-th time\n"
           "that something is handed over is position n, in slot n mod N.",
    .example = "!mem.channel<4>",
    .parse = mem_channel_parse,
    .print = mem_channel_print,
};

const IrTypeConstraint mem_channel_type = {.name = "a !mem.channel", .test = mem_is_channel};

static const char *const mechanism_words[] = {"mbarrier", "groups", NULL};

static bool is_mechanism(IrAttr attr) {
  return ir_attr_kind(attr) == IR_ATTR_STRING &&
         (ir_str_is(ir_attr_str(attr), "mbarrier") || ir_str_is(ir_attr_str(attr), "groups"));
}

const IrAttrConstraint mem_mechanism_attr = {
    .name = "mbarrier or groups", .test = is_mechanism, .keywords = mechanism_words};

IrType mem_channel_type_get(IrContext *ctx, int64_t slots) {
  IR_ASSERT(slots >= 1 && slots <= MEM_CHANNEL_MAX_SLOTS, "a channel has 1 to 16 slots");
  ChannelPayload payload = {slots};
  return ir_type_intern(ctx, &mem_channel_def, &payload, sizeof payload);
}

bool mem_is_channel(IrType type) {
  return ir_type_payload(type, &mem_channel_def) != NULL;
}

int64_t mem_channel_slots(IrType type) {
  const ChannelPayload *channel = ir_type_payload(type, &mem_channel_def);
  IR_ASSERT(channel, "a !mem.channel");
  return channel->slots;
}

MemMechanism mem_mechanism(IrAttr mechanism) {
  if (!mechanism) return MEM_NO_MECHANISM;
  return ir_str_is(ir_attr_str(mechanism), "groups") ? MEM_GROUPS : MEM_MBARRIER_MECHANISM;
}

IrAttr mem_mechanism_get(IrContext *ctx, MemMechanism mechanism) {
  if (mechanism == MEM_NO_MECHANISM) return NULL;
  return ir_attr_string(ctx, ir_str(mechanism == MEM_GROUPS ? "groups" : "mbarrier"));
}

bool mem_is_turn(const IrOp *op) {
  return IS(op, mem_channel_acquire) || IS(op, mem_channel_commit) || IS(op, mem_channel_wait) ||
         IS(op, mem_channel_release);
}

// Rule 1.
IrType mem_channel_parse(IrParser *p) {
  IrContext *ctx = ir_parser_context(p);
  if (ir_parse_token(p, "<")) return NULL;
  IrLoc loc = ir_parser_loc(p);
  int64_t slots = 0;
  if (ir_parse_integer(p, &slots)) return NULL;
  if (slots < 1 || slots > MEM_CHANNEL_MAX_SLOTS) {
    (void)ir_parser_error(p, loc, "a channel has 1 to {} slots, got {}", (int)MEM_CHANNEL_MAX_SLOTS,
                          slots);
    return NULL;
  }
  return ir_parse_token(p, ">") ? NULL : mem_channel_type_get(ctx, slots);
}

void mem_channel_print(IrType type, IrPrinter *p) {
  ir_printer_fmt(p, "<{}>", mem_channel_slots(type));
}

// Rule 4.
static IrStatus verify_multicast(IrOp *op) {
  IrAttr blocks = GET(op, mem_channel, multicast), all = ir_op_attr(ir_op_parent(op), "multicast");
  if (!blocks) return IR_OK;
  if (mem_mechanism(GET(op, mem_channel, mechanism)) != MEM_MBARRIER_MECHANISM)
    return ir_op_error(op, "is shared by blocks: only a channel of mbarriers can be");
  if (all && ir_attr_kind(all) == IR_ATTR_INTEGER && ir_attr_int(all) == ir_attr_int(blocks))
    return IR_OK;
  (void)ir_op_error(op, "has {} blocks that multicast, and the kernel has not",
                    ir_attr_int(blocks));
  if (all)
    ir_help(ir_op_context(op), "the kernel says multicast({})", all);
  else
    ir_help(ir_op_context(op), "say multicast(2), (4) or (8) behind the kernel's warps");
  return IR_FAILED;
}

// Rule 2.
IrStatus mem_channel_verify(IrOp *op) {
  IrOp *kernel = ir_op_parent(op);
  IrBlock *block = ir_op_block(op);
  if (kernel && ir_op_has_trait(kernel, IR_ISOLATED) &&
      ir_region_first(ir_block_region(block)) == block)
    return verify_multicast(op);
  (void)ir_op_error(op, "stands outside the kernel's entry block");
  ir_help(ir_op_context(op), "a channel's positions count over the kernel's life: make it in front "
                             "of the loops");
  return IR_FAILED;
}

// Rule 3.
IrStatus mem_channel_wait_verify(IrOp *op) {
  IrAttr pending = GET(op, mem_channel_wait, pending);
  if (!pending || (ir_attr_int(pending) >= 0 && ir_attr_int(pending) <= INT32_MAX)) return IR_OK;
  return ir_op_error(op, "leaves {} groups pending: a number of 0 or more", ir_attr_int(pending));
}
