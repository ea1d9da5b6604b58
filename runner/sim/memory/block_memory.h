/* The inside of SimMemory and SimBlockMemory: for the files behind memory.h only.
 *
 *   memory.c     set-up: address map, allocations, a block's beginning, barriers
 *   access.c     one warp-wide access: shape, bounds, alignment, then the others in turn
 *   recall.c     what is left to do where an instruction's last request had the same shape
 *   transfer.c   moves the lanes' bytes between memory and register rows
 *   atomic.c     one lane's atomic operation
 *   sectors.c    32-byte sectors of global and local requests, words of constant ones
 *   race.c       the shadow of shared memory: races and reads of what nobody wrote
 *   global.c     the marks of global memory
 *   global_blocks.c who was where in its candidates, by blocks
 *   exact.c      the same by threads; and in shared memory where fences and the like make order
 *   causality.c  order by fences and flags, and by barriers that only some threads meet at
 *   race_report.c what is said about a race
 *   async_copy.c copies that arrive when they are waited for
 *   mbarrier.c   barrier objects in shared memory
 *   local_watch.c which words of local memory were written
 *   fault.c      says which variable and element an address that should not have been used lies next to
 *   findings.c   records findings once each
 *   counters.h   an instruction's counters
 *   results.c    counters, samples, and everything merged into a Result
 *   heap.c       malloc and free in kernels
 *
 * A SimBlockMemory and all that it points to belong to its arena. */
#ifndef WARPSCHOOL_SIM_BLOCK_MEMORY_H
#define WARPSCHOOL_SIM_BLOCK_MEMORY_H

#include <stdatomic.h>

#include "sim/memory/banks.h"
#include "sim/memory/memory.h"

enum { MAX_THREADS = 1024, SECTOR_BYTES = 32 };

/* Every byte of shared memory when a block begins, and of what malloc returns: nothing that a kernel should rely on. */
enum { POISON = 0xcd };

/* The device heap's chunks lie beyond every other allocation. */
#define SIM_HEAP_BASE (SIM_GLOBAL_BASE + (UINT64_C(1) << 45))

typedef struct CounterRow CounterRow; /* see counters.h */
typedef struct Watch Watch;           /* of one allocation; see global.c */
typedef struct BlockPages BlockPages; /* see global_blocks.c */
typedef struct Causality Causality;   /* see causality.c */
typedef struct Copies Copies;         /* see async_copy.c */

/* A stretch of addresses that may be used. */
typedef struct Span {
    const char *name;
    uint64_t start;   /* within its space; global: the full address */
    uint64_t size;    /* bytes; 0 for a heap chunk that was freed */
    uint8_t *host;    /* the byte at start; NULL in local memory, which is interleaved, and for freed chunks */
    uint32_t element; /* bytes per element, for messages; 0 where there are none; or SIM_ELEMENT_OF_ACCESS */
    uint8_t space;    /* PtxSpace */
    bool freed;
    Watch *watch; /* global memory; NULL where nobody looks for races */
} Span;

/* The name of local memory's span, which holds all of a thread's arrays. */
#define SPAN_LOCAL "a local array"

/* In ascending order, without overlaps. */
typedef struct SpanList {
    Span *at;
    size_t count;
} SpanList;

/* A piece of memory from malloc, or one that was freed. */
typedef struct Chunk {
    Span span;
    uint64_t bytes; /* as asked for, also after it was freed */
    uint32_t malloc_pc, free_pc, thread;
    uint64_t block; /* the block and thread that asked for it */
} Chunk;

typedef struct Heap {
    Chunk **at; /* ascending; each its own allocation, so that it stays where it is */
    size_t count, capacity, freed;
    uint64_t next;  /* addresses are never used twice: a use after free is out of bounds for good */
    uint64_t used;  /* bytes */
    uint64_t asked; /* by all calls so far, each with what a call is worth */
} Heap;

/* The host's memory behind an allocation. */
typedef struct HostBytes {
    void *base;
    size_t mapped; /* bytes to unmap; 0 where base is to be freed */
} HostBytes;

struct SimMemory {
    SpanList global;
    HostBytes *host; /* one for each global span */
    uint64_t next_address;
    uint8_t *constant, *params;
    SpanList constant_spans, param_spans;
    Heap heap;
    uint64_t watch_room;           /* bytes that remember who was where in global memory */
    _Atomic bool must_repeat;      /* some place has to be watched more closely than in this attempt */
    _Atomic bool shared_conflicts; /* shared memory has to be watched exactly */
};

/* Which threads read (or wrote) each cell of shared memory; see race.c. */
typedef struct AccessSet {
    int32_t *time;
    uint32_t *first, *second, *other;
} AccessSet;

typedef struct Shadow {
    AccessSet reads, writes;
} Shadow;

/* Accesses of these two classes race with one another, and plain ones among themselves; synchronising ones do not. */
typedef enum AccessClass { CLASS_PLAIN, CLASS_SYNCHRONISING, CLASS_COUNT } AccessClass;

/* Of words: the usual case, in which no narrower access and no synchronising one has been seen. */
typedef enum RaceWatch { RACES_OFF, RACES_OF_WORDS, RACES_OF_ALL } RaceWatch;

typedef struct Races {
    bool on;
    RaceWatch watch;
    bool synchronising_seen; /* its shadow is in use */
    Shadow shadow[CLASS_COUNT];
    int cell_shift; /* log2 of a cell's bytes: 2, until a narrower access asks for less */
    size_t cells;
    int32_t now;      /* moves on at every barrier of any kind, never back */
    int32_t interval; /* when the last block-wide barrier was */
    int32_t block_start;
    int32_t plain_latest;                        /* when the last access of CLASS_PLAIN was */
    int32_t warp_since[MAX_THREADS / WARP_SIZE]; /* when each warp last passed a barrier */
    Watch *exact;                                /* where layout->point_to_point: takes the place of the shadow */
} Races;

typedef struct FindingRecord {
    FindingKind kind;
    bool warning;
    uint32_t pc, other_pc;
    uint64_t block;    /* the lowest block that had it, */
    uint64_t sequence; /* and the place among that block's findings */
    uint64_t count;
    int weight; /* of two for the same instructions in one block, the message of the heavier stays */
    const char *message;
} FindingRecord;

/* Distinct findings of each severity, so that no number of warnings can crowd out an error. */
enum { FINDINGS_PER_WORKER = 256, FINDINGS_REPORTED = 64, FINDING_SLOTS = 2048 };

typedef struct Findings {
    FindingRecord *at;
    size_t count, severity_count[2]; /* [warning] */
    uint16_t slot[FINDING_SLOTS];    /* a hash table of positions + 1 */
    uint64_t sequence;
} Findings;

/* The request kept for the picture, in the little that is needed to draw it. */
typedef struct Sample {
    bool used;
    uint8_t op, width;
    int wavefronts;
    uint64_t block;
    uint32_t warp, mask;
    uint32_t index[3];
    uint32_t address[WARP_SIZE];
} Sample;

/* Strings copied out of local memory for printf live until this many others were. */
enum { STRINGS_KEPT = 64 };

/* A warp's read of global memory whose marks are not set yet. */
enum { PENDING_READS = 4 };
typedef struct PendingRead {
    const Watch *watch; /* NULL: none */
    uint64_t first;     /* from the span's start, in bytes */
    uint64_t stride;
    int width, lanes, first_lane;
} PendingRead;

/* A full warp's write of neighbouring cells of global memory whose owner it is not yet. */
enum { PENDING_CLAIMS = 8 };
typedef struct PendingClaim {
    Watch *watch; /* NULL: none */
    size_t cell;  /* lane 0's */
    uint32_t who;
} PendingClaim;

typedef struct Recall Recall; /* recall.h */

struct SimBlockMemory {
    Arena *arena;
    SimMemory *memory;
    const SimLayout *layout;
    uint8_t *shared;
    SpanList shared_spans, local_spans;
    uint8_t *local;         /* for each warp local_words * 32 words: word w of lane l at 32 w + l */
    uint64_t local_words;   /* per thread */
    uint64_t local_dirty;   /* bytes per thread that have been written since they were zeroed */
    uint8_t *local_written; /* which words of it, a byte each in the same order; NULL where nobody asks */
    char *strings[STRINGS_KEPT];
    size_t next_string;
    uint64_t number; /* of the block that runs */
    uint32_t index[3];
    const Span **last;    /* the span that each instruction used last */
    uint8_t *traits;      /* of each instruction that makes strong accesses; see exact.c */
    CounterRow *counters; /* for each instruction; see counters.h */
    Sample *samples;      /* for each instruction */
    Recall **recalls;     /* for each instruction */
    Races races;
    Causality *causality; /* NULL until a fence, or what else makes an order of its own */
    uint64_t synchronising_accesses;
    Copies *copies;         /* NULL until a copy */
    uint64_t cells_written; /* of global memory, that had no owner; and read, that had no reader */
    BlockPages *pages;      /* NULL until the second attempt needs them */
    PendingRead pending[MAX_THREADS / WARP_SIZE][PENDING_READS]; /* see global.c */
    uint8_t next_pending[MAX_THREADS / WARP_SIZE];
    PendingClaim pending_claim[PENDING_CLAIMS];
    uint8_t next_claim;
    Findings findings;
};

/* One warp-wide access while it is being executed. */
typedef struct Request {
    const SimAccess *access;
    uint32_t warp, mask;
    uint8_t space;           /* resolved */
    bool strided;            /* active lanes are first_lane .. first_lane + lanes - 1, each `stride` after the last */
    int width;               /* bytes per lane */
    int first_lane, lanes;   /* where strided */
    int64_t stride;          /* |stride| < 2^31; a lone lane's is width */
    const uint64_t *address; /* within the space; unless strided, inactive lanes repeat an active one's */
    uint64_t low, high;      /* the lowest and the highest of the active lanes' */
    void *const *data;
} Request;

/* memory.c */
uint8_t *host_allocate(uint64_t size, HostBytes *host); /* zeroed, aligned, in huge pages where it is large */
void host_free(HostBytes *host);
const Span *span_find(const SpanList *list, uint64_t address); /* NULL where no span holds the address */
const Span *find_span(const SimBlockMemory *block, PtxSpace space, uint64_t address);

/* The space that a generic address lies in, and the address within that space. What lies in no window counts as global,
 * where no span will hold it. */
static inline PtxSpace generic_space(uint64_t *address) {
    static const uint8_t windows[] = {PTX_SHARED, PTX_LOCAL, PTX_CONST, PTX_PARAM};
    uint64_t window = (*address - SIM_SHARED_BASE) >> 40;
    if (window >= sizeof windows) return PTX_GLOBAL;
    *address &= (UINT64_C(1) << 40) - 1;
    return windows[window];
}

/* transfer.c; start is the address that base stands for, lanes a subset of request->mask */
void transfer_load(const Request *request, uint32_t lanes, const uint8_t *base, uint64_t start);
void transfer_store(const Request *request, uint32_t lanes, uint8_t *base, uint64_t start);
void transfer_local(SimBlockMemory *block, const Request *request);
/* Whether memory holds exactly what this lane would store there. */
bool transfer_equal(const Request *request, int lane, const uint8_t *base, uint64_t start);

/* atomic.c */
void atomic_request(const Request *request, uint32_t lanes, uint8_t *base, uint64_t start, void *old);
/* The lanes, all at one address, that will leave another value than they find, one after the other in ascending order.
 * Nothing is updated. */
uint32_t atomic_changing_lanes(const Request *request, uint32_t lanes, const uint8_t *base, uint64_t start);

/* sectors.c */
typedef struct SectorCount {
    uint64_t touched, ideal;
} SectorCount;
SectorCount count_sectors(const Request *request);
uint64_t count_local_sectors(const Request *request);
uint64_t count_constant_words(const Request *request);

/* race.c */
void race_set_up(SimBlockMemory *block);
void race_free(SimBlockMemory *block);
void race_block_begin(SimBlockMemory *block);
void race_block_barrier(SimBlockMemory *block);
void race_warp_barrier(SimBlockMemory *block, uint32_t warp);
void race_access(SimBlockMemory *block, const Request *request);
/* After a store: lanes of this one instruction that wrote different values to one place. */
void race_lanes_disagree(SimBlockMemory *block, const Request *request, const Span *span);

/* Moves time on; whoever remembers times must be asked anew after it, as time may have to begin again. */
int32_t race_next_time(SimBlockMemory *block);

/* global.c */
void global_access(SimBlockMemory *block, const Request *request, const Span *span); /* span NULL: lanes in several */
bool global_watched_exactly(const SimBlockMemory *block, const Request *request, const Span *span);
void global_flush(SimBlockMemory *block); /* sets the marks of all pending reads */
void global_forget(SimMemory *memory);
/* Whether plain loads or stores of words leave nothing to be remembered; whether global_row knows rows of them. */
bool watch_ignores_words(const Watch *watch, RequestOp op);
bool watch_takes_rows(const Watch *watch);
/* All that global_access does for a full warp's plain words side by side, lane 0's so many bytes from the allocation's
 * beginning; or nothing, and false. */
bool global_row(SimBlockMemory *block, Watch *watch, RequestOp op, uint32_t pc, uint32_t warp, uint64_t first,
                bool down);
Watch *watch_new(uint64_t size, uint32_t element, bool written, bool initialised);
Watch *watch_chunk(uint64_t size); /* memory fresh from malloc, watched exactly from the start */
void watch_free(Watch *watch);     /* NULL is allowed */

/* causality.c: only where layout->point_to_point. */
void causality_block_begin(SimBlockMemory *block);
void causality_barrier(SimBlockMemory *block);
void causality_arrive(SimBlockMemory *block, uint32_t number, uint32_t warp, uint32_t lanes);
void causality_open(SimBlockMemory *block, uint32_t number, const uint32_t *waiting);
/* whole: the lanes are all of the warp's, whose accesses the shadows put into the past by themselves. */
void causality_warp_barrier(SimBlockMemory *block, uint32_t warp, uint32_t lanes, bool whole);
/* Before a strong access (atomic, volatile, relaxed, acquire, release) is judged and remembered. */
void causality_access(SimBlockMemory *block, const Request *request);
/* How a strong access is meant; a byte for each instruction. */
enum {
    TRAIT_ATOMIC = 1,
    TRAIT_STORE = 2,
    TRAIT_VOLATILE = 4,
    TRAIT_WAITS = 8,   /* a load whose value is waited for or checked */
    TRAIT_ORDERS = 16, /* acquires or releases */
    TRAIT_BLOCK_SCOPE = 32,
    TRAIT_POLLS = 64 /* a loop repeats it until the value ends the loop */
};
/* What lanes of a warp of some block did at a time. */
typedef struct Past {
    uint32_t block; /* its number */
    uint32_t warp, lanes;
    int32_t time;
} Past;
/* The lanes whose access happens before what the thread of the block that runs does now, by more than barriers of its
 * whole block and of whole warps. */
uint32_t causality_before(const SimBlockMemory *block, Past past, uint32_t thread);
/* Whether it would, if the thread had a fence now: a flag was read that was written after it. */
/* Whether there is anything that the thread knows so. */
bool causality_knows(const SimBlockMemory *block, uint32_t thread);
bool causality_observed(const SimBlockMemory *block, Past past, uint32_t thread);
void causality_free(SimBlockMemory *block);

/* Whether somebody wants the launch to end. What it has found will not be asked for, so that searches of long lists, of
 * which a single instruction may need thousands, are left out until the warp looks for itself (sim_refuel). */
static inline bool block_is_interrupted(const SimBlockMemory *block) {
    const volatile sig_atomic_t *interrupted = block->layout->interrupted;
    return interrupted != NULL && *interrupted;
}

/* access.c: all that a store to shared memory is but the moving of its bytes; false where the launch must stop. The
 * request has no shape yet. */
bool access_shared_later(SimBlockMemory *block, Request *request);

/* async_copy.c: whether an access of shared memory, a store to global memory, races with a copy on its way; then that
 * is a finding */
bool copies_access(SimBlockMemory *block, const Request *request);
bool copies_source_access(SimBlockMemory *block, const Request *request);
/* Lets a barrier object in shared memory track the copies that a thread has begun; lets those of an object arrive. */
void copies_track(SimBlockMemory *block, uint32_t warp, uint32_t lane, uint32_t object);
void copies_of_barrier_arrive(SimBlockMemory *block, uint32_t object);
void copies_block_begin(SimBlockMemory *block);
void copies_free(SimBlockMemory *block);

/* local_watch.c: reads of local memory that nobody wrote; before the bytes move */
void local_access(SimBlockMemory *block, const Request *request);

/* " at line 12", or nothing where the instruction has no line */
const char *at_line(const SimBlockMemory *block, uint32_t pc, char buffer[32]);

/* fault.c */
void fault_out_of_bounds(SimBlockMemory *block, const Request *request, int lane);
/* Whether what is wrong with an access that does not lie in a variable is that it begins in one at an address that is
 * no multiple of its size: hardware checks that first. */
bool fault_is_alignment(const SimBlockMemory *block, const Request *request, int lane);
void fault_misaligned(SimBlockMemory *block, const Request *request, int lane);
void fault_read_only(SimBlockMemory *block, const Request *request, int lane);
void fault_atomic_space(SimBlockMemory *block, const Request *request, int lane);
void fault_atomic_unknown(SimBlockMemory *block, const Request *request);
/* "`tile`, element 96" for a byte of shared memory that an access of width bytes touches; buffer of FAULT_TEXT bytes */
enum { FAULT_TEXT = 256 };
uint64_t local_bytes(const SimLayout *layout); /* of local memory, per thread, that may be used */
/* The span of local memory under the name of the array that the instruction means, where the source tells it. Its
 * element is SIM_ELEMENT_OF_ACCESS where the array is all that there is. */
Span fault_local_span(const SimBlockMemory *block, uint32_t pc, int width);
const char *fault_place(const SimBlockMemory *block, PtxSpace space, uint64_t address, int width,
                        char buffer[FAULT_TEXT]);

/* findings.c: counts one more of a finding that is already there with a message that stays; false where
 * sim_finding must make one. */
bool finding_again(SimBlockMemory *block, FindingKind kind, bool warning, uint32_t pc, uint32_t other_pc);
/* The same, for a message that stays unless it weighs less than this; then finding_of_weight() records that. */
bool finding_known(SimBlockMemory *block, FindingKind kind, bool warning, uint32_t pc, uint32_t other_pc, int weight);
void finding_of_weight(SimBlockMemory *block, FindingRecord finding, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* results.c */
/* Counts what some lanes in all asked for by loads or stores of this instruction; space is the resolved one. */
void count_bytes(SimBlockMemory *block, const SimAccess *access, PtxSpace space, uint64_t lanes);
void count_shared(SimBlockMemory *block, const Request *request);
/* Counts some requests of an instruction to global memory and the sectors of all of them together. */
void count_global(SimBlockMemory *block, const SimAccess *access, uint64_t requests, SectorCount sectors);
/* What the assembler's request costs, all lanes active; nothing where it makes none. */
BankCost assembled_cost(const SimAccess *access, const uint32_t address[WARP_SIZE]);
/* Counts some equal requests. */
void count_shared_again(SimBlockMemory *block, const SimAccess *access, uint64_t requests, BankCost written,
                        BankCost assembled);

#endif
