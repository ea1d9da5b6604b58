/* See rerun.h. */
#include "teach/launch/rerun.h"

#include <string.h>

#include "metric_names.h"

/* Warp instructions of all runs of a launch together, a few seconds of work, and runs. */
#define MOST_INSTRUCTIONS (UINT64_C(1) << 27)
enum { MOST_RUNS = 1000 };

bool rerun_may_go_on(const Trial *trial) {
    return trial->runs < MOST_RUNS && trial->runs * trial->cost < MOST_INSTRUCTIONS;
}

bool rerun_is_asked(const Trial *trial, Metric metric) {
    return metric != METRIC_NONE && goal_waits_for(trial->outcomes, trial->outcome_count, metric_info[metric].name);
}

/* ---- a run ------------------------------------------------------------------------------------------------------- */

static size_t bytes_of(const Buffer *buffer) {
    return buffer->count * scalar_size(buffer->type);
}

static const Arg *unfiltered_args(const Launch *launch, Arena *arena) {
    Arg *args = arena_copy(arena, launch->args, launch->arg_count * sizeof *args, _Alignof(Arg));
    for (size_t i = 0; i < launch->arg_count; i++) args[i].texture.filter = TEXTURE_POINT;
    return args;
}

/* A changed value may make a loop long: the budgets leave room for a few times what the launch needs, and more is a
 * difference. */
const Buffer *rerun(Trial *trial, const char *ptx, RunAs as, Arena *arena, Result *result) {
    const Prepared *prepared = &trial->outcome->prepared;
    Launch launch = prepared->launch;
    Image image = *launch.image;
    image.ptx = ptx;
    image.ptx_size = strlen(ptx);
    image.cubin = NULL;
    image.cubin_size = 0;
    launch.image = &image;
    launch.skip_races = !as.races;
    launch.owners = as.owners;
    launch.sums = as.sums;
    launch.block_order = as.blocks;
    launch.lanes_descending = as.lanes_descending;
    if (as.unfiltered) launch.args = unfiltered_args(&launch, arena);
    launch.host = HOST_NONE;
    const double *counted = trial->outcome->sim.result.metrics.value;
    launch.budget = 4 * (uint64_t)counted[METRIC_INSTRUCTIONS_PER_WARP_MAX] + 10000;
    launch.launch_budget = 4 * trial->cost + 1000000;
    launch.buffers = arena_copy(arena, launch.buffers, launch.buffer_count * sizeof *launch.buffers, _Alignof(Buffer));
    for (size_t b = 0; b < launch.buffer_count; b++)
        launch.buffers[b].bytes = arena_copy(arena, prepared->before[b], bytes_of(&launch.buffers[b]), 16);
    Device *device = trial->session->devices.sim;
    device->run(device, &launch, arena, result);
    trial->runs++;
    return launch.buffers;
}

/* Whether anything that comes out differs from what came out of the program as it was written. Races are among the
 * findings only where they were looked for. */
static bool differs(const Trial *trial, const Result *result, RunAs as, const Buffer *buffers) {
    const Result *first = &trial->first;
    size_t findings = as.races ? trial->outcome->sim.result.finding_count : first->finding_count;
    if (result->status != first->status || !text_equal(result->printed, first->printed)) return true;
    if (result->finding_count != findings && !as.findings_aside) return true;
    for (size_t b = 0; b < trial->outcome->prepared.launch.buffer_count; b++)
        if (buffers[b].output && bytes_of(&buffers[b]) > 0 &&
            memcmp(buffers[b].bytes, trial->outputs[b].bytes, bytes_of(&buffers[b])) != 0)
            return true;
    return false;
}

bool rerun_is_the_same(Trial *trial, const char *ptx, RunAs as, bool *interrupted) {
    Arena *arena = arena_new();
    Result result;
    const Buffer *buffers = rerun(trial, ptx, as, arena, &result);
    *interrupted = result.status == RUN_INTERRUPTED;
    bool same = !*interrupted && !differs(trial, &result, as, buffers);
    arena_free(arena);
    return same;
}

bool rerun_begin(Trial *trial, Arena *arena, bool *interrupted) {
    const Image *image = trial->outcome->prepared.launch.image;
    if (!ptx_sites_find(image->ptx, image->ptx_size, arena, &trial->sites)) return false;
    const char *marked = ptx_sites_mark(&trial->sites, arena);
    if (!ptx_sites_find(marked, strlen(marked), arena, &trial->marked)) return false;
    if (trial->marked.count != trial->sites.count) return false;
    trial->outputs = rerun(trial, marked, (RunAs){.owners = true, .sums = true}, arena, &trial->first);
    *interrupted = trial->first.status == RUN_INTERRUPTED;
    return trial->first.status == RUN_FINISHED;
}

/* ---- a site ------------------------------------------------------------------------------------------------------ */

/* The site's counts in a run in which each site had a source line of its own; NULL: it was not executed. */
static const LineCounts *line_of(const Result *result, size_t site) {
    for (size_t i = 0; i < result->line_count; i++)
        if (result->lines[i].loc.line == (int)site + 1 && text_equal(result->lines[i].loc.file, ptx_sites_file))
            return &result->lines[i];
    return NULL;
}

uint64_t rerun_count(const Result *result, size_t site, Metric metric) {
    const LineCounts *line = metric != METRIC_NONE ? line_of(result, site) : NULL;
    return line != NULL ? (uint64_t)line->metrics.value[metric] : 0;
}

uint64_t rerun_requests(const Trial *trial, size_t site, Metric metric) {
    return rerun_count(&trial->first, site, metric);
}

bool rerun_summed_another(const Result *before, const Result *result, size_t site) {
    const LineCounts *now = line_of(result, site), *first = line_of(before, site);
    if (now == NULL || first == NULL) return result->status == RUN_FINISHED;
    bool fewer = now->metrics.value[METRIC_INSTRUCTIONS_WARP] < first->metrics.value[METRIC_INSTRUCTIONS_WARP];
    return now->sum != first->sum && (result->status == RUN_FINISHED || !fewer);
}
