// Tiles in flight at thread level: a thread's part of one is several vectors in flight, one for
// each instruction.
#ifndef PASSES_LOWER_THREAD_WGMMA_H
#define PASSES_LOWER_THREAD_WGMMA_H

#include "dialects/tc/wgmma_storage.h"
#include "passes/lower/thread.h"

// Which register of thread 0 holds which coordinates of a tile of rank 2.
typedef struct WgmmaPlaces {
  IrPtrMap registers; // a place, counted row by row from 1 on -> a register, from 1 on
  int64_t columns;
} WgmmaPlaces;

// Fills `places`, which wgmma_places_free frees.
void wgmma_places_of(const TileLayout *layout, WgmmaPlaces *places);
void wgmma_places_free(WgmmaPlaces *places);
// The first register with these coordinates, or -1.
int64_t wgmma_register_at(const WgmmaPlaces *places, int64_t row, int64_t column);

// How a tile's layout repeats the accumulator of an instruction of 64 rows and `columns`: the first
// row and column of each repetition in the first warpgroup, counted along M first.
typedef struct WgmmaPieces {
  TileLayout layout;
  WgmmaPlaces places;
  unsigned columns;
  IR_VEC(int64_t) rows, starts; // of repetitions along M, and along N
} WgmmaPieces;

// Of a laid-out tile; false where its layout is not wgmma's.  Freed with wgmma_pieces_free.
bool wgmma_pieces_of(IrType tile, WgmmaPieces *pieces);
void wgmma_pieces_free(WgmmaPieces *pieces);
size_t wgmma_num_pieces(const WgmmaPieces *pieces);
// Registers of the thread's part that piece `i` has, in the instruction's order.
void wgmma_piece_registers(const WgmmaPieces *pieces, size_t i, int64_t *registers);

#endif
