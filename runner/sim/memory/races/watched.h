/* The record of an allocation in global memory, and of shared memory where it is watched exactly: for watched.c, which
 * makes it, for the attempts of global.c, for candidates.c and race.c. */
#ifndef WARPSCHOOL_SIM_WATCHED_H
#define WARPSCHOOL_SIM_WATCHED_H

#include "sim/memory/races/race.h"

/* Updates are told apart by their size only where a program has both. */
typedef enum MarkKind { MARK_READ, MARK_UPDATED, MARK_UPDATED_NARROW, MARK_UPDATED_WIDE, MARK_COUNT } MarkKind;
typedef enum PlaceKind { PLACE_READ, PLACE_WRITE, PLACE_SYNC_READ, PLACE_SYNC_WRITE, PLACE_COUNT } PlaceKind;
typedef struct Accessed Accessed;                                                /* exact.c */
typedef enum WatchLevel { WATCH_THREADS, WATCH_BLOCKS, WATCH_EXACT } WatchLevel; /* the three attempts of global.c */

struct Watch {
    WatchLevel level;
    /* for each cell: which thread (second attempt: block) wrote it, its number in the grid plus one; 0: none */
    uint32_t *owner;
    /* first attempt, for each WARP_SIZE cells from a multiple of that on: the owner of the first of them, where the
     * others belong to the threads that follow it; 0: nobody owns any; ROW_OF_CELLS: owner says. NULL: owner always
     * does. Most kernels write whole rows, so that a launch touches 4 bytes for a row, not 4 for each cell */
    uint32_t *row;
    uint32_t *reader; /* second attempt: which block read it before any wrote it, in the same way, or SEVERAL */
    HostBytes owner_host, row_host, reader_host;
    size_t number; /* second attempt: the index of the allocation */
    bool written;  /* any cell was written */
    /* a thread wrote a cell that another had written; second attempt: a race within a block is possible */
    bool two_writers;
    bool between_blocks;       /* threads of two blocks accessed a cell, at least one of them writing */
    uint8_t *mark[MARK_COUNT]; /* a byte a cell, 0 or 1; NULL where that kind is not marked */
    HostBytes host[MARK_COUNT];
    bool marked[MARK_COUNT]; /* any cell was marked */
    size_t cells;
    /* for each MARKS_TOGETHER cells: 0 where none has an owner, a reader or a mark of updates. The others alone are
     * looked through after an attempt: a launch may touch little of a large allocation */
    uint8_t *touched;
    int shift;        /* log2 of a cell's bytes */
    bool initialised; /* holds data when the kernel starts */
    bool narrow;      /* an access was narrower than a cell */
    bool unexpected;  /* written, though declared as no output */
    bool is_shared;   /* shared memory: accesses by earlier blocks count no more */
    Accessed **chunk[PLACE_COUNT];
    Accessed *older; /* all accesses of the lists in chunk but the latest of each */
    uint32_t older_count, older_capacity, older_free;
};

/* Lines of 64 marks are permuted within MARKS_TOGETHER. Else the marks of a column of a matrix whose width is a power
 * of two would all lie in one set of the processor's cache (measured: a naive transpose took half as long again). */
enum { MARKS_TOGETHER = 2048, MARKS_IN_LINE = 64 };
#define SEVERAL UINT32_MAX
enum { WORD_SHIFT = 2 };        /* of rows of words: watch_takes_rows() */
#define ROW_OF_CELLS UINT32_MAX /* no thread's: first_owner() of global_threads.c sees to that */

/* The index of a cell's mark and owner. */
static inline size_t mark_of(size_t cell) {
    return cell ^ (cell / MARKS_TOGETHER % 32) << 6;
}

/* See Watch.row. Another worker may change it: it is read once. */
static inline uint32_t row_owner(const Watch *watch, size_t cell) {
    return watch->row != NULL ? __atomic_load_n(&watch->row[cell / WARP_SIZE], __ATOMIC_RELAXED) : ROW_OF_CELLS;
}

static inline uint32_t owner_of(const Watch *watch, size_t cell) {
    uint32_t first = row_owner(watch, cell);
    if (first == ROW_OF_CELLS) return watch->owner[mark_of(cell)];
    return first == 0 ? 0 : first + (uint32_t)(cell % WARP_SIZE);
}

/* Written only once: another worker may be using that line of the processor's cache. */
static inline void touch_cells(const Watch *watch, size_t first, size_t last) {
    for (size_t group = first / MARKS_TOGETHER; group <= last / MARKS_TOGETHER; group++)
        if (watch->touched[group] == 0) watch->touched[group] = 1;
}

/* The launch has to be repeated with closer watching: its results will not be used. */
static inline void watch_must_repeat(SimBlockMemory *block) {
    if (!block->memory->must_repeat) block->memory->must_repeat = true;
}

/* Whether the request covers a row of neighbouring cells, one for each of 32 lanes, ascending or descending. */
static inline bool is_full_row(const Watch *watch, const Request *request, uint32_t lanes) {
    bool packed = request->stride == request->width || request->stride == -request->width;
    return request->strided && packed && lanes == ALL_LANES && request->width == 1 << watch->shift;
}

/* global_threads.c: sets owners and marks for the accesses of some lanes, and finds reads of what nobody wrote; in the
 * second attempt it leaves plain accesses to global_blocks.c. global_threads_row does so for a full warp's 32
 * neighbouring cells at once: true for a store, and for a load of a row that this warp owns, else nothing was done. */
void global_threads_access(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span);
bool global_threads_row(SimBlockMemory *block, Watch *watch, RequestOp op, uint32_t warp, size_t cell);

/* global_blocks.c: judges and records plain accesses by some lanes. blocks_row does so for a full warp's 32
 * neighbouring cells at once, the lowest one given, lane 0 in the last one where `down`; or returns false and has
 * done nothing. */
void blocks_access(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span);
bool blocks_row(SimBlockMemory *block, Watch *watch, RequestOp op, uint32_t pc, uint32_t warp, size_t cell, bool down);
void blocks_begin(SimBlockMemory *block);
void blocks_free(SimBlockMemory *block);

/* exact.c: judges and records the accesses of some lanes, all in the allocation (or shared memory) that begins at
 * address start, with its bytes at host. */
void exact_access(SimBlockMemory *block, const Request *request, uint32_t lanes, Watch *watch, uint64_t start,
                  const uint8_t *host);
/* Judges the free() of a chunk of the device heap, which begins at address start, as a write of all its cells: what
 * other threads do with them must have happened before. Nothing is recorded: later uses are out of bounds. */
void exact_release(SimBlockMemory *block, Watch *watch, uint32_t pc, uint32_t thread, uint64_t start);
/* Shared memory: records a store by a thread to a cell at a time that may be past (a copy that arrives); divides the
 * cells into ones of 1 << shift bytes. */
void exact_store(SimBlockMemory *block, Watch *watch, uint32_t pc, uint32_t thread, size_t cell, int32_t time);
void exact_refine(SimBlockMemory *block, Watch *watch, int shift);
bool exact_was_written(const SimBlockMemory *block, Watch *watch, size_t cell); /* by the block that runs */
/* Whether one of the latest writes is by that thread of the block that runs. */
bool exact_wrote(const SimBlockMemory *block, Watch *watch, size_t cell, uint32_t thread);
void exact_block_begin(Watch *watch);      /* shared memory */
void exact_free(Watch *watch);             /* all records of accesses */
void exact_free_global(SimMemory *memory); /* the same, of all global memory */

#endif
