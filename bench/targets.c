#include "targets.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "measure.h"

extern char **environ;

/* "Intel(R) Xeon(R) ...", as Linux says; "an unknown processor" elsewhere. */
static void processor_name(char name[128]) {
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(name, 128, "an unknown processor");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || colon == NULL) continue;
        snprintf(name, 128, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    if (file != NULL) fclose(file);
}

void print_machine(void) {
    char name[128], day[32];
    time_t now = time(NULL);
    double load[1] = {0};
    processor_name(name);
    strftime(day, sizeof day, "%Y-%m-%d", gmtime(&now));
    if (getloadavg(load, 1) != 1) load[0] = 0;
    printf("The simulator, %s: %s, %ld cores; %.1f processes wanted them when this began\n", day, name,
           sysconf(_SC_NPROCESSORS_ONLN), load[0]);
}

static void note_lower(Worst *worst, const char *kernel, double value, double alone) {
    if (worst->kernel == NULL || alone < worst->alone) *worst = (Worst){value, alone, kernel};
}

static void note_higher(Worst *worst, const char *kernel, double value, double alone) {
    if (worst->kernel == NULL || alone > worst->alone) *worst = (Worst){value, alone, kernel};
}

void targets_note(Targets *targets, const char *kernel, WorkloadKind kind, int size, Speed speed) {
    note_higher(&targets->races, kernel, speed.races, speed.races);
    if (kind == TINY_LAUNCHES) return; /* one block: nothing to share */
    note_lower(&targets->gain, kernel, speed.gain, speed.gain_alone);
    if (kind <= TRANSPOSE_PADDED) {
        note_lower(&targets->transpose, kernel, speed.rate, speed.rate_alone);
        note_higher(&targets->transpose_seconds, kernel, speed.seconds, speed.seconds_alone);
    }
    if (kind == MATMUL_32 && size == 1024) targets->matmul = speed;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* In a process of its own: a process's peak never goes down. */
double peak_of(Workload *workload, bool launched) {
    pid_t child = fork();
    if (child == 0 && !launched) _exit(0);
    if (child == 0) {
        Device *device = device_open_sim();
        Arena *arena = arena_new();
        Result result = {0};
        device->run(device, &workload->launch, arena, &result);
        _exit(result.status == RUN_FINISHED ? 0 : 1);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
        fail(workload->name, "no memory was measured");
    return (double)usage.ru_maxrss / 1024;
}

void measure_memory(Targets *targets, Arena *arena) {
    static Workload workload;
    static const unsigned blocks[2] = {64, 65536};
    workload_make(&workload, HISTOGRAM, 1 << 20, arena);
    for (int i = 0; i < 2; i++) {
        workload.launch.grid[0] = blocks[i];
        targets->memory[i] = peak_of(&workload, true);
    }
    workload_free(&workload);
    printf("\nMemory at its highest, histogram of 1 MiB: %.1f MiB with %u blocks, %.1f MiB with %u\n",
           targets->memory[0], blocks[0], targets->memory[1], blocks[1]);
}

/* ---- check ------------------------------------------------------------------------------------------------------- */

static double seconds_of_check(const char *program, const char *folder) {
    char cache[512], data[512];
    snprintf(cache, sizeof cache, "%s/cache", folder);
    snprintf(data, sizeof data, "%s/data", folder);
    setenv("XDG_CACHE_HOME", cache, 1);
    setenv("XDG_DATA_HOME", data, 1);
    char *const arguments[] = {(char *)(uintptr_t)program,
                               (char *)(uintptr_t) "--json",
                               (char *)(uintptr_t) "check",
                               (char *)(uintptr_t) "tree-sum",
                               (char *)(uintptr_t) "solutions/04-tree-sum.cu",
                               NULL};
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", 1 /* O_WRONLY */, 0);
    pid_t child;
    int status;
    Moment start = moment_now();
    if (posix_spawn(&child, program, &quiet, NULL, arguments, environ) != 0 || waitpid(child, &status, 0) != child)
        fail(program, "cannot be run");
    double seconds = moment_now().wall - start.wall;
    posix_spawn_file_actions_destroy(&quiet);
    if (status != 0) fail(program, "a solution did not pass its check");
    return seconds;
}

void measure_check(Targets *targets, const char *program) {
    double cold[5], warm[5];
    for (int i = 0; i < 5; i++) {
        char folder[] = "/tmp/warpschool-bench-XXXXXX", clean[64];
        if (mkdtemp(folder) == NULL) fail(folder, "cannot be made");
        cold[i] = seconds_of_check(program, folder);
        warm[i] = seconds_of_check(program, folder);
        snprintf(clean, sizeof clean, "rm -rf %s", folder);
        if (system(clean) != 0) fail(folder, "cannot be removed");
    }
    targets->check[0] = median(cold, 5);
    targets->check[1] = median(warm, 5);
    printf("`check` of an exercise, wall time, median of 5: %.0f ms with an empty cache, %.0f ms with a filled one\n",
           1e3 * targets->check[0], 1e3 * targets->check[1]);
}

/* ---- the verdict ------------------------------------------------------------------------------------------------- */

static void print_target(const char *what, const char *wanted, const char *measured, bool met) {
    printf("%-62s %12s  %-26s %s\n", what, wanted, measured, met ? "met" : "MISSED");
}

/* alone decides: the wall shows it too on a machine with nothing else to do. */
static void print_pair(const char *what, const char *wanted, double by_wall, double alone, bool met) {
    char measured[64];
    snprintf(measured, sizeof measured, "%.2f alone, %.2f by wall", alone, by_wall);
    print_target(what, wanted, measured, met);
}

static void print_one(const char *what, const char *wanted, double value, const char *unit, bool met) {
    char measured[64];
    snprintf(measured, sizeof measured, "%.2f%s", value, unit);
    print_target(what, wanted, measured, met);
}

static void print_worst(const char *what, const char *wanted, const Worst *worst, double scale, bool met) {
    char text[128];
    snprintf(text, sizeof text, "%s (%s)", what, worst->kernel);
    print_pair(text, wanted, scale * worst->value, scale * worst->alone, met);
}

void targets_print(const Targets *targets) {
    const Speed *matmul = &targets->matmul;
    printf("\nTargets, for two cores with AVX-512, counters on. Alone: what %ld cores do if nobody else wants them, by "
           "CPU time\n",
           targets->cores);
    print_pair("tiled matmul 1024, tiles of 32, G/s", ">= 6", 1e-9 * matmul->rate, 1e-9 * matmul->rate_alone,
               matmul->rate_alone >= 6e9);
    print_pair("the same, seconds", "< 0.6", matmul->seconds, matmul->seconds_alone, matmul->seconds_alone < 0.6);
    print_worst("slowest transpose, G/s", ">= 2.5", &targets->transpose, 1e-9, targets->transpose.alone >= 2.5e9);
    print_worst("the same, seconds", "< 0.25", &targets->transpose_seconds, 1, targets->transpose_seconds.alone < 0.25);
    char text[96];
    snprintf(text, sizeof text, "dearest race detection (%s), times as long", targets->races.kernel);
    print_one(text, "<= 3", targets->races.value, "", targets->races.value <= 3);
    print_worst("least gain of all cores", ">= 1.8", &targets->gain, 1, targets->gain.alone >= 1.8);
    if (targets->matmul_avx2 > 0) {
        double matmul_avx2 = 2 * targets->matmul_avx2, transpose_avx2 = 2 * targets->transpose_avx2;
        print_one("AVX2 only, matmul_32, 2 x one core's G/s", ">= 2", 1e-9 * matmul_avx2, "", matmul_avx2 >= 2e9);
        print_one("AVX2 only, transpose_padded, 2 x one core's G/s", ">= 0.83", 1e-9 * transpose_avx2, "",
                  transpose_avx2 >= 2.5e9 / 3);
    }
    print_one("memory, 65536 blocks over 64 blocks", "<= 1.1", targets->memory[1] / targets->memory[0], "",
              targets->memory[1] <= 1.1 * targets->memory[0]);
    if (targets->check[0] > 0) {
        print_one("check with an empty cache, ms", "<= 150", 1e3 * targets->check[0], "", targets->check[0] <= 0.15);
        print_one("check with a filled cache, ms", "<= 30", 1e3 * targets->check[1], "", targets->check[1] <= 0.03);
    }
    printf("\nOther simulators, measured on another day on two cores with AVX-512 (matmul_32 at 512, transpose at "
           "4096), 10^9\n"
           "thread-instructions per second on one thread: gpuocelot translated by LLVM, nothing counted, 1.67 and "
           "0.23; its\n"
           "emulator with race checks 0.04; GPGPU-Sim, functional, 0.01; a bare vector interpreter that counts "
           "wavefronts, no\n"
           "masks, bounds or races, 6.3. Plain C took 10.4 ms and 22.8 ms there.\n");
}
