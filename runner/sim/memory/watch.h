/* What is remembered of an allocation in global memory, and of shared memory where it is watched exactly: for global.c,
 * global_blocks.c, exact.c and race.c. */
#ifndef WARPSCHOOL_SIM_WATCH_H
#define WARPSCHOOL_SIM_WATCH_H

#include "sim/memory/race.h"

typedef enum MarkKind { MARK_READ, MARK_UPDATED, MARK_COUNT } MarkKind;
typedef enum PlaceKind { PLACE_READ, PLACE_WRITE, PLACE_SYNC_READ, PLACE_SYNC_WRITE, PLACE_COUNT } PlaceKind;
typedef struct Accessed Accessed;                                                /* exact.c */
typedef enum WatchLevel { WATCH_THREADS, WATCH_BLOCKS, WATCH_EXACT } WatchLevel; /* of the three attempts */

struct Watch {
    WatchLevel level;
    uint32_t *owner;  /* for each cell: the number in the grid, plus one, of the thread (second attempt: of the block)
                         that wrote it; 0: none */
    uint32_t *reader; /* second attempt: of the block that read it before any wrote it, or SEVERAL */
    HostBytes owner_host, reader_host;
    size_t number;             /* second attempt: of the allocation */
    bool written;              /* any of it */
    bool twice;                /* a cell by two threads, as one of them saw; second attempt: perhaps raced for */
    bool between;              /* a cell had to do with threads of two blocks, one of which wrote it, as one saw */
    uint8_t *mark[MARK_COUNT]; /* a byte a cell, 0 or 1; NULL where that kind is not marked */
    HostBytes host[MARK_COUNT];
    bool marked[MARK_COUNT]; /* any of it */
    size_t cells;
    int shift;        /* log2 of a cell's bytes */
    bool initialised; /* holds something before it is written */
    bool narrow;      /* something smaller than a cell was accessed */
    bool unexpected;  /* written, though it was not expected to be */
    bool is_shared;   /* shared memory: nothing is left of an earlier block */
    Accessed **chunk[PLACE_COUNT];
    Accessed *older; /* what the lists of those hold but for the latest */
    uint32_t older_count, older_capacity, older_free;
};

/* Lines of 64 marks change places within MARKS_TOGETHER, or the column of a matrix as wide as a power of two would have
 * all its marks in one set of the processor's cache (measured: a naive transpose took half as long again). */
enum { MARKS_TOGETHER = 2048, MARKS_IN_LINE = 64 };
#define SEVERAL UINT32_MAX

/* Where a cell's mark lies. */
static inline size_t mark_of(size_t cell) {
    return cell ^ (cell / MARKS_TOGETHER % 32) << 6;
}

/* From now on the launch is worth no more than to find out how to do it again. */
static inline void watch_must_repeat(SimBlockMemory *block) {
    if (!block->memory->must_repeat) block->memory->must_repeat = true;
}

/* A full row of neighbouring cells, one for each lane, upwards or downwards. */
static inline bool is_full_row(const Watch *watch, const Request *request, uint32_t lanes) {
    bool packed = request->stride == request->width || request->stride == -request->width;
    return request->strided && packed && lanes == ALL_LANES && request->width == 1 << watch->shift;
}

/* global_blocks.c: judges the lanes, whose access is plain, and remembers them; those of a full warp in neighbouring
 * cells, lane 0 in the first one or, `down`, in the last one, all at once, or false where that cannot be. */
void blocks_access(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span);
bool blocks_row(SimBlockMemory *block, Watch *watch, RequestOp op, uint32_t pc, uint32_t warp, size_t cell, bool down);
void blocks_begin(SimBlockMemory *block);
void blocks_free(SimBlockMemory *block);

/* exact.c: judges the lanes, all in the allocation (or shared memory) that begins at start, with its bytes at host, and
 * remembers them. */
void exact_access(SimBlockMemory *block, const Request *request, uint32_t lanes, Watch *watch, uint64_t start,
                  const uint8_t *host);
/* Shared memory: a store by a thread to a cell that arrives now; cells of 1 << shift bytes from now on. */
void exact_store(SimBlockMemory *block, Watch *watch, uint32_t pc, uint32_t thread, size_t cell);
void exact_refine(SimBlockMemory *block, Watch *watch, int shift);
bool exact_was_written(const SimBlockMemory *block, Watch *watch, size_t cell); /* by the block that runs */
void exact_block_begin(Watch *watch);                                           /* shared memory */
void exact_free(Watch *watch);                                                  /* what that remembers */

#endif
