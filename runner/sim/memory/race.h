/* What the shadows have in common: race.c and recall.h know that of shared memory, global.c that of global memory. */
#ifndef WARPSCHOOL_SIM_RACE_H
#define WARPSCHOOL_SIM_RACE_H

#include "sim/memory/block_memory.h"

/* A thread and its instruction in 32 bits. */
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
    return thread_of(who) / LANES;
}

static inline uint32_t pc_of(uint32_t who) {
    uint32_t pc = who >> THREAD_BITS & UNKNOWN_PC;
    return pc == UNKNOWN_PC ? UINT32_MAX : pc;
}

/* What two accesses are that nothing orders. */
typedef enum RaceSort {
    RACE_NONE,
    RACE_OF_DATA,      /* one of them is neither atomic nor volatile nor the like */
    RACE_OUT_OF_SCOPE, /* both are strong, one for threads of its own block only, and the other's is another */
    RACE_OF_VOLATILE,  /* no data race, but luck decides about the value */
    RACE_OF_RELAXED    /* as before, of accesses that are relaxed by name */
} RaceSort;

/* An earlier access that one races with. */
typedef struct RaceRival {
    RaceSort sort;
    uint32_t who;
    uint64_t block; /* its number */
    RequestOp did;
    bool other_block, same_warp;
    bool not_acquired; /* a flag was read that orders it, but no fence came after that */
} RaceRival;

/* race_report.c: the lane's access races with the rival's at an address. */
void race_report(SimBlockMemory *block, const Request *request, int lane, uint64_t address, const RaceRival *rival);

/* The times that one warp's access is judged by. */
typedef struct RaceTimes {
    int32_t now, interval;
    int32_t since; /* the warp's last barrier of any kind */
} RaceTimes;

static inline RaceTimes race_times(const Races *races, uint32_t warp) {
    int32_t since = races->warp_since[warp];
    return (RaceTimes){races->now, races->interval, since < races->interval ? races->interval : since};
}

/* Adds one access of one cell to a set. */
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

#endif
