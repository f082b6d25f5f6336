// Accesses as inline PTX, many in one text.
//
// Under a predicate an access is `@p ld...` or `@p st...`, with no branch; the padding is put into
// the destination before, and the address is not touched where the predicate is false.  A load
// from global memory that no store of the kernel can have come before is `ld.global.nc`, with or
// without a predicate.  That is right even when arguments overlap, since nothing has been written
// yet; LLVM's own way to ask for it (noalias, !invariant.load) would promise more, for the kernel's
// whole duration.  A kernel that waits for those in front has none: ptxas moves such loads ahead of
// the wait, where others still write.
//
// Where rows are misaligned a tile is moved element by element, and a call for each of them, with
// what takes 16-bit elements out of pairs and puts them together, was most of LLVM's work.  So
// loads, or stores, that follow each other are one text.  Between them may stand whatever has no
// effect: what computes addresses and predicates goes in front of the text, what uses loaded
// values behind it.
//
//   { .reg .pred p<3>; .reg .b64 a<1>; .reg .b16 l, h;
//     setp.lt.u64 p0, $1, $2;  setp.lt.u64 p1, $3, $4;  and.pred p2, p0, p1;     row 0, column 0
//     mov.b16 l, 0;  @p2 ld.global.nc.b16 l, [$5+0];
//     ...
//     mov.b32 $0, {l, h};                                                        a pair
//     add.s64 a0, $5, $6;                                                        the next row
//     ... }
#include "dialects/mem/mem.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/effects.h"
#include "targets/nvptx/emit_run.h"

// More loads than that do not take the read-only path: ptxas moves such loads ahead, over barriers,
// and has no registers for so many there.
enum { MOST_AHEAD = 64 };
// Accesses in a text; stores without a predicate that are worth one; accesses of a long one.
enum { MOST_ACCESSES = 128, FEWEST_STORES = 4, LONG_TEXT = 5 };

// One of a run.
typedef struct Moved {
  IrOp *op;
  EmitAccess a;
  EmitPlace place;
  LLVMValueRef predicate; // NULL: always
  EmitUnits words;        // of a store, or the padding of a load under a predicate
  size_t output;          // of a load: the first one
  bool paired;            // a 16-bit load: one output with its neighbour
} Moved;

typedef struct Run {
  EmitText x;
  IR_VEC(Moved) moved;
  LLVMValueRef unpacked; // the pair that l and h hold, or NULL
} Run;

static IrValue *predicate_of(const IrOp *op) {
  return IS(op, mem_load) ? GET(op, mem_load, pred) : GET(op, mem_store, pred);
}

static bool is_guarded(const Emit *e, const IrOp *op) {
  if (IS(op, mem_store)) return GET(op, mem_store, pred) != NULL;
  return IS(op, mem_load) &&
         (GET(op, mem_load, pred) || nvptx_is_read_only(e, GET(op, mem_load, base)));
}

// ---- Which accesses a run has. ----

typedef struct Window {
  IR_VEC(IrOp *) ops; // from the first access to the last one
  IrPtrMap pending;   // values that are there behind the text
  size_t accesses;
} Window;

static bool is_pending(const Window *w, const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (ir_ptrmap_has(&w->pending, ir_op_operand(op, i))) return true;
  return false;
}

static IrType moved_type(const IrOp *op) {
  return ir_value_type(IS(op, mem_load) ? ir_op_result(op, 0) : GET(op, mem_store, value));
}

// A store of a byte or two joins others without a predicate, too.
static bool is_narrow_store(Emit *e, const IrOp *op) {
  if (!IS(op, mem_store)) return false;
  EmitAccess a = nvptx_access_of(e, moved_type(op));
  return a.words == 1 && a.word_bytes <= 2;
}

// What no register can hold is refused when its turn comes.
static bool joins(Emit *e, const IrOp *first, const IrOp *op) {
  if (ir_op_info(op) != ir_op_info(first) || !nvptx_element_type(e, moved_type(op))) return false;
  return is_guarded(e, op) || is_narrow_store(e, op);
}

static bool may_stand_between(const IrOp *op) {
  return !ir_op_num_regions(op) && !ir_op_num_successors(op) && !ir_op_effect_kinds(op) &&
         !ir_op_has_trait(op, IR_CONVERGENT | IR_TERMINATOR);
}

static void find_window(Emit *e, IrOp *first, Window *w) {
  size_t end = 0;
  for (IrOp *op = first; op && w->accesses < MOST_ACCESSES; op = ir_op_next(op)) {
    bool access = joins(e, first, op), late = is_pending(w, op);
    if (access ? late : !may_stand_between(op)) break;
    ir_vec_push(&w->ops, op);
    if (access || late)
      for (size_t i = 0; i < ir_op_num_results(op); i++)
        ir_ptrmap_set(&w->pending, ir_op_result(op, i), op);
    if (!access) continue;
    w->accesses++;
    end = w->ops.n;
  }
  w->ops.n = end;
}

// ---- The text. ----

// "@p3 ", with what it takes in front.
static void write_predicate(Run *run, const Moved *m) {
  EmitName p = {0};
  if (m->predicate) p = nvptx_text_predicate(&run->x, m->predicate);
  nvptx_text_line(&run->x);
  if (m->predicate) ir_print(&run->x.t.text, "@{}{} ", p.kind, p.number);
}

// "ld.global.nc.v4.b32 "
static void write_opcode(Run *run, const Moved *m, const char *what, bool nc) {
  IrStream *text = &run->x.t.text;
  ir_print(text, "{}.{}{}", what, nvptx_space_name(m->place.space), nc ? ".nc" : "");
  if (m->a.words > 1) ir_print(text, ".v{}", m->a.words);
  ir_print(text, ".b{} ", 8 * m->a.word_bytes);
}

static void write_address(Run *run, const Moved *m, EmitName pointer) {
  ir_print(&run->x.t.text, "[{}{}+{}]", pointer.kind, pointer.number, m->place.immediate);
}

static bool is_half(const Moved *m) {
  return m->a.words == 1 && m->a.word_bytes == 2;
}

// PTX has no 8-bit registers: a byte travels in 16 bits.
static LLVMTypeRef word_type(Run *run, const Moved *m) {
  return m->a.word == run->x.e->i8 ? run->x.e->i16 : m->a.word;
}

// ---- Loads. ----

// 16-bit loads next to each other share an output, as elements share a register.
static void plan_outputs(Run *run) {
  Emit *e = run->x.e;
  for (size_t i = 0; i < run->moved.n; i++) {
    Moved *m = &run->moved.at[i], *next = m + 1;
    m->output = run->x.t.outputs.n;
    bool pair =
        is_half(m) && i + 1 < run->moved.n && is_half(next) && next->a.element == m->a.element;
    if (pair) {
      m->paired = next->paired = run->x.has_halves = true;
      next->output = m->output;
      nvptx_asm_output(e, &run->x.t, LLVMVectorType(m->a.element, 2));
      i++;
      continue;
    }
    for (size_t w = 0; w < m->a.words; w++) nvptx_asm_output(e, &run->x.t, word_type(run, m));
  }
}

// Where word `w` goes.  `high`: of a pair, the second.
static void write_target(Run *run, const Moved *m, size_t w, bool high) {
  if (m->paired)
    ir_write_char(&run->x.t.text, high ? 'h' : 'l');
  else
    ir_print(&run->x.t.text, "${}", m->output + w);
}

static void write_padding(Run *run, const Moved *m, bool high) {
  for (size_t w = 0; m->predicate && w < m->a.words; w++) {
    LLVMValueRef pad = m->words.at[w];
    bool constant = LLVMIsAConstantInt(pad) != NULL;
    size_t number = 0;
    if (!constant && m->a.word == run->x.e->i8)
      pad = LLVMBuildZExt(run->x.e->b, pad, run->x.e->i16, "");
    if (!constant) number = nvptx_text_input(&run->x, pad);
    nvptx_text_line(&run->x);
    ir_print(&run->x.t.text, "mov.b{} ", nvptx_bits_of(word_type(run, m)));
    write_target(run, m, w, high);
    if (constant)
      ir_print(&run->x.t.text, ", {};", (int64_t)LLVMConstIntGetZExtValue(pad));
    else
      ir_print(&run->x.t.text, ", ${};", number);
  }
}

static void write_load(Run *run, const Moved *m, bool high) {
  IrStream *text = &run->x.t.text;
  EmitName pointer = nvptx_text_address(&run->x, &m->a, &m->place);
  bool nc = m->place.space == NVPTX_GLOBAL && run->moved.n <= MOST_AHEAD &&
            !run->x.e->waits_for_grids && nvptx_is_read_only(run->x.e, GET(m->op, mem_load, base));
  write_padding(run, m, high);
  write_predicate(run, m);
  write_opcode(run, m, "ld", nc);
  if (m->a.words > 1) ir_write_char(text, '{');
  for (size_t w = 0; w < m->a.words; w++) {
    if (w) ir_write_cstr(text, ", ");
    write_target(run, m, w, high);
  }
  if (m->a.words > 1) ir_write_char(text, '}');
  ir_write_cstr(text, ", ");
  write_address(run, m, pointer);
  ir_write_char(text, ';');
  if (!m->paired || !high) return;
  nvptx_text_line(&run->x);
  ir_print(text, "mov.b32 ${}, {{l, h};", m->output);
}

static void write_loads(Run *run) {
  plan_outputs(run);
  for (size_t i = 0; i < run->moved.n; i++) {
    const Moved *m = &run->moved.at[i];
    bool high = m->paired && i && run->moved.at[i - 1].output == m->output;
    write_load(run, m, high);
  }
}

static void define_loaded(Run *run, const Moved *m, const LLVMValueRef *out, bool high) {
  Emit *e = run->x.e;
  IrValue *result = ir_op_result(m->op, 0);
  if (m->paired) {
    LLVMValueRef half = LLVMBuildExtractElement(e->b, out[m->output], nvptx_i32(e, high), "");
    nvptx_define_scalar(e, result, half);
    return;
  }
  EmitUnits words = nvptx_new_units(e, m->a.words);
  for (size_t w = 0; w < words.n; w++) {
    words.at[w] = out[m->output + w];
    if (m->a.word == e->i8) words.at[w] = LLVMBuildTrunc(e->b, words.at[w], e->i8, "");
  }
  nvptx_define(e, result, nvptx_loaded_words(e, &m->a, ir_value_type(result), words));
}

// ---- Stores. ----

// The pair that a 16-bit element was taken from, and which of the two it is; NULL: none.
static LLVMValueRef pair_of(LLVMValueRef value, bool *high) {
  if (!LLVMIsAExtractElementInst(value)) return NULL;
  LLVMValueRef pair = LLVMGetOperand(value, 0), at = LLVMGetOperand(value, 1);
  if (LLVMGetVectorSize(LLVMTypeOf(pair)) != 2 || !LLVMIsAConstantInt(at)) return NULL;
  *high = LLVMConstIntGetZExtValue(at) == 1;
  return pair;
}

static LLVMValueRef stored_pair(const Run *run, const Moved *m, bool *high) {
  if (!is_half(m)) return NULL;
  EmitUnits value = nvptx_units(run->x.e, GET(m->op, mem_store, value));
  return value.n == 1 ? pair_of(value.at[0], high) : NULL;
}

static void unpack(Run *run, LLVMValueRef pair) {
  if (run->unpacked == pair) return;
  size_t number = nvptx_text_input(&run->x, pair);
  nvptx_text_line(&run->x);
  ir_print(&run->x.t.text, "mov.b32 {{l, h}, ${};", number);
  run->unpacked = pair;
  run->x.has_halves = true;
}

static void write_store(Run *run, Moved *m) {
  Emit *e = run->x.e;
  IrStream *text = &run->x.t.text;
  size_t numbers[4];
  EmitName pointer = nvptx_text_address(&run->x, &m->a, &m->place);
  bool high;
  LLVMValueRef pair = stored_pair(run, m, &high);
  if (pair) {
    unpack(run, pair);
  } else {
    m->words = nvptx_to_words(e, &m->a, nvptx_units(e, GET(m->op, mem_store, value)));
    for (size_t w = 0; w < m->a.words; w++) {
      LLVMValueRef word = m->words.at[w];
      if (m->a.word == e->i8) word = LLVMBuildZExt(e->b, word, e->i16, "");
      numbers[w] = nvptx_text_input(&run->x, word);
    }
  }
  write_predicate(run, m);
  write_opcode(run, m, "st", false);
  write_address(run, m, pointer);
  ir_write_cstr(text, ", ");
  if (pair) ir_write_char(text, high ? 'h' : 'l');
  if (m->a.words > 1) ir_write_char(text, '{');
  for (size_t w = 0; !pair && w < m->a.words; w++)
    ir_print(text, "{}${}", w ? ", " : "", numbers[w]);
  if (m->a.words > 1) ir_write_char(text, '}');
  ir_write_char(text, ';');
  if (m->place.space == NVPTX_GLOBAL) e->seen_store = true;
}

// ---- A run. ----

static bool is_true(LLVMValueRef predicate) {
  return LLVMIsAConstantInt(predicate) && LLVMConstIntGetZExtValue(predicate) != 0;
}

// All that the access takes; what has to be computed for it stands in front of the text.
static IrStatus add(Run *run, IrOp *op) {
  Emit *e = run->x.e;
  bool load = IS(op, mem_load);
  IrValue *base = load ? GET(op, mem_load, base) : GET(op, mem_store, base);
  IrValues indices = load ? GET(op, mem_load, indices) : GET(op, mem_store, indices);
  IrType type = moved_type(op);
  IrValue *guard = predicate_of(op);
  Moved m = {.op = op, .a = nvptx_access_of(e, type)};
  if (run->x.is_long)
    IR_TRY(nvptx_split_place(e, op, &m.a, base, indices, &m.place));
  else
    IR_TRY(nvptx_find_place(e, op, &m.a, base, indices, &m.place));
  if (guard) m.predicate = nvptx_scalar(e, guard);
  if (m.predicate && is_true(m.predicate)) m.predicate = NULL;
  if (m.predicate && load) m.words = nvptx_padding_words(e, &m.a, type, GET(op, mem_load, pad));
  ir_vec_push(&run->moved, m);
  return IR_OK;
}

static void emit_text(Run *run) {
  bool load = IS(run->moved.at[0].op, mem_load);
  run->x.t.early = true;
  run->x.t.reads = load;
  if (load)
    write_loads(run);
  else
    for (size_t i = 0; i < run->moved.n; i++) write_store(run, &run->moved.at[i]);
  nvptx_text_enclose(&run->x);
  EmitUnits out = nvptx_new_units(run->x.e, run->x.t.outputs.n);
  nvptx_asm_call(run->x.e, &run->x.t, out.at);
  for (size_t i = 0; load && i < run->moved.n; i++) {
    const Moved *m = &run->moved.at[i];
    define_loaded(run, m, out.at, m->paired && i && m[-1].output == m->output);
  }
}

static IrStatus emit_window(Emit *e, const Window *w) {
  Run run = {.x = {.e = e, .is_long = w->accesses >= LONG_TEXT}};
  const IrOp *first = w->ops.at[0];
  IrStatus status = IR_OK;
  for (size_t i = 0; i < w->ops.n && status == IR_OK; i++)
    if (!joins(e, first, w->ops.at[i]) && !is_pending(w, w->ops.at[i]))
      status = nvptx_emit_op(e, w->ops.at[i]);
  nvptx_debug_at(e, first);
  for (size_t i = 0; i < w->ops.n && status == IR_OK; i++)
    if (joins(e, first, w->ops.at[i])) status = add(&run, w->ops.at[i]);
  if (status == IR_OK) emit_text(&run);
  ir_vec_free(&run.moved);
  nvptx_text_free(&run.x);
  return status;
}

// What is there behind the text.
static IrStatus emit_rest(Emit *e, const Window *w) {
  for (size_t i = 0; i < w->ops.n; i++)
    if (!joins(e, w->ops.at[0], w->ops.at[i]) && is_pending(w, w->ops.at[i]))
      IR_TRY(nvptx_emit_op(e, w->ops.at[i]));
  e->emitted = ir_vec_last(&w->ops);
  return IR_OK;
}

IrStatus nvptx_emit_run(Emit *e, IrOp *first, bool *done) {
  Window w = {0};
  IrStatus status = IR_OK;
  find_window(e, first, &w);
  *done = w.accesses >= (is_guarded(e, first) ? 1 : FEWEST_STORES);
  if (*done) status = emit_window(e, &w);
  if (*done && status == IR_OK) status = emit_rest(e, &w);
  ir_vec_free(&w.ops);
  ir_ptrmap_free(&w.pending);
  return status;
}
