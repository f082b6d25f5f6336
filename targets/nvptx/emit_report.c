// simt.print and simt.assert: lines by way of the driver's vprintf, which takes a format and the
// values one behind the other, and prints when the host waits for the kernel.
//
//   simt.print "x = {}", %x : f32 if %p          if p { buffer.0 = double(x);
//                                                      vprintf("k.mlir:3:5: x = %g\n", &buffer) }
//   simt.assert %c, "x = {}", %x : f32           if !c { vprintf("k.mlir:3:5: error: ..."); trap }
//
// driver/run_assert.c reads the lines of assertions again.
#include "dialects/cf/cf.h"
#include "dialects/tile/report.h"
#include "targets/nvptx/emit_impl.h"

// ---- Values as C's variable arguments. ----

static LLVMValueRef promoted(Emit *e, const IrValue *value) {
  IrType type = ir_value_type(value);
  LLVMValueRef x = nvptx_scalar(e, value);
  if (ir_type_is_float(type))
    return LLVMTypeOf(x) == e->f64 ? x : LLVMBuildFPExt(e->b, x, e->f64, "");
  unsigned bits = nvptx_bits_of(LLVMTypeOf(x));
  if (bits >= 32) return x;
  bool is_unsigned =
      bits == 1 || (ir_type_is_any_integer(type) && ir_type_signedness(type) == IR_UNSIGNED);
  return is_unsigned ? LLVMBuildZExt(e->b, x, e->i32, "") : LLVMBuildSExt(e->b, x, e->i32, "");
}

static const char *conversion_of(IrType type) {
  if (ir_type_is_float(type)) return "%g";
  bool is_index = ir_type_is_index(type);
  bool wide = is_index || ir_type_width(type) > 32;
  if (!is_index && ir_type_signedness(type) == IR_UNSIGNED) return wide ? "%llu" : "%u";
  return wide ? "%lld" : "%d";
}

static void write_text(IrStream *format, IrStr text) {
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '%') ir_write_char(format, '%');
    ir_write_char(format, text.ptr[i]);
  }
}

// Our format as C's, and the values that it names added to `args`.
typedef struct Line {
  IrStream format;
  IR_VEC(LLVMValueRef) args;
} Line;

static void add_format(Emit *e, Line *line, IrStr format, IrValues values) {
  TileFormatPiece piece;
  for (size_t i = 0; tile_format_next(&format, &piece);) {
    IrStream text = {0};
    tile_format_write(&text, piece.text);
    write_text(&line->format, ir_stream_str(&text));
    ir_stream_free(&text);
    if (!piece.value) continue;
    ir_write_cstr(&line->format, conversion_of(ir_value_type(values.at[i])));
    ir_vec_push(&line->args, promoted(e, values.at[i++]));
  }
}

static void add_place(Emit *e, Line *line, const IrOp *op) {
  IrStream place = {0};
  tile_report_place(&place, e->ctx, ir_op_loc(op));
  write_text(&line->format, ir_stream_str(&place));
  ir_stream_free(&place);
}

// ---- The call. ----

static LLVMTypeRef generic_pointer(Emit *e) {
  return LLVMPointerTypeInContext(e->llvm, 0);
}

static LLVMValueRef vprintf_function(Emit *e, LLVMTypeRef *type) {
  LLVMTypeRef pointers[] = {generic_pointer(e), generic_pointer(e)};
  *type = LLVMFunctionType(e->i32, pointers, 2, false);
  LLVMValueRef function = LLVMGetNamedFunction(e->module, "vprintf");
  return function ? function : LLVMAddFunction(e->module, "vprintf", *type);
}

// Modules of several kernels are joined, so the name has the kernel's.
static LLVMValueRef create_text(Emit *e, IrStr text) {
  LLVMValueRef bytes = LLVMConstStringInContext2(e->llvm, text.ptr, text.len, false);
  IrStream name = {0};
  ir_print(&name, "{}$text", ir_symbol_name(e->kernel));
  LLVMValueRef global = LLVMAddGlobalInAddressSpace(e->module, LLVMTypeOf(bytes),
                                                    ir_stream_cstr(&name), NVPTX_GLOBAL);
  ir_stream_free(&name);
  LLVMSetInitializer(global, bytes);
  LLVMSetGlobalConstant(global, true);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  return LLVMConstAddrSpaceCast(global, generic_pointer(e));
}

// The text in global memory, once, as a generic address.
static LLVMValueRef text_address(Emit *e, IrStr text) {
  IrIdent key = ir_ident(e->ctx, text);
  LLVMValueRef address = ir_ptrmap_get(&e->texts, key);
  if (address) return address;
  address = create_text(e, text);
  ir_ptrmap_set(&e->texts, key, address);
  return address;
}

// Room for the values of any line in the kernel's frame: an allocation elsewhere would be made each
// time.
static LLVMValueRef room_of(Emit *e) {
  if (e->report_room) return e->report_room;
  LLVMTypeRef type = LLVMArrayType2(e->i64, TILE_REPORT_MAX_VALUES + 2); // thread and block
  LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(e->function);
  LLVMValueRef first = LLVMGetFirstInstruction(entry);
  if (first)
    LLVMPositionBuilderBefore(e->b, first);
  else
    LLVMPositionBuilderAtEnd(e->b, entry);
  e->report_room = LLVMBuildAlloca(e->b, type, "");
  LLVMPositionBuilderAtEnd(e->b, here);
  return e->report_room;
}

static LLVMValueRef store_args(Emit *e, const Line *line) {
  if (!line->args.n) return LLVMConstNull(generic_pointer(e));
  IR_VEC(LLVMTypeRef) types = {0};
  for (size_t i = 0; i < line->args.n; i++) ir_vec_push(&types, LLVMTypeOf(line->args.at[i]));
  LLVMTypeRef type = LLVMStructTypeInContext(e->llvm, types.at, (unsigned)types.n, false);
  LLVMValueRef room = room_of(e);
  for (unsigned i = 0; i < line->args.n; i++)
    LLVMBuildStore(e->b, line->args.at[i], LLVMBuildStructGEP2(e->b, type, room, i, ""));
  ir_vec_free(&types);
  return room;
}

static void say(Emit *e, Line *line) {
  LLVMTypeRef type;
  ir_write_char(&line->format, '\n');
  LLVMValueRef function = vprintf_function(e, &type);
  LLVMValueRef args[] = {text_address(e, ir_stream_str(&line->format)), store_args(e, line)};
  LLVMBuildCall2(e->b, type, function, args, 2, "");
  ir_stream_free(&line->format);
  ir_vec_free(&line->args);
}

// ---- Rules. ----

typedef struct Branch {
  LLVMBasicBlockRef then, after;
} Branch;

// Goes on in `then`, where the condition holds.
static Branch branch_if(Emit *e, LLVMValueRef condition) {
  Branch b = {LLVMAppendBasicBlockInContext(e->llvm, e->function, ""),
              LLVMAppendBasicBlockInContext(e->llvm, e->function, "")};
  LLVMBuildCondBr(e->b, condition, b.then, b.after);
  LLVMPositionBuilderAtEnd(e->b, b.then);
  return b;
}

static IrStatus emit_print(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *pred = GET(op, simt_print, pred);
  Branch branch = {0};
  Line line = {0};
  if (pred) branch = branch_if(e, nvptx_scalar(e, pred));
  add_place(e, &line, op);
  add_format(e, &line, ir_attr_str(GET(op, simt_print, format)), GET(op, simt_print, values));
  say(e, &line);
  if (!pred) return IR_OK;
  LLVMBuildBr(e->b, branch.after);
  LLVMPositionBuilderAtEnd(e->b, branch.after);
  return IR_OK;
}

static void add_register(Emit *e, Line *line, const char *text, const char *name) {
  ir_write_cstr(&line->format, text);
  ir_vec_push(&line->args, nvptx_intrinsic(e, name, NULL, 0, NULL, 0));
}

// The words are those of the interpreter's error.
static IrStatus emit_assert(Emit *e, IrOp *op, const EmitRule *rule) {
  bool cf = IS(op, cf_assert);
  Line line = {0};
  (void)rule;
  Branch branch = branch_if(e, LLVMBuildNot(e->b, nvptx_scalar(e, ir_op_operand(op, 0)), ""));
  add_place(e, &line, op);
  ir_print(&line.format, "error: '{}' op does not hold", ir_op_name(op));
  add_register(e, &line, " in thread %d", "llvm.nvvm.read.ptx.sreg.tid.x");
  add_register(e, &line, " of block %d: ", "llvm.nvvm.read.ptx.sreg.ctaid.x");
  if (cf)
    write_text(&line.format, ir_attr_str(GET(op, cf_assert, msg)));
  else
    add_format(e, &line, ir_attr_str(GET(op, simt_assert, format)), GET(op, simt_assert, values));
  say(e, &line);
  nvptx_intrinsic(e, "llvm.trap", NULL, 0, NULL, 0);
  LLVMBuildUnreachable(e->b);
  LLVMPositionBuilderAtEnd(e->b, branch.after);
  return IR_OK;
}

const EmitRule nvptx_report_rules[] = {{.op = "simt.print", .emit = emit_print},
                                       {.op = "simt.assert", .emit = emit_assert},
                                       {.op = "cf.assert", .emit = emit_assert},
                                       {0}};
