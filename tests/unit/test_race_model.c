/* Race detection against a model that keeps every access: random programs, and for each access the question
 * whether any earlier one since the last barrier races with it. The detector keeps three threads for each cell; it
 * must give the same answer as lists of all accesses to each byte. */
#include "finding_kinds.h"
#include "memory_fixture.h"

/* So few accesses that all pairs of them (55) fit into the findings that are reported. */
enum { ACCESSES = 11, PROGRAMS = 3000, AREA = 512, MOST_EVENTS = ACCESSES * 32 };

typedef struct Event {
    uint16_t access;
    uint8_t warp, lane;
    bool writes, synchronising;
    uint16_t warp_barriers; /* that its warp had passed */
} Event;

typedef struct Model {
    Event at[AREA][MOST_EVENTS]; /* for each byte of the first AREA bytes of tile */
    uint16_t count[AREA];
    uint16_t warp_barriers[4];
} Model;

static Model model;
/* One lane's bytes: what they race with, then that they were there. */
static void model_lane(Event event, uint64_t address, int width, bool *race) {
    for (uint64_t byte = address; byte < address + (uint64_t)width; byte++) {
        for (int i = 0; i < model.count[byte]; i++) {
            Event other = model.at[byte][i];
            if (other.access == event.access || (!other.writes && !event.writes)) continue;
            if (other.synchronising && event.synchronising) continue;
            bool own_warp = other.warp == event.warp;
            *race |= !own_warp || (other.lane != event.lane && other.warp_barriers == event.warp_barriers);
        }
        model.at[byte][model.count[byte]++] = event;
    }
}

static Lanes random_lanes(int width) {
    uint32_t places = AREA / (uint32_t)width;
    uint32_t start = below(places), step = below(4) == 0 ? below(places) : below(3);
    bool scattered = below(4) == 0;
    Lanes lanes;
    for (uint32_t lane = 0; lane < 32; lane++)
        lanes.at[lane] = TILE + (scattered ? below(places) : (start + lane * step) % places) * (uint32_t)width;
    return lanes;
}

static uint32_t random_mask(void) {
    static const uint32_t masks[] = {EVERY_LANE, EVERY_LANE, 0x0000ffff, 0xfff00000, 1, 0x00000100};
    uint32_t kind = below(8);
    return kind < 6 ? masks[kind] : 1 + below(UINT32_MAX - 1);
}

static SimAccess random_access(uint32_t pc, int narrowest) {
    static const int widths[] = {1, 2, 4, 4, 4, 8, 16};
    int width;
    do width = widths[below(7)];
    while (width < narrowest);
    SimAccess access = access_of(below(2) == 0 ? REQUEST_LOAD : REQUEST_STORE, PTX_SHARED, pc);
    access.element = (uint8_t)(width < 4 ? width : 4);
    access.vector = (uint8_t)(width < 4 ? 1 : width / 4);
    access.synchronising = below(5) == 0;
    if (width == 4 && below(6) == 0) {
        access.op = REQUEST_ATOMIC;
        access.atomic = PTX_ATOM_EXCH;
        access.type = PTX_B32;
    }
    return access;
}

static bool run_access(Fixture *f, uint32_t number, int narrowest) {
    SimAccess access = random_access(number, narrowest);
    int width = access.element * access.vector;
    Lanes lanes = random_lanes(width);
    uint32_t warp = below(4), mask = random_mask(), rows[4][32];
    /* Every access writes a value of its own, the same in all lanes: neither lanes nor accesses agree by chance. */
    memset(rows, (int)number + 1, sizeof rows);
    void *const data[8] = {rows[0], rows[1], rows[2], rows[3]};
    assert_true(sim_access(f->block, &access, (SimWho){.warp = warp}, mask, lanes.at, data, NULL));
    bool race = false;
    for (uint32_t lane = 0; lane < 32; lane++)
        if ((mask >> lane & 1) != 0)
            model_lane((Event){(uint16_t)number, (uint8_t)warp, (uint8_t)lane, access.op != REQUEST_LOAD,
                               access.synchronising || access.op == REQUEST_ATOMIC, model.warp_barriers[warp]},
                       lanes.at[lane], width, &race);
    return race;
}

static void run_program(uint64_t seed) {
    Fixture f;
    fixture_begin(&f);
    Loc loc[ACCESSES];
    fixture_lines(&f, loc, ACCESSES);
    fixture_block_anew(&f);
    memset(model.count, 0, sizeof model.count);
    memset(model.warp_barriers, 0, sizeof model.warp_barriers);
    state_of_random = seed;
    int narrowest = seed % 2 == 0 ? 4 : 1;
    bool expected[ACCESSES];
    for (uint32_t number = 0; number < ACCESSES; number++) {
        if (below(4) == 0) {
            sim_block_barrier(f.block);
            memset(model.count, 0, sizeof model.count);
        }
        uint32_t warp = below(8);
        if (warp < 4) {
            sim_warp_barrier(f.block, warp, EVERY_LANE);
            model.warp_barriers[warp]++;
        }
        expected[number] = run_access(&f, number, narrowest);
    }
    fixture_merge(&f);
    for (uint32_t number = 0; number < ACCESSES; number++) {
        if (fixture_found_at(&f, FINDING_RACE, number) != expected[number])
            print_message("program %llu, access %u\n", (unsigned long long)seed, number);
        assert_int_equal(fixture_found_at(&f, FINDING_RACE, number), expected[number]);
    }
    fixture_end(&f);
}

static void the_detector_and_a_model_with_full_memory_agree(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) run_program(seed);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_detector_and_a_model_with_full_memory_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
