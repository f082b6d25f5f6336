// Growing text buffers.
#include "ir/support/stream.h"

#include "ir/support/arena.h"

// A buffer with somewhere to go grows to twice this and is handed on whenever it is full.
enum { FLUSH_ABOVE = 1 << 15 };

void ir_stream_free(IrStream *stream) {
  ir_free(stream->data);
  stream->data = NULL;
  stream->len = stream->cap = 0;
}

void ir_stream_flush(IrStream *stream) {
  if (!stream->write || stream->len == 0) return;
  stream->write(stream->user, stream->data, stream->len);
  stream->len = 0;
}

// Makes room for `len` more bytes and one.
static void make_room(IrStream *stream, size_t len) {
  if (stream->len > FLUSH_ABOVE) ir_stream_flush(stream);
  if (stream->cap - stream->len > len) return;
  size_t cap = stream->cap ? stream->cap * 2 : 128;
  if (cap <= stream->len + len) cap = stream->len + len + 1;
  stream->data = ir_realloc(stream->data, cap);
  stream->cap = cap;
}

void ir_write(IrStream *stream, const char *text, size_t len) {
  if (len == 0) return;
  if (stream->cap - stream->len <= len) make_room(stream, len);
  memcpy(stream->data + stream->len, text, len);
  stream->len += len;
}

void ir_write_cstr(IrStream *stream, const char *text) {
  ir_write(stream, text, strlen(text));
}

void ir_write_char_slowly(IrStream *stream, char c) {
  make_room(stream, 1);
  stream->data[stream->len++] = c;
}

void ir_write_uint(IrStream *stream, uint64_t value) {
  char digits[20];
  size_t at = sizeof digits;
  do digits[--at] = (char)('0' + value % 10);
  while ((value /= 10) != 0);
  ir_write(stream, digits + at, sizeof digits - at);
}

void ir_write_int(IrStream *stream, int64_t value) {
  if (value >= 0) {
    ir_write_uint(stream, (uint64_t)value);
    return;
  }
  ir_write_char(stream, '-');
  ir_write_uint(stream, -(uint64_t)value);
}

void ir_write_indent(IrStream *stream, unsigned columns) {
  make_room(stream, columns);
  memset(stream->data + stream->len, ' ', columns);
  stream->len += columns;
}

void ir_write_quoted(IrStream *stream, IrStr text) {
  static const char hex[] = "0123456789ABCDEF";
  ir_write_char(stream, '"');
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.ptr[i];
    if (c == '\\') {
      ir_write(stream, "\\\\", 2);
    } else if (c < 32 || c > 126 || c == '"') {
      ir_write(stream, (char[]){'\\', hex[c >> 4], hex[c & 15]}, 3);
    } else {
      ir_write_char(stream, (char)c);
    }
  }
  ir_write_char(stream, '"');
}

void ir_write_json(IrStream *stream, IrStr text) {
  static const char hex[] = "0123456789abcdef";
  ir_write_char(stream, '"');
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.ptr[i];
    if (c == '"' || c == '\\') {
      ir_write(stream, (char[]){'\\', (char)c}, 2);
    } else if (c < 32 || c == 127) {
      ir_write(stream, (char[]){'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]}, 6);
    } else {
      ir_write_char(stream, (char)c);
    }
  }
  ir_write_char(stream, '"');
}

const char *ir_stream_cstr(IrStream *stream) {
  make_room(stream, 1);
  stream->data[stream->len] = 0;
  return stream->data;
}

IrStr ir_stream_str(const IrStream *stream) {
  return (IrStr){stream->data, stream->len};
}
