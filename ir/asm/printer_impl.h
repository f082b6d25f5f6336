// The printer's state and what its files share.
//
//   printer.c      ops, regions, blocks        print_names.c  names of values and blocks
//   print_aliases.c  aliases it makes          print_users.c  comments that say who uses a value
//   print_metadata.c resources behind the op
//   print_type.c   types                       print_attr.c   attributes
//   print_affine.c affine maps and sets
//   format_print.c ops that have an assembly format
#ifndef IR_ASM_PRINTER_IMPL_H
#define IR_ASM_PRINTER_IMPL_H

#include "ir/asm/names.h"
#include "ir/asm/printer.h"
#include "ir/core/dialect.h"
#include "ir/support/map.h"

// How a value that does not go by its name in the source is printed.
typedef enum IrNameForm {
  IR_NAME_NUMBER,   // %3
  IR_NAME_ARGUMENT, // %arg3
  IR_NAME_SUFFIXED, // %name_3
} IrNameForm;

typedef struct IrPrintedName {
  const IrValue *value;
  IrNameForm form;
  uint32_t number;
} IrPrintedName;

// Names of the values in one isolated op, given before it is printed.
typedef struct IrNameScope {
  struct IrNameScope *outer, *inner; // inner is kept for reuse
  IR_VEC(IrPrintedName) made;
  uint32_t *slots; // hash table by value: position in `made`, plus one
  uint32_t size;
  uint32_t num_suffixed;
  IrNames used;           // names taken, with scopes; `count` is the next suffix to try
  IrArena text;           // of those that are not in the source
  IR_VEC(IrOp *) pending; // ops whose regions are still to be named
} IrNameScope;

// Blocks of the region being printed.
typedef struct IrBlockNames {
  IrPtrMap number;  // block to its number plus one
  uint32_t *preds;  // predecessors' numbers, grouped by block
  uint32_t *starts; // where each block's group starts
} IrBlockNames;

typedef struct IrAliases IrAliases;

struct IrPrinter {
  IrStream *out;
  IrContext *ctx;
  IrPrintOptions options;
  unsigned indent;
  IrStr default_dialect;
  IrNameScope *names;
  const IrBlockNames *blocks;
  IrAliases *aliases;       // or NULL: everything is written out
  IR_VEC(IrAttr) resources; // keys of blobs that were named
  IrPtrMap distinct;        // distinct attribute -> its number plus one
  size_t num_distinct;
};

// print_aliases.c
bool ir_aliases_wanted(const IrPrinter *p);
// Between start and number, printing only collects what gets an alias.
void ir_aliases_start(IrPrinter *p);
bool ir_aliases_collecting(const IrPrinter *p);
void ir_aliases_number(IrPrinter *p);
// `#map1 = affine_map<...>` of those that stand in front of the op, or behind it.
void ir_aliases_define(IrPrinter *p, bool in_front);
void ir_aliases_finish(IrPrinter *p);
void ir_aliases_see_op(IrPrinter *p, const IrOp *op);
void ir_print_op_loc(IrPrinter *p, const IrOp *op);
// With p->aliases: whether nothing more is to be written.
bool ir_print_type_alias(IrPrinter *p, IrType type);
bool ir_print_attr_alias(IrPrinter *p, IrAttr attr);

// print_metadata.c
void ir_see_resource(IrPrinter *p, IrAttr key);
size_t ir_number_distinct(IrPrinter *p, IrAttr attr);
void ir_print_metadata(IrPrinter *p);
void ir_printer_release(IrPrinter *p); // what printing any attribute may have allocated

// print_users.c
// ` // used by %a, func.return` behind an op; a line for each argument of a block in front of its
// ops.
void ir_print_result_users(IrPrinter *p, IrOp *op);
void ir_print_arg_users(IrPrinter *p, IrBlock *block);

// print_names.c
// Names everything in `root`'s regions, and its results when `with_results`.
// Whether the outermost op's names are those of all isolated ops in it.
bool ir_names_at_once(const IrPrinter *p);
void ir_names_enter(IrPrinter *p, IrOp *root, bool with_results);
void ir_names_leave(IrPrinter *p);
void ir_names_finish(IrPrinter *p);
// `%name` of a group's first value.
void ir_print_value_name(IrPrinter *p, const IrValue *leader);
void ir_block_names_init(IrBlockNames *names, IrRegion *region);
void ir_block_names_free(IrBlockNames *names);
// First result of the group that result `i` is named with: `%a#1` is 1 after `%a`.
size_t ir_result_leader(IrPrinter *p, const IrOp *op, size_t i);
// How many results from `leader` on share its name.
size_t ir_result_group_size(IrPrinter *p, const IrOp *op, size_t leader);

// printer.c
void ir_print_generic(IrPrinter *p, IrOp *op);
// A bare word when it can be one, else quoted.
void ir_print_key(IrPrinter *p, IrStr name);
// `{a = 1, b}` of the entries, without a space before it.
void ir_print_entries(IrPrinter *p, const IrNamedAttr *entries, size_t n);

// print_type.c, print_attr.c: without an alias; an attribute without its `: type`
void ir_print_type_body(IrPrinter *p, IrType type);
void ir_print_attr_body(IrPrinter *p, IrAttr attr);

// print_affine.c
void ir_print_affine(IrPrinter *p, IrAttr map_or_set);

// print_attr.c
// `[1, 2]` of a dense array.
void ir_print_bare_dense_array(IrPrinter *p, IrAttr attr);
bool ir_is_bare_word(IrStr name);
// As in an array or a memref: i64 and f64 are left out.
void ir_print_attr_inside(IrPrinter *p, IrAttr attr);

#endif
