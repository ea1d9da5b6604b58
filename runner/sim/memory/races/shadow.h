/* What a block keeps to find races: the shadow of its shared memory, and accesses of global memory that its watches do
 * not hold yet. */
#ifndef WARPSCHOOL_SIM_SHADOW_H
#define WARPSCHOOL_SIM_SHADOW_H

#include "sim/memory/sim_block_memory.h"

typedef struct Watch Watch; /* of one allocation of global memory; see global.h */

enum { MAX_THREADS = 1024 }; /* of a block */

/* Which threads read (or wrote) each cell of shared memory; see race.c. */
typedef struct AccessSet {
    int32_t *time;
    uint32_t *first, *second, *other;
} AccessSet;

typedef struct Shadow {
    AccessSet reads, writes;
} Shadow;

/* A store whose lanes disagree about a cell of shared memory: the lanes whose value did not stay. */
typedef struct Disagreement {
    int32_t time;
    uint32_t who; /* the instruction, and the warp's lane 0 */
    uint32_t lanes;
} Disagreement;

/* Plain accesses race with plain and with synchronising ones; synchronising ones do not race with one another. */
typedef enum AccessClass { CLASS_PLAIN, CLASS_SYNCHRONISING, CLASS_COUNT } AccessClass;

/* RACES_OF_WORDS: no access narrower than 4 bytes and no synchronising one has been seen, which recall.h needs. */
typedef enum RaceWatch { RACES_OFF, RACES_OF_WORDS, RACES_OF_ALL } RaceWatch;

typedef struct Races {
    bool on;
    RaceWatch watch;
    bool synchronising_seen; /* shadow[CLASS_SYNCHRONISING] is in use */
    Shadow shadow[CLASS_COUNT];
    Disagreement *disagreed; /* for each cell the latest one; NULL: there was none */
    int cell_shift;          /* log2 of a cell's bytes: 2, until a narrower access asks for less */
    size_t cells;
    /* goes up at every barrier, fence and strong access; back to 0 only when all records of it are dropped */
    int32_t now;
    int32_t interval;    /* when the last block-wide barrier was */
    uint32_t barrier_pc; /* which one it was; UINT32_MAX: there was none, or its warps waited at several places */
    int32_t block_start;
    int32_t plain_latest;                        /* when the last access of CLASS_PLAIN was */
    int32_t warp_since[MAX_THREADS / WARP_SIZE]; /* when each warp last passed a barrier of the whole warp */
    uint32_t deferred;                           /* reads of recall_group.h that `reads` do not hold yet */
    Watch *exact;                                /* where layout->exact_shared: used instead of the shadow */
} Races;

/* A warp's read of global memory whose marks are not set yet; first, in bytes from the allocation's start, and stride
 * say which cells it read. */
enum { PENDING_READS = 4 };
typedef struct PendingRead {
    const Watch *watch; /* NULL: none */
    uint64_t first;
    uint64_t stride;
    int width, lanes, first_lane;
} PendingRead;

#endif
