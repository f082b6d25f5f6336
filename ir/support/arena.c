// Arenas, heaps and the only calls of malloc.
//
// An arena takes chunks from the system, each twice the one before up to a limit, so a small
// context stays small and a big module costs few calls.  A heap puts free lists of exact sizes, 8
// bytes apart, over an arena: an op that is erased leaves room for the next of its shape.
#include "ir/support/arena.h"

#include <stdio.h>
#include <stdlib.h>

#include "ir/support/lock_impl.h"

#if IR_HEAP_REUSES
#define MARK_DEAD(block, bytes) ((void)0)
#else
#include <sanitizer/asan_interface.h>
#define MARK_DEAD(block, bytes) ASAN_POISON_MEMORY_REGION((block), (bytes))
#endif

static _Noreturn void out_of_memory(size_t bytes) {
  fprintf(stderr, "tegula: out of memory (%zu bytes wanted)\n", bytes);
  abort();
}

void *ir_malloc(size_t bytes) {
  void *block = malloc(bytes ? bytes : 1);
  if (!block) out_of_memory(bytes);
  return block;
}

void *ir_calloc(size_t count, size_t bytes) {
  void *block = calloc(count ? count : 1, bytes ? bytes : 1);
  if (!block) out_of_memory(count * bytes);
  return block;
}

void *ir_realloc(void *block, size_t bytes) {
  void *moved = realloc(block, bytes ? bytes : 1);
  if (!moved) out_of_memory(bytes);
  return moved;
}

void ir_free(void *block) {
  free(block);
}

struct IrArenaChunk {
  IrArenaChunk *older;
  size_t bytes; // whole chunk
};

enum { SMALLEST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20, MAX_ALIGN = 64 };

// In integers, for `p` is NULL while the arena is empty.
static char *align_up(char *p, size_t align) {
  return (char *)(((uintptr_t)p + align - 1) & ~(uintptr_t)(align - 1));
}

// What is left of the current chunk is given up.
static void *alloc_in_new_chunk(IrArena *arena, size_t bytes, size_t align) {
  size_t need = sizeof(IrArenaChunk) + bytes + align;
  size_t size = arena->chunk ? arena->total : SMALLEST_CHUNK;
  if (size > LARGEST_CHUNK) size = LARGEST_CHUNK;
  if (size < need) size = need;
  IrArenaChunk *chunk = ir_malloc(size);
  *chunk = (IrArenaChunk){arena->chunk, size};
  arena->chunk = chunk;
  arena->total += size;
  char *start = align_up((char *)(chunk + 1), align);
  arena->next = start + bytes;
  arena->end = (char *)chunk + size;
  return start;
}

void *ir_arena_alloc(IrArena *arena, size_t bytes, size_t align) {
  IR_ASSERT(align && align <= MAX_ALIGN && !(align & (align - 1)), "bad alignment");
  char *start = align_up(arena->next, align);
  if (!arena->next || start > arena->end || (size_t)(arena->end - start) < bytes)
    return alloc_in_new_chunk(arena, bytes, align);
  arena->next = start + bytes;
  return start;
}

void *ir_arena_zalloc(IrArena *arena, size_t bytes) {
  return memset(ir_arena_alloc(arena, bytes, 16), 0, bytes);
}

char *ir_arena_strdup(IrArena *arena, IrStr s) {
  char *copy = ir_arena_alloc(arena, s.len + 1, 1);
  if (s.len) memcpy(copy, s.ptr, s.len);
  copy[s.len] = 0;
  return copy;
}

IrArenaMark ir_arena_mark(const IrArena *arena) {
  return (IrArenaMark){arena->chunk, arena->next, arena->end};
}

void ir_arena_release(IrArena *arena, IrArenaMark mark) {
  while (arena->chunk != mark.chunk) {
    IrArenaChunk *chunk = arena->chunk;
    IR_ASSERT(chunk, "the mark is not of this arena");
    arena->chunk = chunk->older;
    arena->total -= chunk->bytes;
    ir_free(chunk);
  }
  arena->next = mark.next;
  arena->end = mark.end;
}

void ir_arena_destroy(IrArena *arena) {
  ir_arena_release(arena, (IrArenaMark){0});
}

// A block too large for the classes, in a list of its own.
typedef struct IrHeapLarge {
  struct IrHeapLarge *next, **prev;
} IrHeapLarge;

static IrHeapLarges *larges_of(IrHeap *heap) {
  return heap->larges ? heap->larges : &heap->own_larges;
}

static void *alloc_large(IrHeapLarges *larges, size_t bytes) {
  IrHeapLarge *large = ir_malloc(sizeof(IrHeapLarge) + bytes);
  if (larges->lock) ir_lock(larges->lock, true);
  *large = (IrHeapLarge){larges->first, &larges->first};
  if (larges->first) larges->first->prev = &large->next;
  larges->first = large;
  if (larges->lock) ir_unlock(larges->lock, true);
  return large + 1;
}

static void free_large(IrHeapLarges *larges, void *block) {
  IrHeapLarge *large = (IrHeapLarge *)block - 1;
  if (larges->lock) ir_lock(larges->lock, true);
  *large->prev = large->next;
  if (large->next) large->next->prev = large->prev;
  if (larges->lock) ir_unlock(larges->lock, true);
  ir_free(large);
}

static size_t class_of(size_t bytes) {
  return (bytes + IR_HEAP_GRAIN - 1) / IR_HEAP_GRAIN;
}

void *ir_heap_alloc(IrHeap *heap, size_t bytes) {
  size_t class = class_of(bytes ? bytes : 1);
  if (class > IR_HEAP_CLASSES) return alloc_large(larges_of(heap), bytes);
  void *block = heap->free_list[class];
  if (!block) return ir_arena_alloc(&heap->arena, class * IR_HEAP_GRAIN, IR_HEAP_GRAIN);
  memcpy(&heap->free_list[class], block, sizeof(void *));
  return block;
}

void ir_heap_free(IrHeap *heap, void *block, size_t bytes) {
  size_t class = class_of(bytes ? bytes : 1);
  if (class > IR_HEAP_CLASSES) {
    free_large(larges_of(heap), block);
    return;
  }
  MARK_DEAD(block, class * IR_HEAP_GRAIN);
  if (!IR_HEAP_REUSES) return;
  memcpy(block, &heap->free_list[class], sizeof(void *));
  heap->free_list[class] = block;
}

void ir_heap_free_larges(IrHeapLarges *larges) {
  while (larges->first) free_large(larges, larges->first + 1);
}

void ir_heap_destroy(IrHeap *heap) {
  ir_heap_free_larges(&heap->own_larges);
  ir_arena_destroy(&heap->arena);
  *heap = (IrHeap){0};
}
