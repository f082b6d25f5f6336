// Memory with a named lifetime.
//
// IrArena: bump allocation, freed all at once (uniqued data, scratch of a pass).
// IrHeap:  size-class free lists over an arena, for ops and blocks that come and go.
// ir_malloc and friends: plain memory that aborts with a message when there is none; the only
// place that calls malloc.
#ifndef IR_SUPPORT_ARENA_H
#define IR_SUPPORT_ARENA_H

#include "ir/support/base.h"

IR_API void *ir_malloc(size_t bytes);
IR_API void *ir_calloc(size_t count, size_t bytes);
IR_API void *ir_realloc(void *block, size_t bytes);
IR_API void ir_free(void *block);

typedef struct IrArenaChunk IrArenaChunk;

// Zero-initialise to get an empty arena.
typedef struct IrArena {
  IrArenaChunk *chunk; // newest first
  char *next, *end;
  size_t total; // bytes taken from the system
} IrArena;

// A point in an arena's life to return to.
typedef struct IrArenaMark {
  IrArenaChunk *chunk;
  char *next, *end;
} IrArenaMark;

// `align` is a power of two up to 64; memory is not zeroed.
IR_API void *ir_arena_alloc(IrArena *arena, size_t bytes, size_t align);
IR_API void *ir_arena_zalloc(IrArena *arena, size_t bytes);
// Copies `s` and adds a zero byte.
IR_API char *ir_arena_strdup(IrArena *arena, IrStr s);
IR_API IrArenaMark ir_arena_mark(const IrArena *arena);
// Frees everything allocated since `mark`.
IR_API void ir_arena_release(IrArena *arena, IrArenaMark mark);
IR_API void ir_arena_destroy(IrArena *arena);

#define IR_NEW(arena, T) ((T *)ir_arena_zalloc((arena), sizeof(T)))
#define IR_NEW_ARRAY(arena, T, n) ((T *)ir_arena_zalloc((arena), sizeof(T) * (size_t)(n)))

enum { IR_HEAP_CLASSES = 128, IR_HEAP_GRAIN = 8 };

// Under AddressSanitizer a freed block is not given out again, so that any use of it is found.
#if defined __SANITIZE_ADDRESS__
#define IR_HEAP_REUSES 0
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define IR_HEAP_REUSES 0
#endif
#endif
#ifndef IR_HEAP_REUSES
#define IR_HEAP_REUSES 1
#endif

// Blocks above 1024 bytes, which come from ir_malloc.
typedef struct IrHeapLarges {
  struct IrHeapLarge *first;
  struct IrLock *lock; // held while the list is touched; NULL: by one thread alone
} IrHeapLarges;

// Zero-initialise to get an empty heap.  A heap is used by one thread at a time; a block may be
// given back to another heap than it came from, if both live as long as the block may be used and,
// for large ones, have the same `larges`.
typedef struct IrHeap {
  IrArena arena;
  void *free_list[IR_HEAP_CLASSES + 1];
  IrHeapLarges own_larges;
  IrHeapLarges *larges; // shared with other heaps, or NULL
} IrHeap;

IR_API void *ir_heap_alloc(IrHeap *heap, size_t bytes);
// `bytes` is the size given to ir_heap_alloc.
IR_API void ir_heap_free(IrHeap *heap, void *block, size_t bytes);
// Large blocks go with the heap when it has a list of its own.
IR_API void ir_heap_destroy(IrHeap *heap);
IR_API void ir_heap_free_larges(IrHeapLarges *larges);

#endif
