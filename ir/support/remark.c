// Filtering remarks and writing them to a file; see remark.h.
#include "ir/support/remark.h"

#include "ir/support/diag_impl.h"
#include "ir/support/source_impl.h"

void ir_remarks_configure(IrContext *ctx, IrStr filter, IrStream *file, IrRemarkFormat format) {
  ir_context_main_diags(ctx)->remarks = (IrRemarkSettings){filter, file, format};
}

// Remembers the last `*` and goes back to it, which is enough for patterns without brackets.
bool ir_glob_matches(IrStr pattern, IrStr text) {
  size_t p = 0, t = 0, star = SIZE_MAX, resume = 0;
  while (t < text.len) {
    if (p < pattern.len && pattern.ptr[p] == '*') {
      star = p++, resume = t;
    } else if (p < pattern.len && pattern.ptr[p] == text.ptr[t]) {
      p++, t++;
    } else if (star != SIZE_MAX) {
      p = star + 1, t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.len && pattern.ptr[p] == '*') p++;
  return p == pattern.len;
}

bool ir_remark_wanted(IrContext *ctx, IrStr id, IrStr pass) {
  const IrRemarkSettings *settings = &ir_context_main_diags(ctx)->remarks;
  IrStr rest = settings->filter;
  if (!rest.len) return settings->file != NULL;
  while (rest.len) {
    const char *comma = memchr(rest.ptr, ',', rest.len);
    IrStr pattern = {rest.ptr, comma ? (size_t)(comma - rest.ptr) : rest.len};
    if (ir_glob_matches(pattern, id) || ir_glob_matches(pattern, pass)) return true;
    size_t used = pattern.len + (comma != NULL);
    rest = (IrStr){rest.ptr + used, rest.len - used};
  }
  return false;
}

static const char *kind_name(IrRemarkKind kind, bool capital) {
  static const char *const names[][2] = {
      {"passed", "Passed"}, {"missed", "Missed"}, {"analysis", "Analysis"}};
  return names[kind][capital];
}

// A scalar in single quotes, in which only they are special, or in double ones, where JSON's
// escapes are understood.
static void write_yaml(IrStream *out, IrStr text) {
  bool plain = true;
  for (size_t i = 0; i < text.len; i++) plain &= (unsigned char)text.ptr[i] >= ' ';
  if (!plain) {
    ir_write_json(out, text);
    return;
  }
  ir_write_char(out, '\'');
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '\'') ir_write_char(out, '\'');
    ir_write_char(out, text.ptr[i]);
  }
  ir_write_char(out, '\'');
}

static void write_document(const IrRemark *remark, IrFileLineCol at, IrStr message, IrStream *out) {
  ir_print(out, "--- !{}\n", kind_name(remark->kind, true));
  ir_print(out, "Pass:            {}\n", remark->pass);
  ir_print(out, "Name:            {}\n", remark->id);
  if (at.file.len) {
    ir_write_cstr(out, "DebugLoc:        { File: ");
    write_yaml(out, at.file);
    ir_print(out, ", Line: {}, Column: {} }\n", at.line, at.col);
  }
  ir_write_cstr(out, "Function:        ");
  write_yaml(out, remark->symbol);
  ir_write_cstr(out, "\nArgs:\n  - String:          ");
  write_yaml(out, message);
  ir_write_cstr(out, "\n...\n");
}

static void write_object(const IrRemark *remark, IrFileLineCol at, IrStr message, IrStream *out) {
  ir_print(out, "{{\"id\": \"{}\", \"kind\": \"{}\", \"pass\": \"{}\", \"symbol\": ", remark->id,
           kind_name(remark->kind, false), remark->pass);
  ir_write_json(out, remark->symbol);
  if (at.file.len) {
    ir_write_cstr(out, ", \"file\": ");
    ir_write_json(out, at.file);
    ir_print(out, ", \"line\": {}, \"column\": {}", at.line, at.col);
  }
  ir_write_cstr(out, ", \"message\": ");
  ir_write_json(out, message);
  ir_write_cstr(out, "}\n");
}

bool ir_remark_to_file(IrContext *ctx, const IrDiag *diag) {
  const IrRemarkSettings *settings = &ir_context_main_diags(ctx)->remarks;
  if (!settings->file) return false;
  IrFileLineCol at = ir_loc_resolve(ctx, diag->loc);
  if (settings->format == IR_REMARKS_JSON)
    write_object(diag->remark, at, diag->message, settings->file);
  else
    write_document(diag->remark, at, diag->message, settings->file);
  return true;
}

void ir_remark_args(IrContext *ctx, const IrRemark *remark, IrLoc loc, const char *format,
                    const IrFmtArg *args, size_t n) {
  if (!ir_remark_wanted(ctx, remark->id, remark->pass)) return;
  IrStream message = {0};
  ir_print_args(&message, format, args, n);
  ir_diag_emit(ctx, &(IrDiag){.severity = IR_REMARK,
                              .loc = loc,
                              .message = ir_stream_str(&message),
                              .remark = remark});
  ir_stream_free(&message);
}
