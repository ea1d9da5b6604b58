/* What is remembered of an allocation in global memory: for global.c, global_blocks.c and global_exactly.c. */
#ifndef WARPSCHOOL_SIM_WATCH_H
#define WARPSCHOOL_SIM_WATCH_H

#include "sim/race.h"

typedef enum MarkKind { MARK_READ, MARK_UPDATED, MARK_COUNT } MarkKind;
typedef enum PlaceKind { PLACE_READ, PLACE_WRITE, PLACE_SYNC_READ, PLACE_SYNC_WRITE, PLACE_COUNT } PlaceKind;
typedef struct Place Place; /* global_exactly.c */

struct Watch {
    uint32_t *owner;           /* for each cell: the number in the grid, plus one, of the thread that wrote it; 0: none */
    HostBytes owner_host;
    bool written;              /* any of it */
    bool twice;                /* by two threads, as one of them saw */
    uint8_t *mark[MARK_COUNT]; /* a byte a cell, 0 or 1; NULL where that kind is not marked */
    HostBytes host[MARK_COUNT];
    bool marked[MARK_COUNT];   /* any of it */
    size_t cells;
    int shift;                 /* log2 of a cell's bytes */
    bool initialised;          /* holds something before it is written */
    bool narrow;               /* something smaller than a cell was accessed */
    bool astray;               /* written, though it was not expected to be */
    bool exact;                /* in the second go */
    Place **chunk[PLACE_COUNT];
};

/* global_exactly.c: judges the lanes, and remembers them. */
void exactly_access(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span);
void exactly_free(Watch *watch); /* what that remembers */

#endif
