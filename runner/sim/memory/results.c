/* The Result that the counters, samples and findings of all workers become.
 *
 * Counters are added up, for each source line too. Sums and maxima do not depend on which worker ran which block; of
 * samples and findings the one from the lowest block is kept. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "finding_kinds.h"
#include "sim/memory/counts/count.h"
#include "sim/memory/counts/counter_row.h"
#include "sim/memory/counts/recording.h"
#include "sim/memory/recall.h"

/* ---- counters ---------------------------------------------------------------------------------------------------- */

static void add_row(CounterRow *to, const CounterRow *from) {
    uint64_t *sum = to->at;
    const uint64_t *row = from->at;
    for (Metric metric = 0; (int)metric < COUNTER_PLACES; metric++)
        if (metric_info[metric].kind != METRIC_KIND_MAXIMUM)
            sum[metric] += row[metric];
        else if (row[metric] > sum[metric])
            sum[metric] = row[metric];
}

static int compare_loc(Loc a, Loc b) {
    if (a.file != b.file && !text_equal(a.file, b.file)) {
        if (a.file == NULL || b.file == NULL) return a.file == NULL ? -1 : 1;
        return strcmp(a.file, b.file);
    }
    return (a.line > b.line) - (a.line < b.line);
}

typedef struct LinePc {
    Loc loc;
    uint32_t pc;
} LinePc;

static int compare_line_pc(const void *a, const void *b) {
    const LinePc *left = a, *right = b;
    int order = compare_loc(left->loc, right->loc);
    return order != 0 ? order : (left->pc > right->pc) - (left->pc < right->pc);
}

static bool is_known(const SimLayout *layout, Metric metric) {
    return layout->branches_known ||
           (metric != METRIC_ASSEMBLED_BRANCH_EXECUTED && metric != METRIC_ASSEMBLED_BRANCH_DIVERGENT);
}

/* True where any counter of the line is not 0. */
static bool set_line_metrics(Metrics *metrics, const SimLayout *layout, const uint64_t row[COUNTER_PLACES]) {
    bool any = false, counted[METRIC_FAMILY_COUNT] = {false};
    for (Metric metric = 0; (int)metric < COUNTER_PLACES; metric++) {
        if (row[metric] == 0) continue;
        counted[metric_info[metric].family] = true;
        any = true;
    }
    for (Metric metric = 0; (int)metric < COUNTER_PLACES; metric++)
        if (counted[metric_info[metric].family] && metric_info[metric].per_line && is_known(layout, metric))
            metrics_set(metrics, metric, (double)row[metric]);
    metrics_derive(metrics);
    return any;
}

static uint64_t sum_of(SimBlockMemory *const *blocks, size_t count, uint32_t pc) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count && blocks[i]->sums != NULL; i++) sum += blocks[i]->sums[pc];
    return sum;
}

static void merge_lines(SimBlockMemory *const *blocks, size_t count, const CounterRow *rows, const SimLayout *layout,
                        Arena *arena, Result *result) {
    LinePc *order = arena_array(arena, LinePc, layout->pc_count);
    for (uint32_t pc = 0; pc < layout->pc_count; pc++) order[pc] = (LinePc){layout->pc_loc[pc], pc};
    qsort(order, layout->pc_count, sizeof *order, compare_line_pc);
    VEC(LineCounts) lines = {0};
    for (uint32_t i = 0; i < layout->pc_count;) {
        CounterRow sum = {0};
        LineCounts line = {.loc = {order[i].loc.file, order[i].loc.line, 0}};
        for (; i < layout->pc_count && compare_loc(order[i].loc, line.loc) == 0; i++) {
            add_row(&sum, &rows[order[i].pc]);
            line.sum += sum_of(blocks, count, order[i].pc);
        }
        if (line.loc.line > 0 && set_line_metrics(&line.metrics, layout, sum.at)) vec_push(arena, &lines, line);
    }
    result->lines = lines.at;
    result->line_count = lines.count;
}

static void merge_counters(SimBlockMemory *const *blocks, size_t count, const SimLayout *layout, Arena *arena,
                           Result *result) {
    CounterRow *rows = arena_array(arena, CounterRow, layout->pc_count);
    CounterRow total = {0};
    for (uint32_t pc = 0; pc < layout->pc_count; pc++) {
        for (size_t i = 0; i < count; i++) add_row(&rows[pc], &blocks[i]->counters[pc]);
        if (layout->pc_assembled == NULL || layout->pc_assembled[pc].how == SIM_AS_WRITTEN)
            count_copy_to_assembled(&rows[pc]);
        add_row(&total, &rows[pc]);
    }
    for (Metric metric = 0; (int)metric < COUNTER_PLACES; metric++)
        if (metric_info[metric].source == METRIC_SOURCE_COUNTED && is_known(layout, metric))
            metrics_set(&result->metrics, metric, (double)total.at[metric]);
    metrics_derive(&result->metrics);
    merge_lines(blocks, count, rows, layout, arena, result);
}

/* ---- samples ----------------------------------------------------------------------------------------------------- */

static Loc loc_of(const SimLayout *layout, uint32_t pc) {
    return pc < layout->pc_count ? layout->pc_loc[pc] : (Loc){0};
}

static const char *variable_at(const SimLayout *layout, uint32_t address) {
    for (size_t i = 0; i < layout->shared_count; i++)
        if (address >= layout->shared[i].offset && address - layout->shared[i].offset < layout->shared[i].size)
            return layout->shared[i].name;
    return NULL;
}

static RequestSample make_sample(const Sample *sample, const SimLayout *layout, uint32_t pc) {
    RequestOp op = (RequestOp)sample->op;
    RequestSample made = {.loc = loc_of(layout, pc),
                          .op = op,
                          .warp = sample->warp,
                          .width = sample->width,
                          .asynchronous = sample->asynchronous,
                          .mask = sample->mask};
    int pass[WARP_SIZE], group[WARP_SIZE];
    BankCost cost = bank_cost(op, sample->width, sample->mask, sample->address);
    made.wavefronts = cost.wavefronts;
    made.conflicts = cost.conflicts;
    made.ways = cost.ways;
    memcpy(made.block, sample->index, sizeof made.block);
    bank_passes(op, sample->width, sample->mask, sample->address, pass, group);
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        made.address[lane] = sample->address[lane];
        made.pass[lane] = (int8_t)pass[lane];
        made.group[lane] = (int8_t)group[lane];
    }
    made.variable = variable_at(layout, sample->address[__builtin_ctz(sample->mask)]);
    return made;
}

/* The worst request of one instruction over all workers, or NULL. */
static const Sample *find_sample(SimBlockMemory *const *blocks, size_t count, uint32_t pc) {
    const Sample *best = NULL;
    for (size_t i = 0; i < count; i++) {
        const Sample *sample = &blocks[i]->samples[pc];
        if (!sample->used) continue;
        bool better = best == NULL || sample->wavefronts > best->wavefronts ||
                      (sample->wavefronts == best->wavefronts && !sample_is_earlier(best, sample->block, sample->warp));
        if (better) best = sample;
    }
    return best;
}

static void merge_samples(SimBlockMemory *const *blocks, size_t count, const SimLayout *layout, Arena *arena,
                          Result *result) {
    LinePc *order = arena_array(arena, LinePc, layout->pc_count);
    size_t samples = 0;
    for (uint32_t pc = 0; pc < layout->pc_count; pc++)
        if (find_sample(blocks, count, pc) != NULL) order[samples++] = (LinePc){layout->pc_loc[pc], pc};
    qsort(order, samples, sizeof *order, compare_line_pc);
    result->samples = arena_array(arena, RequestSample, samples);
    result->sample_count = samples;
    for (size_t i = 0; i < samples; i++)
        result->samples[i] = make_sample(find_sample(blocks, count, order[i].pc), layout, order[i].pc);
}

/* ---- findings ---------------------------------------------------------------------------------------------------- */

/* Whether a finding ends the launch where it is made. */
static bool stops(const FindingRecord *record) {
    switch (record->kind) {
    case FINDING_RACE:
    case FINDING_UNORDERED:
    case FINDING_UNINITIALISED:
    case FINDING_HEAP: return false;
    default: return !record->warning;
    }
}

/* A record and where its instructions lie. */
typedef struct Located {
    FindingRecord record;
    Loc loc, other;
} Located;

/* Errors first, then the oldest. */
static int compare_age(const void *a, const void *b) {
    const Located *left = a, *right = b;
    if (left->record.warning != right->record.warning) return left->record.warning ? 1 : -1;
    if (left->record.block != right->record.block) return left->record.block < right->record.block ? -1 : 1;
    return (left->record.sequence > right->record.sequence) - (left->record.sequence < right->record.sequence);
}

/* Errors first, then by line, then the oldest. */
static int compare_for_report(const void *a, const void *b) {
    const Located *left = a, *right = b;
    if (left->record.warning != right->record.warning) return left->record.warning ? 1 : -1;
    int order = compare_loc(left->loc, right->loc);
    return order != 0 ? order : compare_age(a, b);
}

static bool same_finding(const Located *a, const Located *b) {
    if (a->record.kind != b->record.kind || a->record.warning != b->record.warning) return false;
    if (a->record.pc == b->record.pc && a->record.other_pc == b->record.other_pc) return true;
    return a->loc.line > 0 && compare_loc(a->loc, b->loc) == 0 && compare_loc(a->other, b->other) == 0;
}

/* All workers' records, without those of blocks after the first one that was stopped: on a single worker these would
 * not have run. */
static Located *gather_records(SimBlockMemory *const *blocks, size_t count, const SimLayout *layout, Arena *arena,
                               size_t *gathered) {
    size_t most = 0, kept = 0;
    uint64_t stopped = UINT64_MAX;
    for (size_t i = 0; i < count; i++) most += blocks[i]->findings.count;
    Located *records = arena_array(arena, Located, most);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < blocks[i]->findings.count; j++) {
            const FindingRecord *record = &blocks[i]->findings.at[j];
            if (stops(record) && record->block < stopped) stopped = record->block;
        }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < blocks[i]->findings.count; j++) {
            FindingRecord record = blocks[i]->findings.at[j];
            if (record.block > stopped) continue;
            records[kept++] = (Located){record, loc_of(layout, record.pc), loc_of(layout, record.other_pc)};
        }
    *gathered = kept;
    return records;
}

/* Joins findings that lie on the same source lines; returns how many are left, at most FINDINGS_REPORTED of each
 * severity. */
static size_t fold_records(Located *records, size_t count) {
    size_t distinct = 0, severity_count[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        size_t known = 0;
        while (known < distinct && !same_finding(&records[known], &records[i])) known++;
        if (known < distinct) {
            uint64_t both = records[known].record.count + records[i].record.count;
            bool same_block = records[known].record.block == records[i].record.block;
            if (same_block && records[i].record.weight > records[known].record.weight) records[known] = records[i];
            records[known].record.count = both;
        } else if (severity_count[records[i].record.warning]++ < FINDINGS_REPORTED)
            records[distinct++] = records[i];
    }
    return distinct;
}

static const RacePair *copy_race(const RacePair *race, Arena *arena) {
    if (race == NULL) return NULL;
    RacePair *copy = arena_make(arena, RacePair);
    *copy = *race;
    copy->place = arena_string(arena, race->place);
    copy->first.thread = arena_string(arena, race->first.thread);
    copy->second.thread = arena_string(arena, race->second.thread);
    return copy;
}

static void merge_findings(SimBlockMemory *const *blocks, size_t count, const SimLayout *layout, Arena *arena,
                           Result *result) {
    size_t gathered;
    Located *records = gather_records(blocks, count, layout, arena, &gathered);
    qsort(records, gathered, sizeof *records, compare_age);
    size_t distinct = fold_records(records, gathered);
    qsort(records, distinct, sizeof *records, compare_for_report);
    result->findings = arena_array(arena, Finding, distinct);
    result->finding_count = distinct;
    for (size_t i = 0; i < distinct; i++) {
        const FindingRecord *record = &records[i].record;
        result->findings[i] = (Finding){.kind = record->kind,
                                        .warning = record->warning,
                                        .loc = records[i].loc,
                                        .other = records[i].other,
                                        .message = arena_string(arena, record->message),
                                        .count = record->count,
                                        .race = copy_race(record->race, arena)};
    }
}

void sim_merge(SimBlockMemory *const *blocks, size_t count, const SimLayout *layout, Arena *arena, Result *result) {
    for (size_t i = 0; i < count; i++) recall_count_hits(blocks[i]);
    merge_counters(blocks, count, layout, arena, result);
    merge_samples(blocks, count, layout, arena, result);
    recording_merge(blocks, count, arena, result);
    merge_findings(blocks, count, layout, arena, result);
}
