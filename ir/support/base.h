// Words every file uses: status codes, string views, assertions, export marks.
#ifndef IR_SUPPORT_BASE_H
#define IR_SUPPORT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
#error "Tegula's headers are C17"
#endif

// Marks a function that plugins may call; everything else is hidden in our shared objects.
#define IR_API __attribute__((visibility("default")))

// Marks a function whose result must be looked at.
#define IR_CHECKED __attribute__((warn_unused_result))

// Result of anything that can fail because of what a person wrote.  Whoever returns IR_FAILED has
// already emitted a diagnostic.
typedef enum IrStatus { IR_OK = 0, IR_FAILED = 1 } IrStatus;

// Leaves the calling function with IR_FAILED when `expr` failed.
#define IR_TRY(expr) \
  do { \
    if ((expr) != IR_OK) return IR_FAILED; \
  } while (0)

// A borrowed piece of text; not zero-terminated.
typedef struct IrStr {
  const char *ptr;
  size_t len;
} IrStr;

// View of a string literal.
#define IR_STR(literal) ((IrStr){"" literal, sizeof(literal) - 1})

static inline IrStr ir_str(const char *text) {
  return (IrStr){text, text ? strlen(text) : 0};
}

static inline bool ir_str_equal(IrStr a, IrStr b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static inline bool ir_str_is(IrStr a, const char *text) {
  return ir_str_equal(a, ir_str(text));
}

// Whether `name` is one of the comma-separated words of `list`.
static inline bool ir_str_list_has(IrStr list, IrStr name) {
  while (list.len > 0) {
    const char *comma = (const char *)memchr(list.ptr, ',', list.len);
    size_t n = comma ? (size_t)(comma - list.ptr) : list.len;
    if (ir_str_equal((IrStr){list.ptr, n}, name)) return true;
    n += comma != NULL;
    list = (IrStr){list.ptr + n, list.len - n};
  }
  return false;
}

// Prints `what` with its place and aborts.  Only for broken promises between pieces of our own
// code; an error that a person can cause is a diagnostic.
IR_API _Noreturn void ir_assert_failed(const char *what, const char *file, int line);

// Programmer contract, kept in release builds.
#define IR_ASSERT(cond, what) ((cond) ? (void)0 : ir_assert_failed(what, __FILE__, __LINE__))
#define IR_UNREACHABLE(what) ir_assert_failed(what, __FILE__, __LINE__)

#endif
