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
} IrTypeKind;

typedef enum IrSignedness { IR_SIGNLESS, IR_SIGNED, IR_UNSIGNED } IrSignedness;

typedef enum IrFloatKind {
  IR_F16,
  IR_BF16,
  IR_F32,
  IR_F64,
  IR_TF32,
  IR_F8E4M3FN,
  IR_F8E5M2,
} IrFloatKind;

// Extents of a shaped type; borrowed from the type.
typedef struct IrShape {
  const int64_t *at;
  size_t rank;
} IrShape;

IR_API IrTypeKind ir_type_kind(IrType type);
IR_API IrContext *ir_type_context(IrType type);

// Integers of 1 to 64 bits.
IR_API IrType ir_type_integer(IrContext *ctx, unsigned width, IrSignedness sign);
IR_API IrType ir_type_i1(IrContext *ctx);
IR_API IrType ir_type_i32(IrContext *ctx);
IR_API IrType ir_type_i64(IrContext *ctx);
IR_API IrType ir_type_index(IrContext *ctx);
IR_API IrType ir_type_none(IrContext *ctx);
IR_API IrType ir_type_float(IrContext *ctx, IrFloatKind kind);
IR_API IrType ir_type_vector(IrContext *ctx, IrShape shape, IrType element);
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
IR_API bool ir_type_is_index(IrType type);
IR_API bool ir_type_is_float(IrType type);
IR_API bool ir_type_is_int_or_index(IrType type);
IR_API bool ir_type_is_shaped(IrType type); // vector, tensor or memref
IR_API unsigned ir_type_width(IrType type); // bits of an integer or float (tf32: 32); index: 64
IR_API IrSignedness ir_type_signedness(IrType type);
IR_API IrFloatKind ir_type_float_kind(IrType type);

// Shaped types.  ir_type_element of a scalar is the scalar itself.
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
