// Does a pass leave alone what is around the op it runs on?  Passes that do may run on several ops
// at a time.  The ops of the parent are fingerprinted before a nested list runs on them:
//
// - after every pass, if there are few, what is around its op must be as before: then the pass is
//   named.  The insides of other ops are looked at only when no thread works on them.
// - after the list, every op must be as its own turn left it.
//
// So a debug build, or --check-siblings, finds a pass that races before it races.
#include "ir/analysis/fingerprint.h"
#include "ir/analysis/tree.h"
#include "ir/pass/run_impl.h"

enum {
  FEW_SIBLINGS = 256, // looked at after every pass
  FEW_OPS = 4096,     // in all of them: their insides as well
};

struct PassSiblings {
  IrOp *parent;
  IrOp **ops;
  uint64_t *insides; // fingerprints of the ops
  size_t n, num_ops;
  uint64_t outside;      // of the parent without its ops' insides
  const size_t *turn_of; // task -> its op's place in `ops`
  bool threads;
};

static uint64_t inside_of(IrOp *op) {
  return ir_op_fingerprint(op, IR_FINGERPRINT_LOCS);
}

static uint64_t mix(uint64_t hash, const void *p) {
  return (hash ^ ir_hash_pointer(p)) * 0x9E3779B97F4A7C15u;
}

// Which ops the parent has, in which order and of which names, and the parent's own attributes.
static uint64_t outside_of(const IrOp *parent) {
  const IrOpDef *def = ir_op_def(parent);
  uint64_t hash = mix(0, ir_op_discardable(parent));
  for (size_t i = 0; def && def->attrs && def->attrs[i].name; i++)
    hash = mix(hash, ir_op_slot_attr(parent, i));
  for (const IrOp *op = ir_tree_first(parent, 0); op; op = ir_tree_next_sibling(op)) {
    hash = mix(hash, op);
    if (ir_op_has_trait(op, IR_SYMBOL)) hash = mix(hash, ir_op_attr(op, "sym_name"));
  }
  return hash;
}

static size_t count_inside(IrOp *root) {
  size_t n = 0;
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) n++;
  return n;
}

PassSiblings *ir_pass_siblings_create(IrArena *arena, IrOp *parent, IrOp *const *turns, size_t n,
                                      bool threads) {
  PassSiblings *s = IR_NEW(arena, PassSiblings);
  *s = (PassSiblings){.parent = parent, .outside = outside_of(parent), .threads = threads};
  for (IrOp *op = ir_tree_first(parent, 0); op; op = ir_tree_next_sibling(op)) s->n++;
  s->ops = IR_NEW_ARRAY(arena, IrOp *, s->n + 1);
  s->insides = IR_NEW_ARRAY(arena, uint64_t, s->n + 1);
  size_t *turn_of = IR_NEW_ARRAY(arena, size_t, n + 1), i = 0, turn = 0;
  for (IrOp *op = ir_tree_first(parent, 0); op; op = ir_tree_next_sibling(op), i++) {
    if (turn < n && turns[turn] == op) turn_of[turn++] = i;
    s->ops[i] = op;
    s->insides[i] = inside_of(op);
    s->num_ops += count_inside(op);
  }
  s->turn_of = turn_of;
  return s;
}

bool ir_pass_checks_by_default(void) {
#ifdef NDEBUG
  return false;
#else
  return true;
#endif
}

// ---- Complaints ----

static void write_op(IrStream *out, IrStr name, IrStr symbol) {
  ir_print(out, "'{}'", name);
  if (symbol.len) ir_print(out, " @{}", symbol);
}

static IrStatus help(const PassSiblings *s) {
  ir_help(ir_op_context(s->parent),
          "a pass may change only what is inside its op, for others may be worked on at the same "
          "time; run it on '{}' to change more",
          s->parent);
  return IR_FAILED;
}

// With `changed` NULL it is the parent that was.
static IrStatus complain(const PassTurn *turn, const IrPassDef *pass, IrOp *changed) {
  const PassSiblings *s = turn->siblings;
  IrContext *ctx = ir_op_context(s->parent);
  IrStream text = {0};
  if (pass)
    ir_print(&text, "pass '{}' on ", pass->name);
  else
    ir_write_cstr(&text, "a pass on ");
  write_op(&text, turn->name, turn->symbol);
  ir_write_cstr(&text, " changed ");
  if (changed)
    write_op(&text, ir_op_name(changed), ir_dump_symbol(changed));
  else
    ir_print(&text, "the '{}' around it: its attributes, or which ops and names it holds",
             s->parent);
  if (changed) ir_write_cstr(&text, " beside it");
  (void)ir_error(ctx, turn->loc, "{}", ir_stream_str(&text));
  if (changed) ir_note(ctx, ir_op_loc(changed), "this is the op that was changed");
  ir_stream_free(&text);
  return help(s);
}

// ---- Checks ----

PassTurn ir_pass_turn_begin(PassSiblings *siblings, size_t task) {
  if (!siblings) return (PassTurn){0};
  size_t own = siblings->turn_of[task];
  IrOp *op = siblings->ops[own];
  return (PassTurn){siblings, own, ir_op_loc(op), ir_op_name(op), ir_dump_symbol(op)};
}

static IrStatus check_turn(const PassTurn *turn, const IrPassDef *pass) {
  const PassSiblings *s = turn->siblings;
  if (outside_of(s->parent) != s->outside) return complain(turn, pass, NULL);
  if (s->threads || s->num_ops > FEW_OPS) return IR_OK;
  for (size_t i = 0; i < s->n; i++)
    if (i != turn->own && inside_of(s->ops[i]) != s->insides[i])
      return complain(turn, pass, s->ops[i]);
  return IR_OK;
}

IrStatus ir_pass_turn_check(const PassTurn *turn, const IrPassDef *pass) {
  return turn->siblings && turn->siblings->n <= FEW_SIBLINGS ? check_turn(turn, pass) : IR_OK;
}

IrStatus ir_pass_turn_end(const PassTurn *turn) {
  PassSiblings *s = turn->siblings;
  if (!s) return IR_OK;
  if (s->n > FEW_SIBLINGS) IR_TRY(check_turn(turn, NULL));
  s->insides[turn->own] = inside_of(s->ops[turn->own]);
  return IR_OK;
}

IrStatus ir_pass_siblings_end(const PassSiblings *s) {
  for (size_t i = 0; s && i < s->n; i++) {
    if (inside_of(s->ops[i]) == s->insides[i]) continue;
    (void)ir_op_error(s->ops[i], "was changed by a pass that ran on another op beside it");
    return help(s);
  }
  return IR_OK;
}
