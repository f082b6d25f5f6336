// The difference of two texts, line by line, as `diff -u` prints it.
#ifndef IR_SUPPORT_DIFF_H
#define IR_SUPPORT_DIFF_H

#include "ir/support/stream.h"

typedef struct IrDiffOptions {
  const char *old_name, *new_name; // for the `---` and `+++` lines
  unsigned context;                // unchanged lines shown around a change
  bool color;                      // escape sequences of terminals
} IrDiffOptions;

// Prints what turns `old_text` into `new_text`; nothing when they are equal.  Gives whether they
// differ.  Minimal for small differences; for large ones the search is cut short, so time stays
// in proportion to the length of the texts.
IR_API bool ir_diff_print(IrStr old_text, IrStr new_text, const IrDiffOptions *options,
                          IrStream *out);

// For each line of `old_text` the number of the line of `new_text` that it stays as, or -1 where it
// goes; as many as `old_text` has lines.  Free it with ir_free (ir/support/arena.h).
IR_API int64_t *ir_diff_match(IrStr old_text, IrStr new_text);

#endif
