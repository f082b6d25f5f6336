// Where the race detector keeps what touched each byte; see race_impl.h.
//
// A chunk of 16 bytes is one cell as long as every access touches all of it, as vector accesses,
// ldmatrix and copies do.  A smaller or unaligned access splits it into equal cells of the largest
// size that fits, each of which starts with what the whole had seen.  A write of the whole chunk
// makes it one cell again.
#include "targets/cpu/race_impl.h"

#include "ir/support/arena.h"

static uint32_t num_parts(const Page *page, uint32_t chunk) {
  return CHUNK_BYTES / page->cell_bytes[chunk];
}

void race_cell_clear_others(Cell *cell) {
  cell->other.lanes = 0;
  if (cell->more) cell->more->n = 0;
}

static size_t size_of_more(uint32_t room) {
  return sizeof(More) + room * sizeof(Entry);
}

void race_cell_add_other(Cell *cell, Entry entry) {
  if (!cell->other.lanes) {
    cell->other = entry;
    return;
  }
  uint32_t n = race_num_more(cell);
  if (!cell->more || n == cell->more->room) {
    uint32_t room = 2 * n + 3;
    cell->more = ir_realloc(cell->more, size_of_more(room));
    cell->more->room = room;
  }
  cell->more->at[n] = entry;
  cell->more->n = n + 1;
}

void race_cell_thin_more(Cell *cell) {
  More *more = cell->more;
  uint32_t n = 0;
  for (uint32_t i = 0; i < more->n; i++)
    if (more->at[i].lanes) more->at[n++] = more->at[i];
  more->n = n;
}

static void copy_cell(Cell *to, const Cell *from) {
  uint32_t n = race_num_more(from);
  *to = *from;
  to->more = NULL;
  if (n == 0) return;
  to->more = ir_malloc(size_of_more(n));
  *to->more = (More){n, n};
  memcpy(to->more->at, from->more->at, n * sizeof(Entry));
}

static void free_others(Cell *cell) {
  cell->other.lanes = 0;
  ir_free(cell->more);
  cell->more = NULL;
}

static void split(Page *page, uint32_t chunk, uint32_t cell_bytes) {
  uint32_t old_bytes = page->cell_bytes[chunk];
  Cell *old = old_bytes == CHUNK_BYTES ? &page->whole[chunk] : page->parts[chunk];
  uint32_t n = CHUNK_BYTES / cell_bytes;
  Cell *parts = ir_malloc(n * sizeof *parts);
  for (uint32_t i = 0; i < n; i++) copy_cell(&parts[i], &old[i * cell_bytes / old_bytes]);
  for (uint32_t i = 0; i < CHUNK_BYTES / old_bytes; i++) free_others(&old[i]);
  ir_free(page->parts[chunk]);
  page->parts[chunk] = parts;
  page->cell_bytes[chunk] = (uint8_t)cell_bytes;
}

Cell *race_cells(Page *page, uint32_t chunk, uint32_t first, uint32_t bytes) {
  uint32_t ends = first | (first + bytes) | CHUNK_BYTES, fits = ends & -ends;
  if (fits < page->cell_bytes[chunk]) split(page, chunk, fits);
  return page->cell_bytes[chunk] == CHUNK_BYTES ? &page->whole[chunk] : page->parts[chunk];
}

static void drop_parts(Page *page, uint32_t chunk) {
  if (page->cell_bytes[chunk] == CHUNK_BYTES) return;
  for (uint32_t i = 0; i < num_parts(page, chunk); i++) free_others(&page->parts[chunk][i]);
  ir_free(page->parts[chunk]);
  page->parts[chunk] = NULL;
  page->cell_bytes[chunk] = CHUNK_BYTES;
}

void race_make_whole(Page *page, uint32_t chunk, Entry write) {
  drop_parts(page, chunk);
  race_cell_clear_others(&page->whole[chunk]);
  page->whole[chunk].write = write;
}

static Page *take_page(CpuRace *race, uint64_t number) {
  Page *page = race->free_pages.n ? ir_vec_pop(&race->free_pages) : ir_malloc(sizeof *page);
  memset(page, 0, sizeof *page);
  memset(page->cell_bytes, CHUNK_BYTES, sizeof page->cell_bytes);
  page->number = number;
  return page;
}

Page *race_page(CpuRace *race, CpuRaceMemory *memory, uint64_t offset) {
  uint64_t number = offset / PAGE_BYTES;
  if (memory->last && memory->last->number == number) return memory->last;
  const void *key = (const void *)(uintptr_t)(number + 1); // NULL is no key
  Page *page = ir_ptrmap_get(&memory->pages, key);
  if (!page) {
    page = take_page(race, number);
    ir_ptrmap_set(&memory->pages, key, page);
  }
  return memory->last = page;
}

static void free_page(CpuRace *race, Page *page) {
  for (uint32_t c = 0; c < PAGE_CHUNKS; c++) {
    drop_parts(page, c);
    free_others(&page->whole[c]);
  }
  ir_vec_push(&race->free_pages, page);
}

void race_memory_clear(CpuRace *race, CpuRaceMemory *memory) {
  for (uint32_t i = 0; i < memory->pages.n; i++)
    if (memory->pages.entries[i].key) free_page(race, memory->pages.entries[i].value);
  ir_ptrmap_clear(&memory->pages);
  memory->last = NULL;
}
