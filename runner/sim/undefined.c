/* See undefined.h. */
#include "sim/undefined.h"
#include "finding_kinds.h"

#include <string.h>

#include "base/text.h"
#include "sim/memory/sim_memory.h"

#define BYTES(value) (UINT64_C(0x0101010101010101) * (value))
#define MOST_WORK (UINT64_C(1) << 26) /* instructions: a second or two */
enum { LEAST_COMPARED = 4 };

const char undefined_register[] =
    "a variable was given no value before this line reads it, at least on one way that leads here";

bool undefined_seen(const Result *result) {
    bool seen = false, errors = result_findings(result, FINDING_ANY) != 0;
    for (size_t i = 0; i < result->finding_count; i++) seen |= result->findings[i].kind == FINDING_UNINITIALISED;
    return seen && !errors && result->status == RUN_FINISHED;
}

static bool findings_differ(const Result *one, const Result *other) {
    if (one->finding_count != other->finding_count) return true;
    for (size_t i = 0; i < one->finding_count; i++) {
        const Finding *a = &one->findings[i], *b = &other->findings[i];
        if (a->kind != b->kind || a->warning != b->warning || a->loc.line != b->loc.line || a->count != b->count)
            return true;
    }
    return false;
}

static bool metrics_differ(const Metrics *one, const Metrics *other) {
    for (Metric metric = 0; metric < metric_count; metric++) {
        if (one->known[metric] != other->known[metric]) return true;
        if (one->known[metric] && memcmp(&one->value[metric], &other->value[metric], sizeof *one->value) != 0)
            return true;
    }
    return false;
}

static bool counts_differ(const Result *one, const Result *other) {
    if (metrics_differ(&one->metrics, &other->metrics) || one->line_count != other->line_count) return true;
    for (size_t i = 0; i < one->line_count; i++)
        if (metrics_differ(&one->lines[i].metrics, &other->lines[i].metrics)) return true;
    return false;
}

static bool differs(const Result *first, const Result *second) {
    return first->status != second->status || !text_equal(first->printed, second->printed) ||
           findings_differ(first, second) || counts_differ(first, second);
}

/* Makes the findings about undefined values errors and moves them before the warnings, by line. */
static void make_errors(Result *result) {
    for (size_t i = 0; i < result->finding_count; i++) {
        Finding finding = result->findings[i];
        if (finding.kind != FINDING_UNINITIALISED) continue;
        finding.warning = false;
        size_t to = i;
        for (; to > 0; to--) {
            const Finding *before = &result->findings[to - 1];
            if (!before->warning && before->loc.line <= finding.loc.line) break;
            result->findings[to] = *before;
        }
        result->findings[to] = finding;
    }
}

/* Those of registers alone, or all. */
static void leave_out(Result *result, bool registers) {
    size_t kept = 0;
    for (size_t i = 0; i < result->finding_count; i++) {
        const Finding *finding = &result->findings[i];
        if (finding->kind != FINDING_UNINITIALISED || (registers && !text_equal(finding->message, undefined_register)))
            result->findings[kept++] = *finding;
    }
    result->finding_count = kept;
}

void undefined_leave_registers(Result *result) {
    leave_out(result, true);
}

/* With what the launch is repeated besides: what else is compared goes no further than MOST_WORK instructions. */
static size_t count_others(const SimComparedValues *compared, uint64_t spent) {
    size_t room = (size_t)(MOST_WORK / (spent + 1)), most = SIM_MOST_COMPARED;
    if (room < LEAST_COMPARED) room = LEAST_COMPARED;
    if (room < most) most = room;
    most = most > compared->named_count ? most - compared->named_count : 0;
    return compared->other_count < most ? compared->other_count : most;
}

/* Whether the launch comes out differently with these values. */
static bool matters(SimMemory *memory, SimUndefined undefined, UndefinedRun run, void *context, Result *result) {
    Arena *arena = arena_new();
    Result second = {.printed = ""};
    SimOutcome *outcome = sim_memory_set_aside(memory, undefined);
    run(context, undefined, arena, &second);
    bool interrupted = second.status == RUN_INTERRUPTED;
    if (interrupted) result->status = RUN_INTERRUPTED;
    bool different = interrupted || differs(result, &second) || sim_memory_differs(memory, outcome);
    sim_memory_take_up(memory, outcome);
    arena_free(arena);
    return different;
}

void undefined_judge(SimMemory *memory, const SimComparedValues *compared, uint64_t spent, UndefinedRun run,
                     void *context, Result *result) {
    static const SimUndefined always[] = {{true, true, BYTES(0x7b)},
                                          {true, true, BYTES(0xf7)},
                                          {true, false, 0},
                                          {true, false, UINT64_MAX},
                                          {true, false, BYTES(1)}};
    size_t usual = sizeof always / sizeof *always, others = count_others(compared, spent);
    bool found = false;
    for (size_t i = 0; i < usual && !found; i++) found = matters(memory, always[i], run, context, result);
    for (size_t i = 0; i < compared->named_count && !found; i++)
        found = matters(memory, (SimUndefined){true, false, compared->named[i]}, run, context, result);
    for (size_t i = 0; i < others && !found; i++)
        found = matters(memory, (SimUndefined){true, false, compared->other[i]}, run, context, result);
    if (found)
        make_errors(result);
    else
        leave_out(result, false);
}
