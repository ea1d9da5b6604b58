/* What a program's kernels and host code come to together: for lessons, which look at a program as at one launch. */
#include <stdlib.h>
#include <string.h>

#include "program/server.h"

void program_sum_up(ProgramReport *report, Arena *arena) {
    KernelSeen *kernels = arena_array(arena, KernelSeen, report->kernels.count + 1);
    for (size_t i = 0; i < report->kernels.count; i++) {
        const ProgramKernel *kernel = &report->kernels.at[i];
        kernels[i] = (KernelSeen){.name = kernel->name,
                                  .launches = kernel->launches,
                                  .refused = kernel->refused,
                                  .shapes = kernel->shapes,
                                  .metrics = kernel->metrics,
                                  .findings = kernel->findings.count};
        memcpy(kernels[i].grid, kernel->grid, sizeof kernel->grid);
        memcpy(kernels[i].block, kernel->block, sizeof kernel->block);
    }
    report->seen.kernels = kernels;
    report->seen.kernel_count = report->kernels.count;
    report->seen.exit_code = report->status;
    report->seen.signal = report->ended_by;
    report->seen.timed = report->timed;
}

void program_metrics(const ProgramReport *report, Metrics *metrics) {
    bool first = true;
    *metrics = (Metrics){0};
    for (size_t i = 0; i < report->kernels.count; i++) {
        if (report->kernels.at[i].launches == 0) continue;
        metrics_add(metrics, &report->kernels.at[i].metrics, first);
        first = false;
    }
    for (Metric metric = 0; first && metric < metric_count; metric++)
        if (metric_adds_up(metric)) metrics_set(metrics, metric, 0);
    metrics_derive(metrics);
}

static int by_loc(Loc a, Loc b) {
    int order = strcmp(a.file != NULL ? a.file : "", b.file != NULL ? b.file : "");
    return order != 0 ? order : (a.line > b.line) - (a.line < b.line);
}

static int by_line(const void *left, const void *right) {
    return by_loc(((const LineCounts *)left)->loc, ((const LineCounts *)right)->loc);
}

void program_add_line(LineCounts *sum, const LineCounts *more) {
    for (Metric metric = 0; metric < metric_count; metric++)
        if (more->metrics.known[metric] && metric_adds_up(metric))
            metrics_set(&sum->metrics, metric, sum->metrics.value[metric] + more->metrics.value[metric]);
}

LineCounts *program_lines(const ProgramReport *report, Arena *arena, size_t *count) {
    VEC(LineCounts) all = {0};
    for (size_t k = 0; k < report->kernels.count; k++)
        for (size_t i = 0; i < report->kernels.at[k].lines.count; i++)
            vec_push(arena, &all, report->kernels.at[k].lines.at[i]);
    if (all.count > 0) qsort(all.at, all.count, sizeof *all.at, by_line);
    *count = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (*count > 0 && by_line(&all.at[*count - 1], &all.at[i]) == 0)
            program_add_line(&all.at[*count - 1], &all.at[i]);
        else
            all.at[(*count)++] = all.at[i];
    }
    for (size_t i = 0; i < *count; i++) metrics_derive(&all.at[i].metrics);
    return all.at;
}

static int by_severity(const void *left, const void *right) {
    const Finding *a = left, *b = right;
    return a->warning != b->warning ? (a->warning ? 1 : -1) : by_loc(a->loc, b->loc);
}

Finding *program_findings(const ProgramReport *report, Arena *arena, size_t *count) {
    VEC(Finding) all = {0};
    for (size_t k = 0; k < report->kernels.count; k++)
        for (size_t i = 0; i < report->kernels.at[k].findings.count; i++)
            vec_push(arena, &all, report->kernels.at[k].findings.at[i].finding);
    for (size_t i = 0; i < report->findings.count; i++) {
        const HostFinding *host = &report->findings.at[i];
        Finding finding = {.kind = host->kind,
                           .warning = host->warning,
                           .loc = host->site.loc,
                           .other = host->other.loc,
                           .message = host->message,
                           .count = host->count};
        vec_push(arena, &all, finding);
    }
    if (all.count > 0) qsort(all.at, all.count, sizeof *all.at, by_severity);
    *count = all.count;
    return all.at;
}
