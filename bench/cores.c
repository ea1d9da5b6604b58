/* What more cores gain: each kernel's launches on one core and on more, in turn within one run, by the wall's clock. So
 * this wants a machine with nothing else to do. Beside it a copy in plain C by as many threads, which says what the
 * memory gives, and how much memory each launch takes beside its buffers.
 *
 * Arguments: the numbers of cores; none: 1, 2, 4 and so on, as many as there are. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure.h"
#include "targets.h"
#include "workloads.h"

enum { MOST_COUNTS = 8, RUNS = 7, MOST_THREADS = 256 };

typedef struct Cores {
    unsigned at[MOST_COUNTS];
    size_t count;
} Cores;

static void add_cores(Cores *cores, long count) {
    if (count < 1 || count > MOST_THREADS || cores->count == MOST_COUNTS) fail("cores", "1 to 256, eight numbers");
    cores->at[cores->count++] = (unsigned)count;
}

static Cores choose_cores(int argc, char **argv) {
    Cores cores = {.count = 0};
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    for (int i = 1; i < argc; i++) add_cores(&cores, strtol(argv[i], NULL, 10));
    for (long count = 1; argc == 1 && count <= online && cores.count < MOST_COUNTS; count *= 2)
        add_cores(&cores, count);
    return cores;
}

static void print_times(const char *name, const Times *times, size_t count) {
    printf("%-21s", name);
    for (size_t i = 0; i < count; i++) {
        printf(" %9.2f %3.0f", 1e3 * median(times[i].wall, times[i].count), spread(times[i].wall, times[i].count));
        if (i == 0)
            printf("      ");
        else
            printf(" %5.2f", median_ratio(times[0].wall, times[i].wall, times[i].count));
    }
    printf("\n");
    fflush(stdout);
}

static void print_head(const char *what, const Cores *cores) {
    printf("\n%s: ms by the wall, median of %d runs; +-%%: half the distance between the quartiles; the gain over the "
           "first column\n%-21s",
           what, RUNS, "cores");
    for (size_t i = 0; i < cores->count; i++) printf(" %9u +-%% %5s", cores->at[i], i == 0 ? "" : "gain");
    printf("\n");
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

static void launch(Workload *workload) {
    Device *device = device_open_sim();
    Arena *arena = arena_new();
    Result result = {0};
    device->run(device, &workload->launch, arena, &result);
    if (result.status != RUN_FINISHED) fail(workload->name, result.error != NULL ? result.error : "did not finish");
    arena_free(arena);
    device->close(device);
}

static void measure_gain(const Cores *cores, bool races, Arena *arena) {
    static Workload workload;
    print_head(races ? "Counters and races" : "Counters", cores);
    for (size_t row = 0; row < WORKLOADS_LONG; row++) {
        Times times[MOST_COUNTS] = {0};
        workload_make(&workload, workloads[row].kind, workloads[row].size, arena);
        Buffer *output = &workload.buffers[workload.launch.buffer_count - 1];
        workload.launch.skip_races = !races;
        for (int run = 0; run < RUNS; run++)
            for (size_t i = 0; i < cores->count; i++) {
                workload.launch.threads = cores->at[i];
                memset(output->bytes, 0, output->count * scalar_size(output->type));
                Moment start = moment_now();
                launch(&workload);
                times_add(&times[i], start);
            }
        print_times(workload.name, times, cores->count);
        workload_free(&workload);
    }
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

typedef struct Part {
    char *to;
    const char *from;
    size_t size;
} Part;

static void *copy_part(void *context) {
    const Part *part = context;
    memcpy(part->to, part->from, part->size);
    return NULL;
}

static void copy_by(unsigned threads, char *to, const char *from, size_t size) {
    pthread_t thread[MOST_THREADS];
    Part part[MOST_THREADS];
    for (unsigned i = 0; i < threads; i++) {
        size_t each = size / threads;
        part[i] = (Part){to + i * each, from + i * each, each};
        if (i != 0 && pthread_create(&thread[i], NULL, copy_part, &part[i]) != 0) fail("copy", "no thread");
    }
    copy_part(&part[0]);
    for (unsigned i = 1; i < threads; i++) pthread_join(thread[i], NULL);
}

/* The bytes that a transpose of 4096 x 4096 moves, by memcpy in as many threads. */
static void measure_copy(const Cores *cores, Arena *arena) {
    enum { BYTES = 64 << 20 };
    char *from = arena_alloc(arena, BYTES, 4096), *to = arena_alloc(arena, BYTES, 4096);
    Times times[MOST_COUNTS] = {0};
    memset(from, 1, BYTES);
    memset(to, 1, BYTES);
    print_head("Plain C", cores);
    for (int run = 0; run < RUNS; run++)
        for (size_t i = 0; i < cores->count; i++) {
            Moment start = moment_now();
            copy_by(cores->at[i], to, from, BYTES);
            times_add(&times[i], start);
        }
    print_times("copy of 64 MiB", times, cores->count);
}

/* What the launch adds to the process's resident memory at its highest, beside the buffers. */
static void measure_room(const Cores *cores, Arena *arena) {
    static Workload workload;
    printf("\nResident memory at its highest, MiB, beside the launch's buffers\n%-21s %8s", "cores", "buffers");
    for (size_t i = 0; i < cores->count; i++) printf(" %8u %9s", cores->at[i], "races");
    printf("\n");
    for (size_t row = 0; row < WORKLOADS_LONG; row++) {
        double bytes = 0;
        workload_make(&workload, workloads[row].kind, workloads[row].size, arena);
        for (size_t i = 0; i < workload.launch.buffer_count; i++) {
            Buffer *buffer = &workload.buffers[i];
            bytes += (double)(buffer->count * scalar_size(buffer->type));
            /* of an output, which nobody has touched yet, no page is resident */
            if (buffer->output) memset(buffer->bytes, 0, buffer->count * scalar_size(buffer->type));
        }
        printf("%-21s %8.1f", workload.name, bytes / (1 << 20));
        double idle = peak_of(&workload, false);
        for (size_t i = 0; i < cores->count; i++)
            for (int races = 0; races < 2; races++) {
                workload.launch.threads = cores->at[i];
                workload.launch.skip_races = races == 0;
                printf(" %8.1f%s", peak_of(&workload, true) - idle, races == 0 ? " " : "");
            }
        printf("\n");
        fflush(stdout);
        workload_free(&workload);
    }
}

int main(int argc, char **argv) {
    Cores cores = choose_cores(argc, argv);
    Arena *arena = arena_new();
    print_machine();
    measure_room(&cores, arena);
    measure_copy(&cores, arena);
    measure_gain(&cores, false, arena);
    measure_gain(&cores, true, arena);
    arena_free(arena);
    return 0;
}
