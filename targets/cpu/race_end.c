// The race detector: what other blocks do with a block's shared memory, against its end.
//
// The memory is there until the last of the block's threads has ended.  So an access is in time if
// some thread of the block knew it to be over; what each of them knew at its end is in one object.
#include "targets/cpu/race_impl.h"

// The first of the entry's lanes that the block has not waited for, or LANES.
static uint32_t late_lane(const Entry *entry, uint32_t block, const Snapshot *known) {
  if (entry->block == block) return LANES;
  FOR_LANES(l, entry->lanes)
  if (race_time_of(known, entry->group, l) < entry->time) return l;
  return LANES;
}

static bool is_late(const CpuRace *race, const Entry *entry, uint32_t block, const Snapshot *known,
                    CpuRaceReport *report) {
  uint32_t lane = late_lane(entry, block, known);
  if (lane == LANES) return false;
  report->before = race_side_of(race, entry, lane);
  return true;
}

static bool is_cell_late(const CpuRace *race, const Cell *cell, uint32_t block,
                         const Snapshot *known, CpuRaceReport *report) {
  if (is_late(race, &cell->write, block, known, report)) return true;
  if (is_late(race, &cell->other, block, known, report)) return true;
  for (uint32_t i = race_num_more(cell); i-- > 0;)
    if (is_late(race, &cell->more->at[i], block, known, report)) return true;
  return false;
}

// The first cell of the page that is touched too late, by offset.
static bool is_page_late(const CpuRace *race, const Page *page, uint32_t block,
                         const Snapshot *known, CpuRaceReport *report) {
  for (uint32_t c = 0; c < PAGE_CHUNKS; c++) {
    uint32_t bytes = page->cell_bytes[c];
    const Cell *cells = bytes == CHUNK_BYTES ? &page->whole[c] : page->parts[c];
    for (uint32_t i = 0; i < CHUNK_BYTES / bytes; i++) {
      if (!is_cell_late(race, &cells[i], block, known, report)) continue;
      report->offset = (int64_t)(page->number * PAGE_BYTES + c * CHUNK_BYTES + i * bytes);
      report->bytes = bytes;
      return true;
    }
  }
  return false;
}

bool cpu_race_end(CpuRace *race, CpuRaceMemory *shared, uint32_t block, const CpuRaceSync *ends,
                  CpuRaceReport *report) {
  bool found = false;
  for (uint32_t i = 0; i < shared->pages.n; i++) {
    CpuRaceReport late = {0};
    const Page *page = shared->pages.entries[i].key ? shared->pages.entries[i].value : NULL;
    if (!page || !is_page_late(race, page, block, ends->happened_now, &late)) continue;
    if (!found || late.offset < report->offset) *report = late;
    found = true;
  }
  return found;
}
