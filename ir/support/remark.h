// Remarks: what a pass did or could not do, for whoever tunes a kernel.
//
// A remark has a stable id ("missed-vectorize"), declared in the pass's table, by which reports are
// filtered and compared over time.  Nothing is formatted or shown unless someone asked:
//
//   tile-opt k.mlir --mem-vectorize --remarks-filter='missed-*'
//   k.mlir:5:3: remark: moves 1 of 8 elements at a time [missed-vectorize]
//
// Passes use IR_REMARK (ir/pass/pass.h).  Plain ir_remark, without an id, always shows.
#ifndef IR_SUPPORT_REMARK_H
#define IR_SUPPORT_REMARK_H

#include "ir/support/diag.h"

typedef enum IrRemarkKind {
  IR_REMARK_PASSED,   // something was done
  IR_REMARK_MISSED,   // something was not, which costs speed
  IR_REMARK_ANALYSIS, // a fact worth knowing
} IrRemarkKind;

// What a remark with an id carries beside its message and place.  All views; valid during the call.
struct IrRemark {
  IrStr id; // lower-case words with dashes
  IrRemarkKind kind;
  IrStr pass;   // that says it
  IrStr symbol; // the kernel or function it is about, or empty
};

typedef enum IrRemarkFormat {
  IR_REMARKS_YAML, // as LLVM's tools read: one document a remark
  IR_REMARKS_JSON, // one object a line
} IrRemarkFormat;

// Which remarks are wanted: comma-separated ids or passes, in which `*` stands for any text. Empty:
// none, or all when there is a file.  With `file`, wanted remarks are written to it instead of
// being shown.  Both must live as long as remarks are made; a NULL file undoes it.
IR_API void ir_remarks_configure(IrContext *ctx, IrStr filter, IrStream *file,
                                 IrRemarkFormat format);
// Whether anybody will see it: ask before computing what only a remark needs.
IR_API bool ir_remark_wanted(IrContext *ctx, IrStr id, IrStr pass);
// Emits a remark if it is wanted.
IR_API void ir_remark_args(IrContext *ctx, const IrRemark *remark, IrLoc loc, const char *format,
                           const IrFmtArg *args, size_t n);
// Whether `text` fits a pattern in which `*` stands for any text.
IR_API bool ir_glob_matches(IrStr pattern, IrStr text);

#endif
