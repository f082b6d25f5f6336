// Diagnostics: a message at a place, notes, a way out.
//
//   return ir_error(ctx, loc, "operand {} must be {}, got {}", i, "a 2-D tile", type);
//
// prints   file:line:col: error: ...   then the source line and a caret.  ir_error returns
// IR_FAILED so that it can be returned.  Notes and helps follow with ir_note and ir_help and belong
// to the last diagnostic.  With a handler installed (tests, --verify-diagnostics) nothing is
// printed.
//
// While threads share the context, handlers of the context are called by one thread at a time; a
// handler that another thread installs sees what that thread emits, and no other thread's.
#ifndef IR_SUPPORT_DIAG_H
#define IR_SUPPORT_DIAG_H

#include "ir/support/source.h"

typedef enum IrSeverity { IR_ERROR, IR_WARNING, IR_REMARK, IR_NOTE, IR_HELP } IrSeverity;

typedef struct IrRemark IrRemark; // remark.h

typedef struct IrDiag {
  IrSeverity severity;
  IrLoc loc;
  IrStr message;
  const IrRemark *remark; // of a remark with an id, else NULL
} IrDiag;

// How diagnostics are shown on standard error; all zero but `most` is the default.
typedef struct IrDiagStyle {
  bool color;      // for a terminal
  bool no_notes;   // only what they belong to, and the ways out
  bool stacktrace; // behind errors, warnings and remarks: which of our functions emitted them
  IrSeverity most; // IR_ERROR: only errors; IR_WARNING: and warnings; IR_REMARK: everything
  // Writes the op that an error is about, in one line; NULL: the op is not shown.
  void (*print_op)(const IrOp *op, IrStream *out);
} IrDiagStyle;

IR_API void ir_diag_set_style(IrContext *ctx, const IrDiagStyle *style);

// Called for each diagnostic and each note in order; return true to swallow it.
typedef bool (*IrDiagHandler)(void *user, IrContext *ctx, const IrDiag *diag);

// Installs `handler` in front of the current one; undo with ir_diag_pop_handler.
IR_API void ir_diag_push_handler(IrContext *ctx, IrDiagHandler handler, void *user);
IR_API void ir_diag_pop_handler(IrContext *ctx);

IR_API IrStatus ir_diag_args(IrContext *ctx, IrSeverity severity, IrLoc loc, const char *format,
                             const IrFmtArg *args, size_t n);

#define ir_error(ctx, loc, ...) ir_diag_args((ctx), IR_ERROR, (loc), IR_FMT_ARGS(__VA_ARGS__))
#define ir_warning(ctx, loc, ...) \
  ((void)ir_diag_args((ctx), IR_WARNING, (loc), IR_FMT_ARGS(__VA_ARGS__)))
#define ir_remark(ctx, loc, ...) \
  ((void)ir_diag_args((ctx), IR_REMARK, (loc), IR_FMT_ARGS(__VA_ARGS__)))
#define ir_note(ctx, loc, ...) ((void)ir_diag_args((ctx), IR_NOTE, (loc), IR_FMT_ARGS(__VA_ARGS__)))
// The way out: what to write instead.
#define ir_help(ctx, ...) \
  ((void)ir_diag_args((ctx), IR_HELP, IR_LOC_UNKNOWN, IR_FMT_ARGS(__VA_ARGS__)))

// Error at an op's location, its name in front: "'arith.addi' op <message>".
IR_API IrStatus ir_op_error_args(const IrOp *op, const char *format, const IrFmtArg *args,
                                 size_t n);
#define ir_op_error(op, ...) ir_op_error_args((op), IR_FMT_ARGS(__VA_ARGS__))

// How many errors of one file or module are shown before the rest of it is given up: 20 unless set,
// 0 for all.
IR_API void ir_diag_set_max_errors(IrContext *ctx, size_t max);
// Errors emitted so far in this context; on another thread than the context's own, by that thread.
IR_API size_t ir_diag_error_count(IrContext *ctx);
// Whether the last of these has been followed by a help, so that a general one would be noise.
IR_API bool ir_diag_is_helped(IrContext *ctx);

// The candidate nearest to `word` by edit distance when close enough to be meant, else NULL.
// `next` yields candidates until NULL.
IR_API const char *ir_nearest(IrStr word, const char *(*next)(void *user), void *user);

#endif
