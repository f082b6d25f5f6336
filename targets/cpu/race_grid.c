// Races between clusters; see race_grid.h.
//
// Each byte needs to remember one cluster for each kind of access: all those remembered are of
// other clusters than the one being added, so one of them is enough to race with.  Bytes with the
// same memory are kept together in segments, in the order of their offsets within a page.
#include "targets/cpu/race_grid.h"

#include <stdlib.h>

#include "targets/cpu/race_impl.h"

// ---- Traces. ----

// Bytes [low, high) that a cluster touched in the same way.
typedef struct Trace {
  uint64_t low, high;
  const IrOp *op;
  CpuRaceKind kind;
  uint32_t block;
} Trace;

struct CpuRaceTraces {
  IR_VEC(Trace) rows;
};

static CpuRaceKind kind_of(const Entry *entry) {
  bool writes = (entry->flags & ENTRY_WRITES) != 0;
  if (!(entry->flags & ENTRY_ATOMIC)) return writes ? CPU_RACE_WRITE : CPU_RACE_READ;
  // Without the device in its scope, an atomic is nothing special to other clusters.
  if (entry->flags >> ENTRY_SCOPE != CPU_RACE_SCOPE_DEVICE)
    return writes ? CPU_RACE_WRITE : CPU_RACE_READ;
  return writes ? CPU_RACE_ATOMIC : CPU_RACE_ATOMIC_READ;
}

static void add_trace(CpuRaceTraces *traces, const CpuRace *race, const Entry *entry, uint64_t low,
                      uint64_t bytes) {
  Trace trace = {.low = low, .high = low + bytes, .kind = kind_of(entry), .block = entry->block};
  trace.op = entry->op < race->ops.n ? race->ops.at[entry->op] : NULL;
  // Cells have several entries: the row that goes on may be one of the last few.
  for (size_t i = traces->rows.n, tried = 0; i-- > 0 && tried < 4; tried++) {
    Trace *row = &traces->rows.at[i];
    if (row->high != low || row->op != trace.op || row->kind != trace.kind ||
        row->block != trace.block)
      continue;
    row->high = trace.high;
    return;
  }
  ir_vec_push(&traces->rows, trace);
}

static void add_cell(CpuRaceTraces *traces, const CpuRace *race, const Cell *cell, uint64_t low,
                     uint64_t bytes) {
  if (cell->write.lanes) { // races with whatever the others race with
    add_trace(traces, race, &cell->write, low, bytes);
    return;
  }
  bool has[4] = {false}; // by kind
  if (cell->other.lanes) {
    has[kind_of(&cell->other)] = true;
    add_trace(traces, race, &cell->other, low, bytes);
  }
  for (uint32_t i = race_num_more(cell); i-- > 0;) {
    const Entry *entry = &cell->more->at[i];
    if (has[kind_of(entry)]) continue;
    has[kind_of(entry)] = true;
    add_trace(traces, race, entry, low, bytes);
  }
}

static void add_page(CpuRaceTraces *traces, const CpuRace *race, const Page *page) {
  for (uint32_t c = 0; c < PAGE_CHUNKS; c++) {
    uint32_t size = page->cell_bytes[c];
    const Cell *cells = size == CHUNK_BYTES ? &page->whole[c] : page->parts[c];
    uint64_t low = page->number * PAGE_BYTES + c * CHUNK_BYTES;
    for (uint32_t i = 0; i < CHUNK_BYTES / size; i++)
      add_cell(traces, race, &cells[i], low + i * size, size);
  }
}

static int by_number(const void *a, const void *b) {
  const Page *left = *(const Page *const *)a, *right = *(const Page *const *)b;
  return left->number < right->number ? -1 : left->number > right->number;
}

CpuRaceTraces *cpu_race_traces(const CpuRace *race, const CpuRaceMemory *memory) {
  CpuRaceTraces *traces = ir_calloc(1, sizeof *traces);
  IR_VEC(const Page *) pages = {0};
  for (uint32_t i = 0; i < memory->pages.n; i++)
    if (memory->pages.entries[i].key) ir_vec_push(&pages, memory->pages.entries[i].value);
  if (pages.n) qsort(pages.at, pages.n, sizeof *pages.at, by_number);
  for (size_t i = 0; i < pages.n; i++) add_page(traces, race, pages.at[i]);
  ir_vec_free(&pages);
  return traces;
}

void cpu_race_traces_free(CpuRaceTraces *traces) {
  if (!traces) return;
  ir_vec_free(&traces->rows);
  ir_free(traces);
}

// ---- The grid. ----

typedef struct Touched {
  const IrOp *op;
  int64_t cluster; // plus 1; 0: none
  uint32_t block;
} Touched;

typedef struct Segment {
  uint64_t low, high;
  Touched by[4]; // CpuRaceKind
} Segment;

enum { GRID_PAGE = 4096 };

typedef struct GridPage {
  IR_VEC(Segment) segments; // ordered, not overlapping
} GridPage;

// Clusters, each once.
typedef struct Clusters {
  IrPtrMap all; // by number + 1
} Clusters;

struct CpuRaceGrid {
  IrPtrMap pages;    // number + 1 -> GridPage
  IrPtrMap released; // location + 1 -> Clusters that released there, and those that told them
  IrPtrMap told;     // cluster + 1 -> Clusters that told it something
};

// ---- What clusters told each other. ----

static const void *key_of(uint64_t number) {
  return (const void *)(uintptr_t)(number + 1); // NULL is no key
}

static Clusters *clusters_at(IrPtrMap *map, uint64_t number) {
  Clusters *clusters = ir_ptrmap_get(map, key_of(number));
  if (clusters) return clusters;
  clusters = ir_calloc(1, sizeof *clusters);
  ir_ptrmap_set(map, key_of(number), clusters);
  return clusters;
}

static void add_cluster(Clusters *to, const void *key) {
  if (!ir_ptrmap_has(&to->all, key)) ir_ptrmap_set(&to->all, key, to);
}

static void add_clusters(Clusters *to, const Clusters *from) {
  for (uint32_t i = 0; i < from->all.n; i++) add_cluster(to, from->all.entries[i].key);
}

static void free_clusters(IrPtrMap *map) {
  for (uint32_t i = 0; i < map->n; i++) {
    Clusters *clusters = map->entries[i].value;
    ir_ptrmap_free(&clusters->all);
    ir_free(clusters);
  }
  ir_ptrmap_free(map);
}

void cpu_race_grid_release(CpuRaceGrid *grid, int64_t cluster, uint64_t location) {
  Clusters *released = clusters_at(&grid->released, location);
  add_cluster(released, key_of((uint64_t)cluster));
  add_clusters(released, clusters_at(&grid->told, (uint64_t)cluster));
}

void cpu_race_grid_acquire(CpuRaceGrid *grid, int64_t cluster, uint64_t location) {
  Clusters *told = clusters_at(&grid->told, (uint64_t)cluster);
  add_clusters(told, clusters_at(&grid->released, location));
}

static bool has_told(const CpuRaceGrid *grid, int64_t from, int64_t to) {
  const Clusters *told = ir_ptrmap_get(&grid->told, key_of((uint64_t)to));
  return told && ir_ptrmap_has(&told->all, key_of((uint64_t)from));
}

static bool are_ordered(const CpuRaceGrid *grid, int64_t a, int64_t b) {
  return grid->told.n && (has_told(grid, a, b) || has_told(grid, b, a));
}

// ---- Adding traces. ----

CpuRaceGrid *cpu_race_grid_create(void) {
  return ir_calloc(1, sizeof(CpuRaceGrid));
}

void cpu_race_grid_destroy(CpuRaceGrid *grid) {
  if (!grid) return;
  for (uint32_t i = 0; i < grid->pages.n; i++) {
    GridPage *page = grid->pages.entries[i].value;
    ir_vec_free(&page->segments);
    ir_free(page);
  }
  ir_ptrmap_free(&grid->pages);
  free_clusters(&grid->released);
  free_clusters(&grid->told);
  ir_free(grid);
}

static GridPage *grid_page(CpuRaceGrid *grid, uint64_t offset) {
  const void *key = key_of(offset / GRID_PAGE);
  GridPage *page = ir_ptrmap_get(&grid->pages, key);
  if (page) return page;
  page = ir_calloc(1, sizeof *page);
  ir_ptrmap_set(&grid->pages, key, page);
  return page;
}

static void insert(GridPage *page, size_t i, Segment segment) {
  ir_vec_push(&page->segments, segment);
  Segment *at = page->segments.at + i;
  memmove(at + 1, at, (page->segments.n - 1 - i) * sizeof *at);
  *at = segment;
}

// The first segment that ends behind `offset`.
static size_t find(const GridPage *page, uint64_t offset) {
  size_t low = 0, high = page->segments.n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (page->segments.at[middle].high > offset)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

static bool do_conflict(CpuRaceKind a, CpuRaceKind b) {
  bool writes =
      a == CPU_RACE_WRITE || a == CPU_RACE_ATOMIC || b == CPU_RACE_WRITE || b == CPU_RACE_ATOMIC;
  bool atomic = a >= CPU_RACE_ATOMIC_READ && b >= CPU_RACE_ATOMIC_READ;
  return writes && !atomic;
}

// An access under way, and the first race it has.
typedef struct Addition {
  CpuRaceGrid *grid;
  const Trace *trace;
  int64_t cluster;
  CpuRaceGridReport *report;
  bool found;
} Addition;

static void report(Addition *a, const Touched *before, CpuRaceKind kind, uint64_t low,
                   uint64_t high) {
  if (a->found && a->report->offset <= (int64_t)low) return;
  a->found = true;
  const Trace *trace = a->trace;
  *a->report = (CpuRaceGridReport){
      .now = {trace->op, trace->kind, a->cluster, trace->block},
      .before = {before->op, kind, before->cluster - 1, before->block},
      .offset = (int64_t)low,
      .bytes = high - low,
  };
}

static void check_segment(Addition *a, const Segment *segment) {
  for (int kind = 0; kind < 4; kind++) {
    const Touched *before = &segment->by[kind];
    if (before->cluster == 0 || before->cluster == a->cluster + 1) continue;
    if (!do_conflict((CpuRaceKind)kind, a->trace->kind)) continue;
    if (!are_ordered(a->grid, before->cluster - 1, a->cluster))
      report(a, before, (CpuRaceKind)kind, segment->low, segment->high);
  }
}

// Cuts segment `i` at `offset`, which is inside.
static void cut(GridPage *page, size_t i, uint64_t offset) {
  Segment rest = page->segments.at[i];
  rest.low = offset;
  page->segments.at[i].high = offset;
  insert(page, i + 1, rest);
}

// Bytes that nobody touched yet.
static void insert_new(const Addition *a, GridPage *page, size_t i, uint64_t low, uint64_t high) {
  Segment segment = {.low = low, .high = high};
  segment.by[a->trace->kind] = (Touched){a->trace->op, a->cluster + 1, a->trace->block};
  insert(page, i, segment);
}

// Bytes [low, high) of segment `i`, which has some before `low` or none.
static void touch_segment(Addition *a, GridPage *page, size_t i, uint64_t low, uint64_t high) {
  Segment part = page->segments.at[i];
  part.low = low, part.high = high;
  check_segment(a, &part);
  const Touched *known = &part.by[a->trace->kind];
  if (known->cluster != 0 && !are_ordered(a->grid, known->cluster - 1, a->cluster)) return;
  if (page->segments.at[i].low < low) cut(page, i++, low);
  if (page->segments.at[i].high > high) cut(page, i, high);
  page->segments.at[i].by[a->trace->kind] =
      (Touched){a->trace->op, a->cluster + 1, a->trace->block};
}

static void touch(Addition *a, GridPage *page, uint64_t low, uint64_t high) {
  while (low < high) {
    size_t i = find(page, low);
    const Segment *next = i < page->segments.n ? &page->segments.at[i] : NULL;
    uint64_t end = high;
    if (next && next->low <= low) {
      if (next->high < high) end = next->high;
      touch_segment(a, page, i, low, end);
    } else {
      if (next && next->low < high) end = next->low;
      insert_new(a, page, i, low, end);
    }
    low = end;
  }
}

bool cpu_race_grid_add(CpuRaceGrid *grid, int64_t cluster, const CpuRaceTraces *traces,
                       CpuRaceGridReport *report_at) {
  Addition a = {.grid = grid, .cluster = cluster, .report = report_at};
  for (size_t i = 0; i < traces->rows.n; i++) {
    a.trace = &traces->rows.at[i];
    for (uint64_t low = a.trace->low; low < a.trace->high;) {
      uint64_t end = (low / GRID_PAGE + 1) * GRID_PAGE;
      uint64_t high = a.trace->high < end ? a.trace->high : end;
      touch(&a, grid_page(grid, low), low, high);
      low = high;
    }
  }
  return a.found;
}
