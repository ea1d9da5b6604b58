/* How fast the simulator is: each kernel's launches beside plain C that does the same work, all in turn within one run,
 * so that what the machine does otherwise hits all of them. Prints tables, and at the end each target of the design
 * beside what was measured.
 *
 * Two clocks: the wall's, and the CPU time of this process. On a machine that has other work to do only the second one
 * says what the simulator costs; the first one is what a student waits for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure.h"
#include "metric_names.h"
#include "targets.h"
#include "workloads.h"

/* A way to run a workload. */
typedef enum Mode { PLAIN_C, ONE, ONE_RACES, ALL, ALL_RACES, MODE_COUNT } Mode;

typedef struct Row {
    Workload workload;
    Times times[MODE_COUNT];
    double instructions; /* of threads, in one run */
} Row;

static double simulate(Workload *workload) {
    double instructions = 0;
    for (unsigned i = 0; i < workload->launches; i++) {
        Device *device = device_open_sim();
        Arena *arena = arena_new();
        Result result = {0};
        device->run(device, &workload->launch, arena, &result);
        if (result.status != RUN_FINISHED) fail(workload->name, result.error != NULL ? result.error : "did not finish");
        instructions += result.metrics.value[METRIC_INSTRUCTIONS_THREAD];
        arena_free(arena);
        device->close(device);
    }
    return instructions;
}

static Buffer *output_of(Workload *workload) {
    return &workload->buffers[workload->launch.buffer_count - 1];
}

static void run_mode(Row *row, Mode mode) {
    Workload *workload = &row->workload;
    Buffer *output = output_of(workload);
    size_t bytes = output->count * scalar_size(output->type);
    workload->launch.threads = mode == ONE || mode == ONE_RACES ? 1 : 0;
    workload->launch.skip_races = mode == ONE || mode == ALL;
    memset(mode == PLAIN_C ? workload->expected : output->bytes, 0, bytes);
    Moment start = moment_now();
    if (mode == PLAIN_C)
        workload->plain(workload);
    else
        row->instructions = simulate(workload);
    times_add(&row->times[mode], start);
    if (mode != PLAIN_C && memcmp(output->bytes, workload->expected, bytes) != 0)
        fail(workload->name, "another result than plain C's");
}

enum { FEWEST_RUNS = 3, ROW_SECONDS = 6 };

static void measure(Row *row) {
    Moment start = moment_now();
    for (int run = 0; run < MOST_RUNS && (run < FEWEST_RUNS || moment_now().wall - start.wall < ROW_SECONDS); run++)
        for (Mode mode = PLAIN_C; mode < MODE_COUNT; mode++) run_mode(row, mode);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static double rate(const Row *row, Mode mode, bool cpu) {
    const Times *times = &row->times[mode];
    return row->instructions / median(cpu ? times->cpu : times->wall, times->count);
}

static double wall_ratio(const Row *row, Mode above, Mode below) {
    return median_ratio(row->times[above].wall, row->times[below].wall, row->times[below].count);
}

static double cpu_ratio(const Row *row, Mode above, Mode below) {
    return median_ratio(row->times[above].cpu, row->times[below].cpu, row->times[below].count);
}

static long cores(void) {
    return sysconf(_SC_NPROCESSORS_ONLN);
}

/* What all cores would gain if nobody else wanted them. */
static double gain_alone(const Row *row, Mode one, Mode all) {
    return least(row->times[one].cpu, row->times[one].count) / least(row->times[all].alone, row->times[all].count);
}

static void print_all_cores_head(void) {
    printf("\n%ld cores, wall time. ms: median of 3 to %d runs, +-: half the distance between the quartiles;\n"
           "G/s: 10^9 thread-instructions per second; x C: times as long as plain C on one core\n",
           cores(), MOST_RUNS);
    printf("%-21s %9s %9s | %9s %5s %6s %7s | %9s %5s %6s %7s\n", "", "10^9", "plain C", "counters", "", "", "",
           "and races", "", "", "");
    printf("%-21s %9s %9s | %9s %5s %6s %7s | %9s %5s %6s %7s\n", "kernel", "thr.instr", "ms", "ms", "+-%", "G/s",
           "x C", "ms", "+-%", "G/s", "x C");
}

static void print_all_cores(const Row *row) {
    const Times *plain = &row->times[PLAIN_C];
    printf("%-21s %9.3f %9.2f |", row->workload.name, 1e-9 * row->instructions,
           1e3 * median(plain->wall, plain->count));
    for (Mode mode = ALL; mode <= ALL_RACES; mode++) {
        const Times *times = &row->times[mode];
        printf(" %9.1f %5.0f %6.2f %7.1f%s", 1e3 * median(times->wall, times->count), spread(times->wall, times->count),
               1e-9 * rate(row, mode, false), wall_ratio(row, mode, PLAIN_C), mode == ALL ? " |" : "\n");
    }
    fflush(stdout);
}

static void print_one_core(const Row *rows, size_t count) {
    printf("\nOne core, CPU time, and what %ld cores gain over one: by the wall, and alone: if nobody\nelse wanted "
           "them, by the least CPU times\n",
           cores());
    printf("%-21s | %8s %5s %6s %7s | %8s %5s %6s %7s | %6s | %6s %6s\n", "", "counters", "", "", "", "races", "", "",
           "", "races", "gain,", "gain,");
    printf("%-21s | %8s %5s %6s %7s | %8s %5s %6s %7s | %6s | %6s %6s\n", "kernel", "ms", "+-%", "G/s", "x C", "ms",
           "+-%", "G/s", "x C", "cost x", "wall", "alone");
    for (size_t i = 0; i < count; i++) {
        const Row *row = &rows[i];
        printf("%-21s |", row->workload.name);
        for (Mode mode = ONE; mode <= ONE_RACES; mode++) {
            const Times *times = &row->times[mode];
            printf(" %8.1f %5.0f %6.2f %7.1f |", 1e3 * median(times->cpu, times->count),
                   spread(times->cpu, times->count), 1e-9 * rate(row, mode, true), cpu_ratio(row, mode, PLAIN_C));
        }
        printf(" %6.2f | %6.2f %6.2f\n", cpu_ratio(row, ONE_RACES, ONE), wall_ratio(row, ONE_RACES, ALL_RACES),
               gain_alone(row, ONE_RACES, ALL_RACES));
    }
    fflush(stdout);
}

/* ---- instruction sets -------------------------------------------------------------------------------------------- */

static const char *const sets[] = {"avx512", "avx2", "plain"};
enum { SETS = 3 };

static bool runs_set(const Workload *workload, const char *set) {
    Launch launch = workload->launch;
    launch.lanes = set;
    Device *device = device_open_sim();
    Arena *arena = arena_new();
    Result result = {0};
    device->run(device, &launch, arena, &result);
    device->close(device);
    bool runs = result.status == RUN_FINISHED;
    arena_free(arena);
    return runs;
}

/* Returns thread-instructions per second of CPU time with counters alone, with AVX2; 0 where this
 * processor has none. */
static double print_sets(WorkloadKind kind, int size, Arena *arena) {
    static Workload workload;
    workload_make(&workload, kind, size, arena);
    Times times[SETS][2] = {0};
    double instructions = 0;
    for (int run = 0; run < FEWEST_RUNS; run++)
        for (int set = 0; set < SETS; set++)
            for (int races = 0; races < 2; races++) {
                workload.launch.lanes = sets[set];
                workload.launch.threads = 1;
                workload.launch.skip_races = races == 0;
                if (run == 0 && !runs_set(&workload, sets[set])) continue;
                if (run > 0 && times[set][races].count == 0) continue;
                Moment start = moment_now();
                instructions = simulate(&workload);
                times_add(&times[set][races], start);
            }
    printf("%-21s", workload.name);
    for (int races = 0; races < 2; races++)
        for (int set = 0; set < SETS; set++) {
            const Times *one = &times[set][races];
            if (one->count == 0)
                printf(" %8s", "-");
            else
                printf(" %8.2f", 1e-9 * instructions / median(one->cpu, one->count));
        }
    printf("\n");
    fflush(stdout);
    double avx2 = times[1][0].count != 0 ? instructions / median(times[1][0].cpu, times[1][0].count) : 0;
    workload_free(&workload);
    return avx2;
}

/* ---- everything -------------------------------------------------------------------------------------------------- */

static void note_targets(Targets *targets, const Row *row, WorkloadKind kind) {
    const Times *all = &row->times[ALL];
    Speed speed = {.seconds = median(all->wall, all->count),
                   .seconds_alone = median(all->alone, all->count),
                   .races = cpu_ratio(row, ONE_RACES, ONE),
                   .gain = wall_ratio(row, ONE, ALL),
                   .gain_alone = gain_alone(row, ONE, ALL)};
    speed.rate = row->instructions / speed.seconds;
    speed.rate_alone = row->instructions / speed.seconds_alone;
    targets_note(targets, row->workload.name, kind, row->workload.size, speed);
}

int main(int argc, char **argv) {
    static Row rows[WORKLOADS];
    Arena *arena = arena_new();
    Targets targets = {.cores = cores()};
    print_machine();
    print_all_cores_head();
    for (size_t i = 0; i < WORKLOADS; i++) {
        workload_make(&rows[i].workload, workloads[i].kind, workloads[i].size, arena);
        measure(&rows[i]);
        print_all_cores(&rows[i]);
        note_targets(&targets, &rows[i], workloads[i].kind);
        workload_free(&rows[i].workload);
    }
    print_one_core(rows, WORKLOADS);
    printf("\nInstruction sets: 10^9 thread-instructions per second of CPU time, one core, median of %d runs\n",
           FEWEST_RUNS);
    printf("%-21s %26s %26s\n%-21s", "", "counters", "counters and races", "kernel");
    for (int i = 0; i < 2 * SETS; i++) printf(" %8s", sets[i % SETS]);
    printf("\n");
    targets.transpose_avx2 = print_sets(TRANSPOSE_PADDED, 4096, arena);
    targets.matmul_avx2 = print_sets(MATMUL_32, 512, arena);
    print_sets(MATMUL_8, 512, arena);
    print_sets(HISTOGRAM, 1 << 22, arena);
    measure_memory(&targets, arena);
    if (argc > 1) measure_check(&targets, argv[1]);
    targets_print(&targets);
    arena_free(arena);
    return 0;
}
