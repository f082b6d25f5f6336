// Naming an op by the way to it; see reproducer.h.
#include "ir/analysis/tree.h"
#include "ir/pass/reproducer.h"

// The number of `op` among all ops directly inside its parent.
static uint64_t number_of(const IrOp *op) {
  uint64_t n = 0;
  for (const IrOp *at = ir_tree_first(ir_op_parent(op), 0); at != op; n++)
    at = ir_tree_next_sibling(at);
  return n;
}

static bool is_symbol(const IrOp *op) {
  return ir_op_has_trait(op, IR_SYMBOL) && ir_symbol_name(op).len > 0;
}

void ir_op_path_print(const IrOp *root, const IrOp *op, IrStream *out) {
  if (op == root) return;
  const IrOp *parent = ir_op_parent(op);
  if (parent != root) {
    ir_op_path_print(root, parent, out);
    ir_write_char(out, '/');
  }
  if (is_symbol(op))
    ir_print(out, "@{}", ir_symbol_name(op));
  else
    ir_write_uint(out, number_of(op));
}

static bool is_step(const IrOp *op, IrStr step, uint64_t number) {
  if (step.len && step.ptr[0] == '@')
    return is_symbol(op) && ir_str_equal(ir_symbol_name(op), (IrStr){step.ptr + 1, step.len - 1});
  uint64_t wanted = 0;
  for (size_t i = 0; i < step.len; i++) {
    unsigned digit = (unsigned)(unsigned char)step.ptr[i] - '0';
    if (digit > 9 || wanted > UINT64_MAX / 10 - 1) return false;
    wanted = 10 * wanted + digit;
  }
  return step.len && wanted == number;
}

static IrOp *find_step(IrOp *parent, IrStr step) {
  uint64_t number = 0;
  for (IrOp *op = ir_tree_first(parent, 0); op; op = ir_tree_next_sibling(op))
    if (is_step(op, step, number++)) return op;
  return NULL;
}

// A symbol may hold a `/`, so the longest step that is there is taken.
IrOp *ir_op_path_find(IrOp *root, IrStr path) {
  if (path.len == 0) return root;
  for (size_t n = path.len;; n--) {
    if (n == path.len || path.ptr[n] == '/') {
      IrOp *op = find_step(root, (IrStr){path.ptr, n});
      if (op && n == path.len) return op;
      if (op) op = ir_op_path_find(op, (IrStr){path.ptr + n + 1, path.len - n - 1});
      if (op) return op;
    }
    if (n == 0) return NULL;
  }
}

bool ir_op_path_is_ambiguous(const IrOp *root, const IrOp *op) {
  for (; op != root; op = ir_op_parent(op))
    for (const IrOp *at = ir_tree_first(ir_op_parent(op), 0); at; at = ir_tree_next_sibling(at))
      if (at != op && ir_str_equal(ir_op_name(at), ir_op_name(op))) return true;
  return false;
}
