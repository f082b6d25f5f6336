// tile.warp_specialize: text and rules.
//
//   1. it stands directly in a tile.kernel without clusters, which has no other one
//   2. roles have different names, and each so many warps; the first has the kernel's
//   3. registers are said of all roles or of none; then every role is whole warpgroups, each number
//      is a multiple of 8 from 24 to 256, and the block's register file has room for all
//   4. regions have no arguments
//   5. beside it stands nothing that is done: allocations, and pure ops on other things than tiles,
//      or constants
//   6. a channel of groups of cp.async, which are each thread's own, is used in one role
#include "dialects/tile/roles.h"

#include "dialects/tile/tile_impl.h"

enum {
  WARP = 32,
  WARPGROUP = 4,
  MAX_WARPS = 32,
  MAX_ROLES = 15,    // barriers of a block, but for one that all its threads have
  REGISTERS = 65536, // of a multiprocessor
  MIN_REGISTERS = 24,
  MAX_REGISTERS = 256,
  UNIT = 8,
  MAX_START = 248, // an instruction names at most 255
};

// ---- What passes ask.

size_t tile_num_roles(const IrOp *op) {
  return ir_op_num_regions(op);
}

IrStr tile_role_name(const IrOp *op, size_t role) {
  return ir_attr_str(ir_attr_at(GET(op, tile_warp_specialize, names), role));
}

int64_t tile_role_warps(const IrOp *op, size_t role) {
  return ir_attr_array_int(GET(op, tile_warp_specialize, warps), role);
}

int64_t tile_role_first_warp(const IrOp *op, size_t role) {
  int64_t first = 0;
  for (size_t i = 0; i < role; i++) first += tile_role_warps(op, i);
  return first;
}

int64_t tile_role_registers(const IrOp *op, size_t role) {
  IrAttr registers = GET(op, tile_warp_specialize, registers);
  return registers ? ir_attr_array_int(registers, role) : 0;
}

// Registers of all threads.
static int64_t sum_of_registers(const IrOp *op) {
  int64_t sum = 0;
  for (size_t i = 0; i < tile_num_roles(op); i++)
    sum += WARP * tile_role_warps(op, i) * tile_role_registers(op, i);
  return sum;
}

int64_t tile_roles_start_registers(const IrOp *op) {
  int64_t each = WARP * tile_role_first_warp(op, tile_num_roles(op)) * UNIT;
  return (sum_of_registers(op) + each - 1) / each * UNIT;
}

// What the kernel's attribute says, or 0.
static int64_t wished_number(const IrOp *kernel, const char *name) {
  IrAttr attr = ir_op_attr(kernel, name);
  return attr && ir_attr_kind(attr) == IR_ATTR_INTEGER ? ir_attr_int(attr) : 0;
}

int64_t tile_most_start_registers(const IrOp *kernel, int64_t warps) {
  int64_t blocks = wished_number(kernel, "simt.min_blocks");
  int64_t most = wished_number(kernel, "simt.max_registers");
  int64_t registers = REGISTERS / (WARP * warps * (blocks > 1 ? blocks : 1));
  if (most > 0 && most < registers) registers = most;
  registers = registers / UNIT * UNIT;
  return registers < MAX_START ? registers : MAX_START;
}

IrBlock *tile_role_block(const IrOp *op, size_t role) {
  return ir_region_first(ir_op_region(op, role));
}

IrOp *tile_kernel_roles(const IrOp *kernel) {
  IrBlock *body = ir_region_first(ir_op_region(kernel, 0));
  if (!body) return NULL;
  IR_FOR_OPS(op, body) if (IS(op, tile_warp_specialize)) return op;
  return NULL;
}

IrOp *tile_role_around(const IrOp *op, size_t *role) {
  for (IrOp *around = ir_op_parent(op); around; op = around, around = ir_op_parent(op)) {
    if (!IS(around, tile_warp_specialize)) continue;
    for (*role = 0; *role < tile_num_roles(around); (*role)++)
      if (ir_op_block(op) == tile_role_block(around, *role)) return around;
  }
  return NULL;
}

// ---- Rules.

static bool is_word(IrStr name) {
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && (i == 0 || c < '0' || c > '9')) return false;
  }
  return name.len > 0;
}

// Rule 2, names.
static IrStatus check_names(IrOp *op, IrAttr names, size_t n) {
  bool strings = ir_attr_count(names) == n;
  for (size_t i = 0; i < n && strings; i++)
    strings = ir_attr_kind(ir_attr_at(names, i)) == IR_ATTR_STRING;
  if (!strings) return ir_op_error(op, "needs 'names' with one string for each of {} roles", n);
  for (size_t i = 0; i < n; i++) {
    IrStr name = tile_role_name(op, i);
    if (!is_word(name)) return ir_op_error(op, "'{}' cannot name a role", name);
    for (size_t k = 0; k < i; k++)
      if (ir_attr_at(names, i) == ir_attr_at(names, k))
        return ir_op_error(op, "has two roles named \"{}\"", name);
  }
  return IR_OK;
}

// Rule 2, warps.
static IrStatus check_warps(IrOp *op, const IrOp *kernel, size_t n) {
  if (ir_attr_count(GET(op, tile_warp_specialize, warps)) != n)
    return ir_op_error(op, "needs 'warps' with one number for each of {} roles", n);
  IrAttr own = GET(kernel, tile_kernel, warps);
  int64_t sum = 0;
  for (size_t i = 0; i < n; i++) {
    int64_t warps = tile_role_warps(op, i);
    if (warps < 1 || warps > MAX_WARPS)
      return ir_op_error(op, "role \"{}\" has 1 to {} warps, got {}", tile_role_name(op, i),
                         (int)MAX_WARPS, warps);
    sum += warps;
  }
  if (own && ir_attr_kind(own) == IR_ATTR_INTEGER && tile_role_warps(op, 0) != ir_attr_int(own)) {
    (void)ir_op_error(op, "role \"{}\" has {} warps, but the kernel has {}", tile_role_name(op, 0),
                      tile_role_warps(op, 0), ir_attr_int(own));
    ir_help(ir_op_context(op), "tiles are laid out over the kernel's warps, which are the first "
                               "role's; further roles have warps of their own");
    return IR_FAILED;
  }
  if (sum <= MAX_WARPS) return IR_OK;
  return ir_op_error(op, "has {} warps in all roles, a block has at most {}", sum, (int)MAX_WARPS);
}

// Rule 3, one role.
static IrStatus check_role_registers(IrOp *op, size_t role) {
  int64_t registers = tile_role_registers(op, role);
  IrStr name = tile_role_name(op, role);
  if (registers < MIN_REGISTERS || registers > MAX_REGISTERS || registers % UNIT) {
    IrStatus failed = ir_op_error(op, "role \"{}\" has {} registers a thread", name, registers);
    ir_help(ir_op_context(op), "a multiple of 8 from {} to {}", (int)MIN_REGISTERS,
            (int)MAX_REGISTERS);
    return failed;
  }
  if (tile_role_warps(op, role) % WARPGROUP == 0) return IR_OK;
  IrStatus failed = ir_op_error(op, "role \"{}\" of {} warps is given registers", name,
                                tile_role_warps(op, role));
  ir_help(ir_op_context(op), "registers are given to warpgroups: {} warps, or a multiple",
          (int)WARPGROUP);
  return failed;
}

// Rule 3.
static IrStatus check_registers(IrOp *op, size_t n) {
  IrAttr registers = GET(op, tile_warp_specialize, registers);
  if (!registers) return IR_OK;
  if (ir_attr_count(registers) != n)
    return ir_op_error(op, "needs 'registers' with one number for each of {} roles, or none", n);
  for (size_t i = 0; i < n; i++) IR_TRY(check_role_registers(op, i));
  int64_t warps = tile_role_first_warp(op, n), start = tile_roles_start_registers(op);
  int64_t most = tile_most_start_registers(ir_op_parent(op), warps);
  if (start <= most) return IR_OK;
  IrStatus failed = ir_op_error(
      op, "gives its roles {} registers, {} for each of {} threads, but there are {} for each",
      sum_of_registers(op), start, WARP * warps, most);
  ir_help(ir_op_context(op), "32 times the warps times the registers of a thread, over all roles");
  return failed;
}

IrStatus tile_warp_specialize_verify(IrOp *op) {
  IrOp *kernel = ir_op_parent(op);
  size_t n = tile_num_roles(op);
  if (!kernel || !IS(kernel, tile_kernel)) {
    IrStatus failed = ir_op_error(op, "must stand directly in a tile.kernel");
    ir_help(ir_op_context(op), "loops and conditions go into the roles");
    return failed;
  }
  if (n < 1 || n > MAX_ROLES)
    return ir_op_error(op, "has 1 to {} roles, got {}", (int)MAX_ROLES, n);
  if (GET(kernel, tile_kernel, cluster) && ir_attr_int(GET(kernel, tile_kernel, cluster)) > 1)
    return ir_op_error(op, "is in a kernel with clusters, whose blocks share their tiles");
  IR_TRY(check_names(op, GET(op, tile_warp_specialize, names), n));
  IR_TRY(check_warps(op, kernel, n));
  return check_registers(op, n);
}

// Rule 5.
static IrStatus check_beside(IrOp *op) {
  if (IS(op, tile_warp_specialize)) return IR_OK;
  unsigned kinds = ir_op_effect_kinds_nested(op);
  bool makes_tile = false;
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    makes_tile = makes_tile || tile_is_tile(ir_op_result(op, i));
  if (!(kinds & ~(unsigned)IR_EFFECT_ALLOCATE) &&
      (!makes_tile || ir_op_has_trait(op, IR_CONSTANT_LIKE)))
    return IR_OK;
  IrStatus failed = ir_op_error(op, "stands beside roles, where no warp would do it");
  ir_help(ir_op_context(op), "move it into a role; beside them stand allocations and computations "
                             "with single numbers");
  return failed;
}

// Rule 6.
static IrStatus check_groups(IrOp *op, const IrOp *channel) {
  size_t known = 0, role;
  const IrOp *first = NULL;
  if (mem_mechanism(GET(channel, mem_channel, mechanism)) != MEM_GROUPS) return IR_OK;
  for (IrUse *u = ir_value_first_use(ir_op_result(channel, 0)); u; u = ir_use_next(u)) {
    IrOp *user = ir_use_op(u);
    if (tile_role_around(user, &role) != op) continue;
    if (!first) first = user, known = role;
    if (role == known) continue;
    IrStatus failed = ir_op_error(channel, "of groups is used in two roles, \"{}\" and \"{}\"",
                                  tile_role_name(op, role < known ? role : known),
                                  tile_role_name(op, role < known ? known : role));
    ir_help(ir_op_context(channel), "a thread can wait for its own groups alone: `mem.channel "
                                    "mbarrier` is for other roles, too");
    return failed;
  }
  return IR_OK;
}

IrStatus tile_warp_specialize_verify_regions(IrOp *op) {
  for (size_t i = 0; i < tile_num_roles(op); i++)
    if (ir_block_num_args(tile_role_block(op, i)))
      return ir_op_error(op, "role \"{}\" has a region with arguments", tile_role_name(op, i));
  IrOp *first = tile_kernel_roles(ir_op_parent(op));
  if (first != op) {
    IrStatus failed = ir_op_error(op, "is the kernel's second one with roles");
    ir_note(ir_op_context(op), ir_op_loc(first), "the first");
    ir_help(ir_op_context(op), "what roles do one after the other can stand in one region each");
    return failed;
  }
  IR_FOR_OPS(other, ir_op_block(op)) {
    IR_TRY(check_beside(other));
    if (IS(other, mem_channel)) IR_TRY(check_groups(op, other));
  }
  return IR_OK;
}

// ---- Text: `tile.warp_specialize role("compute") warps(8) registers(240) { ... } role...`

typedef struct Roles {
  IR_VEC(IrAttr) names;
  IR_VEC(int64_t) warps;
  IR_VEC(int64_t) registers; // 0: not said
} Roles;

static IrStatus parse_number(IrParser *p, int64_t *value) {
  IR_TRY(ir_parse_token(p, "("));
  IR_TRY(ir_parse_integer(p, value));
  return ir_parse_token(p, ")");
}

static IrStatus parse_role(IrParser *p, IrOpState *state, Roles *roles) {
  IrStr name;
  int64_t warps, registers = 0;
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_token(p, "("));
  IR_TRY(ir_parse_string(p, &name));
  IR_TRY(ir_parse_token(p, ")"));
  IR_TRY(ir_parse_keyword(p, "warps"));
  IR_TRY(parse_number(p, &warps));
  bool said = ir_parse_optional_keyword(p, "registers");
  if (said) IR_TRY(parse_number(p, &registers));
  bool said_before = roles->registers.n && roles->registers.at[0];
  if (said && !registers) return ir_parser_error(p, loc, "a role has no 0 registers");
  if (roles->registers.n && said != said_before)
    return ir_parser_error(p, loc, "registers are said of all roles or of none");
  ir_vec_push(&roles->names, ir_attr_string(state->ctx, name));
  ir_vec_push(&roles->warps, warps);
  ir_vec_push(&roles->registers, registers);
  IR_TRY(ir_parse_region(p, state, NULL, 0));
  IrRegion *region = ir_vec_last(&state->regions);
  if (ir_region_is_empty(region)) ir_region_append(region, ir_block_create(state->ctx));
  return IR_OK;
}

static IrStatus parse_roles(IrParser *p, IrOpState *state, Roles *roles) {
  do {
    IR_TRY(ir_parse_keyword(p, "role"));
    IR_TRY(parse_role(p, state, roles));
  } while (ir_parse_at_keyword(p, "role"));
  IR_TRY(ir_parse_attr_dict_keyword(p, state));
  IrContext *ctx = state->ctx;
  size_t n = roles->names.n;
  ir_state_set_attr(state, "names", ir_attr_array(ctx, roles->names.at, n));
  ir_state_set_attr(state, "warps", ir_attr_i64_array(ctx, roles->warps.at, n));
  if (roles->registers.at[0])
    ir_state_set_attr(state, "registers", ir_attr_i64_array(ctx, roles->registers.at, n));
  return IR_OK;
}

IrStatus tile_warp_specialize_parse(IrParser *p, IrOpState *state) {
  Roles roles = {0};
  IrStatus status = parse_roles(p, state, &roles);
  ir_vec_free(&roles.names);
  ir_vec_free(&roles.warps);
  ir_vec_free(&roles.registers);
  return status;
}

void tile_warp_specialize_print(IrOp *op, IrPrinter *p) {
  static const char *const shown[] = {"names", "warps", "registers", NULL};
  ir_printer_indent(p, 2);
  for (size_t i = 0; i < tile_num_roles(op); i++) {
    ir_printer_newline(p);
    ir_printer_fmt(p, "role(\"{}\") warps({}) ", tile_role_name(op, i), tile_role_warps(op, i));
    if (tile_role_registers(op, i)) ir_printer_fmt(p, "registers({}) ", tile_role_registers(op, i));
    ir_printer_region(p, ir_op_region(op, i), 0);
  }
  ir_printer_indent(p, -2);
  ir_printer_attr_dict(p, op, shown, true);
}
