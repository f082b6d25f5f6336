// Types: immutable, uniqued in the context, compared by pointer.
#ifndef IR_CORE_TYPE_H
#define IR_CORE_TYPE_H

#include "ir/core/table.h"

// An extent, stride or offset known only at run time; prints as `?`.
#define IR_DYNAMIC INT64_MIN

typedef enum IrTypeKind {
  IR_TYPE_INTEGER,
  IR_TYPE_INDEX,
  IR_TYPE_FLOAT,
  IR_TYPE_NONE,
  IR_TYPE_VECTOR,
  IR_TYPE_TENSOR,
  IR_TYPE_MEMREF,
  IR_TYPE_FUNCTION,
  IR_TYPE_TUPLE,
  IR_TYPE_DIALECT, // defined by an IrTypeDef of a dialect
  IR_TYPE_OPAQUE,  // of a dialect nobody registered; its text is kept
  IR_TYPE_COMPLEX,
  IR_TYPE_UNRANKED_TENSOR,
  IR_TYPE_UNRANKED_MEMREF,
} IrTypeKind;

typedef enum IrSignedness { IR_SIGNLESS, IR_SIGNED, IR_UNSIGNED } IrSignedness;

// The float formats, as X(id, name, bits, exponent bits, mantissa bits, bias, special).  `special`
// is what stands for infinity and NaN:
//   IEEE    the largest exponent, as IEEE 754 has it
//   FN      no infinity; all bits set is NaN
//   FNUZ    no infinity and no negative zero, whose pattern is the NaN
//   FINITE  neither infinity nor NaN
//   SCALE   a power of two and nothing else: no sign, no zero; all bits set is NaN
// (Open Compute Project, 8-bit Floating Point Specification and Microscaling Formats; the FNUZ
// formats: arXiv 2206.02915.)  tf32 takes 32 bits, its 19 the top ones.  f80 and f128 hold more
// than a double, so C code meets them as their bits; f80 writes the leading one of its mantissa.
#define IR_FLOAT_LIST(X) \
  X(F16, "f16", 16, 5, 10, 15, IEEE) \
  X(BF16, "bf16", 16, 8, 7, 127, IEEE) \
  X(F32, "f32", 32, 8, 23, 127, IEEE) \
  X(F64, "f64", 64, 11, 52, 1023, IEEE) \
  X(TF32, "tf32", 32, 8, 10, 127, IEEE) \
  X(F8E4M3FN, "f8E4M3FN", 8, 4, 3, 7, FN) \
  X(F8E5M2, "f8E5M2", 8, 5, 2, 15, IEEE) \
  X(F8E4M3, "f8E4M3", 8, 4, 3, 7, IEEE) \
  X(F8E3M4, "f8E3M4", 8, 3, 4, 3, IEEE) \
  X(F8E5M2FNUZ, "f8E5M2FNUZ", 8, 5, 2, 16, FNUZ) \
  X(F8E4M3FNUZ, "f8E4M3FNUZ", 8, 4, 3, 8, FNUZ) \
  X(F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 8, 4, 3, 11, FNUZ) \
  X(F8E8M0FNU, "f8E8M0FNU", 8, 8, 0, 127, SCALE) \
  X(F6E2M3FN, "f6E2M3FN", 6, 2, 3, 1, FINITE) \
  X(F6E3M2FN, "f6E3M2FN", 6, 3, 2, 3, FINITE) \
  X(F4E2M1FN, "f4E2M1FN", 4, 2, 1, 1, FINITE) \
  X(F80, "f80", 80, 15, 63, 16383, IEEE) \
  X(F128, "f128", 128, 15, 112, 16383, IEEE)

typedef enum IrFloatKind {
#define X(id, ...) IR_##id,
  IR_FLOAT_LIST(X)
#undef X
      IR_NUM_FLOATS
} IrFloatKind;

typedef enum IrFloatSpecial {
  IR_FLOAT_IEEE,
  IR_FLOAT_FN,
  IR_FLOAT_FNUZ,
  IR_FLOAT_FINITE,
  IR_FLOAT_SCALE,
} IrFloatSpecial;

typedef struct IrFloatFormat {
  const char *name;
  unsigned bits, exponent_bits, mantissa_bits;
  int bias;
  IrFloatSpecial special;
} IrFloatFormat;

// Static; never NULL.
IR_API const IrFloatFormat *ir_float_format(IrFloatKind kind);

// Extents of a shaped type; borrowed from the type.
typedef struct IrShape {
  const int64_t *at;
  size_t rank;
} IrShape;

IR_API IrTypeKind ir_type_kind(IrType type);
IR_API IrContext *ir_type_context(IrType type);

// Widest integer, as MLIR has it.
enum { IR_MAX_INTEGER_WIDTH = (1 << 24) - 1 }; // an integer of 0 bits is 0

IR_API IrType ir_type_integer(IrContext *ctx, unsigned width, IrSignedness sign);
IR_API IrType ir_type_i1(IrContext *ctx);
IR_API IrType ir_type_i32(IrContext *ctx);
IR_API IrType ir_type_i64(IrContext *ctx);
IR_API IrType ir_type_index(IrContext *ctx);
IR_API IrType ir_type_none(IrContext *ctx);
IR_API IrType ir_type_float(IrContext *ctx, IrFloatKind kind);
IR_API IrType ir_type_vector(IrContext *ctx, IrShape shape, IrType element);
// `scalable[i]`: extent i is a multiple, known only at run time, of what the shape says.
IR_API IrType ir_type_scalable_vector(IrContext *ctx, IrShape shape, const bool *scalable,
                                      IrType element);
IR_API bool ir_type_is_scalable(IrType vector, size_t i);
IR_API bool ir_type_has_scalable(IrType type); // a vector with such an extent
// Of integers or floats.
IR_API IrType ir_type_complex(IrType element);
// `tensor<*xT>` and `memref<*xT, space>`: nothing is known of the shape.  They are not shaped
// types: ir_type_is_shaped is false.
IR_API IrType ir_type_unranked_tensor(IrType element);
IR_API IrType ir_type_unranked_memref(IrType element, IrAttr space);
IR_API bool ir_type_is_unranked(IrType type);
// `encoding` may be NULL; it holds a tile's layout once it has one.
IR_API IrType ir_type_tensor(IrContext *ctx, IrShape shape, IrType element, IrAttr encoding);
// `layout` NULL is row-major; `space` NULL is global memory.
IR_API IrType ir_type_memref(IrContext *ctx, IrShape shape, IrType element, IrAttr layout,
                             IrAttr space);
IR_API IrType ir_type_function(IrContext *ctx, const IrType *inputs, size_t num_inputs,
                               const IrType *results, size_t num_results);
IR_API IrType ir_type_tuple(IrContext *ctx, const IrType *elements, size_t n);

// Of a dialect nobody registered; `text` is what follows the `!`: "d.t<4>".
IR_API IrType ir_type_opaque(IrContext *ctx, IrStr text);
IR_API IrStr ir_type_opaque_text(IrType type);

IR_API bool ir_type_is_integer(IrType type, unsigned width); // signless, that width
IR_API bool ir_type_is_any_integer(IrType type);             // any width and signedness
// An integer or float of more than 64 bits, whose constants are no int64_t and no double.
IR_API bool ir_type_is_wide(IrType type);
IR_API bool ir_type_is_index(IrType type);
IR_API bool ir_type_is_float(IrType type);
IR_API bool ir_type_is_int_or_index(IrType type);
IR_API bool ir_type_is_shaped(IrType type); // vector, tensor or memref
IR_API unsigned ir_type_width(IrType type); // bits of an integer or float (tf32: 32); index: 64
// Bytes that one element takes in dense data, 0 when it is not a number.
IR_API size_t ir_type_storage_bytes(IrType element);
// Bytes that one takes in dense elements written as hexadecimal text: its bits, without padding.
IR_API size_t ir_packed_bytes(IrType element);
IR_API IrSignedness ir_type_signedness(IrType type);
IR_API IrFloatKind ir_type_float_kind(IrType type);

// Shaped types.  ir_type_element of a scalar is the scalar itself; it is also the element of
// complex and unranked types.
IR_API IrShape ir_type_shape(IrType type);
IR_API IrType ir_type_element(IrType type);
IR_API IrAttr ir_type_encoding(IrType tensor);
IR_API IrAttr ir_type_layout(IrType memref);
IR_API IrAttr ir_type_space(IrType memref);
IR_API int64_t ir_type_num_elements(IrType type); // IR_DYNAMIC when an extent is
// The same kind of shaped type with another element type; a scalar gives `element`.
IR_API IrType ir_type_with_element(IrType type, IrType element);
IR_API IrType ir_type_with_encoding(IrType tensor, IrAttr encoding);

IR_API size_t ir_type_num_inputs(IrType function);
IR_API IrType ir_type_input(IrType function, size_t i);
IR_API size_t ir_type_num_results(IrType function);
IR_API IrType ir_type_result(IrType function, size_t i);

// Strides and offset of a memref: from its layout, or row-major.  `strides` holds rank entries;
// unknown ones are IR_DYNAMIC.
IR_API void ir_type_memref_strides(IrType memref, int64_t *strides, int64_t *offset);

typedef struct IrParser IrParser;
typedef struct IrPrinter IrPrinter;

// A dialect's type.  `payload` is the dialect's own plain struct, copied and compared byte by byte:
// zero its padding; pointers in it must be to uniqued things.
typedef struct IrTypeDef {
  uint32_t size;    // sizeof(IrTypeDef)
  const char *name; // "mem.buffer"
  const char *summary, *doc, *example;
  IrType (*parse)(IrParser *parser); // after the name; NULL after a diagnostic
  void (*print)(IrType type, IrPrinter *printer);
  const struct IrInterfaceImpl *interfaces; // ir/core/interface.h; read it with ir_type_interface
} IrTypeDef;
#define IR_TYPEDEF_BASE IR_TABLE_BASE(IrTypeDef, print)

IR_API IrType ir_type_intern(IrContext *ctx, const IrTypeDef *def, const void *payload,
                             size_t bytes);
// NULL when the type is not of that definition.
IR_API const void *ir_type_payload(IrType type, const IrTypeDef *def);
IR_API const IrTypeDef *ir_type_def(IrType type); // NULL for builtin types

// Prints the type as text (no aliases).
IR_API void ir_type_print(IrType type, IrStream *stream);

#endif
