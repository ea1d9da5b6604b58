/* Every access that may still race, for each cell: of the candidates in global memory (global.c), and of all of
 * shared memory where more than barriers orders accesses (layout->point_to_point).
 *
 * A cell keeps a list for each kind of access (PlaceKind), the latest one first: which lanes of which warp, by which
 * instruction, and when. An access is dropped when a later one of the same kind happens after it: an access that is
 * not ordered after the dropped one is not ordered after the later one either, so that the later one shows the race.
 * What is left are accesses of which none happened before another (after FastTrack; Flanagan and Freund, 2009).
 *
 * One access happened before another (PTX ISA, "Causality Order")
 *     by program order and barriers         the times tell (race.h)
 *     by fences and flags                   causality_graph.c tells
 *     by observation                        a strong write happened before what follows a strong read of its value, or
 *                                           of what later read-modify-writes made of its value: the thread that takes
 *                                           the last ticket of a counter may reset it by a plain store. Only where
 *                                           the value decides what the thread does (load/uses.c). Else the thread goes
 *                                           on in the same way when it reads before that write, and the order is
 *                                           luck: *(volatile int *)p = atomicAdd(p, 0) + 1 loses updates
 *
 * Two accesses of which one writes, and neither of which happened before the other, are a race, unless both are
 * strong, the scope of each includes the other's thread, and they are of the same size (morally strong): two halves of
 * a word that are written one by one can be seen one by one, in either order. Morally strong ones are judged so:
 *     read-modify-writes      no finding among themselves, unless one overwrites the word without asking for what it
 *                             held (an exchange whose result is not used), and the other only reads it and carries the
 *                             value into memory: which value that is is unspecified, an error. A warning where one asks
 *                             to be relaxed by name, none where one releases or acquires
 *     a read and a write      no finding where the read waits for a value (polls.c), where its value is only checked
 *                             and there are fences (load/uses.c), or where it acquires, because the program is made
 *                             for whatever it finds; nor for a relaxed load beside a read-modify-write. Else which
 *                             value is read is unspecified: an error where one is volatile, because volatile orders no
 *                             threads; a warning where they are relaxed, because the program names that by itself
 *     two stores              which value stays is unspecified: an error where one is volatile, no finding where one
 *                             releases or acquires, or where both threads wait in a loop for what stays (polls.c), else
 *                             a warning
 *     a store and a           as two stores, where the read-modify-write changes the word: if the store comes last, it
 *     read-modify-write       overwrites the change (a counter that one thread sets to 0 while others count). Where the
 *                             word is left as it was found, by an atomicAdd of 0 or by a lock that is not free, memory
 *                             is the same whichever comes last
 *
 * A store and a read-modify-write are in order, besides what is said above,
 *     the store first    where the read-modify-write is a test that a loop repeats (polls.c), because it takes only the
 *                        value that it waits for; or where its thread waited in such a loop for the stored value or a
 *                        later one. To have read the value once is not enough: the thread would have gone on with any
 *                        other value
 *     the store last     where the storing thread has read what the read-modify-write made of the word, or a later
 *                        value. The order of all writes to one word is the same for all threads (PTX ISA, "Coherence
 *                        Order"), so that a later value will do, even if a store that observed nothing wrote it.
 *
 * A load by the read-only cache (ld.global.nc) is outside of that order: the model does not know it, and the CUDA C++
 * Programming Guide allows it only for memory that nobody writes while the kernel runs (__ldg). What another block
 * wrote before it is a race however the two are ordered. Within a block it is judged as any load, because the cache
 * is the multiprocessor's, which knows the writes of its own threads.
 *
 * Stores of the same value are no finding, neither of two lanes in one instruction nor of two warps: memory is the same
 * whichever comes last. The value that an earlier store left is the one that memory holds, but for lanes that stored
 * another one in the same instruction (Accessed.differing): those race with a store of whatever value. */
#include <stdlib.h>

#include "base/memory.h"
#include "sim/memory/races/causality_graph.h"
#include "sim/memory/races/watched.h"

/* The properties of an instruction that makes strong accesses. */
enum {
    TRAIT_ATOMIC = 1,
    TRAIT_STORE = 2,
    TRAIT_VOLATILE = 4,
    /* a load whose value a loop waits for, or a compare-and-swap checks; a store to where such a loop reads */
    TRAIT_WAITS = 8,
    TRAIT_ORDERS = 16, /* acquires or releases */
    TRAIT_BLOCK_SCOPE = 32,
    TRAIT_POLLS = 64,           /* a loop repeats it until the value ends the loop */
    TRAIT_DECIDES = 128,        /* its thread may do something else with another value */
    TRAIT_SIZE_AT = 8,          /* from this bit on: the logarithm of an element's bytes, in three bits */
    TRAIT_OVERWRITES = 1 << 11, /* as SimAccess has it */
    TRAIT_CARRIES = 1 << 12,
    TRAIT_NAMES_ORDER = 1 << 13, /* is relaxed, or more, by name */
    CHECKS = TRAIT_DECIDES | TRAIT_WAITS | TRAIT_POLLS
};

/* Some lanes of one warp in one instruction. */
struct Accessed {
    uint32_t block; /* its number plus one; 0: no access */
    uint32_t who;   /* the instruction, and the warp's lane 0 */
    uint32_t lanes;
    uint32_t changed;   /* a strong write: the lanes that stored, or whose read-modify-write changed the word */
    uint32_t covered;   /* lanes that a later access replaces, except between a store and a read-modify-write */
    uint32_t differing; /* a store: the lanes whose value did not stay, because the lowest lane stored another one */
    int32_t time;
    /* a strong write: when a strong store, which observes nothing, replaced its value; 0: not yet */
    int32_t overwritten;
    uint32_t next; /* index in watch->older of an earlier access; 0: none */
};

enum { CHUNK = 256, MOST_KEPT = 256 };
#define ROOM_LIMIT (UINT64_C(1) << 30)

static const bool wrote[PLACE_COUNT] = {[PLACE_WRITE] = true, [PLACE_SYNC_WRITE] = true};
static const bool strong[PLACE_COUNT] = {[PLACE_SYNC_READ] = true, [PLACE_SYNC_WRITE] = true};

/* One request, and then the lanes of it that access one cell. */
typedef struct Visit {
    SimBlockMemory *block;
    const Request *request;
    Watch *watch;
    uint64_t start;      /* of the allocation */
    const uint8_t *host; /* its bytes */
    uint32_t number;     /* the block's, plus one */
    uint32_t knowing;    /* lanes for which causality_knows(): fences, flags or the like order something before them */
    uint16_t traits;
    bool writes;
    uint32_t lanes;
    uint32_t asked;     /* of `lanes`: those that are asked for all, where only what a lane knows makes a difference */
    uint32_t changing;  /* of `lanes`: all but those whose read-modify-write leaves the value that it finds */
    uint32_t differing; /* a store: of `lanes`, see Accessed */
    size_t cell;
} Visit;

/* ---- the lists --------------------------------------------------------------------------------------------------- */

/* NULL where no access is kept. Shared memory keeps none of earlier blocks. */
static const Accessed *latest(const Visit *visit, PlaceKind kind, size_t cell) {
    const Watch *watch = visit->watch;
    if (watch->chunk[kind] == NULL || watch->chunk[kind][cell / CHUNK] == NULL) return NULL;
    const Accessed *at = &watch->chunk[kind][cell / CHUNK][cell % CHUNK];
    return at->block == 0 || (watch->is_shared && at->block != visit->number) ? NULL : at;
}

static const Accessed *earlier(const Visit *visit, const Accessed *at) {
    return at->next == 0 ? NULL : &visit->watch->older[at->next];
}

/* NULL where ROOM_LIMIT is reached. */
static Accessed *make_latest(const Visit *visit, PlaceKind kind, size_t cell) {
    Watch *watch = visit->watch;
    size_t chunks = watch->cells / CHUNK + 1, places = watch->cells < CHUNK ? watch->cells + 1 : CHUNK;
    if (watch->is_shared) places = CHUNK;
    if (watch->chunk[kind] == NULL) watch->chunk[kind] = memory_zeroed(chunks, sizeof(Accessed *));
    Accessed **chunk = &watch->chunk[kind][cell / CHUNK];
    if (*chunk == NULL) {
        uint64_t *room = &visit->block->memory->watch_room;
        if (!watch->is_shared && *room + places * sizeof(Accessed) > ROOM_LIMIT) return NULL;
        if (!watch->is_shared) *room += places * sizeof(Accessed);
        *chunk = memory_zeroed(places, sizeof(Accessed));
    }
    return &(*chunk)[cell % CHUNK];
}

static uint32_t add_older(Watch *watch, Accessed access) {
    uint32_t index = watch->older_free;
    if (index != 0) {
        watch->older_free = watch->older[index].next;
    } else {
        if (watch->older_count == 0) watch->older_count = 1;
        if (watch->older_count >= watch->older_capacity) {
            watch->older_capacity = watch->older_capacity == 0 ? 256 : 2 * watch->older_capacity;
            watch->older = memory_resize(watch->older, watch->older_capacity, sizeof *watch->older);
        }
        index = watch->older_count++;
    }
    watch->older[index] = access;
    return index;
}

static void drop_older(Watch *watch, uint32_t index) {
    watch->older[index].next = watch->older_free;
    watch->older_free = index;
}

void exact_free(Watch *watch) {
    for (int kind = 0; kind < PLACE_COUNT; kind++) {
        for (size_t i = 0; watch->chunk[kind] != NULL && i <= watch->cells / CHUNK; i++) free(watch->chunk[kind][i]);
        free(watch->chunk[kind]);
        watch->chunk[kind] = NULL;
    }
    free(watch->older);
    watch->older = NULL;
    watch->older_count = watch->older_capacity = watch->older_free = 0;
}

void exact_free_global(SimMemory *memory) {
    for (size_t i = 0; i < memory->global.count; i++)
        if (memory->global.at[i].watch != NULL) exact_free(memory->global.at[i].watch);
    for (size_t i = 0; i < memory->heap.count; i++)
        if (memory->heap.at[i]->span.watch != NULL) exact_free(memory->heap.at[i]->span.watch);
}

void exact_block_begin(Watch *watch) {
    /* only lists of an earlier block, which latest() skips, point into it */
    watch->older_count = watch->older_free = 0;
}

/* ---- what happened before ---------------------------------------------------------------------------------------- */

static bool is_same_warp(const Visit *visit, const Accessed *at) {
    return at->block == visit->number && warp_of(at->who) == visit->request->warp;
}

/* Whether a barrier of the whole block, or of the whole warp, lies between it and now. */
static bool is_past(const Visit *visit, const Accessed *at) {
    const Races *races = &visit->block->races;
    if (at->block != visit->number) return false;
    return at->time < races->interval ||
           (is_same_warp(visit, at) && at->time < races->warp_since[visit->request->warp]);
}

static Past past_of(const Accessed *at, uint32_t lanes) {
    return (Past){at->block - 1, warp_of(at->who), lanes, at->time};
}

/* The lanes whose access happened before what this lane does now, by anything but an observation in this cell. */
static uint32_t lanes_before(const Visit *visit, const Accessed *at, uint32_t lane) {
    if (is_past(visit, at)) return at->lanes;
    uint32_t before = is_same_warp(visit, at) ? at->lanes & UINT32_C(1) << lane : 0;
    if (before == at->lanes || (visit->knowing >> lane & 1) == 0) return before;
    return before |
           causality_before(visit->block, past_of(at, at->lanes & ~before), visit->request->warp * WARP_SIZE + lane);
}

static uint16_t traits_of(const Visit *visit, const Accessed *at) {
    uint32_t pc = pc_of(at->who);
    return pc < visit->block->layout->pc_count ? visit->block->traits[pc] : 0;
}

static bool scopes_hold(const Visit *visit, const Accessed *a, const Accessed *b) {
    return a->block == b->block || ((traits_of(visit, a) | traits_of(visit, b)) & TRAIT_BLOCK_SCOPE) == 0;
}

/* The lanes of the visit that lanes_ordered() is to be asked for, because others give what one of these gives. */
static uint32_t lanes_to_ask(const Visit *visit, PlaceKind kind, const Accessed *at) {
    bool all = kind == PLACE_SYNC_WRITE || is_same_warp(visit, at) || visit->differing != 0;
    return all ? visit->lanes : visit->asked;
}

typedef enum Observation {
    OBSERVED,        /* its value, or what read-modify-writes made of that */
    OBSERVED_LATER,  /* the same, or any later value of the word */
    OBSERVED_POLLING /* as OBSERVED_LATER, by a loop that waited for the value */
} Observation;

/* The lanes of a strong write that are observed by a strong read which happened before the lane's access, and whose
 * value its thread checks. Of two read-modify-writes in one instruction the one by the lower lane comes first. */
static uint32_t lanes_observed(const Visit *visit, const Accessed *write, uint32_t lane, Observation how) {
    uint32_t observed = 0;
    for (int kind = PLACE_SYNC_READ; kind <= PLACE_SYNC_WRITE; kind++)
        for (const Accessed *at = latest(visit, (PlaceKind)kind, visit->cell); at != NULL; at = earlier(visit, at)) {
            if (how == OBSERVED && write->overwritten != 0 && at->time >= write->overwritten) continue;
            if ((traits_of(visit, at) & (how == OBSERVED_POLLING ? TRAIT_POLLS : CHECKS)) == 0) continue;
            if (at->time < write->time || traits_of(visit, at) & TRAIT_STORE || !scopes_hold(visit, at, write))
                continue;
            uint32_t before = lanes_before(visit, at, lane);
            if (before == 0) continue;
            if (at->time > write->time) return write->lanes;
            observed |= write->lanes & ((UINT32_C(1) << (31 - __builtin_clz(before))) - 1);
        }
    return observed;
}

static uint32_t lanes_ordered(const Visit *visit, PlaceKind kind, const Accessed *at, uint32_t lane) {
    uint32_t ordered = lanes_before(visit, at, lane);
    if (ordered == at->lanes || kind != PLACE_SYNC_WRITE || !visit->block->layout->point_to_point) return ordered;
    return ordered | lanes_observed(visit, at, lane, OBSERVED);
}

/* Of a strong store and a read-modify-write: the lanes of the earlier access that the lane's access is ordered after,
 * by the rules at the top of this file. */
static uint32_t lanes_ordered_with_update(const Visit *visit, const Accessed *at, uint32_t lane) {
    uint32_t ordered = lanes_before(visit, at, lane);
    if (ordered == at->lanes) return ordered;
    bool stores = visit->request->access->op == REQUEST_STORE;
    return ordered | lanes_observed(visit, at, lane, stores ? OBSERVED_LATER : OBSERVED_POLLING);
}

/* ---- judging ----------------------------------------------------------------------------------------------------- */

static uint16_t traits_of_access(const SimAccess *access) {
    bool orders = access->acquires || access->releases;
    return (uint16_t)((access->op == REQUEST_ATOMIC ? TRAIT_ATOMIC : 0) |
                      (access->op == REQUEST_STORE ? TRAIT_STORE : 0) | (access->is_volatile ? TRAIT_VOLATILE : 0) |
                      (access->waits ? TRAIT_WAITS : 0) | (orders ? TRAIT_ORDERS : 0) |
                      (access->block_scope ? TRAIT_BLOCK_SCOPE : 0) | (access->polls ? TRAIT_POLLS : 0) |
                      (access->decides ? TRAIT_DECIDES : 0) | (access->overwrites ? TRAIT_OVERWRITES : 0) |
                      (access->carries ? TRAIT_CARRIES : 0) | (access->names_order ? TRAIT_NAMES_ORDER : 0) |
                      __builtin_ctz(access->element | 16) << TRAIT_SIZE_AT);
}

/* An atomic of 4 bytes may be what the library makes one of 1 or 2 bytes of, beside loads and stores of so many. */
static bool are_of_other_sizes(uint16_t one, uint16_t other) {
    int size = one >> TRAIT_SIZE_AT & 7, other_size = other >> TRAIT_SIZE_AT & 7;
    bool is_narrow = size < 2 || other_size < 2;
    return size != other_size && !(is_narrow && ((one | other) & TRAIT_ATOMIC) != 0);
}

/* Two read-modify-writes of one size. */
static RaceSort judge_updates(uint16_t one, uint16_t other) {
    bool overwrite =
        ((one & TRAIT_OVERWRITES) && (other & TRAIT_CARRIES)) || ((other & TRAIT_OVERWRITES) && (one & TRAIT_CARRIES));
    if (!overwrite || ((one | other) & TRAIT_ORDERS)) return RACE_NONE;
    return (one | other) & TRAIT_NAMES_ORDER ? RACE_OF_RELAXED : RACE_OF_ATOMICS;
}

/* How two strong accesses are judged that nothing orders and at least one of which writes; `one` is the later one. */
static RaceSort judge_strong(uint16_t one, uint16_t other, bool other_block) {
    bool is_volatile = ((one | other) & TRAIT_VOLATILE) != 0;
    if (other_block && ((one | other) & TRAIT_BLOCK_SCOPE)) return RACE_OUT_OF_SCOPE;
    bool both_write = (one & (TRAIT_ATOMIC | TRAIT_STORE)) && (other & (TRAIT_ATOMIC | TRAIT_STORE));
    if (are_of_other_sizes(one, other)) return RACE_OF_SIZES;
    if (both_write) {
        if (one & other & TRAIT_ATOMIC) return judge_updates(one, other);
        if ((one & TRAIT_ATOMIC) && (one & TRAIT_POLLS)) return RACE_NONE;
        if (one & other & TRAIT_STORE && one & other & TRAIT_WAITS) return RACE_NONE;
        return is_volatile ? RACE_OF_VOLATILE : (one | other) & TRAIT_ORDERS ? RACE_NONE : RACE_OF_RELAXED;
    }
    uint16_t load = one & (TRAIT_ATOMIC | TRAIT_STORE) ? other : one, write = load == one ? other : one;
    if (load & (TRAIT_WAITS | TRAIT_ORDERS)) return RACE_NONE;
    if (write & TRAIT_ATOMIC) return load & TRAIT_VOLATILE ? RACE_OF_VOLATILE : RACE_NONE;
    return is_volatile ? RACE_OF_VOLATILE : RACE_OF_RELAXED;
}

static RaceSort judge(const Visit *visit, PlaceKind kind, const Accessed *at) {
    if (visit->request->access->read_only && at->block != visit->number) return RACE_OF_READ_ONLY;
    bool is_strong = visit->request->access->synchronising || visit->request->access->op == REQUEST_ATOMIC;
    if (!is_strong || !strong[kind]) return RACE_OF_DATA;
    return judge_strong(visit->traits, traits_of(visit, at), at->block != visit->number);
}

/* Of a read-modify-write that overwrites a word, and one that carries what it finds there into memory: the lanes of the
 * earlier access that race with the lane's. One of the two must change the word, the other leave it. */
static uint32_t lanes_exchanging(const Visit *visit, const Accessed *at, uint32_t lane) {
    bool changes = visit->changing >> lane & 1, overwrites = (visit->traits & TRAIT_OVERWRITES) != 0;
    uint32_t rivals = overwrites ? at->lanes & ~at->changed & ~at->covered : at->lanes & at->changed;
    return changes == overwrites ? rivals & ~lanes_ordered(visit, PLACE_SYNC_WRITE, at, lane) : 0;
}

/* The lanes of an earlier access that race with the lane's, where judge() gave the two this sort. */
static uint32_t lanes_racing(const Visit *visit, PlaceKind kind, const Accessed *at, RaceSort sort, uint32_t lane) {
    uint16_t ops = (visit->traits | traits_of(visit, at)) & (TRAIT_ATOMIC | TRAIT_STORE);
    if (sort == RACE_OF_READ_ONLY) return at->lanes & ~at->covered;
    bool unordered = sort == RACE_OF_VOLATILE || sort == RACE_OF_RELAXED;
    if (sort == RACE_OF_ATOMICS || (sort == RACE_OF_RELAXED && ops == TRAIT_ATOMIC))
        return lanes_exchanging(visit, at, lane);
    if (sort == RACE_OF_SIZES && ops == TRAIT_ATOMIC) return at->lanes & ~lanes_ordered(visit, kind, at, lane);
    if (!unordered || ops != (TRAIT_ATOMIC | TRAIT_STORE))
        return at->lanes & ~at->covered & ~lanes_ordered(visit, kind, at, lane);
    if ((visit->changing >> lane & 1) == 0 || (at->changed & at->lanes) == 0) return 0;
    return at->lanes & at->changed & ~lanes_ordered_with_update(visit, at, lane);
}

static RequestOp op_of(const Visit *visit, PlaceKind kind, const Accessed *at) {
    if (strong[kind] && traits_of(visit, at) & TRAIT_ATOMIC) return REQUEST_ATOMIC;
    return wrote[kind] ? REQUEST_STORE : REQUEST_LOAD;
}

/* Of an earlier access's lanes: all but those that stored what the lane stores. */
static uint32_t lanes_of_other_values(const Visit *visit, PlaceKind kind, const Accessed *at, uint32_t lane) {
    bool both_store = visit->request->access->op == REQUEST_STORE && op_of(visit, kind, at) == REQUEST_STORE;
    bool same_value = both_store && transfer_equal(visit->request, (int)lane, visit->host, visit->start);
    return same_value ? at->differing : UINT32_MAX;
}

/* Whether an access by one of the visit's lanes races with one of at's; if so, sets *rival and *lane. */
static bool find_pair(const Visit *visit, PlaceKind kind, const Accessed *at, RaceSort sort, RaceRival *rival,
                      int *lane) {
    if (is_past(visit, at)) return false;
    for (uint32_t left = lanes_to_ask(visit, kind, at); left != 0; left &= left - 1) {
        uint32_t mine = (uint32_t)__builtin_ctz(left);
        uint32_t rivals = lanes_racing(visit, kind, at, sort, mine);
        if (rivals != 0) rivals &= lanes_of_other_values(visit, kind, at, mine);
        if (rivals == 0) continue;
        *lane = (int)mine;
        uint32_t theirs = (uint32_t)__builtin_ctz(rivals);
        *rival = (RaceRival){
            .who = at->who + theirs,
            .block = at->block - 1,
            .other_block = at->block != visit->number,
            .same_warp = is_same_warp(visit, at),
            .did = op_of(visit, kind, at),
            .not_acquired = causality_observed(visit->block, past_of(at, UINT32_C(1) << theirs),
                                               visit->request->warp * WARP_SIZE + mine),
        };
        return true;
    }
    return false;
}

/* Which race of one access is reported: an error before a warning, then one between warps. */
static int weight_of(const RaceRival *rival) {
    return (rival->sort == RACE_OF_RELAXED ? 0 : 2) + (rival->same_warp ? 0 : 1);
}

/* Reports one race for the lanes and the kind, because the cells of one access have one cause. */
static void report_kind(const Visit *visit, PlaceKind kind, size_t cells) {
    Visit at_cell = *visit;
    RaceRival worst = {.sort = RACE_NONE};
    int worst_lane = 0;
    size_t worst_cell = 0;
    for (; at_cell.cell < visit->cell + cells; at_cell.cell++)
        for (const Accessed *at = latest(visit, kind, at_cell.cell); at != NULL; at = earlier(visit, at)) {
            RaceRival rival;
            int lane;
            RaceSort sort = judge(visit, kind, at);
            if (sort == RACE_NONE || !find_pair(&at_cell, kind, at, sort, &rival, &lane)) continue;
            rival.sort = sort;
            if (worst.sort != RACE_NONE && weight_of(&rival) <= weight_of(&worst)) continue;
            worst = rival;
            worst_lane = lane;
            worst_cell = at_cell.cell;
        }
    if (worst.sort == RACE_NONE) return;
    race_report(visit->block, visit->request, worst_lane, visit->start + ((uint64_t)worst_cell << visit->watch->shift),
                &worst);
}

static void judge_cells(const Visit *visit, size_t cells) {
    for (int kind = 0; kind < PLACE_COUNT; kind++)
        if ((visit->writes || wrote[kind]) && visit->watch->chunk[kind] != NULL)
            report_kind(visit, (PlaceKind)kind, cells);
}

/* ---- recording an access ----------------------------------------------------------------------------------------- */

/* Where only barriers order accesses: which kinds of accessing threads the list has already. One of each kind is
 * enough, because the next access races with one of them or with none. */
typedef struct Kept {
    bool other_block, other_warp, same_warp;
    bool crowded; /* the list has more than MOST_KEPT / 2 entries */
} Kept;

/* Whether an earlier strong access must be kept for strong accesses to come, though the visit's access replaces it
 * for plain ones. Only a store races with read-modify-writes, and only with one that changed the word, or one of
 * another size; and a thread that has polled for a value stays ordered after it. */
static bool is_kept_for_strong(const Visit *visit, PlaceKind kind, const Accessed *at) {
    if (!strong[kind]) return false;
    uint16_t traits = traits_of(visit, at);
    bool may_meet = !visit->watch->is_shared || !is_past(visit, at);
    if (may_meet && (traits & visit->traits & TRAIT_ATOMIC) && are_of_other_sizes(traits, visit->traits)) return true;
    if (is_past(visit, at)) return false;
    if ((traits & ~visit->traits & TRAIT_POLLS) != 0 && visit->request->access->op != REQUEST_STORE) return true;
    if (kind != PLACE_SYNC_WRITE || visit->request->access->op != REQUEST_ATOMIC) return false;
    return (traits & TRAIT_STORE) != 0 || ((at->changed & at->lanes) != 0 && visit->changing == 0);
}

static void keep_lanes(const Visit *visit, PlaceKind kind, Accessed *at, uint32_t lanes) {
    if (is_kept_for_strong(visit, kind, at))
        at->covered |= at->lanes & ~lanes;
    else
        at->lanes = lanes;
}

/* The earlier access's lanes that can still race once the visit's lanes have accessed the cell. */
static uint32_t lanes_kept(const Visit *visit, PlaceKind kind, const Accessed *at, Kept *kept) {
    bool is_only_check =
        kind == PLACE_SYNC_READ && (traits_of(visit, at) & CHECKS) != 0 && (visit->traits & CHECKS) == 0;
    uint32_t lanes = is_same_warp(visit, at) && !is_only_check ? at->lanes & ~visit->lanes : at->lanes;
    /* A strong read orders only its own thread after the write that it observed, so it is kept for the other readers.
     * Of a lane's reads the last one is kept, and the last one whose value is checked: a thread that is ordered after
     * an earlier one alone counts as unordered. */
    if (kind == PLACE_SYNC_READ && visit->block->layout->point_to_point && !kept->crowded) return lanes;
    if (is_past(visit, at)) return 0;
    if (!visit->block->layout->point_to_point) {
        bool *had = at->block != visit->number ? &kept->other_block
                    : is_same_warp(visit, at)  ? &kept->same_warp
                                               : &kept->other_warp;
        if (*had) return 0;
        *had = lanes != 0;
        return lanes;
    }
    uint32_t may_order = lanes_to_ask(visit, kind, at) & (kind == PLACE_SYNC_WRITE ? UINT32_MAX : visit->knowing);
    for (uint32_t left = may_order; left != 0 && lanes != 0; left &= left - 1)
        lanes &= ~lanes_ordered(visit, kind, at, (uint32_t)__builtin_ctz(left));
    return lanes;
}

/* A strong store observes nothing, so that a read of its value does not observe the writes before it. */
static bool replaces_all(const Visit *visit, PlaceKind kind) {
    return kind == PLACE_SYNC_WRITE && visit->request->access->op == REQUEST_STORE;
}

/* Drops from the list what can no longer race; returns the index of the earlier accesses that are left. */
static uint32_t keep_earlier(const Visit *visit, PlaceKind kind, Accessed *first) {
    Watch *watch = visit->watch;
    Kept kept = {.crowded = false};
    bool any = latest(visit, kind, visit->cell) != NULL;
    int32_t overwritten = replaces_all(visit, kind) ? visit->block->races.now : 0;
    uint32_t chain = 0, count = 0, left = 0;
    if (!any) return 0;
    for (uint32_t i = first->next; i != 0; i = watch->older[i].next) count++;
    kept.crowded = count > MOST_KEPT / 2;
    count = 0;
    /* All are judged before any is dropped, because a read that is dropped may be the one that observed another
     * access. */
    uint32_t lanes[MOST_KEPT], lanes_of_first = lanes_kept(visit, kind, first, &kept);
    for (uint32_t i = first->next; i != 0; i = watch->older[i].next)
        lanes[count++] = lanes_kept(visit, kind, &watch->older[i], &kept);
    count = 0;
    for (uint32_t i = first->next, next; i != 0; i = next) {
        next = watch->older[i].next;
        keep_lanes(visit, kind, &watch->older[i], lanes[count++]);
        if (watch->older[i].lanes == 0 || left == MOST_KEPT - 2) {
            drop_older(watch, i);
            continue;
        }
        left++;
        watch->older[i].next = chain;
        if (watch->older[i].overwritten == 0) watch->older[i].overwritten = overwritten;
        chain = i;
    }
    Accessed older = *first;
    keep_lanes(visit, kind, &older, lanes_of_first);
    if (older.lanes == 0) return chain;
    if (older.overwritten == 0) older.overwritten = overwritten;
    older.next = chain;
    return add_older(watch, older);
}

static void remember_as(const Visit *visit, PlaceKind kind) {
    Accessed *first = make_latest(visit, kind, visit->cell);
    if (first == NULL) return;
    uint32_t chain = keep_earlier(visit, kind, first);
    Accessed now = {.block = visit->number,
                    .who = who_is(visit->request->access->pc, visit->request->warp * WARP_SIZE),
                    .lanes = visit->lanes,
                    .changed = visit->changing,
                    .differing = visit->differing,
                    .time = visit->block->races.now,
                    .next = chain};
    uint32_t lowest = visit->lanes & (0U - visit->lanes);
    /* of one instruction's stores to a word the lowest lane's value stays */
    if (replaces_all(visit, kind) && visit->lanes != lowest) {
        Accessed replaced = now;
        replaced.lanes &= ~lowest;
        replaced.overwritten = now.time;
        now.lanes = lowest;
        now.next = add_older(visit->watch, replaced);
    }
    *first = now;
}

/* After a strong write: drops the thread's own strong reads of the cell, because whatever races with those races with
 * the write. A read that polled stays where the write is a read-modify-write: it orders the thread after the value
 * that it waited for. */
static void drop_own_reads(const Visit *visit) {
    if (latest(visit, PLACE_SYNC_READ, visit->cell) == NULL) return;
    Accessed *at = make_latest(visit, PLACE_SYNC_READ, visit->cell);
    for (;;) {
        bool stays = visit->request->access->op == REQUEST_ATOMIC && (traits_of(visit, at) & TRAIT_POLLS) != 0;
        uint32_t own = is_same_warp(visit, at) ? visit->lanes : 0;
        if (stays)
            at->covered |= own;
        else
            at->lanes &= ~own;
        if (at->next == 0) return;
        at = &visit->watch->older[at->next];
    }
}

static void remember_cell(const Visit *visit) {
    const SimAccess *access = visit->request->access;
    bool is_strong = access->synchronising || access->op == REQUEST_ATOMIC;
    if (visit->writes)
        remember_as(visit, is_strong ? PLACE_SYNC_WRITE : PLACE_WRITE);
    else
        remember_as(visit, is_strong ? PLACE_SYNC_READ : PLACE_READ);
    if (visit->writes && is_strong) drop_own_reads(visit);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static size_t cell_of(const Visit *visit, int lane) {
    return (size_t)((visit->request->address[lane] - visit->start) >> visit->watch->shift);
}

/* Whether no thread but the lane itself has accessed the cell since the last barrier of the block. */
static bool is_own(const Visit *visit, const Accessed *at, uint32_t lane) {
    if (at == NULL) return true;
    if (at->block != visit->number || at->next != 0) return false;
    bool own = warp_of(at->who) == visit->request->warp && at->lanes == UINT32_C(1) << lane;
    return own || at->time < visit->block->races.interval;
}

/* Does what visit_all does where each lane has a cell of its own that no other thread accessed; else false, and
 * nothing was done. */
static bool visit_row(Visit *visit) {
    const Request *request = visit->request;
    const SimAccess *access = request->access;
    bool plain = access->op != REQUEST_ATOMIC && !access->synchronising;
    if (!plain || !request->strided || request->stride == 0 || request->width != 1 << visit->watch->shift) return false;
    PlaceKind own = visit->writes ? PLACE_WRITE : PLACE_READ;
    for (uint32_t left = visit->lanes; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        size_t cell = cell_of(visit, lane);
        for (int kind = 0; kind < PLACE_COUNT; kind++)
            if ((visit->writes || wrote[kind] || kind == (int)own) &&
                !is_own(visit, latest(visit, (PlaceKind)kind, cell), (uint32_t)lane))
                return false;
    }
    uint32_t who = who_is(access->pc, request->warp * WARP_SIZE);
    for (uint32_t left = visit->lanes; left != 0; left &= left - 1) {
        Accessed *at = make_latest(visit, own, cell_of(visit, __builtin_ctz(left)));
        if (at == NULL) continue;
        *at = (Accessed){
            .block = visit->number, .who = who, .lanes = left & (0U - left), .time = visit->block->races.now};
    }
    return true;
}

/* ---- any lanes --------------------------------------------------------------------------------------------------- */

/* The lanes in `left` at the address of the lowest. The others share no cell with it, because accesses are aligned. */
static uint32_t lanes_at_one_place(const Request *request, uint32_t left) {
    uint64_t address = request->address[__builtin_ctz(left)];
    uint32_t same = 0;
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++) same |= (uint32_t)(request->address[lane] == address) << lane;
    return same & left;
}

/* All lanes are judged before any is recorded, because race_lanes_disagree reports lanes of one instruction that
 * write to one address. */
static void visit_all(Visit *visit) {
    const Request *request = visit->request;
    uint32_t all = visit->lanes;
    size_t cells = (size_t)((uint64_t)(request->width - 1) >> visit->watch->shift) + 1;
    for (int round = 0; round < 2; round++)
        for (uint32_t left = all; left != 0 && !block_is_interrupted(visit->block); left &= ~visit->lanes) {
            visit->lanes = lanes_at_one_place(request, left);
            bool alone = (visit->lanes & (visit->lanes - 1)) == 0;
            visit->differing =
                request->access->op == REQUEST_STORE && !alone ? transfer_differing_lanes(request, visit->lanes) : 0;
            visit->asked = causality_lanes_to_ask(visit->block, request->warp, visit->lanes);
            visit->cell = cell_of(visit, __builtin_ctz(left));
            visit->changing = request->access->op != REQUEST_ATOMIC
                                  ? visit->lanes
                                  : atomic_changing_lanes(request, visit->lanes, visit->host, visit->start, NULL);
            if (round == 0)
                judge_cells(visit, cells);
            else
                for (size_t end = visit->cell + cells; visit->cell < end; visit->cell++) remember_cell(visit);
        }
}

static uint32_t lanes_that_know(const SimBlockMemory *block, uint32_t warp, uint32_t lanes) {
    uint32_t knowing = 0;
    if (block->causality == NULL) return 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        if (causality_knows(block, warp * WARP_SIZE + (uint32_t)__builtin_ctz(left))) knowing |= left & (0U - left);
    return knowing;
}

void exact_access(SimBlockMemory *block, const Request *request, uint32_t lanes, Watch *watch, uint64_t start,
                  const uint8_t *host) {
    const SimAccess *access = request->access;
    if ((request->width >> watch->shift) == 0) watch->narrow = true;
    Visit visit = {.block = block,
                   .request = request,
                   .watch = watch,
                   .start = start,
                   .host = host,
                   .number = (uint32_t)block->number + 1,
                   .traits = traits_of_access(access),
                   .writes = access->op != REQUEST_LOAD,
                   .lanes = lanes};
    if (access->synchronising || access->op == REQUEST_ATOMIC) block->traits[access->pc] = visit.traits;
    if (block_is_interrupted(block) || visit_row(&visit)) return;
    visit.knowing = lanes_that_know(block, request->warp, lanes);
    visit_all(&visit);
}

void exact_release(SimBlockMemory *block, Watch *watch, uint32_t pc, uint32_t thread, uint64_t start) {
    SimAccess access = {.op = REQUEST_FREE, .pc = pc};
    Request request = {.access = &access, .warp = thread / WARP_SIZE, .space = PTX_GLOBAL, .width = 1 << watch->shift};
    Visit visit = {.block = block,
                   .request = &request,
                   .watch = watch,
                   .start = start,
                   .number = (uint32_t)block->number + 1,
                   .writes = true,
                   .lanes = UINT32_C(1) << thread % WARP_SIZE,
                   .asked = UINT32_C(1) << thread % WARP_SIZE};
    if (block_is_interrupted(block)) return;
    visit.knowing = lanes_that_know(block, request.warp, visit.lanes);
    judge_cells(&visit, watch->cells);
}

void exact_store(SimBlockMemory *block, Watch *watch, uint32_t pc, uint32_t thread, size_t cell, int32_t time) {
    SimAccess access = {.op = REQUEST_STORE, .pc = pc};
    Request request = {.access = &access, .warp = thread / WARP_SIZE};
    Visit visit = {.block = block,
                   .request = &request,
                   .watch = watch,
                   .number = (uint32_t)block->number + 1,
                   .writes = true,
                   .lanes = UINT32_C(1) << thread % WARP_SIZE,
                   .asked = UINT32_C(1) << thread % WARP_SIZE,
                   .cell = cell};
    visit.knowing = lanes_that_know(block, request.warp, visit.lanes);
    remember_as(&visit, PLACE_WRITE);
    make_latest(&visit, PLACE_WRITE, cell)->time = time;
}

/* A copy of a list for another cell. */
static Accessed copy_list(Watch *watch, Accessed latest_access) {
    uint32_t from = latest_access.next, chain = 0;
    while (from != 0) {
        Accessed older = watch->older[from];
        from = older.next;
        older.next = chain;
        chain = add_older(watch, older);
    }
    latest_access.next = chain;
    return latest_access;
}

static void refine_kind(SimBlockMemory *block, Watch *watch, PlaceKind kind, Accessed **coarse, size_t cells, int by) {
    Visit visit = {.block = block, .watch = watch, .number = (uint32_t)block->number + 1};
    watch->chunk[kind] = NULL;
    for (size_t cell = 0; coarse != NULL && cell < cells; cell++) {
        const Accessed *chunk = coarse[cell / CHUNK];
        if (chunk == NULL || chunk[cell % CHUNK].block != visit.number) continue;
        for (size_t part = cell << by; part < (cell + 1) << by; part++)
            *make_latest(&visit, kind, part) = copy_list(watch, chunk[cell % CHUNK]);
    }
    for (size_t i = 0; coarse != NULL && i <= cells / CHUNK; i++) free(coarse[i]);
    free(coarse);
}

void exact_refine(SimBlockMemory *block, Watch *watch, int shift) {
    size_t cells = watch->cells;
    int by = watch->shift - shift;
    watch->cells <<= by;
    watch->shift = shift;
    for (int kind = 0; kind < PLACE_COUNT; kind++)
        refine_kind(block, watch, (PlaceKind)kind, watch->chunk[kind], cells, by);
}

bool exact_was_written(const SimBlockMemory *block, Watch *watch, size_t cell) {
    Visit visit = {.watch = watch, .number = (uint32_t)block->number + 1};
    return latest(&visit, PLACE_WRITE, cell) != NULL || latest(&visit, PLACE_SYNC_WRITE, cell) != NULL;
}

bool exact_wrote(const SimBlockMemory *block, Watch *watch, size_t cell, uint32_t thread) {
    Visit visit = {.watch = watch, .number = (uint32_t)block->number + 1};
    for (int kind = 0; kind < PLACE_COUNT; kind++)
        for (const Accessed *at = wrote[kind] ? latest(&visit, (PlaceKind)kind, cell) : NULL; at != NULL;
             at = earlier(&visit, at)) {
            uint32_t lanes = strong[kind] ? at->changed : at->lanes;
            bool own = at->block == visit.number && warp_of(at->who) == thread / WARP_SIZE;
            if (own && (lanes >> thread % WARP_SIZE & 1) != 0) return true;
        }
    return false;
}
