// Registers that change places: what a loop computed in one register and hands on as another
// carried value.
//
//   ^loop(%x, %y):                          the products add to registers X and Y, which inline
//     %d = product into %x                  PTX names as input and output, tied together; so %d
//     %e = product into %y                  is in X and %e in Y, and the next iteration wants
//     br ^loop(%e, %d)                      them the other way round
//
// LLVM would copy in front of the last text that names the register, which may be while a product
// writes it: ptxas then lets one product wait for the other.  So the edge gets a text of its own,
// which takes what the last text gives (the wait) and hence stands behind it.  Registers that
// change places in a circle do so in one text, each tied to itself; LLVM has nothing left to copy.
#include "targets/nvptx/emit_asm.h"

enum { MOST_HOPS = 4096 };

// The phi of `block` whose register `value` is in, by way of texts that keep it and of what other
// blocks were first given; NULL: none is known.
static LLVMValueRef home_of(Emit *e, LLVMValueRef value, LLVMBasicBlockRef block) {
  for (size_t hops = 0; value && hops < MOST_HOPS; hops++) {
    LLVMValueRef before = ir_ptrmap_get(&e->tied, value);
    if (!before && !LLVMIsAPHINode(value)) return NULL;
    if (!before && LLVMGetInstructionParent(value) == block) return value;
    value = before ? before : LLVMCountIncoming(value) ? LLVMGetIncomingValue(value, 0) : NULL;
  }
  return NULL;
}

static bool is_register(Emit *e, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return type == e->f32 || type == e->i32;
}

typedef struct Places {
  Emit *e;
  const EmitHandedOn *edge;
  LLVMValueRef *homes; // of each value, where it is another phi than its own; else NULL
  IrPtrMap numbers;    // phi -> 1 + its number
} Places;

// The circle that begins at phi `first`: each phi gets what is in the next one's register.  0: what
// moves there leaves none that is free.
static size_t circle_of(const Places *p, size_t first, size_t *circle) {
  size_t n = 0, at = first;
  do {
    if (n == p->edge->n || !p->homes[at]) return 0;
    circle[n++] = at;
    at = (size_t)(uintptr_t)ir_ptrmap_get(&p->numbers, p->homes[at]) - 1;
  } while (at != first);
  return n;
}

// Register k gets what is in register k + 1, the last one what was in the first.
static void rotate(const Places *p, const size_t *circle, size_t n) {
  Emit *e = p->e;
  EmitAsm t = {.pure = true};
  LLVMValueRef *values = p->edge->values;
  LLVMValueRef *out = IR_NEW_ARRAY(&e->arena, LLVMValueRef, n);
  ir_write_cstr(&t.text, "{ .reg .b32 t; mov.b32 t, $0; ");
  for (size_t i = 0; i < n; i++) {
    if (i + 1 < n)
      ir_print(&t.text, "mov.b32 ${}, ${}; ", i, i + 1);
    else
      ir_print(&t.text, "mov.b32 ${}, t; }", i);
    nvptx_asm_output(e, &t, LLVMTypeOf(values[circle[i]]));
  }
  // What is in phi k + 1's register is the value of phi k.
  for (size_t i = 0; i < n; i++) nvptx_asm_tied(&t, i, values[circle[(i + n - 1) % n]]);
  nvptx_asm_call(e, &t, out);
  for (size_t i = 0; i < n; i++) values[circle[i]] = out[i], p->homes[circle[i]] = NULL;
}

static void move(const Places *p, size_t number) {
  EmitAsm t = {.pure = true};
  LLVMValueRef *value = &p->edge->values[number];
  ir_write_cstr(&t.text, "mov.b32 $0, $1;");
  nvptx_asm_output(p->e, &t, LLVMTypeOf(*value));
  (void)nvptx_asm_input(p->e, &t, *value);
  nvptx_asm_call(p->e, &t, value);
  p->homes[number] = NULL;
}

static void find_homes(Places *p, bool *any) {
  const EmitHandedOn *edge = p->edge;
  for (size_t i = 0; i < edge->n; i++) {
    LLVMValueRef phi = edge->phis[i], value = edge->values[i];
    LLVMValueRef home =
        is_register(p->e, value) ? home_of(p->e, value, LLVMGetInstructionParent(phi)) : NULL;
    p->homes[i] = home == phi ? NULL : home;
    *any |= p->homes[i] && ir_ptrmap_has(&p->e->tied, value);
    ir_ptrmap_set(&p->numbers, phi, (void *)(uintptr_t)(i + 1));
  }
}

void nvptx_move_handed_on(Emit *e, const EmitHandedOn *edge) {
  Places p = {.e = e, .edge = edge};
  bool any = false;
  size_t *circle = IR_NEW_ARRAY(&e->arena, size_t, edge->n);
  p.homes = IR_NEW_ARRAY(&e->arena, LLVMValueRef, edge->n);
  find_homes(&p, &any);
  if (any) LLVMPositionBuilderBefore(e->b, LLVMGetBasicBlockTerminator(edge->from));
  for (size_t i = 0; i < edge->n && any; i++) {
    size_t n = circle_of(&p, i, circle);
    if (n)
      rotate(&p, circle, n);
    else if (p.homes[i] && ir_ptrmap_has(&e->tied, edge->values[i]))
      move(&p, i);
  }
  ir_ptrmap_free(&p.numbers);
}
