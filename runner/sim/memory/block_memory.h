/* The inside of SimMemory and SimBlockMemory: for the files behind sim_memory.h only.
 *
 *   sim_memory.c      set-up: address map, allocations, a block's beginning, barriers
 *   allocations.c     what lies in global and constant memory
 *   spans.c           variables and allocations; which of them holds an address
 *   host_bytes.c      the host's memory behind an allocation
 *   access.c          one warp-wide access: shape, bounds, alignment, then the others in turn
 *   recall.c          the short way for a request of the same shape as the instruction's last one
 *   recall_group.c    the same for neighbouring loads of shared memory at once
 *   transfer.c        moves the lanes' bytes between memory and register rows
 *   atomic.c          one lane's atomic operation
 *   sectors.c         32-byte sectors of global and local requests, words of constant ones
 *   race.c            the shadow of shared memory: races and reads of what nobody wrote
 *   global.c          races on global memory: three attempts at a launch, and the first of them, by threads
 *   global_blocks.c   the second attempt, by blocks
 *   exact.c           the third attempt, by accesses; and shared memory where more than barriers orders accesses
 *   causality_graph.c order by fences and flags, and by barriers that only some threads meet at: its graph
 *   causality.c       the fences, flags and barriers that add to that graph
 *   race_report.c     the message about a race
 *   async_copy.c      cp.async: copies whose bytes arrive when they are waited for
 *   copy_races.c      races with copies that have not been waited for
 *   mbarrier.c        barrier objects in shared memory
 *   local_watch.c     reads of local memory that the thread never wrote
 *   address_fault.c   out-of-bounds and misaligned addresses: the variable and element that they lie next to
 *   finding_records.c records findings, each once
 *   counter_row.h     an instruction's counters
 *   count.c           counts for each instruction, and keeps a request for the picture
 *   recording.c       keeps the requests of one source line for pictures
 *   owners.c          which thread stored each byte of shared memory, where a launch asks
 *   results.c         everything that the workers counted and found, merged into a Result
 *   heap.c            malloc and free in kernels
 *   region.c          parts of a mapping that others see too
 *   defined.c         which bytes hold a value, over launches
 *   undo.c            what a launch wrote, so that it can be taken back
 *
 * A SimBlockMemory and all that it points to belong to its arena. */
#ifndef WARPSCHOOL_SIM_BLOCK_MEMORY_H
#define WARPSCHOOL_SIM_BLOCK_MEMORY_H

#include <pthread.h>
#include <stdatomic.h>

#include "sim/memory/banks.h"
#include "sim/memory/sim_memory.h"

enum { MAX_THREADS = 1024, SECTOR_BYTES = 32 };

/* Global addresses from here on are the device heap's. */
#define SIM_HEAP_BASE (SIM_GLOBAL_BASE + (UINT64_C(1) << 45))

typedef struct CounterRow CounterRow; /* see counter_row.h */
typedef struct Watch Watch;           /* of one allocation; see global.c */
typedef struct BlockPages BlockPages; /* see global_blocks.c */
typedef struct Causality Causality;   /* see causality_graph.h */
typedef struct Copies Copies;         /* see async_copy.h */

/* Which bytes of an allocation hold a value that somebody wrote: a bit a byte; bits NULL: none. */
typedef struct Defined {
    bool all;
    uint8_t *bits;
} Defined;

/* A variable or allocation: a range of addresses that a kernel may access. */
typedef struct Span {
    const char *name;
    uint64_t start;   /* within its space; global: the full address */
    uint64_t size;    /* bytes; 0 for a heap chunk that was freed */
    uint8_t *host;    /* the byte at start; NULL in local memory, which is interleaved, and for freed chunks */
    uint32_t element; /* bytes per element, for messages; 0 where there are none; or SIM_ELEMENT_OF_ACCESS */
    uint8_t space;    /* PtxSpace */
    bool freed;
    bool lent; /* see sim_memory_lend */
    /* global memory: its record for race detection; NULL where races are not looked for, and before the first access of
     * a launch (watch_touch) */
    Watch *watch;
    bool watched;    /* races are looked for where a launch asks for it */
    bool input;      /* no launch is expected to write there */
    bool scratch;    /* what a launch leaves there is not looked at afterwards */
    bool bytewise;   /* an access was narrower than a cell of 4 bytes: cells are bytes from then on */
    bool kept;       /* some of its bytes before the launch are kept (undo.c): */
    uint8_t *pieces; /* for each piece of UNDO_PIECE bytes: whether it is; NULL: one piece, which is where kept */
    const uint8_t *original; /* the caller's copy of its bytes before the launch; NULL: there is none */
    bool ends_defined;       /* defined_next: what is defined after the launch that runs */
    Defined defined, defined_next;
} Span;

/* The name of local memory's span, which holds all of a thread's arrays. */
#define SPAN_LOCAL "a local array"

/* In ascending order, without overlaps. */
typedef struct SpanList {
    Span *at;
    size_t count;
} SpanList;

/* What one call of malloc in a kernel returned, kept after it was freed. */
typedef struct Chunk {
    Span span;
    uint64_t bytes; /* as asked for, also after it was freed */
    uint32_t malloc_pc, free_pc, thread;
    uint64_t block; /* the block that called malloc; thread: within it */
    /* the launch that called malloc, and the one that called free: only in that launch do malloc_pc and free_pc number
     * its instructions */
    uint64_t launch, free_launch;
    uint8_t *freed_host; /* the bytes of a chunk that this launch freed and an earlier one took; else NULL */
} Chunk;

typedef struct Heap {
    Chunk **at; /* by ascending address; each allocated by itself, so that pointers to it stay valid */
    size_t count, capacity, freed;
    /* the address of the next chunk: addresses are never reused, so that every use after free is seen */
    uint64_t next;
    uint64_t limit; /* cudaLimitMallocHeapSize */
    uint64_t used;  /* bytes */
    uint64_t asked; /* bytes asked for by all calls of the launch so far, plus a fixed cost for each call */
    uint64_t next_before, used_before; /* when the launch began */
} Heap;

/* What a launch did to the heap, taken back for a while. */
typedef struct HeapAside {
    Chunk **taken, **freed; /* chunks that it took; earlier ones that it freed */
    size_t taken_count, freed_count;
    uint64_t next, used, asked;
} HeapAside;

/* The host's memory behind an allocation. */
typedef struct HostBytes {
    void *base;
    size_t mapped; /* bytes to unmap; 0 where base is to be freed */
} HostBytes;

/* Part of a mapping, in bytes from its beginning. */
typedef struct RegionExtent {
    uint64_t start, size;
} RegionExtent;

/* A mapping that the caller made; free: the extents that nobody has taken, ascending, none next to another. */
typedef struct MemoryRegion {
    uint8_t *base; /* NULL: there is none, and allocations get memory of their own */
    RegionExtent *free;
    size_t count;
} MemoryRegion;

/* What is known of an allocation in global memory beside its span. */
typedef struct Allocation {
    HostBytes host; /* base NULL: in the region */
    uint64_t bytes; /* as asked for, also after it was released */
    Loc loc;        /* where the host asked for it */
    bool variable;
    uint8_t *own; /* where its span is lent: the allocation's own bytes, not yet in use */
} Allocation;

/* Bytes of an allocation as they were before the launch: size of them from byte `at` on. */
typedef struct KeptBytes {
    Span *span;
    uint64_t at, size;
    const uint8_t *before;
    uint8_t *copy; /* to be freed: before, where it is not the caller's */
} KeptBytes;

typedef struct Undo {
    KeptBytes *at;
    size_t count, capacity;
} Undo;

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
    uint8_t level;                 /* WatchLevel of the attempt that runs */
    uint8_t *candidates;           /* by global span; see sim_memory_candidates. NULL in the first attempt */
    pthread_mutex_t lock;          /* for undo, and for making a watch */
    uint64_t watch_room;           /* bytes that exact.c has taken for its lists of global memory */
    _Atomic bool must_repeat;      /* a cell has to be watched more closely than in this attempt (global.c) */
    _Atomic bool shared_conflicts; /* shared memory has to be watched exactly */
    _Atomic bool lent_written;     /* see sim_memory_lend */
};

/* Which threads read (or wrote) each cell of shared memory; see race.c. */
typedef struct AccessSet {
    int32_t *time;
    uint32_t *first, *second, *other;
} AccessSet;

typedef struct Shadow {
    AccessSet reads, writes;
} Shadow;

/* Plain accesses race with plain and with synchronising ones; synchronising ones do not race with one another. */
typedef enum AccessClass { CLASS_PLAIN, CLASS_SYNCHRONISING, CLASS_COUNT } AccessClass;

/* RACES_OF_WORDS: no access narrower than 4 bytes and no synchronising one has been seen, which recall.h needs. */
typedef enum RaceWatch { RACES_OFF, RACES_OF_WORDS, RACES_OF_ALL } RaceWatch;

typedef struct Races {
    bool on;
    RaceWatch watch;
    bool synchronising_seen; /* shadow[CLASS_SYNCHRONISING] is in use */
    Shadow shadow[CLASS_COUNT];
    int cell_shift; /* log2 of a cell's bytes: 2, until a narrower access asks for less */
    size_t cells;
    /* goes up at every barrier, fence and strong access; back to 0 only when all records of it are dropped */
    int32_t now;
    int32_t interval; /* when the last block-wide barrier was */
    int32_t block_start;
    int32_t plain_latest;                        /* when the last access of CLASS_PLAIN was */
    int32_t warp_since[MAX_THREADS / WARP_SIZE]; /* when each warp last passed a barrier of the whole warp */
    uint32_t deferred;                           /* reads of recall_group.h that `reads` do not hold yet */
    Watch *exact;                                /* where layout->exact_shared: used instead of the shadow */
} Races;

typedef struct FindingRecord {
    FindingKind kind;
    bool warning;
    uint32_t pc, other_pc;
    uint64_t block;    /* the lowest block with this finding */
    uint64_t sequence; /* its place among that block's findings */
    uint64_t count;
    /* of two findings in one block with the same instructions, the message with the larger weight is kept */
    int weight;
    const char *message;
    const RacePair *race; /* or NULL */
} FindingRecord;

/* Limits on distinct findings, for each severity by itself, so that warnings cannot displace an error. */
enum { FINDINGS_PER_WORKER = 256, FINDINGS_REPORTED = 64, FINDING_SLOTS = 2048 };

typedef struct Findings {
    FindingRecord *at;
    size_t count, severity_count[2]; /* [warning] */
    uint16_t slot[FINDING_SLOTS];    /* a hash table of positions + 1 */
    uint64_t sequence;
} Findings;

/* The request that an instruction's bank picture shows. */
typedef struct Sample {
    bool used;
    uint8_t op, width;
    int wavefronts;
    uint64_t block;
    uint32_t warp, mask;
    uint32_t index[3];
    uint32_t address[WARP_SIZE];
} Sample;

/* How many strings copied out of local memory for printf are valid at a time. */
enum { STRINGS_KEPT = 64 };

/* A warp's read of global memory whose marks are not set yet; first, in bytes from the allocation's start, and stride
 * say which cells it read. */
enum { PENDING_READS = 4 };
typedef struct PendingRead {
    const Watch *watch; /* NULL: none */
    uint64_t first;
    uint64_t stride;
    int width, lanes, first_lane;
} PendingRead;

/* A full warp's write of 32 neighbouring cells of global memory, whose owners are not set yet. */
enum { PENDING_CLAIMS = 8 };
typedef struct PendingClaim {
    Watch *watch; /* NULL: none */
    size_t cell;  /* lane 0's */
    uint32_t who;
} PendingClaim;

typedef struct Recall Recall;             /* recall.h */
typedef struct DeferredRead DeferredRead; /* recall_group.h */
typedef struct Recorder Recorder;         /* recording.c */

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
    uint8_t *traits;      /* for each instruction that makes strong accesses: TRAIT_ bits of exact.c */
    CounterRow *counters; /* for each instruction; see counter_row.h */
    Sample *samples;      /* for each instruction */
    Recall **recalls;     /* for each instruction */
    DeferredRead *deferred;
    Recorder *recorder; /* NULL: nothing is recorded */
    uint16_t *owners;   /* for each byte of shared memory, see owners.c; NULL: nobody asks */
    uint64_t own_bytes; /* METRIC_SHARED_LOAD_OWN so far */
    Races races;
    /* NULL until the first fence, strong access, barrier of some warps or __syncwarp() of some lanes */
    Causality *causality;
    uint64_t synchronising_accesses;
    Copies *copies;         /* NULL until a copy */
    uint64_t cells_written; /* global memory: cells to which this worker gave their first owner or reader */
    BlockPages *pages;      /* second attempt: its shadow; NULL until an access needs it */
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
    uint8_t space;           /* PtxSpace; a generic address's space has been found */
    bool descending;         /* of an atomic: the highest lane comes first */
    bool strided;            /* active lanes are first_lane .. first_lane + lanes - 1, each `stride` after the last */
    int width;               /* bytes per lane */
    int first_lane, lanes;   /* where strided */
    int64_t stride;          /* |stride| < 2^31; a lone lane's is width */
    const uint64_t *address; /* within the space; unless strided, those of inactive lanes repeat an active one's */
    uint64_t low, high;      /* the lowest and the highest of the active lanes' addresses */
    void *const *data;
} Request;

/* allocations.c. Bytes between allocations: an address out of bounds is still nearest to the allocation that was meant,
 * which is named. */
#define SIM_GUARD_GAP (UINT64_C(1) << 30)
void allocations_free(SimMemory *memory);
/* The allocation that held the address until the host released it; or NULL. */
const Span *released_span(const SimMemory *memory, uint64_t address);

/* host_bytes.c */
enum { HOST_ALIGN = 64 };
uint8_t *host_allocate(uint64_t size, HostBytes *host); /* zeroed, aligned, in huge pages where it is large */
void host_free(HostBytes *host);

/* region.c */
void region_open(MemoryRegion *region, void *base, uint64_t size);
uint8_t *region_take(MemoryRegion *region, uint64_t size); /* zeros, whole pages; NULL: no extent is large enough */
void region_give(MemoryRegion *region, uint8_t *bytes, uint64_t size);
void region_close(MemoryRegion *region);

/* defined.c; total: the allocation's size */
void defined_free(Defined *defined);
Defined defined_copy(const Defined *defined, uint64_t total);
void defined_set(Defined *defined, uint64_t total, uint64_t at, uint64_t size);
void defined_clear(Defined *defined, uint64_t total, uint64_t at, uint64_t size);
uint64_t defined_first_unset(const Defined *defined, uint64_t at, uint64_t size); /* counted from at; size: none */
bool defined_any(const Defined *defined, uint64_t at, uint64_t size);
/* Adds what the launch wrote to the span, as its watch says. */
void defined_by_launch(Defined *defined, const Span *span);

/* undo.c: called before bytes `at` to `last` of global memory's span are stored to; several workers may do so at
 * once. */
enum { UNDO_PIECE = 64 << 10 };
void undo_keep_now(SimMemory *memory, Span *span, uint64_t at, uint64_t last);
static inline void undo_keep(SimMemory *memory, const Span *span, uint64_t at, uint64_t last) {
    bool kept = __atomic_load_n(&span->kept, __ATOMIC_ACQUIRE);
    for (uint64_t i = at / UNDO_PIECE; span->pieces != NULL && i <= last / UNDO_PIECE && kept; i++)
        kept = __atomic_load_n(&span->pieces[i], __ATOMIC_ACQUIRE) != 0;
    if (!kept) undo_keep_now(memory, (Span *)(uintptr_t)span, at, last);
}
void undo_forget(Undo *undo); /* what was written stays */

/* heap.c. heap_set_aside: takes back what the launch did; heap_take_up: does it again; heap_aside_free: drops it. */
void heap_launch_begin(SimMemory *memory);
void heap_launch_end(SimMemory *memory);
void heap_set_aside(SimMemory *memory, HeapAside *aside);
void heap_take_up(SimMemory *memory, HeapAside *aside);
void heap_aside_free(HeapAside *aside);
void heap_free(Heap *heap);
/* The instruction of the running launch that took or freed the chunk; UINT32_MAX: another launch did. */
static inline uint32_t heap_malloc_pc(const SimBlockMemory *block, const Chunk *chunk) {
    return chunk->launch == block->memory->launch ? chunk->malloc_pc : UINT32_MAX;
}
static inline uint32_t heap_free_pc(const SimBlockMemory *block, const Chunk *chunk) {
    return chunk->free_launch == block->memory->launch ? chunk->free_pc : UINT32_MAX;
}

/* spans.c */
/* Spans for regions of a space whose bytes lie at host (NULL in local memory); the whole space where there are none. To
 * be freed by the caller. */
SpanList span_list_make(const SimRegion *regions, size_t count, PtxSpace space, uint64_t size, uint8_t *host);
const Span *span_find(const SpanList *list, uint64_t address); /* NULL where no span holds the address */
const Span *find_span(const SimBlockMemory *block, PtxSpace space, uint64_t address);
uint64_t local_bytes(const SimLayout *layout); /* bytes of local memory, per thread, that variables occupy */

/* transfer.c; base: the host byte of address start; lanes: a subset of request->mask. */
void transfer_load(const Request *request, uint32_t lanes, const uint8_t *base, uint64_t start);
void transfer_store(const Request *request, uint32_t lanes, uint8_t *base, uint64_t start);
void transfer_local(SimBlockMemory *block, const Request *request);
/* Whether memory holds exactly what this lane would store there. */
bool transfer_equal(const Request *request, int lane, const uint8_t *base, uint64_t start);

/* atomic.c */
void atomic_request(const Request *request, uint32_t lanes, uint8_t *base, uint64_t start, void *old);
/* Of lanes that are all at one address: those whose update leaves another value than it finds, when they are applied
 * in ascending order. Memory is not changed. */
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

/* global.c */
void global_access(SimBlockMemory *block, const Request *request, const Span *span); /* span NULL: lanes in several */
bool global_watched_exactly(const SimBlockMemory *block, const Request *request, const Span *span);
void global_flush(SimBlockMemory *block); /* sets the marks of all pending reads */
/* watch_ignores: whether plain loads or stores of `width` bytes a lane, at most 4, leave no mark. watch_takes_rows:
 * whether global_row can record them. */
bool watch_ignores(const Watch *watch, RequestOp op, int width);
bool watch_takes_rows(const Watch *watch);
/* Does what global_access does, for a full warp's plain accesses to 32 neighbouring words, lane 0's `first` bytes
 * from the allocation's start and the others after it (down: before it). false: nothing was done, and global_access
 * has to. */
bool global_row(SimBlockMemory *block, Watch *watch, RequestOp op, uint32_t pc, uint32_t warp, uint64_t first,
                bool down);
/* Makes the span's watch where it has none and should have one; called before the watch is looked at. */
void watch_make(SimMemory *memory, Span *span);
static inline void watch_touch(SimMemory *memory, const Span *span) {
    if (__atomic_load_n(&span->watch, __ATOMIC_ACQUIRE) == NULL && span->watched)
        watch_make(memory, (Span *)(uintptr_t)span);
}
Watch *watch_new(uint64_t size, uint32_t element, bool written, bool initialised);
Watch *watch_chunk(uint64_t size); /* memory fresh from malloc, watched exactly from the start */
void watch_free(Watch *watch);     /* NULL is allowed */

/* Whether the launch is to end. What it has found will not be asked for, so that searches of long lists, of which a
 * single instruction may need thousands, are left out until the warp itself asks (sim_refuel). */
static inline bool block_is_interrupted(const SimBlockMemory *block) {
    const volatile sig_atomic_t *interrupted = block->layout->interrupted;
    return interrupted != NULL && *interrupted;
}

/* access.c: checks, judges and counts a store to shared memory without moving its bytes; false where the launch must
 * stop. The request's shape (strided, low, high and so on) need not be set. */
bool access_shared_later(SimBlockMemory *block, Request *request);

/* copy_races.c: whether an access of shared memory, or a store to global memory, races with a copy that has not been
 * waited for; records the finding. */
bool copies_access(SimBlockMemory *block, const Request *request);
bool copies_source_access(SimBlockMemory *block, const Request *request);

/* async_copy.c */
/* copies_track: the barrier object (mbarrier) at byte `object` of shared memory tracks the copies that a thread has
 * issued so far. copies_complete: its phase is complete, and so are the copies that it tracks.
 * copies_of_barrier_arrive: a thread has waited for that, and the bytes are written. */
void copies_track(SimBlockMemory *block, uint32_t warp, uint32_t lane, uint32_t object);
void copies_complete(SimBlockMemory *block, uint32_t object);
void copies_of_barrier_arrive(SimBlockMemory *block, uint32_t object);
void copies_block_begin(SimBlockMemory *block);
void copies_free(SimBlockMemory *block);

/* owners.c: a request to shared memory, whose addresses are in bounds */
void owners_block_begin(SimBlockMemory *block);
void owners_take(SimBlockMemory *block, const Request *request);

/* local_watch.c: reads of local memory that the thread never wrote; called before the bytes move */
void local_access(SimBlockMemory *block, const Request *request);

/* finding_records.c: counts one more of a finding that is recorded already and whose message stays; false where
 * sim_finding must record one. */
bool finding_again(SimBlockMemory *block, FindingKind kind, bool warning, uint32_t pc, uint32_t other_pc);
/* The same, but false as well where a message of this weight would replace the recorded one; then finding_of_weight()
 * records it. */
bool finding_known(SimBlockMemory *block, FindingKind kind, bool warning, uint32_t pc, uint32_t other_pc, int weight);
void finding_of_weight(SimBlockMemory *block, FindingRecord finding, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* count.c */
/* Counts the bytes that `lanes` lanes asked for by loads or stores of this instruction; space is the resolved one. */
void count_bytes(SimBlockMemory *block, const SimAccess *access, PtxSpace space, uint64_t lanes);
void count_shared(SimBlockMemory *block, const Request *request);
/* Counts one request of atomics on words of shared memory; false, and nothing is counted, where it would be the
 * instruction's sample. Wavefronts: as written, and where the assembler lets lanes share. */
bool count_updates(SimBlockMemory *block, const SimAccess *access, uint32_t warp, int written, int assembled);
/* Counts some requests of an instruction to global memory and the sectors of all of them together. */
void count_global(SimBlockMemory *block, const SimAccess *access, uint64_t requests, SectorCount sectors);
/* What the request costs that the assembler makes of this one, all lanes active; all 0 where it makes none. */
BankCost assembled_cost(const SimAccess *access, const uint32_t address[WARP_SIZE]);
/* Counts some equal requests. */
void count_shared_again(SimBlockMemory *block, const SimAccess *access, uint64_t requests, BankCost written,
                        BankCost assembled);
/* The counters of requests as the assembler left them, of an instruction that it left as it was written. */
void count_copy_to_assembled(CounterRow *counters);
/* Among requests with equally many wavefronts the first stays: lowest block, then warp, then time. */
bool sample_is_earlier(const Sample *sample, uint64_t number, uint32_t warp);

#endif
