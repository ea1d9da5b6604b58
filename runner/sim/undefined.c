/* See undefined.h. */
#include "sim/undefined.h"
#include "finding_kinds.h"

#include <string.h>

#include "base/text.h"
#include "sim/memory/sim_memory.h"

typedef struct Repetition {
    const Launch *launch;
    uint8_t *const *before; /* by buffer: what an output held before the launch */
    uint8_t flip;
    Arena *arena;
    Launch again; /* the launch with other values in poisoned buffers */
    Result result;
} Repetition;

static size_t bytes_of(const Buffer *buffer) {
    return buffer->count * scalar_size(buffer->type);
}

static bool is_poisoned(const Launch *launch, size_t buffer) {
    return launch->poisoned != NULL && launch->poisoned[buffer];
}

bool undefined_seen(const Result *result) {
    bool seen = false, errors = result_findings(result, FINDING_ANY) != 0;
    for (size_t i = 0; i < result->finding_count; i++) seen |= result->findings[i].kind == FINDING_UNINITIALISED;
    return seen && !errors && result->status == RUN_FINISHED;
}

uint8_t *const *undefined_keep(const Launch *launch, Arena *arena) {
    uint8_t **before = arena_array(arena, uint8_t *, launch->buffer_count + 1);
    for (size_t i = 0; i < launch->buffer_count; i++) {
        const Buffer *buffer = &launch->buffers[i];
        if (!buffer->output || buffer->count == 0) continue;
        before[i] = arena_alloc(arena, bytes_of(buffer), 16);
        memcpy(before[i], buffer->bytes, bytes_of(buffer));
    }
    return before;
}

/* The value of byte `at` of a poisoned buffer in a repetition; was: its value in the first run. Zero, or a value
 * that differs from byte to byte, so that a copy of bytes that no thread wrote differs from bytes that were left
 * alone. */
static uint8_t other_byte(const Repetition *repetition, size_t buffer, size_t at, uint8_t was) {
    if (repetition->flip == POISON) return 0;
    return (uint8_t)(was ^ (0x80 | ((at / 4 * 29 + buffer * 53) & 0x7f)));
}

static void prepare(Repetition *repetition) {
    const Launch *launch = repetition->launch;
    Buffer *buffers = arena_array(repetition->arena, Buffer, launch->buffer_count + 1);
    for (size_t i = 0; i < launch->buffer_count; i++) {
        buffers[i] = launch->buffers[i];
        size_t size = bytes_of(&buffers[i]);
        const uint8_t *was = repetition->before[i] != NULL ? repetition->before[i] : buffers[i].bytes;
        if (size == 0 || (!buffers[i].output && !is_poisoned(launch, i))) continue;
        uint8_t *bytes = arena_alloc(repetition->arena, size, 16);
        memcpy(bytes, was, size);
        for (size_t at = 0; is_poisoned(launch, i) && at < size; at++)
            bytes[at] = other_byte(repetition, i, at, was[at]);
        buffers[i].bytes = bytes;
    }
    repetition->again = *launch;
    repetition->again.buffers = buffers;
}

static bool outputs_differ(const Repetition *repetition) {
    const Launch *launch = repetition->launch;
    for (size_t i = 0; i < launch->buffer_count; i++) {
        const uint8_t *was = repetition->before[i], *one = launch->buffers[i].bytes;
        const uint8_t *other = repetition->again.buffers[i].bytes;
        size_t size = was != NULL ? bytes_of(&launch->buffers[i]) : 0;
        if (size == 0 || memcmp(one, other, size) == 0) continue;
        for (size_t at = 0; at < size; at++) {
            bool unwritten =
                is_poisoned(launch, i) && one[at] == was[at] && other[at] == other_byte(repetition, i, at, was[at]);
            if (one[at] != other[at] && !unwritten) return true;
        }
    }
    return false;
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

static bool differs(const Repetition *repetition, const Result *first) {
    const Result *second = &repetition->result;
    return first->status != second->status || !text_equal(first->printed, second->printed) ||
           findings_differ(first, second) || counts_differ(first, second) || outputs_differ(repetition);
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

static void leave_out(Result *result) {
    size_t kept = 0;
    for (size_t i = 0; i < result->finding_count; i++)
        if (result->findings[i].kind != FINDING_UNINITIALISED) result->findings[kept++] = result->findings[i];
    result->finding_count = kept;
}

void undefined_judge(const Launch *launch, uint8_t *const *before, UndefinedRun run, void *context, Result *result) {
    static const uint8_t flips[] = {0xff, POISON};
    bool matters = false;
    for (size_t i = 0; i < sizeof flips && !matters; i++) {
        Repetition repetition = {.launch = launch, .before = before, .flip = flips[i], .arena = arena_new()};
        prepare(&repetition);
        run(context, &repetition.again, flips[i], repetition.arena, &repetition.result);
        bool interrupted = repetition.result.status == RUN_INTERRUPTED;
        if (interrupted) result->status = RUN_INTERRUPTED;
        matters = interrupted || differs(&repetition, result);
        arena_free(repetition.arena);
    }
    if (matters)
        make_errors(result);
    else
        leave_out(result);
}
