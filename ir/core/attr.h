// Attributes: immutable constants, uniqued in the context, compared by pointer.
#ifndef IR_CORE_ATTR_H
#define IR_CORE_ATTR_H

#include "ir/core/type.h"
#include "ir/support/words.h"

typedef enum IrAttrKind {
  IR_ATTR_INTEGER, // of an integer type or index; i1 prints as true and false
  IR_ATTR_FLOAT,
  IR_ATTR_STRING,
  IR_ATTR_ARRAY,
  IR_ATTR_DICT,
  IR_ATTR_TYPE,
  IR_ATTR_SYMBOL,
  IR_ATTR_UNIT,
  IR_ATTR_DENSE,       // dense<...> elements of a shaped type
  IR_ATTR_DENSE_ARRAY, // array<i64: ...>
  IR_ATTR_STRIDED,     // strided<[...], offset: ...>
  IR_ATTR_LOC,
  IR_ATTR_DIALECT,    // defined by an IrAttrDef of a dialect
  IR_ATTR_OPAQUE,     // of a dialect nobody registered; its text is kept
  IR_ATTR_AFFINE_MAP, // ir/core/affine.h
  IR_ATTR_INTEGER_SET,
  IR_ATTR_TYPED,         // a string or opaque attribute with a type
  IR_ATTR_DENSE_STRINGS, // dense<...> elements that are strings
  IR_ATTR_SPARSE,        // sparse<...> elements: few indices with values, zeros elsewhere
  IR_ATTR_RESOURCE,      // dense_resource<key>: elements that stand at the end of the file
  IR_ATTR_DISTINCT,      // distinct[0]<...>: equal only to itself
} IrAttrKind;

// One `name = value` of a dictionary.
typedef struct IrNamedAttr {
  IrIdent name;
  IrAttr value;
} IrNamedAttr;

IR_API IrAttrKind ir_attr_kind(IrAttr attr);
IR_API IrContext *ir_attr_context(IrAttr attr);
// The attribute's type (integer, float, dense: the value's type), or NULL.
IR_API IrType ir_attr_type(IrAttr attr);

// Integers are kept sign-extended to 64 bits from their width (i1: 0 or 1); those of a wider type
// to whole words (ir/support/words.h).
IR_API IrAttr ir_attr_integer(IrType type, int64_t value);
// Of any width: the words are cut off or sign-extended to the type's.
IR_API IrAttr ir_attr_integer_words(IrType type, IrWords words);
// Words of an integer of any width: one up to 64 bits.  Borrowed from the attribute.
IR_API IrWords ir_attr_words(IrAttr integer);
// Whether the value is an int64_t: always so up to 64 bits (an unsigned one as its bits).
IR_API bool ir_attr_fits_int(IrAttr integer);
IR_API IrAttr ir_attr_index(IrContext *ctx, int64_t value);
IR_API IrAttr ir_attr_bool(IrContext *ctx, bool value);
// Value of an integer or bool attribute; of one that does not fit, the low 64 bits.
IR_API int64_t ir_attr_int(IrAttr attr);
// The value is rounded to the type (nearest even).
IR_API IrAttr ir_attr_float(IrType type, double value);
IR_API double ir_attr_double(IrAttr attr); // f80 and f128: rounded
// A float's bits, low word first; the second is 0 up to 64 bits.
typedef struct IrFloatBits {
  uint64_t at[2];
} IrFloatBits;
IR_API IrAttr ir_attr_float_of_bits(IrType type, IrFloatBits bits);
IR_API IrFloatBits ir_attr_float_bits(IrAttr attr);
IR_API IrAttr ir_attr_string(IrContext *ctx, IrStr text);
IR_API IrStr ir_attr_str(IrAttr attr); // of a string, or the root name of a symbol reference
IR_API IrAttr ir_attr_unit(IrContext *ctx);
IR_API IrAttr ir_attr_of_type(IrType type);
IR_API IrType ir_attr_type_value(IrAttr attr);

IR_API IrAttr ir_attr_array(IrContext *ctx, const IrAttr *elements, size_t n);
IR_API size_t ir_attr_count(IrAttr attr); // elements of an array, dense array or dictionary
IR_API IrAttr ir_attr_at(IrAttr array, size_t i);

// Entries are sorted by name; a name twice is the caller's error.
IR_API IrAttr ir_attr_dict(IrContext *ctx, const IrNamedAttr *entries, size_t n);
IR_API IrNamedAttr ir_attr_entry(IrAttr dict, size_t i);
IR_API IrAttr ir_attr_get(IrAttr dict, IrIdent name); // NULL when absent; dict may be NULL
IR_API IrAttr ir_attr_get_str(IrAttr dict, const char *name);

// @root::@nested...
IR_API IrAttr ir_attr_symbol(IrContext *ctx, IrStr root, const IrStr *nested, size_t n);
IR_API size_t ir_attr_num_nested(IrAttr symbol);
IR_API IrStr ir_attr_nested(IrAttr symbol, size_t i);

// Dense elements: `data` holds elements one after another in their storage width (i1 one byte,
// 16-bit floats two bytes, wide ones whole words, complex ones two numbers), or one for a splat.
IR_API IrAttr ir_attr_dense(IrType shaped, const void *data, size_t bytes);
IR_API IrAttr ir_attr_dense_of(IrType shaped, const IrAttr *elements, size_t n); // as above
IR_API IrAttr ir_attr_splat(IrType shaped, IrAttr element); // element: integer or float attribute
IR_API bool ir_attr_is_splat(IrAttr attr);                  // false of what is not dense
// Element i (row-major) as an integer or float attribute, a complex one as an array of two; any i
// for a splat.
IR_API IrAttr ir_attr_dense_at(IrAttr dense, int64_t i);
// The elements as stored: all of them, or one for a splat.
IR_API const void *ir_attr_dense_data(IrAttr dense, size_t *bytes);

// One element of dense data as it lies there: a number, or an array of two for a complex one.
IR_API void ir_dense_store(void *to, IrAttr element);
IR_API IrAttr ir_dense_load(IrType element, const void *from);

// Elements of a type that is no number: all strings, or one for a splat.
IR_API IrAttr ir_attr_dense_strings(IrType shaped, const IrAttr *strings, size_t n);
IR_API size_t ir_attr_num_strings(IrAttr dense_strings);
IR_API IrAttr ir_attr_string_at(IrAttr dense_strings, size_t i);
// `indices`: dense i64, a row for each of the `values`, which are dense.
IR_API IrAttr ir_attr_sparse(IrType shaped, IrAttr indices, IrAttr values);
IR_API IrAttr ir_attr_sparse_indices(IrAttr sparse);
IR_API IrAttr ir_attr_sparse_values(IrAttr sparse);

// Elements whose bytes the context keeps under a key (ir/core/blob.h).
IR_API IrAttr ir_attr_resource(IrType shaped, IrAttr key);
IR_API IrAttr ir_attr_resource_key(IrAttr resource); // a string

// A new attribute that is equal to no other, whatever it refers to.
IR_API IrAttr ir_attr_distinct(IrAttr refers_to);
IR_API IrAttr ir_attr_distinct_of(IrAttr distinct);

IR_API IrAttr ir_attr_i64_array(IrContext *ctx, const int64_t *values, size_t n);
IR_API IrAttr ir_attr_i32_array(IrContext *ctx, const int64_t *values, size_t n);
// Of integers, or of floats as their bits.
IR_API IrAttr ir_attr_dense_array(IrType element, const int64_t *values, size_t n);
IR_API int64_t ir_attr_array_int(IrAttr dense_array, size_t i);
IR_API double ir_attr_array_double(IrAttr dense_array, size_t i); // of floats
IR_API IrType ir_attr_array_element(IrAttr dense_array);          // element type

IR_API IrAttr ir_attr_strided(IrContext *ctx, const int64_t *strides, size_t n, int64_t offset);
IR_API const int64_t *ir_attr_strides(IrAttr strided, size_t *n);
IR_API int64_t ir_attr_offset(IrAttr strided);
IR_API IrAttr ir_attr_loc(IrContext *ctx, IrLoc loc);
IR_API IrLoc ir_attr_loc_value(IrAttr attr);
// Of a dialect nobody registered; `text` is what follows the `#`: "d.a<4>".
IR_API IrAttr ir_attr_opaque(IrContext *ctx, IrStr text);
IR_API IrStr ir_attr_opaque_text(IrAttr attr);

// `"text" : !d.string`, `#d.a : i32`: one of these with a type, which says nothing to us.
IR_API IrAttr ir_attr_typed(IrAttr attr, IrType type);
IR_API IrAttr ir_attr_untyped(IrAttr typed);

// A dialect's attribute; payload as for IrTypeDef.
typedef struct IrAttrDef {
  uint32_t size; // sizeof(IrAttrDef)
  const char *name;
  const char *summary, *doc, *example;
  IrAttr (*parse)(IrParser *parser);
  void (*print)(IrAttr attr, IrPrinter *printer);
  // What the attribute means in text as the encoding of `tensor`, which has none yet; NULL after a
  // diagnostic at `loc`. Without it the attribute is the encoding.
  IrAttr (*encode)(IrContext *ctx, IrLoc loc, IrAttr attr, IrType tensor);
} IrAttrDef;
#define IR_ATTRDEF_BASE IR_TABLE_BASE(IrAttrDef, print)

IR_API IrAttr ir_attr_intern(IrContext *ctx, const IrAttrDef *def, const void *payload,
                             size_t bytes);
IR_API const void *ir_attr_payload(IrAttr attr, const IrAttrDef *def);
IR_API const IrAttrDef *ir_attr_def(IrAttr attr);
// `attr` as IrAttrDef.encode reads it.
IR_API IrAttr ir_attr_encode(IrAttr attr, IrLoc loc, IrType tensor);

IR_API void ir_attr_print(IrAttr attr, IrStream *stream);

// Conversions between double and the bit patterns of the small float formats; round to nearest
// even, overflow to infinity (f8E4M3FN: to NaN, it has no infinity).
IR_API uint64_t ir_float_encode(IrFloatKind kind, double value);
IR_API double ir_float_decode(IrFloatKind kind, uint64_t bits);
// The same for any format.
IR_API IrFloatBits ir_float_encode_bits(IrFloatKind kind, double value);
IR_API double ir_float_decode_bits(IrFloatKind kind, IrFloatBits bits);

#endif
