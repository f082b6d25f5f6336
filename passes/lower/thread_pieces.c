// Values that are several at thread level: tiles in flight, a vector for each instruction.
//
// How many they are, and of how many registers, follows from the tile's type alone, so that loops
// and branches can carry them: an instruction has as many columns as fit.
#include "dialects/tc/fragment.h"
#include "passes/lower/thread_wgmma.h"

enum { BLOCK = 8 }; // columns that an accumulator repeats

void wgmma_places_of(const TileLayout *layout, WgmmaPlaces *places) {
  *places = (WgmmaPlaces){.columns = tile_layout_extent(layout, 1)};
  for (int64_t r = thread_registers(layout); r-- > 0;) { // the first one last
    int64_t coords[TILE_LAYOUT_RANK];
    thread_register_coords(layout, r, coords);
    uintptr_t place = (uintptr_t)(coords[0] * places->columns + coords[1]);
    ir_ptrmap_set(&places->registers, (void *)(place + 1), (void *)(uintptr_t)(r + 1));
  }
}

void wgmma_places_free(WgmmaPlaces *places) {
  ir_ptrmap_free(&places->registers);
}

int64_t wgmma_register_at(const WgmmaPlaces *places, int64_t row, int64_t column) {
  uintptr_t place = (uintptr_t)(row * places->columns + column);
  return (int64_t)(uintptr_t)ir_ptrmap_get(&places->registers, (void *)(place + 1)) - 1;
}

// First rows of 64, in ascending order.
static void find_rows(WgmmaPieces *pieces) {
  int64_t rows = tile_layout_extent(&pieces->layout, 0);
  for (int64_t row = 0; row < rows; row += TC_WGMMA_ROWS)
    if (wgmma_register_at(&pieces->places, row, 0) >= 0) ir_vec_push(&pieces->rows, row);
}

// Blocks of 8 columns, in ascending order; `*run` how many follow each other everywhere.
static void find_columns(WgmmaPieces *pieces, int64_t *run) {
  int64_t columns = tile_layout_extent(&pieces->layout, 1), length = 0;
  *run = 0;
  for (int64_t c = 0; c <= columns; c += BLOCK) {
    if (c < columns && wgmma_register_at(&pieces->places, 0, c) >= 0) {
      ir_vec_push(&pieces->starts, c);
      length++;
    } else {
      if (length && (!*run || length < *run)) *run = length;
      length = 0;
    }
  }
}

// Leaves the first block of each instruction's columns.
static void keep_starts(WgmmaPieces *pieces) {
  size_t step = pieces->columns / BLOCK, n = 0;
  for (size_t i = 0; i < pieces->starts.n; i += step) pieces->starts.at[n++] = pieces->starts.at[i];
  pieces->starts.n = n;
}

// Registers in the instruction's order are all there are.
static bool is_accumulator(const WgmmaPieces *pieces) {
  int64_t *registers = ir_malloc(pieces->columns / 2 * sizeof *registers);
  bool all =
      wgmma_num_pieces(pieces) * pieces->columns / 2 == (size_t)thread_registers(&pieces->layout);
  for (size_t i = 0; i < wgmma_num_pieces(pieces) && all; i++) {
    wgmma_piece_registers(pieces, i, registers);
    for (unsigned r = 0; r < pieces->columns / 2; r++) all = all && registers[r] >= 0;
  }
  ir_free(registers);
  return all;
}

bool wgmma_pieces_of(IrType tile, WgmmaPieces *pieces) {
  int64_t run;
  *pieces = (WgmmaPieces){0};
  if (!tile_layout_of(tile, &pieces->layout) || pieces->layout.rank != 2) return false;
  wgmma_places_of(&pieces->layout, &pieces->places);
  find_rows(pieces);
  find_columns(pieces, &run);
  pieces->columns =
      tc_wgmma_columns(ir_type_element(tile), run * BLOCK, tile_layout_warps(&pieces->layout));
  if (!pieces->columns || !pieces->rows.n) return false;
  keep_starts(pieces);
  return is_accumulator(pieces);
}

void wgmma_pieces_free(WgmmaPieces *pieces) {
  wgmma_places_free(&pieces->places);
  ir_vec_free(&pieces->rows);
  ir_vec_free(&pieces->starts);
}

size_t wgmma_num_pieces(const WgmmaPieces *pieces) {
  return pieces->rows.n * pieces->starts.n;
}

void wgmma_piece_registers(const WgmmaPieces *pieces, size_t i, int64_t *registers) {
  int64_t row = pieces->rows.at[i % pieces->rows.n], column = pieces->starts.at[i / pieces->rows.n];
  for (unsigned r = 0; r < pieces->columns / 2; r++) {
    TcPlace place = tc_place_c(TC_WARP_ROWS, 0, r);
    registers[r] = wgmma_register_at(&pieces->places, row + place.row, column + place.column);
  }
}

// ---- One value for each.

size_t thread_types(IrType type, ThreadTypes *types) {
  IrType tile = tc_inflight_tile(type);
  WgmmaPieces pieces = {0};
  if (!tile || !wgmma_pieces_of(tile, &pieces)) {
    ir_vec_push(types, thread_type(type));
    wgmma_pieces_free(&pieces);
    return 1;
  }
  size_t n = wgmma_num_pieces(&pieces);
  IrType piece = tc_inflight_get(thread_vector_of(ir_type_element(tile), pieces.columns / 2));
  for (size_t i = 0; i < n; i++) ir_vec_push(types, piece);
  wgmma_pieces_free(&pieces);
  return n;
}

void thread_set_values(ThreadState *state, const IrValue *value, IrValue *const *at, size_t n) {
  if (!tc_inflight_tile(ir_value_type(value))) {
    ir_ptrmap_set(&state->values, value, at[0]);
    return;
  }
  ThreadValues *pieces = ir_calloc(1, sizeof *pieces);
  for (size_t i = 0; i < n; i++) ir_vec_push(pieces, at[i]);
  ir_ptrmap_set(&state->pieces, value, pieces);
}

void thread_values(ThreadState *state, const IrValue *value, ThreadValues *values) {
  const ThreadValues *pieces = ir_ptrmap_get(&state->pieces, value);
  for (size_t i = 0; pieces && i < pieces->n; i++) ir_vec_push(values, pieces->at[i]);
  if (!pieces) ir_vec_push(values, thread_value(state, value));
}

void thread_free_pieces(ThreadState *state) {
  for (uint32_t i = 0; i < state->pieces.n; i++) {
    ThreadValues *pieces = state->pieces.entries[i].key ? state->pieces.entries[i].value : NULL;
    if (pieces) ir_vec_free(pieces);
    ir_free(pieces);
  }
  ir_ptrmap_free(&state->pieces);
}
