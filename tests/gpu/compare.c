/* Compares what a lesson or a check gave on the simulator with what it gave where a GPU took part: two JSON objects of
 * `run --json` or `check --json`.
 *
 *     gpu-compare NAME SIM.json GPU.json [KNOWN]       the last line is "N passed, N failed, N skipped"
 *
 * Of each pair of objects: the runs began, so that no verdict is the program's own "error"; the verdicts are the
 * same; the simulator's part of each launch does not depend on the GPU; the GPU's outputs are the simulator's, bit for
 * bit, or right within the lesson's tolerance (said in a line that begins with "note:"); and the hardware's counters
 * are the simulator's counts but for differences of these kinds:
 *
 * - the assembler merged accesses: the counter equals assembled.NAME;
 * - instructions and branches: the GPU counts machine instructions, the simulator PTX;
 * - local memory: what lies there, and what a call saves there, is the assembler's decision;
 * - atomics in shared memory that are loops in machine code: where the number of atomic requests differs, so do the
 * others;
 * - arbitration: more passes than the addresses ask for, at most one for two requests, and only in counters that the
 *   hardware's events gave ("from_events"): those that were derived from addresses are equal;
 * - what the file KNOWN names (tests/gpu/known-differences), which is said in a note.
 *
 * Outputs and counters of a launch in which the simulator found a defect are unspecified and are not compared. Outputs
 * without a reference may differ with a note: lessons show with them what CUDA leaves open, such as which of two writes
 * remains. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

static const char *name;
static const char *known_path; /* NULL: no difference is known */
static int passed, failed, skipped;

static void judge(int good, const char *launch, const char *what) {
    if (good)
        passed++;
    else
        failed++;
    if (!good) printf("%s, %s: %s\n", name, launch, what);
}

static int equal(double a, double b) {
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* ---- outputs ----------------------------------------------------------------------------------------------------- */

/* A read of memory that nobody wrote is a mere warning in shared memory, and leaves the output unspecified, too. */
static int has_defect(const json_t *launch) {
    size_t i;
    json_t *finding;
    json_array_foreach(json_object_get(launch, "findings"), i, finding) {
        if (strcmp(json_string_value(json_object_get(finding, "severity")), "error") == 0) return 1;
        if (strcmp(json_string_value(json_object_get(finding, "kind")), "uninitialised") == 0) return 1;
    }
    return 0;
}

static void compare_outputs(const char *step, const json_t *launch, const json_t *gpu) {
    const json_t *ours = json_object_get(launch, "buffers"), *theirs = json_object_get(gpu, "buffers");
    if (json_equal(ours, theirs)) {
        judge(1, step, "");
        return;
    }
    int within = json_is_true(json_object_get(launch, "judged")) && json_is_true(json_object_get(launch, "correct")) &&
                 json_is_true(json_object_get(gpu, "correct"));
    if (within) printf("note: %s, %s: the outputs differ within the tolerance\n", name, step);
    if (!json_is_true(json_object_get(launch, "judged"))) {
        printf("note: %s, %s: the outputs differ, and the lesson does not say what is right\n", name, step);
        within = 1;
    }
    judge(within, step, "the GPU's outputs are not the simulator's");
    size_t i;
    json_t *note;
    json_array_foreach(json_object_get(gpu, "notes"), i, note) if (!within) printf("    %s\n", json_string_value(note));
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

static const json_t *metric(const json_t *metrics, const char *start, const char *tail, const char *end) {
    char key[256];
    snprintf(key, sizeof key, "%s%s%s", start, tail, end);
    return json_object_get(metrics, key);
}

/* How many more than the simulator says that the assembler left; 0 where one of the two is not known. */
static double surplus(const json_t *ours, const json_t *theirs, const char *tail) {
    const json_t *mine = metric(ours, "assembled.", tail, ""), *seen = metric(theirs, "gpu.", tail, "");
    if (mine == NULL) mine = json_object_get(ours, tail);
    return mine != NULL && seen != NULL ? json_number_value(seen) - json_number_value(mine) : 0;
}

static int is_from_events(const json_t *gpu, const char *tail) {
    size_t i;
    json_t *key;
    json_array_foreach(json_object_get(gpu, "from_events"), i,
                       key) if (strcmp(json_string_value(key) + strlen("gpu."), tail) == 0) return 1;
    return 0;
}

static int is_arbitration(const json_t *ours, const json_t *theirs, const char *tail) {
    char requests[160];
    const char *dot = strrchr(tail, '.');
    if (dot == NULL || (strcmp(dot, ".conflicts") != 0 && strcmp(dot, ".wavefronts") != 0)) return 0;
    snprintf(requests, sizeof requests, "%.*s.requests", (int)(dot - tail), tail);
    double count = json_number_value(metric(theirs, "gpu.", requests, "")), extra = surplus(ours, theirs, tail);
    return surplus(ours, theirs, requests) >= 0 && extra > 0 && extra <= 0.5 * count;
}

static int starts(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* Whether a line "LESSON STEP METRICS" of the file is about this launch and metric. The lesson is the first word of
 * name, up to a comma. */
static int is_known(const char *step, const char *tail) {
    char line[256], lesson[64], of_step[64], metrics[64];
    FILE *file = known_path != NULL ? fopen(known_path, "r") : NULL;
    int found = 0;
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#' || sscanf(line, "%63s %63s %63s", lesson, of_step, metrics) != 3) continue;
        size_t size = strlen(lesson);
        found = starts(name, lesson) && (name[size] == ',' || name[size] == '\0') && strcmp(of_step, step) == 0 &&
                starts(tail, metrics);
    }
    if (file != NULL) fclose(file);
    return found;
}

static int explained(const json_t *ours, const json_t *gpu, const char *tail, double counted) {
    const json_t *theirs = json_object_get(gpu, "metrics");
    const json_t *written = json_object_get(ours, tail), *assembled = metric(ours, "assembled.", tail, "");
    if (written == NULL || equal(json_number_value(written), counted)) return 1;
    if (assembled != NULL && equal(json_number_value(assembled), counted)) return 1;
    if (starts(tail, "instructions.") || starts(tail, "branch.")) return 1;
    if (starts(tail, "local.")) return 1;
    if (starts(tail, "shared.") && surplus(ours, theirs, "shared.atomic.requests") != 0) return 1;
    return is_from_events(gpu, tail) && is_arbitration(ours, theirs, tail);
}

static void compare_counters(const char *step, const json_t *launch, const json_t *gpu) {
    const json_t *ours = json_object_get(launch, "metrics");
    json_t *theirs = json_object_get(gpu, "metrics"), *value;
    const char *key;
    int good = 1;
    json_object_foreach(theirs, key, value) {
        if (strncmp(key, "gpu.", 4) != 0 || explained(ours, gpu, key + 4, json_number_value(value))) continue;
        if (is_known(step, key + 4)) {
            printf("note: %s, %s: %s differs, as is known\n", name, step, key);
            continue;
        }
        good = 0;
        const json_t *assembled = metric(ours, "assembled.", key + 4, "");
        printf("%s, %s: %s is %.6g, as written %.6g", name, step, key, json_number_value(value),
               json_number_value(json_object_get(ours, key + 4)));
        if (assembled != NULL) printf(", assembled %.6g", json_number_value(assembled));
        printf("\n");
    }
    judge(good, step, "the hardware's counters are not the simulator's counts");
}

/* ---- launches and verdicts --------------------------------------------------------------------------------------- */

/* A whole program has no kernel, grid, block or buffers of its own; it runs in the simulator alone. */
static int same(const json_t *sim, const json_t *both) {
    return (sim == NULL && both == NULL) || json_equal(sim, both);
}

static void compare_launch(const json_t *sim, const json_t *both) {
    static const char *const keys[] = {"step",  "program", "words", "kernel",  "grid",
                                       "block", "status",  "lines", "metrics", "buffers"};
    const char *step = json_string_value(json_object_get(both, "step"));
    const json_t *gpu = json_object_get(both, "gpu");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!same(json_object_get(sim, keys[i]), json_object_get(both, keys[i]))) judge(0, step, keys[i]);
    const char *status = json_string_value(json_object_get(gpu, "status")),
               *ours = json_string_value(json_object_get(sim, "status"));
    if (status == NULL || ours == NULL || has_defect(both)) return;
    judge(strcmp(status, ours) == 0, step, "the launch ends otherwise on the GPU");
    if (strcmp(status, ours) != 0) printf("    %s: %s\n", status, json_string_value(json_object_get(gpu, "error")));
    if (strcmp(status, "finished") != 0) return;
    compare_outputs(step, both, gpu);
    const char *uncounted = json_string_value(json_object_get(gpu, "uncounted"));
    if (uncounted != NULL) {
        printf("skipped: %s, %s: not all counters were read: %s\n", name, step, uncounted);
        skipped++;
    }
    compare_counters(step, both, gpu);
}

/* Two runs that could not even begin have the same verdict and as many launches as each other, none. */
static void compare_verdicts(const json_t *sim, const json_t *both) {
    const json_t *ours = json_object_get(sim, "verdict"), *theirs = json_object_get(both, "verdict");
    const char *word = json_string_value(ours), *gpu_word = json_string_value(theirs);
    int same_word = word != NULL && gpu_word != NULL && strcmp(word, gpu_word) == 0;
    judge(same_word, "all of it", "the verdicts differ");
    if (!same_word || strcmp(word, "error") != 0) return;
    const json_t *message = json_array_get(json_object_get(sim, "messages"), 0);
    const char *said = json_string_value(json_object_get(message, "message"));
    judge(0, "all of it", said != NULL ? said : "nothing ran");
}

int main(int argc, char **argv) {
    if (argc != 4 && argc != 5) return 2;
    name = argv[1];
    known_path = argv[4]; /* NULL where there is none */
    json_t *sim = json_load_file(argv[2], 0, NULL), *both = json_load_file(argv[3], 0, NULL);
    if (sim == NULL || both == NULL) {
        printf("%s: no JSON came from %s\n0 passed, 1 failed, 0 skipped\n", name,
               sim == NULL ? "the simulator" : "the GPU");
        return 1;
    }
    compare_verdicts(sim, both);
    const json_t *ours = json_object_get(sim, "launches"), *theirs = json_object_get(both, "launches");
    judge(json_array_size(ours) == json_array_size(theirs), "all of it", "the numbers of launches differ");
    for (size_t i = 0; i < json_array_size(ours) && i < json_array_size(theirs); i++)
        compare_launch(json_array_get(ours, i), json_array_get(theirs, i));
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    json_decref(sim);
    json_decref(both);
    return failed > 0;
}
