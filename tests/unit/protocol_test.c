// The protocol of channels: what is right, each way to be wrong, and random programs against a walk
// through all orders of their roles.
#include "tests/unit/unit.h"

#include "passes/mem/protocol.h"

enum { SLOTS = 3, MAX_STEPS = 100000, MAX_ROLES = 4 };

// ---- Programs

// Builds straight-line roles; positions and places are constants.
typedef struct Program {
  ProtocolKernel kernel;
  IrArena arena;
} Program;

static int32_t constant(Program *p, int64_t value) {
  ProtocolStep step = {.kind = PROTOCOL_CONST, .to = p->kernel.num_registers++, .value = value};
  step.channel = PROTOCOL_NO_CHANNEL;
  ir_vec_push(&p->kernel.steps, step);
  return step.to;
}

static void plain(Program *p, ProtocolStepKind kind, int64_t value) {
  ProtocolStep step = {.kind = (uint8_t)kind, .channel = PROTOCOL_NO_CHANNEL, .value = value};
  ir_vec_push(&p->kernel.steps, step);
}

static void on_channel(Program *p, ProtocolStepKind kind, int64_t position) {
  ProtocolStep step = {.kind = (uint8_t)kind, .a = constant(p, position)};
  ir_vec_push(&p->kernel.steps, step);
}

// An access of one slot of buffer 0; a copy is into `position` of channel 0, if that is not below
// 0.
static void access_slot(Program *p, ProtocolStepKind kind, int64_t slot, int64_t position) {
  ProtocolStep step = {.kind = (uint8_t)kind, .channel = PROTOCOL_NO_CHANNEL, .num_boxes = 1};
  ProtocolBox box = {.from = {constant(p, slot)}, .extent = {1}};
  if (position >= 0) {
    step.channel = 0;
    step.a = constant(p, position);
  }
  step.first_box = (int32_t)p->kernel.boxes.n;
  ir_vec_push(&p->kernel.boxes, box);
  ir_vec_push(&p->kernel.steps, step);
}

static void begin_role(Program *p) {
  ProtocolRole role = {.start = (int32_t)p->kernel.steps.n};
  ir_vec_push(&p->kernel.roles, role);
}

static Program new_program(int64_t slots) {
  Program p = {0};
  ProtocolChannel channel = {.slots = slots};
  ProtocolBuffer buffer = {.rank = 1, .extent = {slots}};
  ir_vec_push(&p.kernel.channels, channel);
  ir_vec_push(&p.kernel.buffers, buffer);
  return p;
}

static void free_program(Program *p) {
  protocol_kernel_free(&p->kernel);
  ir_arena_destroy(&p->arena);
}

static ProtocolFault run(Program *p) {
  ProtocolInput input = {.max_steps = MAX_STEPS};
  return protocol_run(&p->kernel, &input, &p->arena, NULL);
}

// ---- One role, or a producer and a consumer

// What each position of the right program is made of.
typedef enum Part { ACQUIRE, COPY, COMMIT, WAIT, READ, RELEASE, NO_PART } Part;

static const ProtocolStepKind kinds[] = {PROTOCOL_ACQUIRE, PROTOCOL_COPY, PROTOCOL_COMMIT,
                                         PROTOCOL_WAIT,    PROTOCOL_READ, PROTOCOL_RELEASE};

static void part(Program *p, Part which, int64_t n) {
  if (which == COPY) {
    access_slot(p, PROTOCOL_COPY, n % SLOTS, n);
  } else if (which == READ) {
    access_slot(p, PROTOCOL_READ, n % SLOTS, -1);
  } else {
    on_channel(p, kinds[which], n);
  }
}

// Positions 0 to n - 1; `without` is left out at position `at`.
static void produce(Program *p, int64_t n, Part without, int64_t at) {
  for (int64_t i = 0; i < n; i++)
    for (Part k = ACQUIRE; k <= COMMIT; k++)
      if (k != without || i != at) part(p, k, i);
  plain(p, PROTOCOL_END, 0);
}

static void consume(Program *p, int64_t n, Part without, int64_t at) {
  for (int64_t i = 0; i < n; i++)
    for (Part k = WAIT; k <= RELEASE; k++)
      if (k != without || i != at) part(p, k, i);
  plain(p, PROTOCOL_END, 0);
}

static void fork_two(Program *p) {
  begin_role(p);
  ProtocolStep fork = {.kind = PROTOCOL_FORK, .a = 1, .b = 3, .channel = PROTOCOL_NO_CHANNEL};
  ir_vec_push(&p->kernel.steps, fork);
  plain(p, PROTOCOL_END, 0);
}

static ProtocolFault run_two_roles(int64_t n, Part without, int64_t at) {
  Program p = new_program(SLOTS);
  fork_two(&p);
  begin_role(&p);
  produce(&p, n, without, at);
  begin_role(&p);
  consume(&p, n, without, at);
  ProtocolFault fault = run(&p);
  free_program(&p);
  return fault;
}

static void test_two_roles(void **fixture) {
  (void)fixture;
  for (int64_t n = 0; n <= 2 * SLOTS + 1; n++)
    assert_int_equal(run_two_roles(n, NO_PART, 0).kind, PROTOCOL_FINE);
}

// Whatever is left out, wherever: found.
static void test_left_out(void **fixture) {
  (void)fixture;
  for (int64_t n = 1; n <= 2 * SLOTS + 1; n++)
    for (int64_t at = 0; at < n; at++)
      for (Part k = ACQUIRE; k < NO_PART; k++)
        if (k != READ) assert_true(run_two_roles(n, k, at).kind > PROTOCOL_CUT);
  assert_int_equal(run_two_roles(7, ACQUIRE, 2).kind, PROTOCOL_NOT_ACQUIRED);
  assert_int_equal(run_two_roles(7, COPY, 2).kind, PROTOCOL_NOTHING_COPIED);
  assert_int_equal(run_two_roles(7, COMMIT, 2).kind, PROTOCOL_OUT_OF_TURN);
  assert_int_equal(run_two_roles(7, WAIT, 2).kind, PROTOCOL_NOT_HELD);
  assert_int_equal(run_two_roles(7, RELEASE, 2).kind, PROTOCOL_OUT_OF_TURN);
  assert_int_equal(run_two_roles(7, COMMIT, 6).kind, PROTOCOL_DEADLOCK);
  assert_int_equal(run_two_roles(7, RELEASE, 6).kind, PROTOCOL_NEVER_RELEASED);
}

// In one role, producing `ahead` positions ahead of consuming.
static ProtocolFault run_ahead(int64_t n, int64_t ahead, ProtocolStepKind read, int64_t pending) {
  Program p = new_program(SLOTS);
  begin_role(&p);
  for (int64_t i = 0; i < n + ahead; i++) {
    for (Part k = ACQUIRE; k <= COMMIT && i < n; k++) part(&p, k, i);
    int64_t m = i - ahead;
    if (m < 0) continue;
    part(&p, WAIT, m);
    access_slot(&p, read, m % SLOTS, -1);
    if (read == PROTOCOL_PRODUCT && m >= pending) plain(&p, PROTOCOL_PRODUCT_WAIT, pending);
    if (m >= pending) part(&p, RELEASE, m - pending);
  }
  if (read == PROTOCOL_PRODUCT) plain(&p, PROTOCOL_PRODUCT_WAIT, 0);
  for (int64_t m = n < pending ? 0 : n - pending; m < n; m++) part(&p, RELEASE, m);
  plain(&p, PROTOCOL_END, 0);
  ProtocolFault fault = run(&p);
  free_program(&p);
  return fault;
}

static void test_one_role(void **fixture) {
  (void)fixture;
  for (int64_t n = 0; n <= 2 * SLOTS + 1; n++) {
    assert_int_equal(run_ahead(n, SLOTS - 1, PROTOCOL_READ, 0).kind, PROTOCOL_FINE);
    assert_int_equal(run_ahead(n, SLOTS - 1, PROTOCOL_PRODUCT, 0).kind, PROTOCOL_FINE);
    assert_int_equal(run_ahead(n, SLOTS - 2, PROTOCOL_PRODUCT, 1).kind, PROTOCOL_FINE);
  }
  // A slot too few: nobody can release what the role itself waits for.
  assert_int_equal(run_ahead(7, SLOTS, PROTOCOL_READ, 0).kind, PROTOCOL_DEADLOCK);
  assert_int_equal(run_ahead(7, SLOTS - 1, PROTOCOL_PRODUCT, 1).kind, PROTOCOL_DEADLOCK);
}

// Products are in flight until they are waited for, stores from buffers, too.
static void test_in_flight(void **fixture) {
  (void)fixture;
  Program p = new_program(1);
  begin_role(&p);
  access_slot(&p, PROTOCOL_WRITE, 0, -1);
  access_slot(&p, PROTOCOL_STORE, 0, -1);
  access_slot(&p, PROTOCOL_WRITE, 0, -1);
  plain(&p, PROTOCOL_STORE_WAIT, 0);
  plain(&p, PROTOCOL_END, 0);
  ProtocolFault fault = run(&p);
  assert_int_equal(fault.kind, PROTOCOL_CONFLICT);
  assert_int_equal(p.kernel.steps.at[fault.other_step].kind, PROTOCOL_STORE);
  free_program(&p);

  p = new_program(1);
  begin_role(&p);
  access_slot(&p, PROTOCOL_COPY, 0, -1);
  plain(&p, PROTOCOL_COPY_WAIT, 0);
  access_slot(&p, PROTOCOL_STORE, 0, -1);
  plain(&p, PROTOCOL_END, 0);
  assert_int_equal(run(&p).kind, PROTOCOL_STILL_READ);
  free_program(&p);
}

static void test_slots(void **fixture) {
  (void)fixture;
  Program p = new_program(SLOTS);
  begin_role(&p);
  part(&p, ACQUIRE, 0);
  access_slot(&p, PROTOCOL_COPY, 1, 0);
  plain(&p, PROTOCOL_END, 0);
  ProtocolFault fault = run(&p);
  assert_int_equal(fault.kind, PROTOCOL_WRONG_SLOT);
  assert_int_equal(fault.slot, 1);
  assert_int_equal(fault.expected, 0);
  free_program(&p);

  p = new_program(SLOTS);
  begin_role(&p);
  access_slot(&p, PROTOCOL_WRITE, SLOTS, -1);
  plain(&p, PROTOCOL_END, 0);
  assert_int_equal(run(&p).kind, PROTOCOL_OUTSIDE);
  free_program(&p);
}

// ---- Against all orders

// The same programs by a machine that takes every order: a state is how far each role has come, in
// half steps, for a plain access begins and ends.  Copies and products last as long as they may.
// Each block has two roles, with a buffer and a channel of its own.
typedef struct Orders {
  const ProtocolKernel *kernel;
  const ProtocolStep *steps[MAX_ROLES][128]; // events of the roles
  int32_t n[MAX_ROLES];
  int num_roles;
  int64_t values[512]; // of registers
  bool *seen;
  bool conflict, deadlock;
} Orders;

typedef struct Place {
  int half[MAX_ROLES];
} Place;

static int done(Place at, int role) {
  return at.half[role] / 2;
}

// How many steps of the kind the roles of a block have done.
static int64_t count(const Orders *o, Place at, int block, ProtocolStepKind kind) {
  int64_t n = 0;
  for (int role = 2 * block; role < 2 * block + 2; role++)
    for (int i = 0; i < done(at, role); i++) n += o->steps[role][i]->kind == kind;
  return n;
}

// The least of that in the blocks that share a channel with the role's.
static int64_t count_all(const Orders *o, Place at, int role, ProtocolStepKind kind) {
  int64_t least = INT64_MAX;
  for (int block = 0; block < o->num_roles / 2; block++) {
    if (block != role / 2 && !o->kernel->channels.at[0].multicast) continue;
    int64_t n = count(o, at, block, kind);
    least = n < least ? n : least;
  }
  return least;
}

static bool is_enabled(const Orders *o, Place at, int role) {
  if (done(at, role) == o->n[role]) return false;
  const ProtocolStep *step = o->steps[role][done(at, role)];
  int64_t position = o->values[step->a];
  if (step->kind == PROTOCOL_ACQUIRE)
    return count_all(o, at, role, PROTOCOL_RELEASE) > position - o->kernel->channels.at[0].slots;
  return step->kind != PROTOCOL_WAIT || count_all(o, at, role, PROTOCOL_COMMIT) > position;
}

// Is the step's access of the block's buffer under way?
static bool is_active(const Orders *o, Place at, int role, int i, int block) {
  const ProtocolStep *step = o->steps[role][i];
  int64_t later = 0;
  if (block != role / 2 && !step->multicast) return false;
  switch (step->kind) {
  case PROTOCOL_READ:
    return at.half[role] == 2 * i + 1;
  case PROTOCOL_COPY:
    return at.half[role] > 2 * i && count(o, at, block, PROTOCOL_WAIT) <= o->values[step->a];
  case PROTOCOL_PRODUCT:
    for (int k = i + 1; k < done(at, role); k++) {
      const ProtocolStep *next = o->steps[role][k];
      later += next->kind == PROTOCOL_PRODUCT;
      if (next->kind == PROTOCOL_PRODUCT_WAIT && later >= next->value) return false;
    }
    return at.half[role] > 2 * i;
  default:
    return false;
  }
}

static int64_t slot_of(const Orders *o, const ProtocolStep *step) {
  return o->values[o->kernel->boxes.at[step->first_box].from[0]];
}

// Parts that two blocks bring of one position.
static bool are_parts(const Orders *o, const ProtocolStep *a, const ProtocolStep *b) {
  return a->multicast && b->multicast && o->values[a->a] == o->values[b->a];
}

static bool has_conflict_in(const Orders *o, Place at, int block) {
  const ProtocolStep *active[256];
  int n = 0;
  for (int role = 0; role < o->num_roles; role++)
    for (int i = 0; i < o->n[role]; i++)
      if (is_active(o, at, role, i, block)) active[n++] = o->steps[role][i];
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      if ((active[i]->kind == PROTOCOL_COPY || active[k]->kind == PROTOCOL_COPY) &&
          slot_of(o, active[i]) == slot_of(o, active[k]) && !are_parts(o, active[i], active[k]))
        return true;
  return false;
}

static bool has_conflict(const Orders *o, Place at) {
  for (int block = 0; block < o->num_roles / 2; block++)
    if (has_conflict_in(o, at, block)) return true;
  return false;
}

static size_t num_places(const Orders *o) {
  size_t n = 1;
  for (int role = 0; role < o->num_roles; role++) n *= 2 * (size_t)o->n[role] + 2;
  return n;
}

static size_t number_of(const Orders *o, Place at) {
  size_t n = 0;
  for (int role = 0; role < o->num_roles; role++)
    n = n * (2 * (size_t)o->n[role] + 2) + (size_t)at.half[role];
  return n;
}

static void explore(Orders *o, Place at) {
  if (o->seen[number_of(o, at)] || o->conflict) return;
  o->seen[number_of(o, at)] = true;
  o->conflict = has_conflict(o, at);
  bool moved = false, ended = true;
  for (int role = 0; role < o->num_roles; role++) {
    ended = ended && done(at, role) == o->n[role];
    if (!is_enabled(o, at, role)) continue;
    Place next = at;
    bool is_read = o->steps[role][done(at, role)]->kind == PROTOCOL_READ;
    next.half[role] += is_read ? 1 : 2;
    moved = true;
    explore(o, next);
  }
  if (!moved && !ended) o->deadlock = true;
}

static void collect(Orders *o, const ProtocolKernel *kernel, int role, int32_t from) {
  for (int32_t at = from; kernel->steps.at[at].kind != PROTOCOL_END; at++) {
    const ProtocolStep *step = &kernel->steps.at[at];
    if (step->kind == PROTOCOL_CONST) {
      o->values[step->to] = step->value;
    } else {
      o->steps[role][o->n[role]++] = step;
    }
  }
}

static uint32_t next_random(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

// Parts of a position and its number, to be shuffled before they become steps.
typedef struct Item {
  Part part;
  int64_t n;
  bool is_product;
} Item;

typedef struct Items {
  Item at[128];
  int n;
} Items;

static void add(Items *items, Part which, int64_t n) {
  items->at[items->n++] = (Item){which, n, false};
}

static void emit(Program *p, const Items *items, bool products, int64_t pending) {
  for (int i = 0; i < items->n; i++) {
    Item item = items->at[i];
    if (item.part == READ && products) {
      access_slot(p, PROTOCOL_PRODUCT, item.n % SLOTS, -1);
    } else if (item.part == NO_PART) {
      plain(p, PROTOCOL_PRODUCT_WAIT, pending);
    } else {
      part(p, item.part, item.n);
    }
  }
  if (products) plain(p, PROTOCOL_PRODUCT_WAIT, 0);
  plain(p, PROTOCOL_END, 0);
}

// Steps that are moved or left out now and then.
static void disturb(Items *items, uint32_t *random) {
  for (uint32_t k = next_random(random) % 4; k > 0 && items->n > 2; k--) {
    int i = (int)(next_random(random) % (uint32_t)(items->n - 1));
    Item moved = items->at[i];
    if (next_random(random) % 3 == 0) {
      memmove(&items->at[i], &items->at[i + 1], sizeof *items->at * (size_t)(items->n - i - 1));
      items->n--;
    } else {
      items->at[i] = items->at[i + 1];
      items->at[i + 1] = moved;
    }
  }
}

static void random_roles(Program *p, uint32_t *random, bool is_one, int64_t most) {
  Items producer = {0}, consumer = {0};
  int64_t n = 1 + next_random(random) % (uint32_t)most, ahead = next_random(random) % (SLOTS + 1);
  bool products = next_random(random) % 2;
  int64_t pending = next_random(random) % 2;
  for (int64_t i = 0; i < n + ahead; i++) {
    Items *to = is_one ? &consumer : &producer;
    for (Part k = ACQUIRE; k <= COMMIT && i < n; k++) add(to, k, i);
    if (i < ahead) continue;
    add(&consumer, WAIT, i - ahead);
    add(&consumer, READ, i - ahead);
    if (products) add(&consumer, NO_PART, 0);
    add(&consumer, RELEASE, i - ahead);
  }
  disturb(&producer, random);
  disturb(&consumer, random);
  fork_two(p);
  begin_role(p);
  emit(p, &producer, false, 0);
  begin_role(p);
  emit(p, &consumer, products, pending);
}

// Makes all copies those of several blocks.
static void share(Program *p, int blocks) {
  p->kernel.blocks = blocks;
  p->kernel.channels.at[0].multicast = true;
  for (size_t i = 0; i < p->kernel.steps.n; i++)
    p->kernel.steps.at[i].multicast = p->kernel.steps.at[i].kind == PROTOCOL_COPY;
}

// `strict` counts what is refused though no order shows it.
static void compare_orders(uint32_t seed, int blocks, int64_t most, int *agreed, int *strict) {
  static Orders orders;
  Program p = new_program(SLOTS);
  uint32_t random = seed;
  random_roles(&p, &random, seed % 3 == 0, most);
  if (blocks > 1) share(&p, blocks);
  ProtocolFault fault = run(&p);
  memset(&orders, 0, sizeof orders);
  orders.kernel = &p.kernel;
  orders.num_roles = blocks * 2;
  for (int role = 0; role < orders.num_roles; role++)
    collect(&orders, &p.kernel, role, p.kernel.roles.at[role % 2 + 1].start);
  // Positions out of turn and the like end the run, and say nothing of orders.
  if (fault.kind == PROTOCOL_FINE || fault.kind == PROTOCOL_CONFLICT ||
      fault.kind == PROTOCOL_DEADLOCK) {
    orders.seen = ir_calloc(num_places(&orders), sizeof *orders.seen);
    explore(&orders, (Place){{0}});
    ir_free(orders.seen);
    if (fault.kind == PROTOCOL_FINE) assert_false(orders.conflict || orders.deadlock);
    if (blocks == 1 && fault.kind == PROTOCOL_CONFLICT) assert_true(orders.conflict);
    if (fault.kind == PROTOCOL_CONFLICT && !orders.conflict) (*strict)++;
    if (fault.kind == PROTOCOL_DEADLOCK) assert_true(orders.deadlock || orders.conflict);
    agreed[fault.kind]++;
  }
  free_program(&p);
}

static void test_all_orders(void **fixture) {
  (void)fixture;
  int agreed[PROTOCOL_DEADLOCK + 1] = {0};
  for (uint32_t seed = 1; seed <= 3000; seed++)
    compare_orders(seed, 1, 2 * SLOTS + 1, agreed, NULL);
  // There is something to agree on.
  assert_true(agreed[PROTOCOL_FINE] > 100);
  assert_true(agreed[PROTOCOL_CONFLICT] > 100);
  assert_true(agreed[PROTOCOL_DEADLOCK] > 100);
}

// Two blocks that fill each other's slots.  That a block has copied does not say to others what it
// had done before, where here it does.
static void test_all_orders_of_blocks(void **fixture) {
  (void)fixture;
  int agreed[PROTOCOL_DEADLOCK + 1] = {0};
  int strict = 0;
  for (uint32_t seed = 1; seed <= 2000; seed++) compare_orders(seed, 2, SLOTS + 2, agreed, &strict);
  assert_true(strict < 20);
  assert_true(agreed[PROTOCOL_FINE] > 50);
  assert_true(agreed[PROTOCOL_CONFLICT] > 50);
  assert_true(agreed[PROTOCOL_DEADLOCK] > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_roles),
      cmocka_unit_test(test_left_out),
      cmocka_unit_test(test_one_role),
      cmocka_unit_test(test_in_flight),
      cmocka_unit_test(test_slots),
      cmocka_unit_test(test_all_orders),
      cmocka_unit_test(test_all_orders_of_blocks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
