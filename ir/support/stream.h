// Text output: a growing buffer, flushed to a callback or kept, and typed formatting.
//
//   ir_print(stream, "expected {} operands, got {}", 2, n);
//
// Each `{}` takes the next argument; the argument's C type says how it prints (C11 _Generic), so a
// wrong type does not compile.  `{{` prints one brace.  Up to eight arguments.
#ifndef IR_SUPPORT_STREAM_H
#define IR_SUPPORT_STREAM_H

#include "ir/support/base.h"

typedef struct IrOp IrOp;
typedef struct IrValue IrValue;
typedef struct IrBlock IrBlock;
typedef const struct IrTypeStorage *IrType;
typedef const struct IrAttrStorage *IrAttr;
typedef const struct IrIdentStorage *IrIdent;

// Where text goes.  With `write` NULL everything stays in `data` (a string builder).
typedef struct IrStream {
  char *data;
  size_t len, cap;
  void (*write)(void *user, const char *text, size_t len);
  void *user;
} IrStream;

// A string builder is a zero-initialised IrStream; free it with ir_stream_free.
IR_API void ir_stream_free(IrStream *stream);
// Hands buffered text to `write`.
IR_API void ir_stream_flush(IrStream *stream);
IR_API void ir_write(IrStream *stream, const char *text, size_t len);
IR_API void ir_write_cstr(IrStream *stream, const char *text);
// What ir_write_char does when the buffer is full.
IR_API void ir_write_char_slowly(IrStream *stream, char c);
static inline void ir_write_char(IrStream *stream, char c) {
  if (stream->cap - stream->len > 1) {
    stream->data[stream->len++] = c;
  } else {
    ir_write_char_slowly(stream, c);
  }
}
IR_API void ir_write_int(IrStream *stream, int64_t value);
IR_API void ir_write_uint(IrStream *stream, uint64_t value);
IR_API void ir_write_indent(IrStream *stream, unsigned columns);
// Quoted and escaped as MLIR quotes strings.
IR_API void ir_write_quoted(IrStream *stream, IrStr text);
// Quoted and escaped as JSON wants it; bytes of UTF-8 stay as they are.
IR_API void ir_write_json(IrStream *stream, IrStr text);
// The text so far, with a terminating zero byte; valid until the next write.
IR_API const char *ir_stream_cstr(IrStream *stream);
IR_API IrStr ir_stream_str(const IrStream *stream);

typedef enum IrFmtKind {
  IR_FMT_INT,
  IR_FMT_UINT,
  IR_FMT_BOOL,
  IR_FMT_DOUBLE,
  IR_FMT_CSTR,
  IR_FMT_STR,
  IR_FMT_TYPE,
  IR_FMT_ATTR,
  IR_FMT_IDENT,
  IR_FMT_OP,
  IR_FMT_VALUE,
  IR_FMT_CHAR,
} IrFmtKind;

typedef struct IrFmtArg {
  IrFmtKind kind;
  union {
    int64_t i;
    uint64_t u;
    double d;
    const char *s;
    IrStr str;
    const void *p;
  } as;
} IrFmtArg;

static inline IrFmtArg ir_fmt_int(int64_t v) {
  return (IrFmtArg){IR_FMT_INT, {.i = v}};
}
static inline IrFmtArg ir_fmt_uint(uint64_t v) {
  return (IrFmtArg){IR_FMT_UINT, {.u = v}};
}
static inline IrFmtArg ir_fmt_bool(bool v) {
  return (IrFmtArg){IR_FMT_BOOL, {.i = v}};
}
static inline IrFmtArg ir_fmt_char(char v) {
  return (IrFmtArg){IR_FMT_CHAR, {.i = v}};
}
static inline IrFmtArg ir_fmt_double(double v) {
  return (IrFmtArg){IR_FMT_DOUBLE, {.d = v}};
}
static inline IrFmtArg ir_fmt_cstr(const char *v) {
  return (IrFmtArg){IR_FMT_CSTR, {.s = v}};
}
static inline IrFmtArg ir_fmt_str(IrStr v) {
  return (IrFmtArg){IR_FMT_STR, {.str = v}};
}
static inline IrFmtArg ir_fmt_type(IrType v) {
  return (IrFmtArg){IR_FMT_TYPE, {.p = v}};
}
static inline IrFmtArg ir_fmt_attr(IrAttr v) {
  return (IrFmtArg){IR_FMT_ATTR, {.p = v}};
}
static inline IrFmtArg ir_fmt_ident(IrIdent v) {
  return (IrFmtArg){IR_FMT_IDENT, {.p = v}};
}
// An op prints as its name, a value as its source name with `%`.
static inline IrFmtArg ir_fmt_op(const IrOp *v) {
  return (IrFmtArg){IR_FMT_OP, {.p = v}};
}
static inline IrFmtArg ir_fmt_value(const IrValue *v) {
  return (IrFmtArg){IR_FMT_VALUE, {.p = v}};
}

#define IR_FMT_ARG(x) \
  _Generic((x), bool: ir_fmt_bool, char: ir_fmt_char, signed char: ir_fmt_int,                   \
      short: ir_fmt_int, int: ir_fmt_int, long: ir_fmt_int, long long: ir_fmt_int,               \
      unsigned char: ir_fmt_uint, unsigned short: ir_fmt_uint, unsigned: ir_fmt_uint,            \
      unsigned long: ir_fmt_uint, unsigned long long: ir_fmt_uint, float: ir_fmt_double,         \
      double: ir_fmt_double, char *: ir_fmt_cstr, const char *: ir_fmt_cstr, IrStr: ir_fmt_str,  \
      IrType: ir_fmt_type, IrAttr: ir_fmt_attr, IrIdent: ir_fmt_ident, IrOp *: ir_fmt_op,        \
      const IrOp *: ir_fmt_op, IrValue *: ir_fmt_value, const IrValue *: ir_fmt_value)(x)

// Expands `format, a, b` to `format, (const IrFmtArg[]){..}, 2` for the *_args functions.
#define IR_FMT_ARGS(...) \
  IR_FMT_PICK(__VA_ARGS__, IR_FMT_8, IR_FMT_7, IR_FMT_6, IR_FMT_5, IR_FMT_4, IR_FMT_3, IR_FMT_2, \
              IR_FMT_1, IR_FMT_0, _) \
  (__VA_ARGS__)
#define IR_FMT_PICK(_0, _1, _2, _3, _4, _5, _6, _7, _8, name, ...) name
#define IR_FMT_0(format) format, NULL, 0
#define IR_FMT_1(format, a) format, (const IrFmtArg[]){IR_FMT_ARG(a)}, 1
#define IR_FMT_2(format, a, b) format, (const IrFmtArg[]){IR_FMT_ARG(a), IR_FMT_ARG(b)}, 2
#define IR_FMT_3(format, a, b, c) \
  format, (const IrFmtArg[]){IR_FMT_ARG(a), IR_FMT_ARG(b), IR_FMT_ARG(c)}, 3
#define IR_FMT_4(format, a, b, c, d) \
  format, (const IrFmtArg[]){IR_FMT_ARG(a), IR_FMT_ARG(b), IR_FMT_ARG(c), IR_FMT_ARG(d)}, 4
#define IR_FMT_5(format, a, b, c, d, e) \
  format, \
      (const IrFmtArg[]){IR_FMT_ARG(a), IR_FMT_ARG(b), IR_FMT_ARG(c), IR_FMT_ARG(d), \
                         IR_FMT_ARG(e)}, \
      5
#define IR_FMT_6(format, a, b, c, d, e, f) \
  format, (const IrFmtArg[]){IR_FMT_ARG(a), IR_FMT_ARG(b), IR_FMT_ARG(c), \
                             IR_FMT_ARG(d), IR_FMT_ARG(e), IR_FMT_ARG(f)}, \
      6
#define IR_FMT_7(format, a, b, c, d, e, f, g) \
  format, (const IrFmtArg[]){IR_FMT_ARG(a), IR_FMT_ARG(b), IR_FMT_ARG(c), IR_FMT_ARG(d), \
                             IR_FMT_ARG(e), IR_FMT_ARG(f), IR_FMT_ARG(g)}, \
      7
#define IR_FMT_8(format, a, b, c, d, e, f, g, h) \
  format, (const IrFmtArg[]){IR_FMT_ARG(a), IR_FMT_ARG(b), IR_FMT_ARG(c), IR_FMT_ARG(d), \
                             IR_FMT_ARG(e), IR_FMT_ARG(f), IR_FMT_ARG(g), IR_FMT_ARG(h)}, \
      8

IR_API void ir_print_args(IrStream *stream, const char *format, const IrFmtArg *args, size_t n);
// ir_print(stream, "format", arguments...)
#define ir_print(stream, ...) ir_print_args((stream), IR_FMT_ARGS(__VA_ARGS__))

#endif
