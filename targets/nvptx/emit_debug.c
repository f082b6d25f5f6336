// Line tables: each LLVM instruction gets the place of its op in the kernel's own file, so that PTX
// carries `.file` and `.loc`, and profilers and sanitizers show kernel text.  Only line directives
// are made: no DWARF sections, which cost compile time and make ptxas compile for debugging.
#include "targets/nvptx/emit_impl.h"

// DICompileUnit's DebugDirectivesOnly.  The C API's enumeration stops before it, but hands the
// number through.
static const LLVMDWARFEmissionKind directives_only = (LLVMDWARFEmissionKind)3;

static void add_module_flag(Emit *e, const char *name, unsigned value) {
  LLVMMetadataRef flag = LLVMValueAsMetadata(LLVMConstInt(e->i32, value, false));
  LLVMAddModuleFlag(e->module, LLVMModuleFlagBehaviorWarning, name, strlen(name), flag);
}

// The file `path`, its directory split off; one DIFile a path.
static LLVMMetadataRef file_of(Emit *e, IrStr path) {
  if (!path.len) path = IR_STR("<unknown>");
  IrIdent key = ir_ident(e->ctx, path);
  LLVMMetadataRef file = ir_ptrmap_get(&e->di_files, key);
  if (file) return file;
  size_t slash = path.len;
  while (slash && path.ptr[slash - 1] != '/') slash--;
  file = LLVMDIBuilderCreateFile(e->di, path.ptr + slash, path.len - slash, path.ptr,
                                 slash ? slash - 1 : 0);
  ir_ptrmap_set(&e->di_files, key, file);
  return file;
}

void nvptx_debug_begin(Emit *e) {
  if (!e->options->debug_lines) return;
  e->di = LLVMCreateDIBuilder(e->module);
  add_module_flag(e, "Debug Info Version", LLVMDebugMetadataVersion());
}

// One compile unit serves all kernels; its file is the first kernel's.
static void ensure_compile_unit(Emit *e, LLVMMetadataRef file) {
  if (e->di_scope) return;
  LLVMDIBuilderCreateCompileUnit(e->di, LLVMDWARFSourceLanguageC, file, "tegula", 6, true, "", 0, 0,
                                 "", 0, directives_only, 0, false, false, "", 0, "", 0);
}

void nvptx_debug_at(Emit *e, const IrOp *op) {
  if (!e->di) return;
  IrLoc loc = ir_op_loc(op);
  const void *key = (const void *)((uintptr_t)loc.id + 1);
  LLVMMetadataRef line = ir_ptrmap_get(&e->di_lines, key);
  if (!line) {
    IrFileLineCol at = ir_loc_resolve(e->ctx, loc);
    LLVMMetadataRef scope = e->di_scope;
    // A place in another file than the kernel's needs a scope that says so.
    LLVMMetadataRef file = file_of(e, at.file);
    if (at.file.len && file != LLVMDIScopeGetFile(e->di_scope))
      scope = LLVMDIBuilderCreateLexicalBlockFile(e->di, e->di_scope, file, 0);
    line = LLVMDIBuilderCreateDebugLocation(e->llvm, at.line, at.col, scope, NULL);
    ir_ptrmap_set(&e->di_lines, key, line);
  }
  LLVMSetCurrentDebugLocation2(e->b, line);
}

void nvptx_debug_kernel(Emit *e, IrOp *kernel, IrStr name) {
  if (!e->di) return;
  IrFileLineCol at = ir_loc_resolve(e->ctx, ir_op_loc(kernel));
  LLVMMetadataRef file = file_of(e, at.file);
  ensure_compile_unit(e, file);
  LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(e->di, file, NULL, 0, LLVMDIFlagZero);
  e->di_scope =
      LLVMDIBuilderCreateFunction(e->di, file, name.ptr, name.len, name.ptr, name.len, file,
                                  at.line, type, false, true, at.line, LLVMDIFlagZero, true);
  LLVMSetSubprogram(e->function, e->di_scope);
  nvptx_debug_at(e, kernel); // for what belongs to no op: parameters, strides
}

void nvptx_debug_end(Emit *e) {
  if (!e->di) return;
  LLVMDIBuilderFinalize(e->di);
  LLVMDisposeDIBuilder(e->di);
  e->di = NULL;
}
