/* The sectors that a request to global memory touches, as its pictures have them: a row each, with eight words. */
#ifndef WARPSCHOOL_REPORT_SECTOR_ROWS_H
#define WARPSCHOOL_REPORT_SECTOR_ROWS_H

#include "base/arena.h"
#include "device.h"

enum { SECTOR_BYTES = 32, SECTOR_WORD = 4, SECTOR_WORDS = SECTOR_BYTES / SECTOR_WORD, SECTOR_NO_LANE = -1 };

typedef struct SectorRow {
    uint64_t sector;        /* its address / 32 */
    int lane[SECTOR_WORDS]; /* the first lane that wants a byte of the word, or SECTOR_NO_LANE */
    int lanes[SECTOR_WORDS];
    uint32_t bytes; /* a bit for each byte that some lane wants */
} SectorRow;

typedef struct SectorRows {
    SectorRow rows[2 * WARP_SIZE]; /* ascending; a lane of up to 32 bytes lies in one sector or, misaligned, in two */
    int count;
    int active, wanted; /* lanes; bytes that some lane wants */
} SectorRows;

void draw_sector_rows(SectorRows *rows, const SectorSample *sample);
/* Where a sector begins, counted from the beginning of its variable; its address where there is none. In arena. */
char *draw_sector_label(Arena *arena, const SectorSample *sample, const SectorRow *row);

#endif
