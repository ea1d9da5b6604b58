/* The bank model against the hardware: every row of tests/hardware/shared_wavefronts_h200.csv. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/memory/counts/banks.h"

static const char table[] = "tests/hardware/shared_wavefronts_h200.csv";

typedef struct Pattern {
    RequestOp op;
    int width;
    uint32_t mask;
    uint32_t address[32];
    int wavefronts;
} Pattern;

/* op, active mask, 32 byte offsets, wavefronts */
static Pattern read_pattern(char *line) {
    Pattern pattern = {0};
    pattern.op = strncmp(line, "ld", 2) == 0   ? REQUEST_LOAD
                 : strncmp(line, "st", 2) == 0 ? REQUEST_STORE
                                               : REQUEST_ATOMIC;
    pattern.width = atoi(line + 2);
    char *next = strchr(line, ',') + 1;
    pattern.mask = (uint32_t)strtoul(next, &next, 16);
    next++;
    for (int lane = 0; lane < 32; lane++) pattern.address[lane] = (uint32_t)strtoul(next, &next, 10);
    pattern.wavefronts = atoi(next + 1);
    return pattern;
}

static int each_pattern(void (*visit)(const Pattern *pattern)) {
    FILE *file = fopen(table, "r");
    assert_non_null(file);
    char line[1024];
    int count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#') continue;
        Pattern pattern = read_pattern(line);
        visit(&pattern);
        count++;
    }
    fclose(file);
    return count;
}

static void expect_measured_wavefronts(const Pattern *pattern) {
    BankCost cost = bank_cost(pattern->op, pattern->width, pattern->mask, pattern->address);
    if (cost.wavefronts != pattern->wavefronts)
        print_message("op %d, %d bytes, mask %08x, first address %u\n", pattern->op, pattern->width, pattern->mask,
                      pattern->address[0]);
    assert_int_equal(cost.wavefronts, pattern->wavefronts);
}

/* One answer for an atomic and a store is what each gets alone. */
static void expect_both_costs(int width, uint32_t mask, const uint32_t address[32]) {
    BankCost atomic, store;
    bank_cost_both(width, mask, address, &atomic, &store);
    BankCost atomic_alone = bank_cost(REQUEST_ATOMIC, width, mask, address);
    BankCost store_alone = bank_cost(REQUEST_STORE, width, mask, address);
    assert_memory_equal(&atomic, &atomic_alone, sizeof atomic);
    assert_memory_equal(&store, &store_alone, sizeof store);
}

static void expect_both_costs_of_pattern(const Pattern *pattern) {
    expect_both_costs(pattern->width, pattern->mask, pattern->address);
}

static void both_costs_at_once_are_those_of_each(void **state) {
    (void)state;
    assert_int_equal(each_pattern(expect_both_costs_of_pattern), 480);
}

static void all_480_measured_patterns_agree(void **state) {
    (void)state;
    assert_int_equal(each_pattern(expect_measured_wavefronts), 480);
}

/* The passes drawn are those counted: within each group they start at 0, and no bank delivers two words in one. */
static void expect_consistent_passes(const Pattern *pattern) {
    int pass[32], group[32];
    bank_passes(pattern->op, pattern->width, pattern->mask, pattern->address, pass, group);
    for (int lane = 0; lane < 32; lane++) {
        if ((pattern->mask >> lane & 1) == 0) {
            assert_int_equal(pass[lane], -1);
            assert_int_equal(group[lane], -1);
            continue;
        }
        assert_in_range(pass[lane], 0, pattern->wavefronts - 1);
        for (int other = 0; other < lane; other++) {
            if ((pattern->mask >> other & 1) == 0 || group[other] != group[lane]) continue;
            uint32_t word = pattern->address[lane] / 4, other_word = pattern->address[other] / 4;
            if (word == other_word && pattern->op != REQUEST_ATOMIC)
                assert_int_equal(pass[lane], pass[other]);
            else if (word % 32 == other_word % 32)
                assert_int_not_equal(pass[lane], pass[other]);
        }
    }
}

static void every_lane_is_served_in_a_pass_of_its_group(void **state) {
    (void)state;
    each_pattern(expect_consistent_passes);
}

static void expect_same_cost(RequestOp op, int width, int lanes, uint32_t stride) {
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) address[lane] = UINT32_C(65536) + lane * stride;
    BankCost counted = bank_cost(op, width, lanes == 32 ? UINT32_MAX : (UINT32_C(1) << lanes) - 1, address);
    BankCost computed = bank_cost_strided(op, width, lanes, stride);
    assert_int_equal(computed.wavefronts, counted.wavefronts);
    assert_int_equal(computed.conflicts, counted.conflicts);
    assert_int_equal(computed.ways, counted.ways);
}

static void strided_arithmetic_agrees_with_counting(void **state) {
    (void)state;
    for (RequestOp op = REQUEST_LOAD; op <= REQUEST_ATOMIC; op++)
        for (int steps = -70; steps <= 70; steps++) {
            for (int lanes = 1; lanes <= 32; lanes++) expect_same_cost(op, 4, lanes, (uint32_t)(steps * 4));
            expect_same_cost(op, 8, 32, (uint32_t)(steps * 8));
            expect_same_cost(op, 16, 32, (uint32_t)(steps * 16));
        }
}

static BankCost cost_of_stride(RequestOp op, int width, uint32_t mask, uint32_t words) {
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) address[lane] = lane * words * 4;
    return bank_cost(op, width, mask, address);
}

static void conflicts_are_wavefronts_beyond_one_for_each_active_group(void **state) {
    (void)state;
    BankCost column = cost_of_stride(REQUEST_LOAD, 4, UINT32_MAX, 32); /* a column of a 32x32 tile: all in bank 0 */
    assert_int_equal(column.wavefronts, 32);
    assert_int_equal(column.conflicts, 31);
    assert_int_equal(column.ways, 32);
    BankCost padded = cost_of_stride(REQUEST_LOAD, 4, UINT32_MAX, 33);
    assert_int_equal(padded.conflicts, 0);
    assert_int_equal(padded.ways, 1);
    BankCost wide = cost_of_stride(REQUEST_LOAD, 16, UINT32_MAX, 4); /* 512 bytes: four groups, no conflict */
    assert_int_equal(wide.wavefronts, 4);
    assert_int_equal(wide.conflicts, 0);
    assert_int_equal(wide.ways, 1);
    BankCost one_group = cost_of_stride(REQUEST_STORE, 16, 0xff, 4); /* lanes 0 to 7 are one group */
    assert_int_equal(one_group.wavefronts, 1);
    assert_int_equal(one_group.conflicts, 0);
    BankCost nobody = cost_of_stride(REQUEST_LOAD, 4, 0, 1);
    assert_int_equal(nobody.wavefronts, 0);
    assert_int_equal(nobody.conflicts, 0);
}

/* Of each bank, the distinct words that it is asked for, or for atomics the lanes: rules 4 and 5 to the letter. */
static int wavefronts_by_rule(RequestOp op, uint32_t mask, const uint32_t address[32]) {
    int most = 0;
    for (uint32_t bank = 0; bank < 32; bank++) {
        int count = 0;
        for (int lane = 0; lane < 32; lane++) {
            bool asks = (mask >> lane & 1) != 0 && address[lane] / 4 % 32 == bank, asked = false;
            for (int other = 0; other < lane && op != REQUEST_ATOMIC; other++)
                asked |= (mask >> other & 1) != 0 && address[other] / 4 == address[lane] / 4;
            count += asks && !asked;
        }
        most = count > most ? count : most;
    }
    return most;
}

static void scattered_lanes_cost_what_the_busiest_bank_needs(void **state) {
    (void)state;
    static const uint32_t ranges[] = {3, 40, 256, 5000, 57000}; /* words: few, a histogram's, more than 2048 apart */
    uint64_t random = 1;
    for (int i = 0; i < 20000; i++) {
        uint32_t address[32], range = ranges[i % 5], step = i % 7 == 0 ? 512 : 1;
        for (int lane = 0; lane < 32; lane++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            address[lane] = (uint32_t)(random >> 33) % range / step * step * 4 + (uint32_t)(random >> 60) % 4;
        }
        uint32_t mask = i % 3 == 0 ? (uint32_t)(random >> 20) : UINT32_MAX;
        RequestOp op = (RequestOp)(i / 5 % 3);
        BankCost cost = bank_cost(op, i % 2 == 0 ? 4 : 1, mask, address);
        int wavefronts = wavefronts_by_rule(op, mask, address);
        assert_int_equal(cost.wavefronts, wavefronts);
        assert_int_equal(cost.ways, wavefronts);
        assert_int_equal(cost.conflicts, mask == 0 ? 0 : wavefronts - 1);
        expect_both_costs(i % 2 == 0 ? 4 : 1, mask, address);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_480_measured_patterns_agree),
        cmocka_unit_test(both_costs_at_once_are_those_of_each),
        cmocka_unit_test(every_lane_is_served_in_a_pass_of_its_group),
        cmocka_unit_test(strided_arithmetic_agrees_with_counting),
        cmocka_unit_test(scattered_lanes_cost_what_the_busiest_bank_needs),
        cmocka_unit_test(conflicts_are_wavefronts_beyond_one_for_each_active_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
