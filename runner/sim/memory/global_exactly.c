/* The last go of global.c: who was where in an allocation where there is suspicion. */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "sim/memory/watch.h"

/* Who accessed a cell: as in race.c's AccessSet, of the latest block; and one thread of an earlier block. */
struct Place {
    uint32_t block, earlier_block; /* plus one; 0: none */
    int32_t time, earlier_time;
    uint32_t first, second, other, earlier;
};

enum { CHUNK = 256 };
#define ROOM_LIMIT (UINT64_C(1) << 30)

enum { NOBODY = UINT32_MAX };

static Place *find_place(const Watch *watch, PlaceKind kind, size_t cell) {
    if (watch->chunk[kind] == NULL || watch->chunk[kind][cell / CHUNK] == NULL) return NULL;
    return &watch->chunk[kind][cell / CHUNK][cell % CHUNK];
}

/* NULL where there is no room for more. */
static Place *make_place(SimMemory *memory, Watch *watch, PlaceKind kind, size_t cell) {
    size_t chunks = watch->cells / CHUNK + 1, places = watch->cells < CHUNK ? watch->cells + 1 : CHUNK;
    if (watch->chunk[kind] == NULL) watch->chunk[kind] = memory_zeroed(chunks, sizeof(Place *));
    Place **chunk = &watch->chunk[kind][cell / CHUNK];
    if (*chunk == NULL) {
        if (memory->watch_room + places * sizeof(Place) > ROOM_LIMIT) return NULL;
        memory->watch_room += places * sizeof(Place);
        *chunk = memory_zeroed(places, sizeof(Place));
    }
    return &(*chunk)[cell % CHUNK];
}

/* One lane's access to one cell. */
typedef struct Visit {
    SimBlockMemory *block;
    const Request *request;
    const Span *span;
    int lane;
    uint32_t thread, number; /* the block's, plus one */
    size_t cell;
} Visit;

typedef struct Rival {
    uint32_t who, block; /* plus one */
    bool wrote, same_warp;
} Rival;

static bool past(const Visit *visit, uint32_t number, uint32_t who, int32_t time) {
    return handover_orders(visit->block, number - 1, warp_of(who), time, visit->request->warp);
}

/* Whether someone in the place and this visit race; *rival says who. */
static bool find_rival(const Visit *visit, const Place *place, Rival *rival) {
    const Races *races = &visit->block->races;
    *rival = (Rival){.who = place->first, .block = place->block};
    if (place->block != 0 && place->block != visit->number && !past(visit, place->block, place->first, place->time))
        return true;
    if (place->earlier_block != 0 && place->earlier_block != visit->number &&
        !past(visit, place->earlier_block, place->earlier, place->earlier_time)) {
        *rival = (Rival){.who = place->earlier, .block = place->earlier_block};
        return true;
    }
    if (place->block != visit->number || place->time < races->interval) return false;
    if (warp_of(place->first) != visit->request->warp) return !past(visit, place->block, place->first, place->time);
    rival->who = place->other;
    if (place->other != NOBODY && !past(visit, place->block, place->other, place->time)) return true;
    if (place->time < races->warp_since[visit->request->warp]) return false;
    rival->same_warp = true;
    rival->who = thread_of(place->first) != visit->thread ? place->first : place->second;
    return rival->who != NOBODY;
}

static const char *thread_and_block(const SimBlockMemory *block, uint32_t thread, uint32_t number, bool say_block,
                                    char buffer[96]) {
    const uint32_t *grid = block->layout->grid_dim;
    char name[32];
    sim_thread_name(block, thread, name);
    if (say_block)
        snprintf(buffer, 96, "%s of block (%u,%u,%u)", name, number % grid[0], number / grid[0] % grid[1],
                 number / grid[0] / grid[1]);
    else
        snprintf(buffer, 96, "%s", name);
    return buffer;
}

static void report_race(const Visit *visit, const Rival *rival) {
    SimBlockMemory *block = visit->block;
    const SimAccess *access = visit->request->access;
    uint32_t other_pc = pc_of(rival->who);
    bool same_value = rival->wrote && access->op == REQUEST_STORE &&
                      transfer_equal(visit->request, visit->lane, visit->span->host, visit->span->start);
    bool warning = rival->same_warp || same_value, between = rival->block != visit->number;
    if (finding_again(block, FINDING_RACE, warning, access->pc, other_pc)) return;
    char place[FAULT_TEXT], first[96], second[96], first_line[32], second_line[32];
    fault_place(block, PTX_GLOBAL, visit->span->start + ((uint64_t)visit->cell << visit->span->watch->shift),
                visit->request->width, place);
    sim_finding(block, FINDING_RACE, warning, access->pc, other_pc, "%s: %s by thread %s%s, %s by thread %s%s, %s%s",
                place, rival->wrote ? "written" : "read",
                thread_and_block(block, thread_of(rival->who), rival->block - 1, between, first),
                at_line(block, other_pc, first_line),
                access->op == REQUEST_LOAD    ? "read"
                : access->op == REQUEST_STORE ? "written"
                                              : "updated",
                thread_and_block(block, visit->thread, visit->number - 1, between, second),
                at_line(block, access->pc, second_line),
                between ? "and nothing orders the two blocks: an atomic operation, or __threadfence() and a flag, would"
                : rival->same_warp ? "with no __syncwarp() between"
                                   : "with no __syncthreads() between",
                same_value ? " (the same value both times)" : "");
}

static void leave_name(const Visit *visit, Place *place) {
    const Races *races = &visit->block->races;
    uint32_t who = who_is(visit->request->access->pc, visit->thread);
    bool fresh = place->block != visit->number || place->time < races->interval;
    if (place->block != 0 && place->block != visit->number &&
        (place->earlier_block == 0 || past(visit, place->earlier_block, place->earlier, place->earlier_time))) {
        place->earlier_block = place->block;
        place->earlier_time = place->time;
        place->earlier = place->first;
    }
    bool same_warp = warp_of(place->first) == visit->request->warp;
    if (!fresh && !same_warp) {
        if (place->other == NOBODY) place->other = who;
    } else if (fresh || place->time < races->warp_since[visit->request->warp]) {
        place->other = fresh ? NOBODY : place->other;
        place->block = visit->number;
        place->time = races->now;
        place->first = who;
        place->second = NOBODY;
    } else if (thread_of(place->first) != visit->thread && place->second == NOBODY)
        place->second = who;
}

static const bool wrote[PLACE_COUNT] = {[PLACE_WRITE] = true, [PLACE_SYNC_WRITE] = true};

static void look_around(const Visit *visit, bool writes, bool synchronising) {
    for (int kind = 0; kind < PLACE_COUNT; kind++) {
        Rival rival;
        if ((!writes && !wrote[kind]) || (synchronising && kind >= PLACE_SYNC_READ)) continue;
        const Place *place = find_place(visit->span->watch, (PlaceKind)kind, visit->cell);
        if (place == NULL || !find_rival(visit, place, &rival)) continue;
        rival.wrote = wrote[kind];
        report_race(visit, &rival);
    }
}

static void leave_names(const Visit *visit, bool reads, bool writes, bool synchronising) {
    PlaceKind kinds[2] = {synchronising ? PLACE_SYNC_READ : PLACE_READ, synchronising ? PLACE_SYNC_WRITE : PLACE_WRITE};
    for (int i = 0; i < 2; i++) {
        if (!(i == 0 ? reads : writes)) continue;
        Place *place = make_place(visit->block->memory, visit->span->watch, kinds[i], visit->cell);
        if (place != NULL) leave_name(visit, place);
    }
}

/* Whether nobody was there since the block's last barrier, and never anybody of an earlier block. */
static bool row_is_quiet(const Place *place, uint32_t number, int32_t interval) {
    uint32_t noisy = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        uint32_t foreign = place[lane].block ^ number, recent = (uint32_t)(place[lane].time >= interval);
        noisy |= place[lane].earlier_block | (place[lane].block != 0 ? foreign | recent : 0);
    }
    return noisy == 0;
}

/* What visit_all does for such a row, where it is quiet; else false, and nothing was done. */
static bool visit_row(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span) {
    Watch *watch = span->watch;
    const SimAccess *access = request->access;
    size_t cell = (size_t)((request->low - span->start) >> watch->shift);
    if (access->op == REQUEST_ATOMIC || access->synchronising || !is_full_row(watch, request, lanes) ||
        cell % CHUNK + WARP_SIZE > CHUNK)
        return false;
    PlaceKind own = access->op == REQUEST_LOAD ? PLACE_READ : PLACE_WRITE;
    uint32_t number = (uint32_t)block->number + 1, who = who_is(access->pc, request->warp * WARP_SIZE);
    for (int kind = 0; kind < PLACE_COUNT; kind++) {
        const Place *place = find_place(watch, (PlaceKind)kind, cell);
        bool concerned = own == PLACE_WRITE || wrote[kind] || kind == (int)own;
        if (place != NULL && concerned && !row_is_quiet(place, number, block->races.interval)) return false;
    }
    Place *place = make_place(block->memory, watch, own, cell);
    uint32_t flip = request->stride < 0 ? WARP_SIZE - 1 : 0;
    for (uint32_t lane = 0; lane < WARP_SIZE && place != NULL; lane++)
        place[lane] = (Place){
            .block = number, .time = block->races.now, .first = who + (lane ^ flip), .second = NOBODY, .other = NOBODY};
    return true;
}

/* All lanes look before any leaves its name: where lanes of one instruction meet is told by race_lanes_disagree. */
static void visit_all(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span) {
    const SimAccess *access = request->access;
    bool synchronising = access->synchronising || access->op == REQUEST_ATOMIC;
    bool reads = access->op != REQUEST_STORE, writes = access->op != REQUEST_LOAD;
    Visit visit = {.block = block, .request = request, .span = span, .number = (uint32_t)block->number + 1};
    size_t cells = (size_t)((uint64_t)(request->width - 1) >> span->watch->shift) + 1;
    for (int round = 0; round < 2; round++)
        for (uint32_t left = lanes; left != 0; left &= left - 1) {
            visit.lane = __builtin_ctz(left);
            visit.thread = request->warp * WARP_SIZE + (uint32_t)visit.lane;
            visit.cell = (size_t)((request->address[visit.lane] - span->start) >> span->watch->shift);
            for (size_t end = visit.cell + cells; visit.cell < end; visit.cell++)
                if (round == 0)
                    look_around(&visit, writes, synchronising);
                else
                    leave_names(&visit, reads, writes, synchronising);
        }
}

void exactly_access(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span) {
    if ((request->width >> span->watch->shift) == 0) span->watch->narrow = true;
    if (!visit_row(block, request, lanes, span)) visit_all(block, request, lanes, span);
}

void exactly_free(Watch *watch) {
    for (int kind = 0; kind < PLACE_COUNT; kind++) {
        for (size_t i = 0; watch->chunk[kind] != NULL && i <= watch->cells / CHUNK; i++) free(watch->chunk[kind][i]);
        free(watch->chunk[kind]);
        watch->chunk[kind] = NULL;
    }
}
