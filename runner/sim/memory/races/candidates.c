/* Which allocations the next attempt at races on global memory has to watch closer (global.c): found from the owners
 * and marks that an attempt left. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/memory/races/global.h"
#include "sim/memory/races/watched.h"
#include "sim/memory/space/share.h"

typedef struct Count {
    const Watch *watch;
    const uint32_t *owner;
    size_t shares;
    uint64_t owned[MOST_SHARES];
} Count;

/* The end of the cells from `at` on that are touched or untouched together. */
static size_t end_of_group(size_t at, size_t stop) {
    size_t end = (at / MARKS_TOGETHER + 1) * MARKS_TOGETHER;
    return end < stop ? end : stop;
}

static bool is_touched(const Watch *watch, size_t cell) {
    return watch->touched[cell / MARKS_TOGETHER] != 0;
}

/* A row of cells as the watch's owner[] or reader[] says it. */
typedef struct CellRow {
    const uint32_t *owner; /* of each cell; NULL: */
    bool all;              /* whether all cells have an owner, or none has */
    size_t cells;
} CellRow;

/* The row whose first mark is `at`. Rows are gone through by their marks: in the order in which owners lie in memory.
 */
static CellRow row_at(const Watch *watch, const uint32_t *owner, size_t at, size_t end) {
    size_t cell = mark_of(at); /* the permutation is its own inverse */
    uint32_t first = owner == watch->owner ? row_owner(watch, cell) : ROW_OF_CELLS;
    return (CellRow){.owner = first == ROW_OF_CELLS ? owner + at : NULL,
                     .all = first != 0,
                     .cells = end - at < WARP_SIZE ? end - at : WARP_SIZE};
}

/* Almost all rows are whole, and a loop of fixed length is several times as fast. */
static uint32_t count_in_row(const CellRow *row) {
    uint32_t some = 0;
    if (row->owner == NULL) return row->all ? WARP_SIZE : 0;
    if (row->cells == WARP_SIZE)
        for (size_t i = 0; i < WARP_SIZE; i++) some += row->owner[i] != 0;
    else
        for (size_t i = 0; i < row->cells; i++) some += row->owner[i] != 0;
    return some;
}

static void count_share(void *context, size_t share) {
    Count *count = context;
    size_t rows = count->watch->cells / WARP_SIZE, each = rows / count->shares * WARP_SIZE, start = share * each;
    size_t stop = share + 1 == count->shares ? count->watch->cells : start + each;
    uint64_t owned = 0;
    for (size_t end; start < stop; start = end) {
        end = end_of_group(start, stop);
        if (!is_touched(count->watch, start)) continue;
        for (size_t at = start; at < end; at += WARP_SIZE) {
            CellRow row = row_at(count->watch, count->owner, at, end);
            owned += count_in_row(&row);
        }
    }
    count->owned[share] = owned;
}

/* How many cells have an owner, or a reader. */
static uint64_t count_owned(const Watch *watch, const uint32_t *owner, size_t threads) {
    if (owner == NULL) return 0;
    Count count = {.watch = watch, .owner = owner, .shares = sim_shares(watch->cells * sizeof *owner, threads)};
    uint64_t owned = 0;
    sim_share_work(count.shares, count_share, &count);
    for (size_t i = 0; i < count.shares; i++) owned += count.owned[i];
    return owned;
}

static const uint8_t *marks_of(const Watch *watch, MarkKind kind) {
    return watch->marked[kind] ? watch->mark[kind] : NULL;
}

static bool any_in_both(const Watch *watch, const uint32_t *owner, const uint8_t *marks) {
    uint32_t both = 0;
    for (size_t start = 0, end; start < watch->cells && owner != NULL && marks != NULL; start = end) {
        end = end_of_group(start, watch->cells);
        if (!is_touched(watch, start)) continue;
        for (size_t at = start; at < end; at += WARP_SIZE) {
            CellRow row = row_at(watch, owner, at, end);
            if (row.owner == NULL && !row.all) continue;
            for (size_t i = 0; i < row.cells; i++)
                both |= (uint32_t)(row.owner == NULL || row.owner[i] != 0) & marks[at + i];
        }
    }
    return both != 0;
}

static bool any_marked_twice(const Watch *watch, const uint8_t *one, const uint8_t *other) {
    uint32_t both = 0;
    for (size_t start = 0, end; start < watch->cells && one != NULL && other != NULL; start = end) {
        end = end_of_group(start, watch->cells);
        if (!is_touched(watch, start)) continue;
        for (size_t at = start; at < end; at++) both |= one[at] & other[at];
    }
    return both != 0;
}

/* Whether a cell was updated by an atomic, and was also written or read, or updated by an atomic of another size. */
static bool is_updated_too(const Watch *watch) {
    const uint8_t *read = marks_of(watch, MARK_READ), *updated = marks_of(watch, MARK_UPDATED);
    return any_marked_twice(watch, read, updated) ||
           any_marked_twice(watch, marks_of(watch, MARK_UPDATED_NARROW), marks_of(watch, MARK_UPDATED_WIDE)) ||
           (watch->written && any_in_both(watch, watch->owner, updated)) || any_in_both(watch, watch->reader, updated);
}

/* Second attempt: whether a cell was written by one block and read by another. */
static bool is_read_by_another(const Watch *watch) {
    uint32_t both = 0;
    for (size_t start = 0, end; start < watch->cells && watch->reader != NULL && watch->written; start = end) {
        end = end_of_group(start, watch->cells);
        if (!is_touched(watch, start)) continue;
        for (size_t at = start; at < end; at++)
            both |= (uint32_t)(watch->owner[at] != 0) & (uint32_t)(watch->reader[at] != 0) &
                    (uint32_t)(watch->owner[at] != watch->reader[at]);
    }
    return both != 0;
}

/* Whether a cell was written, and read by another thread; in the second attempt: by another block. */
static bool is_read_too(const Watch *watch) {
    return is_read_by_another(watch) ||
           (watch->written && any_in_both(watch, watch->owner, marks_of(watch, MARK_READ)));
}

uint8_t *sim_memory_candidates(const SimMemory *memory, SimBlockMemory *const *blocks, size_t count) {
    uint64_t claimed = 0, owned = 0;
    bool found = false;
    uint8_t *candidates = memory_zeroed(memory->global.count + 1, 1);
    for (size_t i = 0; i < count; i++) {
        global_flush(blocks[i]);
        claimed += blocks[i]->cells_written;
    }
    for (size_t i = 0; i < memory->global.count; i++) {
        const Watch *watch = memory->global.at[i].watch;
        if (watch == NULL) continue;
        if (watch->level == WATCH_EXACT) {
            if (watch->narrow && watch->shift > 0) candidates[i] = WATCH_BYTES;
            found |= candidates[i] != 0;
            continue;
        }
        if (count > 1 && watch->written) owned += count_owned(watch, watch->owner, count);
        if (count > 1) owned += count_owned(watch, watch->reader, count);
        if (watch->two_writers || watch->between_blocks || watch->unexpected || is_updated_too(watch) ||
            is_read_too(watch))
            candidates[i] = WATCH_EXACTLY;
        if (watch->narrow) candidates[i] = WATCH_BYTES;
        found |= candidates[i] != 0;
    }
    for (size_t i = 0; count > 1 && claimed != owned && i < memory->global.count; i++) {
        const Watch *watch = memory->global.at[i].watch;
        if (candidates[i] == 0 && watch != NULL && (watch->written || watch->reader != NULL))
            candidates[i] = WATCH_EXACTLY;
        found |= candidates[i] != 0;
    }
    if (found || memory->must_repeat)
        return candidates; /* a launch that ended early is repeated even without a candidate */
    free(candidates);
    return NULL;
}

bool sim_memory_add_candidates(const SimMemory *memory, uint8_t *known, const uint8_t *found) {
    bool more = false;
    for (size_t i = 0; i < memory->global.count; i++) {
        more |= found[i] > known[i];
        known[i] = found[i] > known[i] ? found[i] : known[i];
    }
    return more;
}

bool sim_memory_must_repeat(const SimMemory *memory) {
    return memory->must_repeat;
}

bool sim_memory_shared_conflicts(const SimMemory *memory) {
    return memory->shared_conflicts;
}

bool sim_memory_between_blocks(const SimMemory *memory) {
    bool between = false;
    for (size_t i = 0; i < memory->global.count; i++) {
        const Watch *watch = memory->global.at[i].watch;
        between |= watch != NULL && (watch->between_blocks || is_updated_too(watch));
    }
    return between;
}
