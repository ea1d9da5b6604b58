/* What the shadows of shared memory (race.c, recall.h) and of global memory (global_blocks.c) share, and race
 * reports. */
#ifndef WARPSCHOOL_SIM_RACE_H
#define WARPSCHOOL_SIM_RACE_H

#include "sim/memory/block_memory.h"

/* A thread of the block (10 bits) and the number of its instruction (20 bits) in one word; two more bits tell whether
 * an AccessSet has a `second` and an `other` for the cell. */
enum { THREAD_BITS = 10, PC_BITS = 20 };
#define THREAD_MASK ((UINT32_C(1) << THREAD_BITS) - 1)
#define UNKNOWN_PC ((UINT32_C(1) << PC_BITS) - 1)
#define HAS_SECOND (UINT32_C(1) << 30)
#define HAS_OTHER (UINT32_C(1) << 31)

static inline uint32_t who_is(uint32_t pc, uint32_t thread) {
    return (pc < UNKNOWN_PC ? pc : UNKNOWN_PC) << THREAD_BITS | thread;
}

static inline uint32_t thread_of(uint32_t who) {
    return who & THREAD_MASK;
}

static inline uint32_t warp_of(uint32_t who) {
    return thread_of(who) / WARP_SIZE;
}

static inline uint32_t pc_of(uint32_t who) {
    uint32_t pc = who >> THREAD_BITS & UNKNOWN_PC;
    return pc == UNKNOWN_PC ? UINT32_MAX : pc;
}

/* How two accesses that nothing orders are judged. */
typedef enum RaceSort {
    RACE_NONE,
    RACE_OF_READ_ONLY, /* a load by the read-only cache of what another block wrote, in whatever order */
    RACE_OF_SIZES,     /* both are strong, but not of the same size */
    RACE_OF_DATA,      /* one of them is weak (PTX ISA): neither atomic nor volatile, relaxed, acquire or release */
    RACE_OUT_OF_SCOPE, /* both are strong, but one has .cta scope and the other is by another block */
    /* both are strong, one is volatile: no data race, but which value is read or stays is unspecified */
    RACE_OF_VOLATILE,
    RACE_OF_RELAXED, /* the same with .relaxed accesses */
    RACE_OF_ATOMICS  /* one overwrites the word, and which value the other reads is unspecified */
} RaceSort;

/* An earlier access that an access races with. */
typedef struct RaceRival {
    RaceSort sort;
    uint32_t who;
    uint64_t block; /* its number */
    RequestOp did;
    bool other_block, same_warp;
    bool not_acquired; /* the thread read a flag that was released after the earlier access, but no fence followed */
} RaceRival;

/* records the finding that the lane's access at an address races with the rival */
void race_report(SimBlockMemory *block, const Request *request, int lane, uint64_t address, const RaceRival *rival);

/* The times that an access of one warp is compared with. */
typedef struct RaceTimes {
    int32_t now, interval;
    int32_t since; /* the warp's last barrier of any kind, or interval if that is later */
} RaceTimes;

static inline RaceTimes race_times(const Races *races, uint32_t warp) {
    int32_t since = races->warp_since[warp];
    return (RaceTimes){races->now, races->interval, since < races->interval ? races->interval : since};
}

/* Adds an access of one cell to a set: see race.c. */
static inline void race_remember(const AccessSet *set, RaceTimes times, size_t cell, uint32_t who) {
    int32_t time = set->time[cell];
    uint32_t first = set->first[cell];
    if (time >= times.interval && (first & HAS_OTHER) != 0) return;
    bool another_warp = time >= times.interval && warp_of(first) != warp_of(who);
    if (another_warp) {
        set->other[cell] = who;
        set->first[cell] = first | HAS_OTHER;
    } else if (time < times.since) {
        set->time[cell] = times.now;
        set->first[cell] = who;
    } else if (thread_of(first) != thread_of(who) && (first & HAS_SECOND) == 0) {
        set->second[cell] = who;
        set->first[cell] = first | HAS_SECOND;
    }
}

/* race.c */
void race_set_up(SimBlockMemory *block);
void race_free(SimBlockMemory *block);
void race_block_begin(SimBlockMemory *block);
void race_block_barrier(SimBlockMemory *block);
void race_warp_barrier(SimBlockMemory *block, uint32_t warp);
void race_access(SimBlockMemory *block, const Request *request);
/* Whether the thread wrote that cell of shared memory, as sim_thread_wrote(). */
bool race_wrote(const SimBlockMemory *block, uint64_t address, uint32_t thread);
/* Moves deferred reads (recall_group.h) into the shadow. */
void race_settle_now(SimBlockMemory *block);
static inline void race_settle(SimBlockMemory *block) {
    if (block->races.deferred != 0) race_settle_now(block);
}
/* After a store: reports lanes of this instruction that wrote different values to one address. */
void race_lanes_disagree(SimBlockMemory *block, const Request *request, const Span *span);

/* Increments the time and returns it. When the counter is full, all records that hold times are dropped and it starts
 * again: read races.interval and warp_since again after this call. */
int32_t race_next_time(SimBlockMemory *block);

#endif
