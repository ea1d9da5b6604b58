#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double clock_seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

Moment moment_now(void) {
    return (Moment){clock_seconds(CLOCK_MONOTONIC), clock_seconds(CLOCK_PROCESS_CPUTIME_ID),
                    clock_seconds(CLOCK_THREAD_CPUTIME_ID)};
}

void times_add(Times *times, Moment since) {
    Moment now = moment_now();
    times->wall[times->count] = now.wall - since.wall;
    double cpu = now.cpu - since.cpu, own = now.own - since.own, shared = cpu / (double)sysconf(_SC_NPROCESSORS_ONLN);
    times->cpu[times->count] = cpu;
    times->alone[times->count] = own > shared ? own : shared;
    times->count++;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value below which that part of them lies, between neighbours where it falls there. */
static double quantile(const double *values, size_t count, double part) {
    double sorted[MOST_RUNS];
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_value);
    double at = part * (double)(count - 1);
    size_t below = (size_t)at, above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (at - (double)below) * (sorted[above] - sorted[below]);
}

double least(const double *values, size_t count) {
    return quantile(values, count, 0);
}

double median(const double *values, size_t count) {
    return quantile(values, count, 0.5);
}

double spread(const double *values, size_t count) {
    return 50 * (quantile(values, count, 0.75) - quantile(values, count, 0.25)) / median(values, count);
}

double median_ratio(const double *above, const double *below, size_t count) {
    double ratio[MOST_RUNS];
    for (size_t i = 0; i < count; i++) ratio[i] = above[i] / below[i];
    return median(ratio, count);
}

void fail(const char *what, const char *why) {
    fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}
