/* Exact race detection against a model that keeps every operation: random programs of plain and strong accesses,
 * fences, barriers of the block, of some warps and of some lanes. The model keeps every operation of every thread as a
 * node of a graph and asks for paths; the detector keeps lists that it prunes, and events. They must give the same
 * answer. */
#include "finding_kinds.h"
#include "memory_fixture.h"

/* So few accesses that all pairs of them fit into the findings that are reported. */
enum {
    ACCESSES = 11,
    STEPS = 40,
    PROGRAMS = 4000,
    WARPS = 3,
    LANES_USED = 3,
    WORDS = 4,
    MOST_NODES = 2048,
    MOST = 512
};
enum { THREADS = WARPS * 32 };

typedef enum Kind { LOAD, STORE, ATOMIC } Kind;

typedef struct Past {
    Kind kind;
    bool strong, decides, observes;
    uint32_t thread, word, step;
    int node;
} Past;

typedef struct Model {
    uint64_t before[MOST_NODES][MOST_NODES / 64]; /* by node: what happened before it */
    int nodes;
    int last[THREADS], fence[THREADS]; /* a thread's last node, and the last one that is a fence; -1: none */
    Past past[MOST];
    int pasts;
    uint64_t released[WORDS][MOST_NODES / 64]; /* by word: the fences that a strong read observes */
    uint64_t observed[THREADS][MOST_NODES / 64];
    uint64_t chain[WORDS][MOST / 64];        /* by word: the strong writes that a strong read observes */
    uint64_t seen_by[MOST][MOST_NODES / 64]; /* by access: the nodes of the reads that observed it */
    int arrived;                             /* the node of the counted barrier, or -1 */
} Model;

static Model model;
/* ---- the model --------------------------------------------------------------------------------------------------- */

static void set_bit(uint64_t *bits, int at) {
    bits[at / 64] |= UINT64_C(1) << at % 64;
}

static bool has_bit(const uint64_t *bits, int at) {
    return bits[at / 64] >> at % 64 & 1;
}

static int add_node(void) {
    assert_true(model.nodes < MOST_NODES);
    memset(model.before[model.nodes], 0, sizeof model.before[0]);
    return model.nodes++;
}

static void add_edge(int from, int to) {
    if (from < 0) return;
    for (int i = 0; i < MOST_NODES / 64; i++) model.before[to][i] |= model.before[from][i];
    set_bit(model.before[to], from);
}

static int next_node(uint32_t thread) {
    int node = add_node();
    add_edge(model.last[thread], node);
    return model.last[thread] = node;
}

/* All of the lanes' operations so far happen before all that follow. */
static void model_meeting(uint32_t warp, uint32_t lanes, int meeting) {
    for (uint32_t lane = 0; lane < 32; lane++)
        if (lanes >> lane & 1) add_edge(model.last[warp * 32 + lane], meeting);
}

static void model_leave(uint32_t warp, uint32_t lanes, int meeting) {
    for (uint32_t lane = 0; lane < 32; lane++)
        if (lanes >> lane & 1) add_edge(meeting, next_node(warp * 32 + lane));
}

static void model_fence(uint32_t thread) {
    int node = next_node(thread);
    for (int i = 0; i < MOST_NODES; i++)
        if (has_bit(model.observed[thread], i)) add_edge(i, node);
    memset(model.observed[thread], 0, sizeof model.observed[thread]);
    model.fence[thread] = node;
}

static bool happened_before(const Past *past, int node) {
    return past->node == node || has_bit(model.before[node], past->node);
}

static bool write_is_ordered(const Past *past, int node) {
    if (happened_before(past, node)) return true;
    const uint64_t *readers = model.seen_by[past - model.past];
    for (int i = 0; i < MOST_NODES; i++)
        if (has_bit(readers, i) && (i == node || has_bit(model.before[node], i))) return true;
    return false;
}

/* Whether a later strong write to the word stands for a strong access: what comes after that cannot find the word as it
 * was before, by coherence of one place. Whoever races with the one races with the other. */
static bool is_covered(const Past *past) {
    for (const Past *later = past + 1; later < model.past + model.pasts; later++) {
        if (later->word != past->word || !later->strong || later->kind == LOAD) continue;
        if (past->kind == LOAD ? later->thread == past->thread : write_is_ordered(past, later->node)) return true;
    }
    return false;
}

static bool is_ordered(const Past *past, int node) {
    if (!past->strong) return happened_before(past, node);
    if (past->kind == LOAD) return happened_before(past, node) || is_covered(past);
    return write_is_ordered(past, node) || is_covered(past);
}

static bool model_races(const Past *now) {
    for (int i = 0; i < model.pasts; i++) {
        const Past *past = &model.past[i];
        if (past->word != now->word || past->thread == now->thread || past->step == now->step) continue;
        if ((past->kind == LOAD && now->kind == LOAD) || (past->strong && now->strong)) continue;
        if (!is_ordered(past, now->node)) return true;
    }
    return false;
}

static void model_strong(const Past *now) {
    int index = model.pasts;
    if (now->kind != STORE) {
        for (int i = 0; i < MOST_NODES / 64 && now->observes; i++)
            model.observed[now->thread][i] |= model.released[now->word][i];
        for (int i = 0; i < model.pasts && now->decides; i++)
            if (has_bit(model.chain[now->word], i)) set_bit(model.seen_by[i], now->node);
    }
    if (now->kind == LOAD) return;
    if (now->kind == STORE) {
        memset(model.released[now->word], 0, sizeof model.released[0]);
        memset(model.chain[now->word], 0, sizeof model.chain[0]);
    }
    if (model.fence[now->thread] >= 0) set_bit(model.released[now->word], model.fence[now->thread]);
    set_bit(model.chain[now->word], index);
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

static uint32_t random_lanes(void) {
    uint32_t lanes = below(3) == 0 ? 1 + below((1U << LANES_USED) - 1) : UINT32_C(1) << below(LANES_USED);
    return lanes;
}

static bool run_access(Fixture *f, uint32_t number, uint32_t step) {
    Kind kind = (Kind)below(3);
    uint32_t word = below(WORDS), warp = below(WARPS), lanes = random_lanes(), rows[32], old[32];
    bool is_strong = kind == ATOMIC || below(3) == 0;
    SimAccess access = access_of(kind == LOAD    ? REQUEST_LOAD
                                 : kind == STORE ? REQUEST_STORE
                                                 : REQUEST_ATOMIC,
                                 PTX_SHARED, number);
    access.synchronising = is_strong;
    access.decides = kind != STORE && below(3) != 0;
    if (kind == ATOMIC) {
        access.returns = below(2) == 0;
        access.decides &= access.returns;
        access.atomic = PTX_ATOM_EXCH;
        access.type = PTX_B32;
    }
    access.waits = access.polls = access.decides && number % 2 == 0;
    memset(rows, (int)step + 1, sizeof rows);
    void *const data[8] = {rows};
    Lanes at = strided(TILE + word * 4, 0);
    assert_true(sim_access(f->block, &access, (SimWho){.warp = warp}, lanes, at.at, data, access.returns ? old : NULL));
    bool races = false, observes = kind == LOAD || access.returns;
    Past now[LANES_USED];
    int count = 0;
    for (uint32_t lane = 0; lane < LANES_USED; lane++)
        if (lanes >> lane & 1) {
            uint32_t thread = warp * 32 + lane;
            now[count] = (Past){kind, is_strong, access.decides, observes, thread, word, step, next_node(thread)};
            races |= model_races(&now[count++]);
        }
    for (int j = 0; j < count; j++) {
        int i = kind == STORE ? count - 1 - j : j; /* the lowest lane's value stays */
        assert_true(model.pasts < MOST);
        if (is_strong) model_strong(&now[i]);
        memset(model.seen_by[model.pasts], 0, sizeof model.seen_by[0]);
        model.past[model.pasts++] = now[i];
    }
    return races;
}

static void run_barrier(Fixture *f) {
    int meeting = add_node();
    sim_block_barrier(f->block);
    for (uint32_t warp = 0; warp < WARPS; warp++) model_meeting(warp, EVERY_LANE, meeting);
    for (uint32_t warp = 0; warp < WARPS; warp++) model_leave(warp, EVERY_LANE, meeting);
}

static void run_warp_barrier(Fixture *f, uint32_t warp, uint32_t lanes) {
    int meeting = add_node();
    sim_warp_barrier(f->block, warp, lanes);
    model_meeting(warp, lanes, meeting);
    model_leave(warp, lanes, meeting);
}

/* One warp arrives, does something else, or comes to wait with another one. */
static void run_counted_barrier(Fixture *f) {
    uint32_t warp = below(WARPS), waiting[4] = {0};
    if (model.arrived < 0) model.arrived = add_node();
    sim_barrier_arrive(f->block, 1, warp, EVERY_LANE);
    model_meeting(warp, EVERY_LANE, model.arrived);
    if (below(2) == 0) return;
    waiting[warp] = EVERY_LANE;
    sim_barrier_open(f->block, 1, waiting, false, UINT32_MAX);
    model_leave(warp, EVERY_LANE, model.arrived);
    model.arrived = -1;
}

static void run_order(Fixture *f) {
    uint32_t warp = below(WARPS), lanes = random_lanes();
    switch (below(12)) {
    case 0: run_barrier(f); break;
    case 1: run_warp_barrier(f, warp, EVERY_LANE); break;
    case 2:
    case 3: run_warp_barrier(f, warp, lanes); break;
    case 4:
    case 5: run_counted_barrier(f); break;
    default:
        sim_fence(f->block, warp, lanes, below(2) == 0, below(2) == 0);
        for (uint32_t lane = 0; lane < LANES_USED; lane++)
            if (lanes >> lane & 1) model_fence(warp * 32 + lane);
    }
}

static void begin_model(uint64_t seed) {
    model.nodes = model.pasts = 0;
    model.arrived = -1;
    for (uint32_t thread = 0; thread < THREADS; thread++) model.last[thread] = model.fence[thread] = -1;
    memset(model.released, 0, sizeof model.released);
    memset(model.observed, 0, sizeof model.observed);
    memset(model.chain, 0, sizeof model.chain);
    state_of_random = seed;
}

static void run_program(uint64_t seed) {
    Fixture f;
    fixture_begin(&f);
    Loc loc[ACCESSES];
    fixture_lines(&f, loc, ACCESSES);
    f.layout.point_to_point = f.layout.exact_shared = true;
    f.layout.threads = THREADS;
    fixture_block_anew(&f);
    begin_model(seed);
    bool expected[ACCESSES] = {false};
    uint32_t accesses = 0, order = 30 + below(40);
    for (uint32_t step = 0; step < STEPS && accesses < ACCESSES; step++) {
        if (below(100) < order) {
            run_order(&f);
        } else {
            expected[accesses] = run_access(&f, accesses, step);
            accesses++;
        }
    }
    fixture_merge(&f);
    for (uint32_t number = 0; number < accesses; number++) {
        if (fixture_found_at(&f, FINDING_RACE, number) != expected[number])
            print_message("program %llu, access %u\n", (unsigned long long)seed, number);
        assert_int_equal(fixture_found_at(&f, FINDING_RACE, number), expected[number]);
    }
    fixture_end(&f);
}

static void the_detector_and_a_graph_of_everything_agree(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) run_program(seed);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_detector_and_a_graph_of_everything_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
