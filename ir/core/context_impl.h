// What a context holds; private to ir/.
#ifndef IR_CORE_CONTEXT_IMPL_H
#define IR_CORE_CONTEXT_IMPL_H

#include "ir/core/dialect.h"
#include "ir/core/origin.h"
#include "ir/support/arena.h"
#include "ir/support/diag_impl.h"
#include "ir/support/map.h"
#include "ir/support/source_impl.h"

// Interned text.  `index` is its number in the context's table: value names refer to it by that.
struct IrIdentStorage {
  IrContext *ctx;
  uint32_t index;
  uint32_t len;
  char text[];
};

typedef struct IrExtension {
  const void *key;
  void *state;
  void (*destroy)(void *state);
} IrExtension;

// One table for all uniqued types and attributes; see uniquer.c.
typedef struct IrUniquer {
  const struct IrStorage **slots;
  size_t size, used;
} IrUniquer;

struct IrContext {
  IrArena arena; // uniqued data, identifiers, registrations, locations
  IrHeap heap;   // ops, blocks, regions
  bool allow_unregistered;

  IrStrMap idents; // text -> IrIdent, the entry's position being its index
  IrUniquer uniquer;
  // Types and attributes that are asked for all the time.
  IrType integers[65], floats[IR_F8E5M2 + 1], index, none;
  IrAttr unit, bools[2];

  IrStrMap infos;        // op name -> IrOpInfo, registered
  IrStrMap unregistered; // op name -> IrOpInfo
  IrPtrMap info_of_def;  // IrOpDef -> IrOpInfo
  IrStrMap dialects, type_defs, attr_defs, directives;
  IR_VEC(const IrDialect *) sorted_dialects;
  const IrOrigin *origin; // of what registers now; NULL: the tool
  IrPtrMap adopted;       // table of a dialect with fewer fields -> its copy
  IrPtrMap origins;       // definition -> IrOrigin, of plugins only

  // While someone has it open: symbol table op -> its symbols; see symbol.c.
  IrPtrMap symbol_index;
  unsigned symbol_index_users;

  IrSources sources;
  IrDiagEngine diags;
  IR_VEC(IrExtension) extensions;
  IR_VEC(IrStr) debug_channels;
};

#endif
