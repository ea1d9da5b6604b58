/* Whether a lesson's ladder is one on this GPU: of a `run --json`, the times of one step's rows.
 *
 *     gpu-ladder NAME FILE.json STEP [copy PART | cublas PART]       the last line is "N passed, N failed, N skipped"
 *
 * STEP may be a single row, "middle[10 sliced]", too. No rung may take more than 3 % longer than the one before it: so
 * much do medians of two runs differ. The last one must come to PART of the device's own copy, or of cuBLAS for the
 * same product, both measured on this machine. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "../../bench/peers.h"

static const double noise = 1.03;
static int passed, failed, skipped;

static void judge(int good, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void judge(int good, const char *format, ...) {
    if (good)
        passed++;
    else
        failed++;
    va_list args;
    va_start(args, format);
    if (!good) vprintf(format, args);
    va_end(args);
}

static double metric(const json_t *launch, const char *name) {
    return json_number_value(json_object_get(json_object_get(json_object_get(launch, "gpu"), "metrics"), name));
}

static int is_row(const json_t *launch, const char *step) {
    const char *name = json_string_value(json_object_get(launch, "step"));
    size_t size = strlen(step);
    char after = strchr(step, '[') != NULL ? '\0' : '[';
    return name != NULL && strncmp(name, step, size) == 0 && name[size] == after;
}

static int param(const json_t *launch, const char *name) {
    const json_t *timed = json_object_get(json_object_get(launch, "gpu"), "timed");
    const json_t *params = json_object_get(timed != NULL ? timed : launch, "params");
    return (int)json_integer_value(json_object_get(params, name));
}

static void compare_with_cublas(const char *name, const json_t *last, double part) {
    PeerTime cublas;
    int m = param(last, "m"), k = param(last, "k"), n = param(last, "n");
    if (!peer_product(m, k, n, &cublas)) {
        printf("skipped: %s beside cuBLAS: %s\n", name, cublas.why);
        skipped++;
        return;
    }
    double most = 2e-6 * m * k * n / cublas.median_ms, ours = metric(last, "throughput.gflops");
    printf("note: %s: %.0f GFLOP/s, %.1f %% of cuBLAS\n", name, ours, 100 * ours / most);
    judge(ours >= part * most, "%s, the last rung: %.0f GFLOP/s, and cuBLAS %.0f\n", name, ours, most);
}

int main(int argc, char **argv) {
    if (argc != 4 && argc != 6) return 2;
    json_t *run = json_load_file(argv[2], 0, NULL);
    const json_t *before = NULL, *launch;
    size_t i;
    json_array_foreach(json_object_get(run, "launches"), i, launch) {
        if (!is_row(launch, argv[3])) continue;
        const char *label = json_string_value(json_object_get(launch, "step"));
        double now = metric(launch, "time.ms");
        printf("note: %s, %s: %.4f ms\n", argv[1], label, now);
        judge(now > 0, "%s, %s: no time\n", argv[1], label);
        if (before != NULL)
            judge(now <= noise * metric(before, "time.ms"), "%s, %s: %.4f ms, and the rung before it %.4f\n", argv[1],
                  label, now, metric(before, "time.ms"));
        before = launch;
    }
    judge(before != NULL, "%s: there is no step '%s' with rows\n", argv[1], argv[3]);
    double part = argc == 6 ? atof(argv[5]) : 0;
    if (before != NULL && argc == 6 && strcmp(argv[4], "copy") == 0)
        judge(metric(before, "bandwidth.of_copy") >= part, "%s, the last rung: %.3f of the copy, and not %.2f\n",
              argv[1], metric(before, "bandwidth.of_copy"), part);
    else if (before != NULL && argc == 6)
        compare_with_cublas(argv[1], before, part);
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    json_decref(run);
    return failed > 0;
}
