/* The inside of SimMemory and SimBlockMemory: for the files behind their headers only.
 *
 *   sim_memory.c      set-up: address map, a block's beginning, barriers
 *   access.c          one warp-wide access: shape, bounds, alignment, then the others in turn
 *   recall.c          the short way for a request of the same shape as the instruction's last one
 *   recall_group.c    the same for neighbouring loads of shared memory at once
 *   transfer.c        moves the lanes' bytes between memory and register rows
 *   atomic.c          one lane's atomic operation
 *   async_copy.c      cp.async: copies whose bytes arrive when they are waited for
 *   bulk_copy.c       cp.async.bulk: copies that a barrier object waits for
 *   pending_copies.c  what both have in common
 *   mbarrier.c        barrier objects in shared memory
 *   texture.c         what a texture returns at a coordinate
 *   address_fault.c   out-of-bounds and misaligned addresses: the variable and element that they lie next to
 *   finding_records.c records findings, each once
 *   results.c         everything that the workers counted and found, merged into a Result
 *   space/            where bytes lie, who gave them, which hold a value, and how a launch is taken back
 *   races/            who accessed a place, and what orders them
 *   counts/           what a request costs
 *
 * A SimBlockMemory and all that it points to belong to its arena. */
#ifndef WARPSCHOOL_SIM_BLOCK_MEMORY_H
#define WARPSCHOOL_SIM_BLOCK_MEMORY_H

#include <pthread.h>
#include <stdatomic.h>

#include "sim/memory/finding_records.h"
#include "sim/memory/races/shadow.h"
#include "sim/memory/sim_block_memory.h"
#include "sim/memory/space/allocations.h"
#include "sim/memory/space/heap.h"
#include "sim/memory/space/spans.h"
#include "sim/memory/space/undo.h"

enum { SECTOR_BYTES = 32 };

typedef struct CounterRow CounterRow; /* see counter_row.h */
typedef struct BlockPages BlockPages; /* see global_blocks.c */
typedef struct Causality Causality;   /* see causality_graph.h */
typedef struct Copies Copies;         /* see async_copy.h */

struct SimMemory {
    SpanList global;
    Allocation *allocation; /* one for each global span */
    size_t released;        /* how many of them are released */
    uint64_t given;         /* allocations so far */
    uint64_t next_address;
    MemoryRegion region;
    uint8_t *params;
    SpanList constant_spans, param_spans;
    HostBytes *banks; /* of constant memory, one for each module */
    size_t bank_count;
    Heap heap;
    uint64_t launch; /* launches so far */
    bool disturbed;  /* a launch is repeated with other values in undefined bytes (undo.c) */
    Undo undo;
    uint8_t level;                       /* WatchLevel of the attempt that runs */
    uint8_t *candidates;                 /* by global span; see sim_memory_candidates. NULL in the first attempt */
    pthread_mutex_t lock;                /* for undo, and for making a watch */
    pthread_mutex_t keeping[UNDO_LOCKS]; /* for the bytes of a piece while they are kept (undo.c); taken before lock */
    bool mixed_sizes;                    /* see sim_memory_mixed_sizes */
    uint64_t watch_room;                 /* bytes that exact.c has taken for its lists of global memory */
    _Atomic bool must_repeat;            /* a cell has to be watched more closely than in this attempt (global.c) */
    _Atomic bool shared_conflicts;       /* shared memory has to be watched exactly */
    _Atomic bool lent_written;           /* see sim_memory_lend */
};

/* How many strings copied out of local memory for printf are valid at a time. */
enum { STRINGS_KEPT = 64 };

typedef struct Recall Recall;             /* recall.h */
typedef struct DeferredRead DeferredRead; /* recall_group.h */
typedef struct Recorder Recorder;         /* recording.c */
typedef struct Sample Sample;             /* counts/count.h */
typedef struct LoadedSector LoadedSector; /* counts/loaders.c */

/* Which thread of the block loaded each byte of global memory first: a table of sectors, see counts/loaders.c. */
typedef struct Loaders {
    LoadedSector *at;
    uint32_t size, used; /* a power of two, or 0; how many of them this block has */
    uint64_t blocks;     /* begun so far: what an earlier block left counts as free */
    uint64_t common;     /* METRIC_GLOBAL_LOAD_COMMON so far */
} Loaders;

struct SimBlockMemory {
    Arena *arena;
    SimMemory *memory;
    const SimLayout *layout;
    uint8_t *shared;
    SpanList shared_spans, local_spans;
    uint8_t *local;       /* for each warp local_words * 32 words: word w of lane l at 32 w + l */
    uint64_t local_words; /* per thread */
    uint64_t local_dirty; /* bytes per thread that have been written since they were zeroed */
    /* 1 for each word of `local` that was written, in the same order; NULL where races are not looked for */
    uint8_t *local_written;
    char *strings[STRINGS_KEPT];
    size_t next_string;
    uint64_t number; /* of the block that runs */
    uint32_t index[3];
    const Span **last;    /* for each instruction: the span that it accessed last, or NULL */
    uint16_t *traits;     /* for each instruction that makes strong accesses: TRAIT_ bits of exact.c */
    CounterRow *counters; /* for each instruction; see counter_row.h */
    Sample *samples;      /* for each instruction */
    Recall **recalls;     /* for each instruction */
    DeferredRead *deferred;
    Recorder *recorder;               /* NULL: nothing is recorded */
    uint16_t *owners;                 /* for each byte of shared memory, see owners.c; NULL: nobody asks */
    uint64_t own_bytes;               /* METRIC_SHARED_LOAD_OWN so far */
    uint64_t own_warp_bytes;          /* METRIC_SHARED_LOAD_OWN_WARP so far */
    uint64_t written;                 /* METRIC_SHARED_STORE_DISTINCT so far */
    uint8_t *unread;                  /* with owners: whether a byte was stored and nobody has read it since, */
    uint8_t *stored;                  /* and what was stored */
    uint64_t repeated, repeated_warp; /* METRIC_SHARED_STORE_REPEATED and _REPEATED_WARP so far */
    uint64_t unwritten;               /* METRIC_SHARED_UNWRITTEN so far */
    uint64_t load_lines, store_lines; /* METRIC_GLOBAL_LOAD_LINES and METRIC_GLOBAL_STORE_LINES so far */
    uint64_t shared_lines;            /* METRIC_SHARED_STORE_LINES so far */
    /* Bytes that each warp of this block has loaded from global memory, and all of them together; those of the whole
     * launch so far, of the warp with most, and of the block with most: METRIC_IMBALANCE_LOADS, .._BLOCK_LOADS. */
    uint64_t loaded[MAX_THREADS / WARP_SIZE], block_loaded;
    uint64_t all_loaded, most_loaded, most_block_loaded;
    Loaders loaders;
    uint64_t *sums; /* for each instruction: LineCounts.sum so far; NULL: nobody asks */
    Races races;
    /* NULL until the first fence, strong access, barrier of some warps or __syncwarp() of some lanes */
    Causality *causality;
    uint64_t synchronising_accesses;
    Copies *copies;         /* NULL until a copy */
    uint64_t cells_written; /* global memory: cells to which this worker gave their first owner or reader */
    BlockPages *pages;      /* second attempt: its shadow; NULL until an access needs it */
    PendingRead pending[MAX_THREADS / WARP_SIZE][PENDING_READS]; /* see global.c */
    uint8_t next_pending[MAX_THREADS / WARP_SIZE];
    Findings findings;
};

/* The instruction of the running launch that took or freed the chunk; UINT32_MAX: another launch did. */
static inline uint32_t heap_malloc_pc(const SimBlockMemory *block, const Chunk *chunk) {
    return chunk->launch == block->memory->launch ? chunk->malloc_pc : UINT32_MAX;
}
static inline uint32_t heap_free_pc(const SimBlockMemory *block, const Chunk *chunk) {
    return chunk->free_launch == block->memory->launch ? chunk->free_pc : UINT32_MAX;
}

/* One warp-wide access while it is being executed. */
typedef struct Request {
    const SimAccess *access;
    uint32_t warp, mask;
    uint32_t unread;       /* of a load: lanes whose value reaches nothing, which are not judged (load/speculated.c) */
    uint8_t space;         /* PtxSpace; a generic address's space has been found */
    bool descending;       /* of an atomic: the highest lane comes first */
    bool asynchronous;     /* the store of a copy, whose source may cost more wavefronts (async_copy.c) */
    bool strided;          /* active lanes are first_lane .. first_lane + lanes - 1, each `stride` after the last */
    int width;             /* bytes per lane */
    int first_lane, lanes; /* where strided */
    int64_t stride;        /* |stride| < 2^31; a lone lane's is width */
    const uint64_t *address; /* within the space; unless strided, those of inactive lanes repeat an active one's */
    uint64_t low, high;      /* the lowest and the highest of the active lanes' addresses */
    void *const *data;
} Request;

/* transfer.c; base: the host byte of address start; lanes: a subset of request->mask. */
void transfer_load(const Request *request, uint32_t lanes, const uint8_t *base, uint64_t start);
void transfer_store(const Request *request, uint32_t lanes, uint8_t *base, uint64_t start);
void transfer_local(SimBlockMemory *block, const Request *request);
/* Whether memory holds exactly what this lane would store there. */
bool transfer_equal(const Request *request, int lane, const uint8_t *base, uint64_t start);
/* Of lanes that all store to one address: those whose value differs from the lowest lane's, which stays. */
uint32_t transfer_differing_lanes(const Request *request, uint32_t lanes);

/* atomic.c */
void atomic_request(const Request *request, uint32_t lanes, uint8_t *base, uint64_t start, void *old);
/* Of lanes that are all at one address: those whose update leaves another value than it finds, when they are applied
 * in ascending order. Memory is not changed. storing, if not NULL: those that store at all are added, which a
 * compare-and-swap that finds another value does not. */
uint32_t atomic_changing_lanes(const Request *request, uint32_t lanes, const uint8_t *base, uint64_t start,
                               uint32_t *storing);

/* Whether the launch is to end. What it has found will not be asked for, so that searches of long lists, of which a
 * single instruction may need thousands, are left out until the warp itself asks (sim_refuel). */
static inline bool block_is_interrupted(const SimBlockMemory *block) {
    const volatile sig_atomic_t *interrupted = block->layout->interrupted;
    return interrupted != NULL && *interrupted;
}

/* access.c: checks, judges and counts a store to shared memory without moving its bytes; false where the launch must
 * stop. The request's shape (strided, low, high and so on) need not be set. */
bool access_shared_later(SimBlockMemory *block, Request *request);
/* access.c: a request of one lane for `bytes` in a row, in pieces of its width: checked and judged, and not counted.
 * data: NULL, or where the bytes that a load reads are put: to be freed. False where the launch must stop. */
bool access_bulk(SimBlockMemory *block, Request *request, uint64_t bytes, uint8_t **data);

/* unwritten.c: the first of the pieces that a lane reads whose element is to be reported as never written, -1: none.
 * written: a bit for each piece, a byte or a cell, in ascending order. Of an element whose value is used, every piece
 * must have been written. One that is only copied may be a structure with its padding, or a part of one: it counts as
 * written where a part of it is, or of the lane's other elements. */
int find_unwritten_piece(const SimAccess *access, uint32_t written, int pieces);

/* local_watch.c: reads of local memory that the thread never wrote; called before the bytes move */
void local_access(SimBlockMemory *block, const Request *request);

#endif
