/* What an instruction recalls of its last request must change nothing: random programs, executed once by the handler
 * that recalls and once access by access in the long way, give the same bytes, counts, findings and samples. For each
 * instruction set that this processor has. */
#include <stdlib.h>

#include "memory_fixture.h"

#include "sim/lanes/lanes.h"
#include "sim/launch.h"
#include "sim/memory/recall_group.h"

enum { PROGRAMS = 1500, ACCESSES = 120, INSTRUCTIONS = 8, KINDS = 11 };

/* Of a program with a group of loads: its first instructions are one. */
enum { GROUP_LENGTH = 5, GROUP_LOADS = 4, GROUP_ALU = 2 /* the instruction that is no load */ };

/* One side of the comparison: a machine and a warp whose registers are the address row, the data row and the row of an
 * atomic's old values; and for a group a second address row, and a data row for each of its instructions. */
typedef struct Side {
    Fixture f;
    SimWorker worker;
    SimWarp warp;
    _Alignas(64) uint8_t frame[2 * SIM_ROW64 + (2 + GROUP_LENGTH) * SIM_ROW32];
    SimMemoryOp op[INSTRUCTIONS];
    SimInstr instr[INSTRUCTIONS];
} Side;

static Side quick, slow;
/* By pc: what the assembler makes of an atomic. Of other instructions only what was written is compared, because their
 * addresses are none that it would merge. */
static SimAssembled assembled[FIXTURE_PCS];

/* The operand of some atomics: a row of the launch's constants. */
static _Alignas(64) uint32_t constant_row[32];

/* tile: NULL, or what the first shared variable is instead of the fixture's; it ends before the second one. */
static void begin(Side *side, uint32_t watch, const SimRegion *tile) {
    fixture_begin(&side->f);
    if (tile != NULL) {
        side->f.shared[0] = *tile;
        sim_block_memory_free(side->f.block);
        side->f.block = sim_block_memory_new(side->f.memory, &side->f.layout);
        sim_block_begin(side->f.block, 0, (uint32_t[3]){0, 0, 0});
    }
    if (watch != 0) sim_memory_watch(side->f.memory, side->f.in, watch & 1, watch & 2);
    if ((watch & 4) != 0) sim_memory_watch_blocks(side->f.memory, (const uint8_t[2]){WATCH_EXACTLY, 0});
    side->f.layout.pc_assembled = assembled;
    side->worker = (SimWorker){.memory = side->f.block};
    side->warp = (SimWarp){.worker = &side->worker, .memory = side->f.block, .last_load = UINT64_MAX};
    side->warp.area[SIM_AREA_FRAME] = side->frame;
    side->warp.area[SIM_AREA_LAUNCH] = (uint8_t *)constant_row;
}

/* What a program is like. Alone: one warp reads much in shared memory, with few barriers, and now and then writes what
 * it has read: who else in the warp read each word matters then, and only then. Counting: as in a histogram, most
 * accesses are atomics, so that nothing else comes between two barriers. Small: the same with a variable of some rows
 * of banks. Grouped: most accesses are those of a group of loads (recall_group.h). */
typedef enum Kind { MIXED, ALONE, COUNTING, SMALL, GROUPED, KIND_COUNT } Kind;
static bool counts(Kind program) {
    return program == COUNTING || program == SMALL;
}

enum { PLAIN_INSTRUCTIONS = 2 /* of a program that counts: the first ones */ };

/* An atomic on words of shared memory. */
static void choose_update(SimMemoryOp *op) {
    static const PtxAtomic atomics[] = {PTX_ATOM_ADD, PTX_ATOM_MAX, PTX_ATOM_EXCH, PTX_ATOM_INC};
    op->access.op = REQUEST_ATOMIC;
    op->access.atomic = (uint8_t)atomics[below(4)];
    op->access.type = PTX_U32;
    op->access.synchronising = true;
    op->access.returns = below(3) == 0;
    op->access.assembled = (SimAssembled){below(2) == 0 ? SIM_LANES_SHARE : SIM_AS_WRITTEN, 0};
    op->old = SIM_ROW64 + SIM_ROW32;
    if (below(3) == 0) op->data[0] = SIM_AREA_LAUNCH;
}

static void choose_instructions(const SimLanes *lanes, Kind program) {
    for (uint32_t pc = 0; pc < INSTRUCTIONS; pc++) {
        bool loads = program == ALONE ? pc != 0 : below(5) < 3;
        PtxSpace space = program != MIXED || below(3) != 0 ? PTX_SHARED : PTX_GLOBAL;
        SimMemoryOp op = {.access = access_of(loads ? REQUEST_LOAD : REQUEST_STORE, space, pc),
                          .has_address = true,
                          .offset = below(2) * 68, /* changes the place within a sector */
                          .data = {SIM_ROW64}};
        if (op.access.space == PTX_SHARED && below(3) == 0)
            op.access.assembled = (SimAssembled){SIM_MERGED_FIRST, (uint8_t)(8 << below(2))};
        bool narrow = loads && space == PTX_GLOBAL && below(2) == 0;
        if (narrow) {
            op.access.element = (uint8_t)(1 + below(2));
            op.access.sign = below(2) == 0;
        }
        bool updates =
            counts(program) ? pc >= PLAIN_INSTRUCTIONS : program == MIXED && space == PTX_SHARED && below(8) == 0;
        if (updates) choose_update(&op);
        assembled[pc] = updates ? op.access.assembled : (SimAssembled){SIM_AS_WRITTEN, 0};
        quick.op[pc] = slow.op[pc] = op;
        const SimHandler *run = op.access.space == PTX_SHARED ? lanes->shared_word : lanes->global_word;
        const SimHandler handler = updates  ? lanes->shared_update
                                   : narrow ? lanes->global_narrow[op.access.element / 2][op.access.sign]
                                            : run[op.access.op];
        quick.instr[pc] =
            (SimInstr){.run = handler, .pc = pc, .a = op.address, .b = op.data[0], .extra = &quick.op[pc]};
        slow.instr[pc] = (SimInstr){.run = sim_access_memory, .pc = pc, .extra = &slow.op[pc]};
    }
}

static uint64_t grouped; /* executions after which reads of a group were not in the shadow yet */
enum { SECOND_ADDRESSES = SIM_ROW64 + 2 * SIM_ROW32, GROUP_DATA = SECOND_ADDRESSES + SIM_ROW64 };

static SimGroupLoad group_loads[GROUP_LOADS];
static const uint8_t group_step[GROUP_LENGTH] = {
    [0] = SIM_GROUP_LOAD, [1] = SIM_GROUP_LOAD, [3] = SIM_GROUP_LOAD, [4] = SIM_GROUP_LOAD};
static const SimLoadGroup group = {.length = GROUP_LENGTH,
                                   .load_count = GROUP_LOADS,
                                   .row_count = 2,
                                   .row = {0, SECOND_ADDRESSES},
                                   .loads = group_loads,
                                   .step = group_step};

/* Makes a group of the first instructions: loads with two rows of addresses, and an addition of two that are loaded. */
static void choose_group(const SimLanes *lanes) {
    for (uint32_t pc = 0, load = 0; pc < GROUP_LENGTH; pc++) {
        uint32_t row = pc == 0 ? 0 : pc == 1 ? 1 : below(2), data = GROUP_DATA + pc * SIM_ROW32;
        SimMemoryOp op = {.access = access_of(REQUEST_LOAD, PTX_SHARED, pc),
                          .address = group.row[row],
                          .has_address = true,
                          .offset = below(4) * 64,
                          .data = {data}};
        quick.op[pc] = slow.op[pc] = op;
        quick.instr[pc] = (SimInstr){
            .run = lanes->shared_word[REQUEST_LOAD], .pc = pc, .a = op.address, .b = data, .extra = &quick.op[pc]};
        slow.instr[pc] = (SimInstr){.run = sim_access_memory, .pc = pc, .extra = &slow.op[pc]};
        assembled[pc] = (SimAssembled){SIM_AS_WRITTEN, 0};
        if (pc == GROUP_ALU)
            quick.instr[pc] = slow.instr[pc] = (SimInstr){
                .run = lanes->handler[LANE_add_32], .dest = data, .a = GROUP_DATA, .b = GROUP_DATA + SIM_ROW32};
        else
            group_loads[load++] = (SimGroupLoad){.pc = pc, .row = row, .offset = op.offset};
    }
    quick.instr[0].run = lanes->shared_group;
    quick.instr[0].load_group = &group;
}

/* Distances that kernels have: one word, rows of several widths, columns, swizzled ones, anything. In words. */
static uint32_t distance(uint32_t kind, uint32_t lane, uint32_t stride) {
    switch (kind) {
    case 0: return 0;
    case 1: return lane;
    case 2: return lane / 8 * stride + lane % 8;
    case 3: return lane / 16 * stride;
    case 4: return lane * stride;
    case 5: return lane ^ (stride & 31);
    case 6: return 31 - lane;
    case 7: return lane / 2; /* two lanes, or four, at each word */
    case 8: return lane % 8;
    case 9: return below(5) * 32 + below(3); /* few banks, several words in each, several lanes at each word */
    default: return below(64);
    }
}

/* Words of a small variable, half of the time in few banks; now and then one outside of it. */
static Lanes choose_words(const SimRegion *tile) {
    Lanes lanes;
    uint32_t words = (uint32_t)tile->size / 4, banks = below(2) == 0 ? 32 : 1 + below(3);
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t word = below(words), other = word / 32 * 32 + below(banks);
        lanes.at[lane] = tile->offset + 4 * (banks < 32 && other < words ? other : word);
        if (below(20000) == 0) lanes.at[lane] += tile->size;
    }
    return lanes;
}

/* width: bytes of a lane, mostly also the distance between the elements that kinds count in. */
static Lanes choose_addresses(uint64_t base, uint32_t kind, uint32_t width) {
    uint32_t stride = 8 + below(3) * 8 + below(2), start = below(3) == 0 ? below(64) : below(2) * 8;
    uint32_t byte = below(400) == 0 ? 1 + below(2) : 0; /* misaligned */
    Lanes lanes;
    for (uint32_t lane = 0; lane < 32; lane++)
        lanes.at[lane] = base + width * (start + distance(kind, lane, stride)) + byte;
    return lanes;
}

static bool execute(Side *side, uint32_t pc, uint32_t warp, uint32_t mask, const Lanes *lanes, const uint32_t row[32]) {
    memcpy(side->frame, lanes, sizeof *lanes);
    memcpy(side->frame + SIM_ROW64, row, SIM_ROW32);
    side->warp.number = warp;
    side->warp.active = mask;
    const SimInstr *next = side->instr[pc].run(&side->warp, &side->instr[pc]);
    assert_true(next == NULL || next == &side->instr[pc] + 1);
    return next != NULL;
}

/* False where both sides stopped. */
static bool random_access(Kind program, uint32_t kind[INSTRUCTIONS], uint32_t warp) {
    uint32_t first = program == GROUPED ? GROUP_LENGTH : counts(program) && below(20) != 0 ? PLAIN_INSTRUCTIONS : 0;
    uint32_t pc = first + below(INSTRUCTIONS - first), row[32];
    if (below(12) == 0) kind[pc] = below(KINDS); /* an instruction mostly keeps its shape */
    uint64_t base = quick.op[pc].access.space == PTX_SHARED ? TILE : quick.f.in;
    if (below(250) == 0) base += 3600 + 4 * below(400); /* some lanes out of bounds, or all */
    Lanes lanes = program == SMALL && quick.op[pc].access.space == PTX_SHARED
                      ? choose_words(&quick.f.shared[0])
                      : choose_addresses(base, kind[pc], quick.op[pc].access.element);
    for (uint32_t lane = 0; lane < 32; lane++) row[lane] = below(3) == 0 ? 7 : below(1000);
    uint32_t mask = below(8) == 0 ? 1 + below(UINT32_MAX - 1) : EVERY_LANE;
    bool quick_goes_on = execute(&quick, pc, warp, mask, &lanes, row);
    bool slow_goes_on = execute(&slow, pc, warp, mask, &lanes, row);
    assert_int_equal(quick_goes_on, slow_goes_on);
    assert_memory_equal(quick.frame + SIM_ROW64, slow.frame + SIM_ROW64, 2 * SIM_ROW32);
    return slow_goes_on;
}

static const SimInstr *execute_group_on(Side *side, uint32_t warp, uint32_t mask, const Lanes lanes[2]) {
    memcpy(side->frame, &lanes[0], sizeof lanes[0]);
    memcpy(side->frame + SECOND_ADDRESSES, &lanes[1], sizeof lanes[1]);
    side->warp.number = warp;
    side->warp.active = mask;
    const SimInstr *at = side->instr;
    while (at != NULL && at != side->instr + GROUP_LENGTH) at = at->run(&side->warp, at);
    return at;
}

/* False where both sides stopped. */
static bool random_group(uint32_t kind[INSTRUCTIONS], uint32_t warp) {
    Lanes lanes[2];
    for (uint32_t row = 0; row < 2; row++) {
        if (below(100) == 0) kind[row] = below(KINDS);
        uint64_t base = below(250) == 0 ? TILE + 3600 : TILE + 512 * below(2);
        lanes[row] = choose_addresses(base, kind[row], 4);
    }
    uint32_t mask = below(12) == 0 ? 1 + below(UINT32_MAX - 1) : EVERY_LANE;
    const SimInstr *quick_end = execute_group_on(&quick, warp, mask, lanes);
    const SimInstr *slow_end = execute_group_on(&slow, warp, mask, lanes);
    assert_int_equal(quick_end != NULL, slow_end != NULL);
    assert_memory_equal(quick.frame + GROUP_DATA, slow.frame + GROUP_DATA, GROUP_LENGTH * SIM_ROW32);
    grouped += quick.f.block->races.deferred != 0;
    return slow_end != NULL;
}

static void each(void (*act)(SimBlockMemory *block, uint32_t number), uint32_t number) {
    act(quick.f.block, number);
    act(slow.f.block, number);
}

static void begin_block(SimBlockMemory *block, uint32_t number) {
    sim_block_begin(block, number, (uint32_t[3]){number, 0, 0});
}

static void pass_barrier(SimBlockMemory *block, uint32_t number) {
    (void)number;
    sim_block_barrier(block);
}

/* A warp writes all of the tile before a barrier: reads are no findings then, which groups need. */
static void fill_tile(SimBlockMemory *block, uint32_t number) {
    SimAccess access = access_of(REQUEST_STORE, PTX_SHARED, INSTRUCTIONS);
    uint32_t row[32] = {number};
    for (uint64_t at = TILE; at < BYTES; at += SIM_ROW32) {
        Lanes lanes = strided(at, 4);
        assert_true(sim_access(block, &access, (SimWho){.warp = 0}, EVERY_LANE, lanes.at, (void *const[8]){row}, NULL));
    }
    sim_block_barrier(block);
}

static void pass_warp_barrier(SimBlockMemory *block, uint32_t warp) {
    sim_warp_barrier(block, warp, EVERY_LANE);
}

/* A volatile store: from then on the other shadow counts too. */
static void store_synchronising(SimBlockMemory *block, uint32_t number) {
    SimAccess access = access_of(REQUEST_STORE, PTX_SHARED, INSTRUCTIONS);
    access.synchronising = true;
    uint32_t row[32] = {number};
    Lanes lanes = strided(TILE, 4);
    assert_true(sim_access(block, &access, (SimWho){.warp = 0}, EVERY_LANE, lanes.at, (void *const[8]){row}, NULL));
}

static void expect_equal_findings(void) {
    const Result *a = &quick.f.result, *b = &slow.f.result;
    assert_int_equal(a->finding_count, b->finding_count);
    for (size_t i = 0; i < a->finding_count; i++) {
        assert_int_equal(a->findings[i].kind, b->findings[i].kind);
        assert_int_equal(a->findings[i].warning, b->findings[i].warning);
        assert_int_equal(a->findings[i].loc.line, b->findings[i].loc.line);
        assert_int_equal(a->findings[i].other.line, b->findings[i].other.line);
        assert_int_equal(a->findings[i].count, b->findings[i].count);
        assert_string_equal(a->findings[i].message, b->findings[i].message);
    }
}

static void expect_equal_samples(void) {
    const Result *a = &quick.f.result, *b = &slow.f.result;
    assert_int_equal(a->sample_count, b->sample_count);
    for (size_t i = 0; i < a->sample_count; i++) {
        assert_int_equal(a->samples[i].warp, b->samples[i].warp);
        assert_int_equal(a->samples[i].mask, b->samples[i].mask);
        assert_int_equal(a->samples[i].wavefronts, b->samples[i].wavefronts);
        assert_int_equal(a->samples[i].block[0], b->samples[i].block[0]);
        assert_memory_equal(a->samples[i].address, b->samples[i].address, sizeof a->samples[i].address);
    }
}

/* Whether the launch would be repeated with global memory watched more closely, and which of it. */
static void expect_equal_candidates(void) {
    uint8_t *a = sim_memory_candidates(quick.f.memory, &quick.f.block, 1);
    uint8_t *b = sim_memory_candidates(slow.f.memory, &slow.f.block, 1);
    assert_int_equal(a != NULL, b != NULL);
    if (a != NULL) assert_memory_equal(a, b, 2);
    free(a);
    free(b);
}

static void expect_equal_results(void) {
    expect_equal_candidates();
    fixture_merge(&quick.f);
    fixture_merge(&slow.f);
    for (Metric m = 0; m < metric_count; m++) {
        assert_int_equal(quick.f.result.metrics.known[m], slow.f.result.metrics.known[m]);
        if (quick.f.result.metrics.value[m] != slow.f.result.metrics.value[m])
            fail_msg("%s: %g, not %g", metric_info[m].name, quick.f.result.metrics.value[m],
                     slow.f.result.metrics.value[m]);
    }
    assert_int_equal(quick.f.result.line_count, slow.f.result.line_count);
    for (size_t i = 0; i < quick.f.result.line_count; i++)
        for (Metric m = 0; m < metric_count; m++)
            assert_true(quick.f.result.lines[i].metrics.value[m] == slow.f.result.lines[i].metrics.value[m]);
    expect_equal_findings();
    expect_equal_samples();
    uint8_t bytes[2][4224];
    const SimRegion *tile = &quick.f.shared[0];
    assert_true(sim_read_bytes(quick.f.block, 0, SIM_SHARED_BASE + tile->offset, bytes[0], tile->size));
    assert_true(sim_read_bytes(slow.f.block, 0, SIM_SHARED_BASE + tile->offset, bytes[1], tile->size));
    assert_memory_equal(bytes[0], bytes[1], tile->size);
    assert_memory_equal(quick.f.in_bytes, slow.f.in_bytes, IN_COUNT * 4);
}

static void run_program(const SimLanes *lanes, uint64_t seed, Kind program) {
    state_of_random = seed;
    uint32_t watch = below(8);
    SimRegion small = {"tile", 4 * (seed * 17 % 401), 4 * (1 + seed * 13 % 307), 4};
    begin(&quick, watch, program == SMALL ? &small : NULL);
    begin(&slow, watch, program == SMALL ? &small : NULL);
    for (int lane = 0; lane < 32; lane++) constant_row[lane] = (uint32_t)(seed % 1000);
    assert_true(quick.f.in == slow.f.in);
    choose_instructions(lanes, program);
    if (program == GROUPED) choose_group(lanes);
    uint32_t kind[INSTRUCTIONS], block = 0, warp = 0, often = 1 + below(12), patience = 1 + below(6);
    if (program == ALONE || (program == GROUPED && below(2) == 0)) often = 12, patience = UINT32_MAX;
    if (counts(program)) often = 20 + below(20);
    for (uint32_t pc = 0; pc < INSTRUCTIONS; pc++) kind[pc] = counts(program) && below(2) == 0 ? 9 : below(KINDS);
    bool goes_on = true;
    for (int i = 0; i < ACCESSES && goes_on; i++) {
        if (below(often) == 0) each(pass_barrier, 0);
        if (below(20) == 0) each(pass_warp_barrier, patience == UINT32_MAX ? warp : below(4));
        if (below(40) == 0) each(begin_block, ++block);
        if (program == GROUPED && (i == 0 || below(10) == 0)) each(fill_tile, block);
        if (below(600) == 0 && program != SMALL) each(store_synchronising, block);
        if (below(patience) == 0) warp = below(4); /* a warp does several accesses in a row */
        goes_on = program == GROUPED && below(6) != 0 ? random_group(kind, warp) : random_access(program, kind, warp);
    }
    expect_equal_results();
    fixture_end(&quick.f);
    fixture_end(&slow.f);
}

static void expect_equal_programs(const char *variant) {
    const SimLanes *lanes = sim_lanes(variant);
    if (lanes == NULL) skip();
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++)
        run_program(lanes, seed, seed % 7 < KIND_COUNT ? (Kind)(seed % 7) : MIXED);
    assert_true(grouped > PROGRAMS); /* else groups are hardly tried */
    grouped = 0;
}

static void recalling_changes_nothing_in_plain_code(void **state) {
    (void)state;
    expect_equal_programs("plain");
}

static void recalling_changes_nothing_with_avx2(void **state) {
    (void)state;
    expect_equal_programs("avx2");
}

static void recalling_changes_nothing_with_avx512(void **state) {
    (void)state;
    expect_equal_programs("avx512");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recalling_changes_nothing_in_plain_code),
        cmocka_unit_test(recalling_changes_nothing_with_avx2),
        cmocka_unit_test(recalling_changes_nothing_with_avx512),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
