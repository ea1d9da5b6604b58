/* All variants of the lane operations give the same bits, whatever the operands and the active lanes. */
#include <stdlib.h>

#include "sim/lanes/lanes.h"
#include "sim/warp.h"
#include "sim_testing.h"

enum { ROWS = 5 };

typedef struct Machine {
    SimWarp warp;
    SimFrame frame;
    _Alignas(64) uint8_t rows[ROWS * SIM_ROW64];
    uint32_t predicates[8];
} Machine;

static uint64_t next(uint64_t *state) { /* xorshift64 (Marsaglia) */
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

/* Bit patterns that floating point and shifts find interesting, among random ones. */
static void fill(Machine *machine, uint64_t seed) {
    static const uint32_t words[] = {0,          1,          31,         32,         33,         0x80000000,
                                     0x7fffffff, 0xffffffff, 0x3f800000, 0x7f800000, 0xff800000, 0x7fc00000,
                                     0xffc00001, 0x00000001, 0x807fffff, 0x00800000, 0x4f000000};
    for (size_t i = 0; i < sizeof machine->rows / 4; i++) {
        uint64_t random = next(&seed);
        uint32_t word = random & 1 ? (uint32_t)(random >> 8) : words[random / 2 % (sizeof words / sizeof *words)];
        memcpy(machine->rows + 4 * i, &word, 4);
    }
    for (size_t i = 0; i < 8; i++) machine->predicates[i] = (uint32_t)next(&seed);
}

static bool is_special(int op) {
    return op == LANE_leader || op == LANE_guard || op == LANE_prmt_mode || op == LANE_testp_32 || op == LANE_testp_64;
}

static void run_op(const SimLanes *lanes, int op, uint64_t seed, uint32_t active, Machine *machine) {
    memset(machine, 0, sizeof *machine);
    fill(machine, seed);
    machine->warp.area[SIM_AREA_FRAME] = machine->rows;
    machine->warp.predicates = machine->predicates;
    machine->warp.active = active;
    machine->warp.frames = &machine->frame;
    machine->warp.frame_count = 1;
    bool compares = op >= LANE_eq_16 && op <= LANE_le_s64;
    compares |= (op >= LANE_eq_f32 && op <= LANE_testp_64) || op == LANE_same_window || op == LANE_predicate_logic ||
                op == LANE_predicate_from_row;
    SimInstr instr = {.run = lanes->handler[op],
                      .dest = compares ? 2 : 0,
                      .a = SIM_ROW64,
                      .b = 2 * SIM_ROW64,
                      .c = 3 * SIM_ROW64,
                      .d = 4 * SIM_ROW64,
                      .guard = 5,
                      .imm = 5};
    if (op == LANE_predicate_logic) instr.a = 2, instr.b = 5, instr.c = 8;
    assert_ptr_equal(instr.run(&machine->warp, &instr), &instr + 1);
}

static void every_variant_gives_the_same_bits(void **state) {
    (void)state;
    static const uint32_t masks[] = {ALL_LANES, 1, 0x80000000, 0x55555555, 0x0000ffff, 0xfffffffe};
    static const char *const names[] = {"avx2", "avx512"};
    const SimLanes *plain = sim_lanes("plain");
    assert_non_null(plain);
    Machine *want = aligned_alloc(64, (sizeof *want + 63) / 64 * 64),
            *got = aligned_alloc(64, (sizeof *got + 63) / 64 * 64);
    for (size_t v = 0; v < sizeof names / sizeof *names; v++) {
        const SimLanes *lanes = sim_lanes(names[v]);
        for (int op = 0; lanes != NULL && op < LANE_COUNT; op++)
            for (uint64_t seed = 1; !is_special(op) && seed < 60; seed++) {
                uint32_t active = masks[seed % (sizeof masks / sizeof *masks)];
                run_op(plain, op, seed * 77777, active, want);
                run_op(lanes, op, seed * 77777, active, got);
                if (memcmp(want->rows, got->rows, sizeof want->rows) || memcmp(want->predicates, got->predicates, 32))
                    print_error("operation %d of %s differs\n", op, names[v]);
                assert_memory_equal(want->rows, got->rows, sizeof want->rows);
                assert_memory_equal(want->predicates, got->predicates, sizeof want->predicates);
                assert_int_equal(want->warp.carry, got->warp.carry);
            }
    }
    free(want);
    free(got);
}

/* Each row but the first is an operand; of the first only active lanes may change. */
static void inactive_lanes_and_operands_stay_as_they_were(void **state) {
    (void)state;
    const uint32_t active = 0x00ff0ff1;
    Machine *before = aligned_alloc(64, (sizeof *before + 63) / 64 * 64),
            *after = aligned_alloc(64, (sizeof *after + 63) / 64 * 64);
    for (int op = 0; op < LANE_COUNT; op++) {
        if (is_special(op)) continue;
        memset(before, 0, sizeof *before);
        fill(before, 4711);
        run_op(sim_lanes(NULL), op, 4711, active, after);
        assert_memory_equal(before->rows + SIM_ROW64, after->rows + SIM_ROW64, sizeof before->rows - SIM_ROW64);
        bool same32 = true, same64 = true;
        for (size_t lane = 0; lane < WARP_SIZE; lane++)
            if (!(active >> lane & 1)) {
                same32 &= memcmp(before->rows + 4 * lane, after->rows + 4 * lane, 4) == 0;
                same64 &= memcmp(before->rows + 8 * lane, after->rows + 8 * lane, 8) == 0;
            }
        assert_true(same32 || same64);
        for (int i = 0; i < 8; i++) assert_int_equal(before->predicates[i] & ~active, after->predicates[i] & ~active);
    }
    free(before);
    free(after);
}

static void a_variant_that_does_not_exist_is_not_found(void **state) {
    (void)state;
    assert_null(sim_lanes("mmx"));
    assert_non_null(sim_lanes(NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_gives_the_same_bits),
        cmocka_unit_test(inactive_lanes_and_operands_stay_as_they_were),
        cmocka_unit_test(a_variant_that_does_not_exist_is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
