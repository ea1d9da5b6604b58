/* Forms groups of loads; see recall_group.h. recall.c takes them apart. */
#include "sim/memory/recall_group.h"

#include <stdlib.h>
#include <string.h>

#include "sim/memory/races/race.h"

/* After as many tries, which each cost about as much as the loads themselves, only every RETRY_PERIOD-th is made. */
enum { EAGER_TRIES = 4, RETRY_PERIOD = 64, FARTHEST_CELL = 1 << 24 };

static RecallGroup *new_group(SimBlockMemory *block, const SimLoadGroup *made_of) {
    RecallGroup *group = arena_make(block->arena, RecallGroup);
    group->made_of = made_of;
    group->host = arena_array(block->arena, uintptr_t, made_of->load_count);
    group->recall = arena_array(block->arena, const Recall *, made_of->load_count);
    group->cells = arena_array(block->arena, int32_t, (size_t)made_of->load_count * WARP_SIZE);
    group->pieces = arena_array(block->arena, RecallPiece, (size_t)made_of->load_count * WARP_SIZE);
    for (uint32_t i = 0; i < made_of->load_count; i++) {
        block->recalls[made_of->loads[i].pc]->group = group;
        group->recall[i] = block->recalls[made_of->loads[i].pc];
    }
    if (block->deferred == NULL && block->races.watch != RACES_OFF)
        block->deferred = arena_array(block->arena, DeferredRead, MOST_DEFERRED);
    return group;
}

/* Whether the loads with the group's row number `index` have one shape and share a range of addresses. */
static bool join_ranges(RecallGroup *group, uint32_t index) {
    RecallRow *row = &group->row[index];
    int64_t low = 0, high = 0;
    row->shape = NULL;
    for (uint32_t i = 0; i < group->made_of->load_count; i++) {
        const Recall *recall = group->recall[i];
        if (group->made_of->loads[i].row != index) continue;
        if (row->shape == NULL) {
            row->shape = recall;
            row->start = recall->start;
            row->offset = recall->offset;
            high = (int64_t)recall->range;
            continue;
        }
        int64_t first = (int64_t)(recall->start - row->start), last = first + (int64_t)recall->range;
        if (memcmp(recall->distance, row->shape->distance, sizeof recall->distance) != 0 ||
            (recall->offset - row->offset) % RECALL_WIDTH != 0)
            return false;
        if (first > low) low = first;
        if (last < high) high = last;
    }
    if (row->shape == NULL || row->shape->distance[0] != 0 || low > high) return false;
    row->start += (uint64_t)low;
    row->range = (uint64_t)(high - low);
    return true;
}

static int compare_cells(const void *a, const void *b) {
    int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;
    return (left > right) - (left < right);
}

/* Lists the cells of all loads with that row, ascending, in pieces. false: they are too far apart. */
static bool find_pieces(RecallGroup *group, uint32_t index, RecallPiece *pieces) {
    RecallRow *row = &group->row[index];
    const SimLoadGroup *made_of = group->made_of;
    int32_t *cells = group->cells;
    size_t count = 0;
    bool near = true;
    for (uint32_t i = 0; i < made_of->load_count && near; i++) {
        if (made_of->loads[i].row != index) continue;
        int64_t away = (int64_t)(group->recall[i]->offset - row->offset) / RECALL_WIDTH;
        near = away > -FARTHEST_CELL && away < FARTHEST_CELL;
        for (uint32_t at = 0; at < row->shape->cells && near; at++)
            cells[count++] = (int32_t)away + row->shape->cell[at];
    }
    if (near) qsort(cells, count, sizeof *cells, compare_cells);
    row->pieces = pieces;
    row->piece_count = 0;
    for (size_t i = 0; i < count && near; i++) {
        if (row->piece_count == 0 || cells[i] - pieces[row->piece_count - 1].first >= PIECE_CELLS)
            pieces[row->piece_count++] = (RecallPiece){.first = cells[i]};
        RecallPiece *last = &pieces[row->piece_count - 1];
        last->mask = (uint16_t)(last->mask | 1u << (cells[i] - last->first));
    }
    return near;
}

RecallGroup *recall_group_form(SimBlockMemory *block, const SimLoadGroup *made_of) {
    for (uint32_t i = 0; i < made_of->load_count; i++)
        if (block->recalls[made_of->loads[i].pc] == &recall_nothing) return NULL;
    RecallGroup *group = block->recalls[made_of->loads[0].pc]->group;
    if (group == NULL) group = new_group(block, made_of);
    if (group->tries++ >= EAGER_TRIES && group->tries % RETRY_PERIOD != 0) return NULL;
    RecallPiece *pieces = group->pieces;
    for (uint32_t index = 0; index < made_of->row_count; index++) {
        if (!join_ranges(group, index) || !find_pieces(group, index, pieces)) return NULL;
        pieces += group->row[index].piece_count;
    }
    group->learned_in = 0;
    for (uint32_t i = 0; i < made_of->load_count; i++) {
        group->host[i] = group->recall[i]->host;
        if (group->recall[i]->learned_in > group->learned_in) group->learned_in = group->recall[i]->learned_in;
    }
    group->formed = true;
    return group;
}
