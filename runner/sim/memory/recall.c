/* Works out the shapes that instructions recall; see recall.h. */
#include "sim/memory/recall.h"

#include <stdlib.h>
#include <string.h>

#include "sim/memory/counts/count.h"
#include "sim/memory/races/global.h"
#include "sim/memory/races/race.h"
#include "sim/memory/recall_group.h"

const Recall recall_nothing = {.distance = {1},
                               .index = {1}}; /* lane 0's distance from itself is 0, so that no request matches */

/* A shape with at least USEFUL_HITS hits is replaced at the first request of another shape; one with fewer, as where
 * an index is random, only at each RETRY_PERIOD-th request that does not match. */
enum { USEFUL_HITS = 4, RETRY_PERIOD = 8 };

static void count_hits(SimBlockMemory *block, Recall *recall) {
    count_bytes(block, &recall->access, (PtxSpace)recall->access.space, recall->hits * WARP_SIZE);
    if (recall->access.space == PTX_SHARED)
        count_shared_again(block, &recall->access, recall->hits, recall->cost, recall->assembled);
    else
        count_global(block, &recall->access, recall->hits,
                     (SectorCount){.touched = recall->touched_sectors, .ideal = recall->hits * recall->ideal_sectors});
    recall->hits = recall->touched_sectors = 0;
}

/* The recall is about to change: its group, if it has one, is one no more, and its hits are added to its recalls'. */
static void leave_group(SimBlockMemory *block, const Recall *recall) {
    RecallGroup *group = recall->group;
    if (group == NULL || !group->formed) return;
    race_settle(block);
    for (uint32_t i = 0; i < group->made_of->load_count; i++)
        block->recalls[group->made_of->loads[i].pc]->hits += group->hits;
    group->hits = 0;
    group->formed = false;
}

void recall_count_hits(SimBlockMemory *block) {
    for (uint32_t pc = 0; pc < block->layout->pc_count; pc++) leave_group(block, block->recalls[pc]);
    for (uint32_t pc = 0; pc < block->layout->pc_count; pc++)
        if (block->recalls[pc] != &recall_nothing) count_hits(block, block->recalls[pc]);
}

/* Distances as signed numbers, and the lowest and the highest of them. */
typedef struct Spread {
    int64_t low, high;
} Spread;

static Spread find_spread(const uint64_t address[WARP_SIZE]) {
    Spread spread = {0, 0};
    for (int lane = 1; lane < WARP_SIZE; lane++) {
        int64_t distance = (int64_t)(address[lane] - address[0]);
        if (distance < spread.low) spread.low = distance;
        if (distance > spread.high) spread.high = distance;
    }
    return spread;
}

static RecallShape shape_of(const uint64_t address[WARP_SIZE], uint64_t width) {
    uint64_t uniform = 0, run = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        uint64_t distance = address[lane] - address[0];
        uniform |= distance;
        run |= distance ^ (uint64_t)lane * width;
    }
    return uniform == 0 ? RECALL_UNIFORM : run == 0 ? RECALL_RUN : RECALL_OTHER;
}

static bool aligned(const uint64_t address[WARP_SIZE], uint64_t width) {
    uint64_t any = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) any |= address[lane];
    return any % width == 0;
}

/* The variable in which all lanes' elements lie, or NULL. Chunks of the device heap are left out, because they may be
 * freed. */
static const Span *find_variable(const SimBlockMemory *block, const SimAccess *access, uint64_t low, uint64_t high) {
    if (access->space == PTX_GLOBAL && high >= SIM_HEAP_BASE) return NULL;
    const Span *span = find_span(block, (PtxSpace)access->space, low);
    if (span == NULL || high - span->start > span->size - access->element || span->size < access->element) return NULL;
    return span;
}

static void find_cells(Recall *recall) {
    recall->cells = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        int32_t cell = recall->near[lane] / RECALL_WIDTH;
        uint32_t at = 0;
        while (at < recall->cells && recall->cell[at] != cell) at++;
        if (at == recall->cells) {
            recall->cell[recall->cells] = cell;
            recall->flags[recall->cells] = 0;
            recall->lane[recall->cells] = recall->twin[recall->cells] = (uint8_t)lane;
            recall->cells++;
        } else if (recall->twin[at] == recall->lane[at]) {
            recall->twin[at] = (uint8_t)lane;
            recall->flags[at] = HAS_SECOND;
        }
    }
    for (uint32_t at = recall->cells; at < WARP_SIZE; at++) recall->cell[at] = recall->cell[recall->cells - 1];
}

/* Where all words are neighbours: which lanes ask for which of them. */
static void find_window(Recall *recall, Spread spread) {
    if (recall->shape == RECALL_OTHER && spread.high - spread.low < WARP_SIZE * RECALL_WIDTH)
        recall->shape = RECALL_WINDOW;
    if (recall->shape == RECALL_OTHER) return;
    recall->lowest = (int32_t)(spread.low / RECALL_WIDTH);
    recall->window = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++)
        recall->place[lane] = (uint32_t)(recall->near[lane] / RECALL_WIDTH - recall->lowest);
    for (uint32_t i = 0; i < recall->cells; i++) {
        uint32_t place = (uint32_t)(recall->cell[i] - recall->lowest);
        recall->window |= UINT32_C(1) << place;
        recall->claimant[place] = recall->lane[i] | recall->flags[i];
        recall->follower[place] = recall->twin[i];
    }
}

static void find_indices(Recall *recall, Spread spread) {
    for (int lane = 0; lane < WARP_SIZE; lane++) recall->index[lane] = recall->near[lane] / RECALL_WIDTH;
    recall->least_index = (uint32_t)(-spread.low / RECALL_WIDTH);
    recall->index_range = UINT32_MAX - (uint32_t)((spread.high - spread.low) / RECALL_WIDTH);
}

static void find_words(Recall *recall, Spread spread) {
    find_indices(recall, spread);
    find_cells(recall);
    find_window(recall, spread);
}

static void learn_cost(Recall *recall, const uint64_t address[WARP_SIZE]) {
    uint32_t narrow[WARP_SIZE];
    for (int lane = 0; lane < WARP_SIZE; lane++) narrow[lane] = (uint32_t)address[lane];
    recall->cost = bank_cost((RequestOp)recall->access.op, RECALL_WIDTH, ALL_LANES, narrow);
    recall->assembled = assembled_cost(&recall->access, narrow);
}

static void learn_sectors(Recall *recall, const uint64_t address[WARP_SIZE]) {
    Request request = {.mask = ALL_LANES, .width = recall->access.element, .address = address};
    SectorCount count = count_sectors(&request);
    recall->sectors[address[0] % SECTOR_BYTES] = (uint8_t)count.touched;
    recall->ideal_sectors = count.ideal;
}

static void find_spots(Recall *recall) {
    recall->spots = 0;
    for (int lane = 0; lane < WARP_SIZE && recall->spots < MOST_SPOTS && recall->shape == RECALL_OTHER; lane++) {
        bool known = false;
        for (uint32_t i = 0; i < recall->spots; i++)
            known |= labs((long)recall->near[lane] - recall->spot[i]) < CACHE_LINE;
        if (!known) recall->spot[recall->spots++] = recall->near[lane];
    }
}

static Recall *recall_of(SimBlockMemory *block, const SimAccess *access) {
    Recall **recall = &block->recalls[access->pc];
    if (*recall == &recall_nothing) {
        *recall = arena_alloc(block->arena, sizeof **recall, _Alignof(Recall));
        (*recall)->distance[0] = recall_nothing.distance[0];
        (*recall)->index[0] = recall_nothing.index[0];
        (*recall)->access = *access;
    }
    return *recall;
}

static bool same_shape(const Recall *recall, const uint64_t address[WARP_SIZE]) {
    uint64_t different = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) different |= (address[lane] - address[0]) ^ recall->distance[lane];
    return different == 0 && recall->distance[0] == 0;
}

static bool worth_learning(Recall *recall) {
    return recall->misses++ % RETRY_PERIOD == 0 || recall->hits >= USEFUL_HITS;
}

/* Whether each lane's address is `distance` after that of the lane before it. */
static bool steps(const uint64_t address[WARP_SIZE], uint64_t distance) {
    uint64_t different = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) different |= (address[lane] - address[0]) ^ (uint64_t)lane * distance;
    return different == 0;
}

static bool is_descending(const uint64_t address[WARP_SIZE]) {
    return steps(address, (uint64_t)-RECALL_WIDTH);
}

static bool can_be_watched(const SimBlockMemory *block, const Span *variable, const SimAccess *access,
                           const uint64_t address[WARP_SIZE]) {
    watch_touch(block->memory, variable);
    if (watch_ignores(variable->watch, (RequestOp)access->op, access->element)) return true;
    return access->element == RECALL_WIDTH && watch_takes_rows(variable->watch) &&
           (steps(address, RECALL_WIDTH) || is_descending(address));
}

/* Stores of a recalled shape are not seen by undo.c: the bytes of the whole window are kept before. It holds the bytes
 * low to last, and those of the window before, so that a store that goes to and fro is not learned again and again. */
static void widen_window(SimBlockMemory *block, Recall *recall, const Span *variable, uint64_t low, uint64_t last) {
    uint64_t start = variable->start, from = (low - start) / UNDO_PIECE * UNDO_PIECE;
    uint64_t to = ((last - start) / UNDO_PIECE + 1) * UNDO_PIECE;
    if (to > variable->size) to = variable->size;
    bool same = recall->window_of == start;
    if (same && recall->window_low - start < from) from = recall->window_low - start;
    if (same && recall->window_high - start > to) to = recall->window_high - start;
    undo_keep(block->memory, variable, from, to - 1);
    recall->window_of = start;
    recall->window_low = start + from;
    recall->window_high = start + to;
}

void recall_learn(SimBlockMemory *block, const SimAccess *access, const uint64_t row[WARP_SIZE], uint64_t offset) {
    if (block->recorder != NULL || block->owners != NULL) return;   /* they have to see every request, */
    if (block->sums != NULL && access->op == REQUEST_STORE) return; /* and sums every store */
    Recall *recall = recall_of(block, access);
    if (!worth_learning(recall)) return;
    uint64_t address[WARP_SIZE];
    for (int lane = 0; lane < WARP_SIZE; lane++) address[lane] = row[lane] + offset;
    Spread spread = find_spread(address);
    uint64_t low = address[0] + (uint64_t)spread.low, high = address[0] + (uint64_t)spread.high;
    if (spread.low < INT32_MIN || spread.high > INT32_MAX || low > high || !aligned(address, access->element)) return;
    const Span *variable = find_variable(block, access, low, high);
    if (variable == NULL || (variable->lent && access->op != REQUEST_LOAD) ||
        (access->space == PTX_GLOBAL && block->layout->races && !can_be_watched(block, variable, access, address)))
        return;
    leave_group(block, recall);
    if (!same_shape(recall, address)) {
        count_hits(block, recall);
        recall->learned_in = block->number;
        recall->shape = shape_of(address, access->element);
        for (int lane = 0; lane < WARP_SIZE; lane++) {
            recall->distance[lane] = address[lane] - address[0];
            recall->near[lane] = (int32_t)recall->distance[lane];
        }
        if (access->element == RECALL_WIDTH) find_words(recall, spread);
        memset(recall->sectors, 0, sizeof recall->sectors);
        if (access->space == PTX_SHARED) learn_cost(recall, address);
        if (access->space == PTX_GLOBAL) find_spots(recall);
    }
    if (access->space == PTX_GLOBAL) {
        learn_sectors(recall, address);
        bool ignored = !block->layout->races || watch_ignores(variable->watch, (RequestOp)access->op, access->element);
        recall->watch = ignored ? NULL : variable->watch;
        recall->watched = variable->start;
        recall->down = is_descending(address);
    }
    uint64_t start = variable->start, size = variable->size;
    if (access->op == REQUEST_STORE && access->space == PTX_GLOBAL) {
        widen_window(block, recall, variable, low, high + access->element - 1);
        start = recall->window_low;
        size = recall->window_high - start;
    }
    recall->offset = offset;
    recall->start = start - (uint64_t)spread.low - offset;
    recall->range = size - access->element - (high - low);
    recall->host = (uintptr_t)variable->host + offset - variable->start;
}
