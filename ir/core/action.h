// Steps of work that can be counted, logged and left out: runs of passes, applications of patterns,
// folds, erasures of dead ops.
//
// Whoever wants to know watches the context; who does the work says before and after each step.
// Steps are numbered from 1 in the order they begin.  While a context is watched, passes run one
// after another, so numbers are the same on every run of the same work.
#ifndef IR_CORE_ACTION_H
#define IR_CORE_ACTION_H

#include "ir/core/op.h"

typedef enum IrActionKind {
  IR_ACTION_PASS,    // named by the pass
  IR_ACTION_PATTERN, // named by the pattern; tried, whether it then matches or not
  IR_ACTION_FOLD,    // "fold": tried, too
  IR_ACTION_ERASE,   // "erase-dead"
} IrActionKind;

typedef struct IrAction {
  uint32_t size; // sizeof(IrAction)
  IrActionKind kind;
  const char *name;
  uint64_t number;
  IrStr op_name; // of the op that is worked on
  IrStr symbol;  // its name when it is a symbol, or empty
  IrLoc loc;
} IrAction;

typedef struct IrActionWatcher {
  uint32_t size; // sizeof(IrActionWatcher)
  void *user;    // first argument of both
  // Whether the step is to be done.  All watchers are asked.  May be NULL.
  bool (*begin)(void *user, const IrAction *action);
  // After a step that was done; `changed`: it came to something.  May be NULL.
  void (*end)(void *user, const IrAction *action, bool changed);
} IrActionWatcher;

// Adds a watcher for as long as the context lives; `watcher` is copied.  Not while passes run.
IR_API void ir_actions_watch(IrContext *ctx, const IrActionWatcher *watcher);
IR_API bool ir_actions_watched(IrContext *ctx);
// Before a step, in a watched context: fills `action`, and gives whether to go on with the step.
// Symbols and names in it live as long as the context.
IR_API bool ir_action_begin(IrContext *ctx, IrActionKind kind, const char *name, const IrOp *op,
                            IrAction *action);
// After it, when it was begun and not left out.
IR_API void ir_action_end(IrContext *ctx, const IrAction *action, bool changed);
// "pass", "pattern", "fold", "erase".
IR_API const char *ir_action_kind_name(IrActionKind kind);

#endif
