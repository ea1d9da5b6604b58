/* Copies by cp.async and cp.async.bulk that have not been waited for: for async_copy.c and bulk_copy.c, which execute
 * them, pending_copies.c, and copy_races.c, which judges accesses to their bytes. */
#ifndef WARPSCHOOL_SIM_ASYNC_COPY_H
#define WARPSCHOOL_SIM_ASYNC_COPY_H

#include "sim/memory/block_memory.h"

enum { COPY_WORD = 4, COPY_MOST_WORDS = 4, OBJECT_BYTES = 8 }; /* OBJECT: of a barrier object */
#define IN_FLIGHT (UINT32_C(1) << 31)
#define PHASE_COMPLETE (UINT32_C(1) << 31)

/* Whose a copy is, and since when. */
typedef struct CopyStart {
    uint32_t warp, pc;
    uint64_t since;  /* loads of its warp, when it was issued */
    uint64_t number; /* OverlapCopy.number */
    bool elsewhere;  /* it has arrived for another warp, and counts as overlapped unless its own shows otherwise */
    bool empty;      /* it reads nothing, and fills all with zeros */
} CopyStart;

/* One warp's copy instruction. */
typedef struct Copy {
    CopyStart start;
    uint32_t mask; /* lanes whose bytes have not arrived */
    uint32_t words;
    bool ahead;                /* a wait has left it pending, and METRIC_ASYNC_AHEAD has counted it */
    uint32_t group[WARP_SIZE]; /* the group that each lane's thread was filling */
    /* the byte of shared memory of the barrier object that tracks it, plus one, with PHASE_COMPLETE once the object's
     * phase is complete; or 0 */
    uint32_t object[WARP_SIZE];
    int32_t tracked[WARP_SIZE]; /* the time since when it is tracked */
    uint32_t to[WARP_SIZE];
    uint64_t from[WARP_SIZE], low, high; /* addresses of the source; low .. high - 1 hold all bytes that lanes read */
    uint32_t taken[WARP_SIZE];           /* bytes read from the source; zeros fill the rest */
    uint32_t data[COPY_MOST_WORDS][WARP_SIZE];
} Copy;

/* One thread's bulk copy. */
typedef struct BulkCopy {
    CopyStart start;
    uint32_t thread, to, size;
    uint64_t from;
    uint8_t *data;
    uint32_t
        object; /* the byte of shared memory of the barrier object that it signals, plus one; 0: it no longer exists */
    int32_t time;  /* when it counts as a store */
    bool counted;  /* its bytes have been taken off those that the object's phase expects */
    bool complete; /* and that phase is complete */
    bool arrived;
} BulkCopy;

/* What warps load while copies of their block are under way (copies_overlap.c). Loads are counted from a warp's start
 * on; arrays are by warp. */
enum { OVERLAP_WARPS = MAX_THREADS / WARP_SIZE, OVERLAP_COPIES = 256, OVERLAP_OBJECTS = 32 };

/* A copy that may be under way for some warp. */
typedef struct OverlapCopy {
    uint64_t number;              /* CopyStart.number */
    uint32_t warp;                /* whose it is */
    uint32_t known;               /* a bit for each warp that knows its end */
    uint32_t arriving, released;  /* a bit for each object at which one that knows its end has arrived, in this phase */
    bool ended;                   /* or an earlier one, and somebody has waited for it */
    uint64_t from[OVERLAP_WARPS]; /* loads that come before its start */
} OverlapCopy;

/* A barrier object, and the loads that come before its next phase and before the one that waits may find complete. */
typedef struct OverlapObject {
    uint32_t place;
    uint64_t arriving[OVERLAP_WARPS], released[OVERLAP_WARPS];
} OverlapObject;

typedef struct CopyOverlap {
    uint64_t numbers; /* given to copies so far */
    uint32_t pc;      /* of the latest copy, which the loads are counted for */
    uint32_t copying; /* a bit for each warp with copies under way since the last barrier of the block */
    uint32_t count, object_count;
    uint64_t counted[OVERLAP_WARPS];             /* up to which loads are looked at */
    uint64_t from[OVERLAP_WARPS];                /* of copies that are no longer in at; UINT64_MAX: none */
    uint64_t done[OVERLAP_WARPS][OVERLAP_WARPS]; /* loads of the second warp that come before what the first one does */
    OverlapCopy at[OVERLAP_COPIES];
    OverlapObject objects[OVERLAP_OBJECTS];
} CopyOverlap;

struct Copies {
    CopyOverlap overlap;
    Copy *at; /* in the order in which they were issued */
    size_t count, capacity;
    /* for each word of shared memory: IN_FLIGHT and the thread whose pending copy writes it; or 0 */
    uint32_t *in_flight;
    uint32_t committed[MAX_THREADS]; /* groups that each thread has committed */
    BulkCopy *bulk;                  /* in the order in which they were issued */
    size_t bulk_count, bulk_capacity;
    /* for each 8 bytes of shared memory: bytes that the phase of the object there still expects; NULL until a thread
     * expects any */
    int32_t *expected;
};

/* copy_races.c: `earlier`, as who_is() gives it, is the pending copy to the lane's target. Where that is by a lower
 * lane of the same instruction, records the finding that either copy may stay. */
void copies_same_target(SimBlockMemory *block, const Copy *copy, int lane, uint32_t earlier);

/* copy_races.c: whether an access of shared memory, or a store to global memory, races with a copy that has not been
 * waited for; records the finding. */
bool copies_access(SimBlockMemory *block, const Request *request);
bool copies_source_access(SimBlockMemory *block, const Request *request);

/* pending_copies.c */
Copies *copies_of(SimBlockMemory *block);
void copies_free(SimBlockMemory *block);
void copies_block_begin(SimBlockMemory *block);
/* The words of shared memory from byte `to` on are in flight: a copy writes them, whose instruction and thread `who`
 * names (who_is). They have arrived, as what the copy stored at that time; time 0: they never will. */
void copies_in_flight(SimBlockMemory *block, uint32_t who, uint32_t to, uint32_t bytes);
void copies_arrived(SimBlockMemory *block, uint32_t who, uint32_t to, uint32_t bytes, int32_t time);
/* Whether a copy's warp has worked since it was issued, up to a wait; counts it as overlapped; and does so where it
 * has, when it arrives at a wait for its barrier object. */
bool copies_worked(const CopyStart *copy, SimWho who);
void copies_count_overlapped(SimBlockMemory *block, const CopyStart *copy);
void copies_judge_arrived(SimBlockMemory *block, CopyStart *copy, SimWho who);

/* async_copy.c */
/* copies_track: the barrier object (mbarrier) at byte `object` of shared memory tracks the copies that a thread has
 * issued so far. copies_complete: its phase is complete, and so are the copies that it tracks.
 * copies_of_barrier_arrive: a thread of that warp has waited for that, and the bytes are written. */
void copies_track(SimBlockMemory *block, uint32_t warp, uint32_t lane, uint32_t object);
void copies_complete(SimBlockMemory *block, uint32_t object);
void copies_of_barrier_arrive(SimBlockMemory *block, uint32_t object, SimWho who);

/* bulk_copy.c: what the barrier object at byte `object` of shared memory knows of bulk copies.
 * expect: its phase waits for so many bytes more (fewer: negative); false where an object cannot count them. settled:
 * whether its phase, for which no arrival is missing, waits for no bytes; bulk copies are taken as far as that needs.
 * complete: the phase is over. arrive: a thread has waited for that, and the bytes are written. forget: the object is
 * made anew. */
bool copies_bulk_expect(SimBlockMemory *block, uint32_t object, int64_t bytes);
bool copies_bulk_settled(SimBlockMemory *block, uint32_t object);
void copies_bulk_complete(SimBlockMemory *block, uint32_t object);
void copies_bulk_arrive(SimBlockMemory *block, uint32_t object, SimWho who);
void copies_bulk_forget(SimBlockMemory *block, uint32_t object);
/* A lane copies `size` bytes from global to shared memory; false where the launch must stop. */
bool copies_bulk_issue(SimBlockMemory *block, const SimAccess *load, const SimAccess *store, SimWho who, int lane,
                       uint64_t from, uint64_t to, uint32_t size, uint32_t object);

/* copies_overlap.c: a copy begins. It ends, by a wait of the warp `who`, or of whom is unknown: NULL. An object whose
 * phase is complete tracks it. */
void copies_overlap_block_begin(CopyOverlap *overlap);
void copies_overlap_begin(SimBlockMemory *block, CopyStart *copy);
void copies_overlap_end(SimBlockMemory *block, const CopyStart *copy, const SimWho *who);
void copies_overlap_tracked(SimBlockMemory *block, uint32_t place, const CopyStart *copy);
/* A warp arrives at the object at byte `place`; its phase is complete; a warp's wait has found that. */
void copies_overlap_arrive(SimBlockMemory *block, uint32_t place, SimWho who);
void copies_overlap_complete(SimBlockMemory *block, uint32_t place);
void copies_overlap_wait(SimBlockMemory *block, uint32_t place, SimWho who);

#endif
