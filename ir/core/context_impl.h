// What a context holds; private to ir/.
#ifndef IR_CORE_CONTEXT_IMPL_H
#define IR_CORE_CONTEXT_IMPL_H

#include "ir/core/dialect.h"
#include "ir/core/local_impl.h"
#include "ir/core/origin.h"
#include "ir/support/intern_impl.h"
#include "ir/support/source_impl.h"
#include "ir/support/vec.h"

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

// Uniqued types and attributes lie in several sets, chosen by the hash, so that threads which
// insert seldom meet.
enum { IR_UNIQUER_BITS = 3 };

struct IrContext {
  IrLocal local; // of the thread that made the context
  bool shared;   // several threads may be at work: locks are taken, locals looked up
  bool allow_unregistered;
  bool stamp_patterns;
  bool check_rewrites; // edits are noted in the journal of the thread

  unsigned sharers;
  pthread_key_t local_key;       // while shared
  IrLocal *locals, *free_locals; // the others
  IrLock local_lock;
  IrLock large_lock;
  IrHeapLarges large_blocks; // of all locals

  IrInternSet uniquer[1 << IR_UNIQUER_BITS]; // of IrStorage
  IrInternSet idents;                        // of IrIdentStorage
  IrStableArray ident_list;                  // of IrIdent, by index
  // Types and attributes that are asked for all the time.
  _Atomic(IrType) integers[65], floats[IR_NUM_FLOATS], index, none;
  _Atomic(IrAttr) unit, bools[2];
  _Atomic uint64_t num_distinct;
  struct IrBlobs *blobs; // ir/core/blob.c
  IrLock blob_lock;
  // Whether any attribute or type was made that is printed by an alias.
  atomic_bool has_aliased;

  IrStrMap infos;           // op name -> IrOpInfo, registered
  IrInternSet unregistered; // of IrOpInfo, by name
  IrPtrMap info_of_def;     // IrOpDef -> IrOpInfo
  IrStrMap dialects, type_defs, attr_defs, directives;
  IR_VEC(const IrDialect *) sorted_dialects;
  const IrOrigin *origin; // of what registers now; NULL: the tool
  IrPtrMap adopted;       // table of a dialect with fewer fields -> its copy
  IrPtrMap origins;       // definition -> IrOrigin, of plugins only

  IrSources sources;
  IrLock diag_lock; // a thread that holds it may take it again
  IR_VEC(IrExtension) extensions;
  IrLock extension_lock;
  IR_VEC(IrStr) debug_channels; // that are open
  IR_VEC(IrDebugChannel) known_channels;
  bool debug_all;
};

void ir_blobs_free(IrContext *ctx);
// Says that printing may have aliases to make.
static inline void ir_context_has_aliased(IrContext *ctx) {
  atomic_store_explicit(&ctx->has_aliased, true, memory_order_relaxed);
}

// Makes the channels of ir/ known.
void ir_debug_register_core(IrContext *ctx);

// What this thread keeps of the context.
static inline IrLocal *ir_local(IrContext *ctx) {
  return ctx->shared ? ir_local_of_thread(ctx) : &ctx->local;
}

#endif
