#include "report/pictures/sector_rows.h"

#include <string.h>

#include "report/draw.h"

/* The row of a sector; a new one is inserted in ascending order. */
static SectorRow *find_row(SectorRows *rows, uint64_t sector) {
    int at = 0;
    while (at < rows->count && rows->rows[at].sector < sector) at++;
    SectorRow *row = &rows->rows[at];
    if (at < rows->count && row->sector == sector) return row;
    memmove(row + 1, row, (size_t)(rows->count - at) * sizeof *row);
    rows->count++;
    *row = (SectorRow){.sector = sector};
    for (int word = 0; word < SECTOR_WORDS; word++) row->lane[word] = SECTOR_NO_LANE;
    return row;
}

static void place_lane(SectorRows *rows, const SectorSample *sample, int lane) {
    uint64_t first = sample->address[lane], end = first + (uint64_t)sample->width;
    for (uint64_t address = first; address < end;) {
        SectorRow *row = find_row(rows, address / SECTOR_BYTES);
        int word = (int)(address % SECTOR_BYTES / SECTOR_WORD);
        if (row->lane[word] == SECTOR_NO_LANE) row->lane[word] = lane;
        row->lanes[word]++;
        uint64_t next = (address / SECTOR_WORD + 1) * SECTOR_WORD;
        for (; address < end && address < next; address++) row->bytes |= UINT32_C(1) << address % SECTOR_BYTES;
    }
}

void draw_sector_rows(SectorRows *rows, const SectorSample *sample) {
    rows->count = rows->active = rows->wanted = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        if (!(sample->mask >> lane & 1)) continue;
        rows->active++;
        place_lane(rows, sample, lane);
    }
    for (int i = 0; i < rows->count; i++) rows->wanted += __builtin_popcount(rows->rows[i].bytes);
}

char *draw_sector_label(Arena *arena, const SectorSample *sample, const SectorRow *row) {
    int64_t offset = (int64_t)(row->sector * SECTOR_BYTES - sample->variable_start);
    if (sample->variable == NULL) return arena_printf(arena, "%llx", (unsigned long long)row->sector * SECTOR_BYTES);
    if (offset < 0) return arena_printf(arena, "-%s", draw_count(arena, (double)-offset));
    return draw_count(arena, (double)offset);
}
