/* The memory that a context keeps over launches: the address map, allocations, and what a launch did to them.
 * sim_block_memory.h has what a block sees of it.
 *
 * Address map (generic 64-bit addresses; the windows are disjoint, so cvta is an addition or a range test):
 *   shared    SIM_SHARED_BASE + offset         the block's static and dynamic shared memory
 *   local     SIM_LOCAL_BASE + offset          each thread's own
 *   constant  SIM_CONST_BASE + offset          the module's constant bank
 *   param     SIM_PARAM_BASE + offset          kernel parameters
 *   global    SIM_GLOBAL_BASE + offset         module variables, the launch's buffers, the device heap
 * A shared, local, const or param address as PTX uses it within the space is the offset alone. Allocations in global
 * memory lie apart by guard gaps, so that one past an end is never the next one's start, and begin at multiples of
 * 4096. No address is given out twice.
 *
 * In a whole program's process nothing else lies at these addresses: Linux puts programs and what they map from
 * 0x555555554000 on, or from some megabytes, however far it moves them at random. */
#ifndef WARPSCHOOL_SIM_MEMORY_H
#define WARPSCHOOL_SIM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "device.h"
#include "ptx/vocabulary.h"

#define SIM_SHARED_BASE UINT64_C(0x0000110000000000)
#define SIM_LOCAL_BASE UINT64_C(0x0000120000000000)
#define SIM_CONST_BASE UINT64_C(0x0000130000000000)
#define SIM_PARAM_BASE UINT64_C(0x0000140000000000)
#define SIM_GLOBAL_BASE UINT64_C(0x0000150000000000)

/* The space that a generic address lies in; *address becomes the address within it. An address in no window counts as
 * global: no span of global memory holds it. */
static inline PtxSpace generic_space(uint64_t *address) {
    static const uint8_t windows[] = {PTX_SHARED, PTX_LOCAL, PTX_CONST, PTX_PARAM};
    uint64_t window = (*address - SIM_SHARED_BASE) >> 40;
    if (window >= sizeof windows) return PTX_GLOBAL;
    *address &= (UINT64_C(1) << 40) - 1;
    return windows[window];
}

/* The value of every byte of shared memory when a block begins, and of memory from malloc: CUDA defines neither, so
 * it is one that a kernel is unlikely to work with. */
enum { POISON = 0xcd };

/* What bytes that nobody wrote hold where a launch is repeated to see whether they matter (sim/undefined.h). */
typedef struct SimUndefined {
    bool repeats;   /* false: the launch is not repeated */
    bool varies;    /* the lowest three bits of each byte depend on where it lies */
    uint64_t bytes; /* of every eight that begin at a multiple of 8 */
} SimUndefined;

/* Byte `at` of what nobody wrote; at_first: when the launch is not repeated. place: tells memories apart. */
static inline uint8_t undefined_byte(SimUndefined undefined, uint64_t at, uint64_t place, uint8_t at_first) {
    if (!undefined.repeats) return at_first;
    uint8_t value = (uint8_t)(undefined.bytes >> (at & 7) * 8);
    uint32_t mixed = (uint32_t)(at + 53 * place + value) * UINT32_C(0x9e3779b9);
    return undefined.varies ? (uint8_t)((value & 0xf0) | mixed >> 29) : value;
}

static inline void undefined_fill(SimUndefined undefined, uint8_t *to, size_t size, uint64_t place, uint8_t at_first) {
    if (!undefined.repeats)
        memset(to, at_first, size);
    else
        for (size_t at = 0; at < size; at++) to[at] = undefined_byte(undefined, at, place, at_first);
}

typedef struct SimMemory
    SimMemory; /* one per context: global, constant and param memory, the heap; shared by workers */
typedef struct SimBlockMemory SimBlockMemory; /* see sim_block_memory.h */

/* A named stretch of an address space, for bounds and messages. */
typedef struct SimRegion {
    const char *name; /* the student's name: "tile", "in" */
    uint64_t offset;  /* within the space (global: full address) */
    uint64_t size;    /* bytes */
    uint32_t element; /* bytes per element for messages, or SIM_ELEMENT_OF_ACCESS */
} SimRegion;

/* The element size cannot be told from the declaration: a message counts in elements of the access's size. */
#define SIM_ELEMENT_OF_ACCESS UINT32_MAX

/* ---- set-up: called by the launch, single-threaded --------------------------------------------------------------- */

SimMemory *sim_memory_new(void);
void sim_memory_free(SimMemory *memory);
/* Allocations lie there from now on: a zeroed mapping that outlives the memory. */
void sim_memory_use_region(SimMemory *memory, void *base, uint64_t size);
void sim_memory_limit_heap(SimMemory *memory, uint64_t bytes);

/* Adds an allocation to global memory, zeroed, and returns its address; *host receives the bytes behind it. name is
 * kept, not copied. 0: there is no room. */
uint64_t sim_memory_allocate(SimMemory *memory, const char *name, uint64_t size, uint32_t element, uint8_t **host);
/* The same for an allocation whose bytes are the caller's, in place: so they are copied neither in nor out. bytes must
 * outlive the memory, and lie in no other allocation. 0 also where they are fewer than SIM_ADOPTED_BYTES or do not
 * begin at a multiple of 64. */
#define SIM_ADOPTED_BYTES (UINT64_C(1) << 20) /* fewer are copied in less time than it takes to begin a launch again */
uint64_t sim_memory_adopt(SimMemory *memory, const char *name, uint64_t size, uint32_t element, void *bytes);
/* The allocation at address: is a variable; was asked for at loc; is not looked at after a launch; is asked for what
 * launches wrote there, sim_memory_stored. */
void sim_memory_is_variable(SimMemory *memory, uint64_t address);
void sim_memory_is_from(SimMemory *memory, uint64_t address, Loc loc);
void sim_memory_is_scratch(SimMemory *memory, uint64_t address);
void sim_memory_counts_stored(SimMemory *memory, uint64_t address);
/* The allocation's bytes before the next launch lie there, too, as long as that runs: they need not be copied. */
void sim_memory_is_kept_at(SimMemory *memory, uint64_t address, const void *bytes);
/* The bytes of the adopted allocation at address must stay as they are: an access that would write to them ends the
 * launch without a finding. Then sim_memory_lent_written holds, and the launch has to be repeated after
 * sim_memory_copy_lent, which gives the allocation bytes of its own. */
void sim_memory_lend(SimMemory *memory, uint64_t address);
bool sim_memory_lent_written(const SimMemory *memory);
void sim_memory_copy_lent(SimMemory *memory, size_t threads); /* threads: that copy */
/* False where no allocation begins there that is neither a variable nor released. */
bool sim_memory_release(SimMemory *memory, uint64_t address);

/* An allocation in global memory, or a variable in constant memory. */
typedef struct SimAllocated {
    const char *name;
    uint64_t address; /* generic */
    uint64_t size;    /* bytes, as they were asked for */
    uint8_t *bytes;   /* NULL: released */
    Loc loc;
    bool variable;
} SimAllocated;
/* The one that holds, or before its release held, the generic address; false: none. */
bool sim_memory_find(const SimMemory *memory, uint64_t address, SimAllocated *found);
size_t sim_memory_count(const SimMemory *memory); /* allocations, released ones too */
SimAllocated sim_memory_at(const SimMemory *memory, size_t index);

/* Which bytes from a generic address on hold a defined value; all of them lie in one allocation. */
void sim_memory_define(SimMemory *memory, uint64_t address, uint64_t size, bool defined);
uint64_t sim_memory_first_undefined(const SimMemory *memory, uint64_t address, uint64_t size); /* size: none */
uint64_t sim_memory_stored(const SimMemory *memory, uint64_t address); /* bytes of the allocation at address */
bool sim_memory_all_defined(const SimMemory *memory);                  /* every byte that is allocated */
/* Pieces of the heap that were not freed, and their bytes as asked for. */
uint64_t sim_memory_heap_left(const SimMemory *memory, uint64_t *bytes);
bool sim_memory_heap_used(const SimMemory *memory); /* some chunk of the heap was not freed */

/* A launch on memory that stays: begin, then the attempts at it, each after the first preceded by a restore, then end.
 * What it wrote stays. */
void sim_memory_launch_begin(SimMemory *memory);
void sim_memory_restore(SimMemory *memory);
void sim_memory_launch_end(SimMemory *memory);
/* After the last attempt: which bytes the launch has defined, for after its end. watched: races were looked for; else
 * all bytes of what it wrote to count as defined. */
void sim_memory_note_defined(SimMemory *memory, bool watched);

/* For a repetition of the launch, be it with other values in bytes that nobody wrote (undefined.h). set_aside, after
 * sim_memory_note_defined: keeps what the launch left and gives it memory as it was, but for those bytes. differs:
 * whether the repetition left anything else. take_up: what the first run left is back. */
typedef struct SimOutcome SimOutcome;
SimOutcome *sim_memory_set_aside(SimMemory *memory, SimUndefined undefined);
bool sim_memory_differs(const SimMemory *memory, const SimOutcome *outcome);
void sim_memory_take_up(SimMemory *memory, SimOutcome *outcome);

/* The most bytes that an allocation of that size takes on this machine; watched: with its record for race detection
 * in the first attempt (global.c). */
uint64_t sim_memory_cost(uint64_t size, uint32_t element, bool watched);
/* Watches the global allocation at address for races and for reads of what no thread wrote. written: whether the
 * kernel is expected to write there; initialised: whether it holds data when the kernel starts. */
void sim_memory_watch(SimMemory *memory, uint64_t address, bool written, bool initialised);
/* In each attempt: how closely allocations are watched, by threads, by blocks or exactly (global.c). Records of an
 * earlier attempt are dropped; an allocation gets one at its first access. candidates are copied. */
void sim_memory_watch_threads(SimMemory *memory);
/* Before a launch: whether its program has strong accesses of different sizes, which race with one another. */
void sim_memory_mixed_sizes(SimMemory *memory, bool mixed);
/* After a launch: how closely each allocation has to be watched when the launch is repeated (0: as before, or
 * WATCH_EXACTLY or WATCH_BYTES, with cells of 1 byte), to be freed by the caller; NULL where it need not be repeated.
 * See global.c. */
enum { WATCH_EXACTLY = 1, WATCH_BYTES };
uint8_t *sim_memory_candidates(const SimMemory *memory, SimBlockMemory *const *blocks, size_t count);
/* During a launch in the first or second attempt: whether it will have to be repeated, so that the rest need not
 * run. */
bool sim_memory_must_repeat(const SimMemory *memory);
/* Whether the launch has to be repeated with layout->exact_shared: threads may race on shared memory. */
bool sim_memory_shared_conflicts(const SimMemory *memory);
/* After a launch: whether the second attempt (by blocks) would fail as well, because two blocks shared a written
 * cell. */
bool sim_memory_between_blocks(const SimMemory *memory);
/* Raises each value in known to that in found; true where any was raised. */
bool sim_memory_add_candidates(const SimMemory *memory, uint8_t *known, const uint8_t *found);
void sim_memory_watch_blocks(SimMemory *memory, const uint8_t *candidates);
void sim_memory_watch_exactly(SimMemory *memory, const uint8_t *candidates); /* for a launch on one worker */

/* Adds a bank of constant memory, zeroed bytes, filled by the caller: the first begins at 0, each other one
 * SIM_BANK_BYTES after the one before. The regions' offsets are within the bank. The kernel parameters: likewise. */
#define SIM_BANK_BYTES UINT64_C(65536)
uint64_t sim_memory_next_bank(const SimMemory *memory); /* where the next one will begin */
uint8_t *sim_memory_constant(SimMemory *memory, uint64_t size, const SimRegion *regions, size_t count);
uint8_t *sim_memory_params(SimMemory *memory, uint64_t size);

#endif
