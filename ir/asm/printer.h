// Writing IR text, and the functions that custom printers are written with.
#ifndef IR_ASM_PRINTER_H
#define IR_ASM_PRINTER_H

#include "ir/core/op.h"

typedef struct IrPrintOptions {
  bool generic;                 // generic form throughout
  bool debuginfo;               // loc(...) on every op
  bool number_values;           // %0, %1 ... instead of source names
  bool local_scope;             // one op in a message or dump: no aliases, names from the op alone
  int64_t elide_elements_above; // dense<...> longer than that prints as dense_resource<__elided__>;
                                // <= 0: never
  int64_t hex_above;            // dense<...> longer than that prints as bytes; 0: 100, < 0: never
  bool short_locs;              // with debuginfo: `file:1:2` behind an op, which does not read back
  bool skip_regions;            // `{...}` for regions, which does not read back
  bool value_users;             // in comments, who uses an op's results and a block's arguments
  bool unique_names;            // no name twice, not even in different functions
  bool names_from_locs; // a value without a name in the source is called like its loc("name")
  int64_t elide_resources_above; // values in the metadata that are longer are left out; <= 0: none
  const struct IrFileResource *external; // external resources to write behind the op
  size_t num_external;
} IrPrintOptions;

IR_API void ir_print_op(IrOp *op, IrStream *stream, const IrPrintOptions *options);
// The whole op to standard error; for debuggers.
IR_API void ir_dump(IrOp *op);

// ---- For custom printers, which are called after the op's name and, as MLIR's, write the space
// that follows it themselves.  ----
IR_API IrStream *ir_printer_stream(IrPrinter *p);
IR_API void ir_printer_text(IrPrinter *p, const char *text);
// Formats like ir_print, but types and attributes use the printer's aliases and values its names.
IR_API void ir_printer_fmt_args(IrPrinter *p, const char *format, const IrFmtArg *args, size_t n);
#define ir_printer_fmt(p, ...) ir_printer_fmt_args((p), IR_FMT_ARGS(__VA_ARGS__))
IR_API void ir_printer_value(IrPrinter *p, IrValue *value);   // %name
IR_API void ir_printer_values(IrPrinter *p, IrValues values); // comma separated
IR_API void ir_printer_type(IrPrinter *p, IrType type);
IR_API void ir_printer_attr(IrPrinter *p, IrAttr attr);
// Without its `: type`, for formats whose type stands elsewhere.
IR_API void ir_printer_attr_untyped(IrPrinter *p, IrAttr attr);
// An affine map without the word: `(d0, d1) -> (d1, d0)`.
IR_API void ir_printer_affine_map(IrPrinter *p, IrAttr map);
IR_API void ir_printer_symbol_name(IrPrinter *p, IrStr name); // @name, quoted when needed
// ` {a = 1, ...}` of declared and discardable attributes but the named ones (NULL-terminated list
// or NULL); nothing when none is left.  With `keyword`, ` attributes {...}`.
IR_API void ir_printer_attr_dict(IrPrinter *p, IrOp *op, const char *const *elided, bool keyword);
// The region in braces, without a space before it.
enum {
  IR_PRINT_ENTRY_ARGS = 1,    // print the entry block's arguments as a block header
  IR_PRINT_NO_TERMINATOR = 2, // leave out a terminator without operands and attributes
};
IR_API void ir_printer_region(IrPrinter *p, IrRegion *region, unsigned flags);
// `^bb1` or `^bb1(%a, %b : t, t)`.
IR_API void ir_printer_successor(IrPrinter *p, IrBlock *block, IrValues operands);
// ` -> type`, ` -> (types)`, or nothing.
IR_API void ir_printer_arrow_types(IrPrinter *p, IrOp *op);
// ` loc(...)` when locations are printed; for arguments, ops get theirs anyway.
IR_API void ir_printer_loc(IrPrinter *p, IrLoc loc);
IR_API void ir_printer_newline(IrPrinter *p);        // and the current indent
IR_API void ir_printer_indent(IrPrinter *p, int by); // changes the current indent by so many spaces

#endif
