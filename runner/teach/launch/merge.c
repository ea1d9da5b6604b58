/* Two devices, one result.
 *
 * The same launch ran on the simulator and on a GPU, each with fresh copies of the same inputs. A file must get the
 * same verdict on every machine, so the simulator decides whatever it can detect, and a GPU can turn a pass into a
 * failure but never a failure into a pass:
 *
 * - Counts and findings are the simulator's. Its findings stay, whatever the GPU's result.
 * - Findings of the GPU alone (an illegal address, a trap, a kernel that its watchdog ended) are added.
 * - An output is right only if it is right on both. Where the simulator has a finding, the GPU's output depends on
 *   timing and is not compared. Where it has none, a difference shows a kernel whose result depends on timing, or a
 *   mistake in the simulator.
 * - Times, bandwidths and hardware counters are the GPU's: the simulator has none.
 * - A GPU that refused the launch (its limits are not those of --arch), that could not run it or that was lost changes
 *   nothing: a note says so, and the simulator's result stands. */
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "metric_names.h"
#include "teach/launch/merge.h"

typedef VEC(const char *) Notes;

typedef struct Merge {
    const DeviceRun *sim, *gpu;
    const char *arch;
    Arena *arena;
    Notes notes;
    Merged *merged;
} Merge;

static void note(Merge *merge, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void note(Merge *merge, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vec_push(merge->arena, &merge->notes, arena_vprintf(merge->arena, format, args));
    va_end(args);
}

/* ---- what the GPU adds ------------------------------------------------------------------------------------------- */

static void add_measured(Merge *merge) {
    const Result *gpu = &merge->gpu->result;
    Result *result = &merge->merged->result;
    for (Metric metric = 0; metric < metric_count; metric++)
        if (!result->metrics.known[metric] && gpu->metrics.known[metric])
            metrics_set(&result->metrics, metric, gpu->metrics.value[metric]);
    result->timing = gpu->timing;
    result->untimed = gpu->untimed;
    result->uncounted = gpu->uncounted;
    result->launch_assumed = false;
    memcpy(result->from_events, gpu->from_events, sizeof result->from_events);
}

static void add_findings(Merge *merge) {
    const Result *gpu = &merge->gpu->result;
    Result *result = &merge->merged->result;
    if (result_findings(gpu, FINDING_ANY) == 0) return;
    Finding *all = arena_array(merge->arena, Finding, result->finding_count + gpu->finding_count);
    size_t count = 0;
    for (size_t i = 0; i < gpu->finding_count; i++) {
        if (gpu->findings[i].warning) continue;
        all[count] = gpu->findings[i];
        all[count++].message = arena_printf(merge->arena, "on the GPU alone: %s", gpu->findings[i].message);
    }
    for (size_t i = 0; i < result->finding_count; i++) all[count++] = result->findings[i];
    result->findings = all;
    result->finding_count = count;
}

/* ---- outputs ----------------------------------------------------------------------------------------------------- */

/* How many elements have different bits in the two buffers; *first is the first of them. */
static size_t differing(const Buffer *a, const Buffer *b, size_t *first) {
    size_t size = scalar_size(a->type), count = 0;
    const char *left = a->bytes, *right = b->bytes;
    if (memcmp(left, right, a->count * size) == 0) return 0;
    for (size_t i = 0; i < a->count; i++)
        if (memcmp(left + i * size, right + i * size, size) != 0 && count++ == 0) *first = i;
    return count;
}

static const char *element(Merge *merge, const Buffer *buffer, size_t index) {
    double value = scalar_get(buffer->type, (const char *)buffer->bytes + index * scalar_size(buffer->type));
    return arena_printf(merge->arena, "%.9g", value);
}

static void note_difference(Merge *merge, const char *judgement) {
    for (size_t b = 0; b < merge->sim->launch.buffer_count; b++) {
        const Buffer *sim = &merge->sim->launch.buffers[b], *gpu = &merge->gpu->launch.buffers[b];
        size_t first = 0, count = sim->output ? differing(sim, gpu, &first) : 0;
        if (count == 0) continue;
        note(merge,
             "%s differs on the two devices in %s of %s elements, first in element %zu: %s on the GPU, %s in the "
             "simulator. %s",
             sim->name, text_grouped(merge->arena, count), text_grouped(merge->arena, sim->count), first,
             element(merge, gpu, first), element(merge, sim, first), judgement);
        return;
    }
}

static void compare_outputs(Merge *merge) {
    const Judged *sim = &merge->sim->judged, *gpu = &merge->gpu->judged;
    if (result_findings(&merge->sim->result, FINDING_ANY) > 0) {
        if (gpu->judged && gpu->correct)
            note(merge, "On the GPU the output was right this time, which proves nothing.");
    } else if (!sim->judged) {
        note_difference(merge, "It has no reference that says which is right.");
    } else if (sim->correct && gpu->correct) {
        note_difference(merge, "Both are right within the tolerance.");
    } else if (gpu->correct) {
        note_difference(merge, "An output counts as right only where it is right on both.");
    } else if (sim->correct) {
        merge->merged->judged = *gpu;
        note_difference(merge,
                        "It is right in the simulator and wrong on the GPU, and no race was found: does it depend "
                        "on which warp comes first? An output counts as right only where it is right on both.");
    }
}

/* ---- the merge --------------------------------------------------------------------------------------------------- */

static const char *reason(const Result *result) {
    return result->error != NULL ? result->error : "it gave no reason";
}

static void note_refusal(Merge *merge) {
    const Result *gpu = &merge->gpu->result;
    note(merge, "The GPU refused the launch%s%s: %s. The simulator, which keeps to the limits of %s, ran it.",
         gpu->error_code != NULL ? ", " : "", gpu->error_code != NULL ? gpu->error_code : "", reason(gpu), merge->arch);
}

static void take_gpu(Merge *merge) {
    const Result *gpu = &merge->gpu->result;
    RunStatus sim = merge->sim->result.status;
    if (gpu->status == RUN_UNSUPPORTED) {
        note(merge, "The GPU did not run it: %s. The simulator carries on.", reason(gpu));
        return;
    }
    if (gpu->status == RUN_REFUSED) {
        if (sim != RUN_REFUSED) note_refusal(merge);
        return;
    }
    add_measured(merge);
    if (sim == RUN_REFUSED)
        note(merge, "The GPU ran it: its limits are wider than those of %s, by which the launch is judged.",
             merge->arch);
    if (sim != RUN_FINISHED) return;
    if (gpu->status == RUN_FINISHED) compare_outputs(merge);
    if (gpu->status == RUN_STOPPED) {
        merge->merged->result.status = RUN_STOPPED;
        merge->merged->judged = (Judged){.judged = merge->sim->judged.judged};
    }
    add_findings(merge);
}

void runs_merge(const DeviceRun *sim, const DeviceRun *gpu, const char *arch, Arena *arena, Merged *merged) {
    Merge merge = {.sim = sim, .gpu = gpu, .arch = arch, .arena = arena, .merged = merged};
    *merged = (Merged){.result = sim->result, .judged = sim->judged};
    if (gpu != NULL)
        take_gpu(&merge);
    else
        note(&merge, "The GPU was spared a launch that the simulator had to stop.");
    merged->notes = merge.notes.at;
    merged->note_count = merge.notes.count;
}
