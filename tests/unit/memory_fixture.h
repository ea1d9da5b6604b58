/* A small machine for the tests of runner/sim/memory: two buffers, three shared variables, a constant
 * table, local memory, a block of 32 x 4 threads, and instructions 0 .. 15 at lines 10 .. 25 of kernel.cu. */
#ifndef WARPSCHOOL_TESTS_MEMORY_FIXTURE_H
#define WARPSCHOOL_TESTS_MEMORY_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/memory/sim_block_memory.h"

enum {
    FIXTURE_PCS = 16,
    FIRST_LINE = 10,
    TILE = 0,     /* int tile[1056] */
    BYTES = 4224, /* char bytes[100], then a gap of 28 bytes that no variable owns */
    WIDE = 4352,  /* float4 wide[32] */
    SHARED_SIZE = 4864,
    LOCAL_SIZE = 64,
    IN_COUNT = 1024, /* float in[1024], and as many in out */
};
#define EVERY_LANE UINT32_C(0xffffffff)

typedef struct Fixture {
    SimMemory *memory;
    SimRegion shared[3], constant[1];
    Loc loc[FIXTURE_PCS];
    SimLayout layout;
    SimBlockMemory *block;
    uint64_t in, out;
    uint8_t *in_bytes, *out_bytes, *constant_bytes;
    Arena *arena;
    Result result; /* after fixture_merge */
} Fixture;

static inline void fixture_begin(Fixture *f) {
    *f = (Fixture){.arena = arena_new(), .memory = sim_memory_new()};
    f->shared[0] = (SimRegion){"tile", TILE, 4224, 4};
    f->shared[1] = (SimRegion){"bytes", BYTES, 100, 1};
    f->shared[2] = (SimRegion){"wide", WIDE, 512, 16};
    f->constant[0] = (SimRegion){"table", 0, 256, 4};
    for (int pc = 0; pc < FIXTURE_PCS; pc++) f->loc[pc] = (Loc){"kernel.cu", FIRST_LINE + pc, 5};
    f->in = sim_memory_allocate(f->memory, "in", IN_COUNT * 4, 4, &f->in_bytes);
    f->out = sim_memory_allocate(f->memory, "out", IN_COUNT * 4, 4, &f->out_bytes);
    f->constant_bytes = sim_memory_constant(f->memory, 256, f->constant, 1);
    f->layout = (SimLayout){.shared_size = SHARED_SIZE,
                            .shared = f->shared,
                            .shared_count = 3,
                            .local_size = LOCAL_SIZE,
                            .threads = 128,
                            .block_dim = {32, 4, 1},
                            .pc_count = FIXTURE_PCS,
                            .pc_loc = f->loc,
                            .races = true};
    f->block = sim_block_memory_new(f->memory, &f->layout);
    sim_block_begin(f->block, 0, (uint32_t[3]){0, 0, 0});
}

static inline void fixture_end(Fixture *f) {
    sim_block_memory_free(f->block);
    sim_memory_free(f->memory);
    arena_free(f->arena);
}

static inline void fixture_merge(Fixture *f) {
    sim_merge(&f->block, 1, &f->layout, f->arena, &f->result);
}

/* After the layout was changed. */
static inline void fixture_block_anew(Fixture *f) {
    sim_block_memory_free(f->block);
    f->block = sim_block_memory_new(f->memory, &f->layout);
    sim_block_begin(f->block, 0, (uint32_t[3]){0, 0, 0});
}

/* Instructions 0 .. count - 1 at lines 1 .. count; fixture_block_anew makes it so. */
static inline void fixture_lines(Fixture *f, Loc *loc, uint32_t count) {
    for (uint32_t pc = 0; pc < count; pc++) loc[pc] = (Loc){"kernel.cu", (int)pc + 1, 1};
    f->layout.pc_count = count;
    f->layout.pc_loc = loc;
}

/* Whether there is an error of that kind at that instruction, one of fixture_lines. */
static inline bool fixture_found_at(const Fixture *f, FindingKind kind, uint32_t pc) {
    for (size_t i = 0; i < f->result.finding_count; i++) {
        const Finding *finding = &f->result.findings[i];
        if (finding->kind == kind && !finding->warning && finding->loc.line == (int)pc + 1) return true;
    }
    return false;
}

/* Random programs: the next of a sequence that state_of_random, the seed at first, decides (Knuth's multiplier; the
 * high bits are the good ones). */
static uint64_t state_of_random;
static inline uint32_t below(uint32_t limit) {
    state_of_random = state_of_random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state_of_random >> 33) % limit;
}

static inline double metric(const Fixture *f, Metric wanted) {
    assert_true(f->result.metrics.known[wanted]);
    return f->result.metrics.value[wanted];
}

/* A plain access of one 4-byte element per lane; tests change what they are about. */
static inline SimAccess access_of(RequestOp op, PtxSpace space, uint32_t pc) {
    return (SimAccess){.op = (uint8_t)op, .space = (uint8_t)space, .element = 4, .vector = 1, .row = 4, .pc = pc};
}

typedef struct Lanes {
    uint64_t at[32];
} Lanes;

/* Lane l at base + l * stride bytes. */
static inline Lanes strided(uint64_t base, int64_t stride) {
    Lanes lanes;
    for (int lane = 0; lane < 32; lane++) lanes.at[lane] = base + (uint64_t)lane * (uint64_t)stride;
    return lanes;
}

/* Performs the access with one row of 32-bit values, or two where it is two elements wide. */
static inline bool perform(Fixture *f, SimAccess access, uint32_t warp, uint32_t mask, Lanes lanes, uint32_t row[32]) {
    void *const data[8] = {row};
    return sim_access(f->block, &access, (SimWho){.warp = warp}, mask, lanes.at, data, NULL);
}

static inline bool load(Fixture *f, PtxSpace space, uint32_t pc, uint32_t warp, Lanes lanes) {
    uint32_t row[32];
    return perform(f, access_of(REQUEST_LOAD, space, pc), warp, EVERY_LANE, lanes, row);
}

/* Lane l of the warp stores 100 * warp + l. */
static inline bool store(Fixture *f, PtxSpace space, uint32_t pc, uint32_t warp, Lanes lanes) {
    uint32_t row[32];
    for (uint32_t lane = 0; lane < 32; lane++) row[lane] = 100 * warp + lane;
    return perform(f, access_of(REQUEST_STORE, space, pc), warp, EVERY_LANE, lanes, row);
}

#endif
