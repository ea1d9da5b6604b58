/* Finds loads of shared memory that are checked together: see sim/memory/recall_group.h.
 *
 * A group is a row of micro-instructions of one basic block: loads of 4 bytes from shared memory, and between them
 * operations on registers that neither touch memory nor predicates. None of them may write a row in which a load of the
 * group has its addresses, so that all addresses are known when the first load is reached. Two loads whose values only
 * a multiplication with addition needs, right behind them, are one step with it, and the values go through no row; nor
 * does its sum, where only the next such step needs it. The first load gets another handler; the others stay as they
 * are, for when the group's short way cannot be taken. */
#include "sim/load/load.h"

enum { FEWEST_LOADS = 3, MOST_LOADS = 64, MOST_LENGTH = 256 };

bool sim_is_on_rows(const SimLanes *lanes, SimHandler run) {
    static const LaneOp on_rows[] = {
#define UNARY(name, d, a, expression) LANE_##name,
#define BINARY(name, d, a, b, expression) LANE_##name,
#define TERNARY(name, d, a, b, c, expression) LANE_##name,
#define QUATERNARY(name, d, a, b, c, e, expression) LANE_##name,
#define COMPARE(name, a, expression)
#define SPECIAL(name)
#include "sim/lanes/float.def"
#include "sim/lanes/integer.def"
#undef UNARY
#undef BINARY
#undef TERNARY
#undef QUATERNARY
#undef COMPARE
#undef SPECIAL
    };
    for (size_t i = 0; i < sizeof on_rows / sizeof *on_rows; i++)
        if (run == lanes->handler[on_rows[i]]) return true;
    return false;
}

typedef struct Finder {
    const Decoder *decoder;
    uint32_t row[SIM_GROUP_ROWS], row_count;
    SimOperand written[MOST_LENGTH]; /* rows, each taken for one of 64 bits a lane */
    uint32_t written_count;
    SimGroupLoad loads[MOST_LOADS];
    uint32_t load_count;
    bool is_load[MOST_LENGTH];
    uint8_t step[MOST_LENGTH + 1]; /* SimGroupStep */
    uint32_t length, rows_used;    /* up to the last load */
} Finder;

/* Adds the row that the operand names, unless it is known; false where it cannot be one of the group's. */
static bool find_row(Finder *finder, SimOperand operand, uint32_t *row) {
    for (*row = 0; *row < finder->row_count; (*row)++)
        if (finder->row[*row] == operand) return true;
    for (uint32_t i = 0; i < finder->written_count; i++)
        if (sim_rows_overlap(finder->decoder, finder->written[i], operand)) return false;
    if (finder->row_count == SIM_GROUP_ROWS) return false;
    finder->row[finder->row_count++] = operand;
    return true;
}

static bool write_row(Finder *finder, SimOperand operand) {
    for (uint32_t i = 0; i < finder->row_count; i++)
        if (sim_rows_overlap(finder->decoder, finder->row[i], operand)) return false;
    finder->written[finder->written_count++] = operand;
    return true;
}

/* Whether the group goes on with the micro-instruction that is `at` after its first one. */
static bool goes_on(Finder *finder, const SimInstr *instr, uint32_t at) {
    const SimLanes *lanes = finder->decoder->lanes;
    finder->is_load[at] = instr->run == lanes->shared_word[REQUEST_LOAD];
    if (!finder->is_load[at]) return sim_is_on_rows(lanes, instr->run) && write_row(finder, instr->dest);
    const SimMemoryOp *op = instr->extra;
    uint32_t row;
    if (finder->load_count == MOST_LOADS || !find_row(finder, instr->a, &row) || !write_row(finder, instr->b))
        return false;
    finder->loads[finder->load_count++] = (SimGroupLoad){.pc = instr->pc, .row = row, .offset = op->offset};
    finder->length = at + 1;
    finder->rows_used = finder->row_count;
    return true;
}

/* Whether nothing but the third micro-instruction needs what the first two load, and it multiplies the two. */
static bool is_product(const Decoder *decoder, const SimInstr *load) {
    const SimInstr *product = load + 2;
    SimOperand one = load[0].b, other = load[1].b;
    return product->run == decoder->lanes->handler[LANE_fma_f32] && one != other && product->c != one &&
           product->c != other &&
           ((product->a == one && product->b == other) || (product->a == other && product->b == one)) &&
           sim_row_dies(decoder, one, product->pc) && sim_row_dies(decoder, other, product->pc);
}

/* Whether the product is added to the one three micro-instructions before, and nothing else needs that sum. */
static bool is_added(const Decoder *decoder, const SimInstr *product) {
    SimOperand sum = product[-3].dest;
    return product->c == sum && (product->dest == sum || sim_row_dies(decoder, sum, product->pc));
}

/* Fills in what begins at each micro-instruction from `code` on. */
static void find_steps(Finder *finder, const SimInstr *code) {
    const SimInstr *end = finder->decoder->code.at + finder->decoder->code.count;
    for (uint32_t i = 0; i < finder->length; i++) {
        finder->step[i] = finder->is_load[i] ? SIM_GROUP_LOAD : SIM_GROUP_OPERATION;
        bool two_loads = i + 1 < finder->length && finder->is_load[i] && finder->is_load[i + 1];
        if (!two_loads || end - code < i + 3 || !is_product(finder->decoder, &code[i])) continue;
        bool follows = i >= 3 && finder->step[i - 3] >= SIM_GROUP_PRODUCT && is_added(finder->decoder, &code[i + 2]);
        finder->step[i] = follows ? SIM_GROUP_ADDED_PRODUCT : SIM_GROUP_PRODUCT;
        i += 2;
        if (i == finder->length) finder->length++;
    }
}

static const SimLoadGroup *keep(const Finder *finder) {
    Arena *arena = finder->decoder->arena;
    SimLoadGroup *group = arena_make(arena, SimLoadGroup);
    SimGroupLoad *loads = arena_array(arena, SimGroupLoad, finder->load_count);
    uint8_t *step = arena_array(arena, uint8_t, finder->length);
    for (uint32_t i = 0; i < finder->load_count; i++) loads[i] = finder->loads[i];
    for (uint32_t i = 0; i < finder->length; i++) step[i] = finder->step[i];
    for (uint32_t i = 0; i < finder->rows_used; i++) group->row[i] = finder->row[i];
    group->length = finder->length;
    group->load_count = finder->load_count;
    group->row_count = finder->rows_used;
    group->loads = loads;
    group->step = step;
    return group;
}

void sim_group_loads(Decoder *decoder) {
    SimInstr *code = decoder->code.at;
    size_t count = decoder->code.count;
    for (size_t i = 0; i < count; i++) {
        if (code[i].run == decoder->lanes->handler[LANE_guard]) { /* what it guards ends within no group */
            i += (size_t)code[i].imm;
            continue;
        }
        if (code[i].run != decoder->lanes->shared_word[REQUEST_LOAD]) continue;
        Finder finder = {.decoder = decoder};
        for (uint32_t at = 0; at < MOST_LENGTH && i + at < count && goes_on(&finder, &code[i + at], at);) at++;
        if (finder.load_count < FEWEST_LOADS) continue;
        find_steps(&finder, &code[i]);
        code[i].run = decoder->lanes->shared_group;
        code[i].load_group = keep(&finder);
        i += finder.length - 1;
    }
}
