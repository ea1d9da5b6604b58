/* Whole kernels against an H200: tests/hardware/seed_kernels.cu, launched as its main() launches them, and Nsight
 * Compute's counters for those launches in seed_kernels_h200.csv.
 *
 * Matrices are smaller here, so that the test stays short: 1024 x 1024 instead of 4096 x 4096 for the transposes, 256
 * instead of 1024 for the square matrix products. All of them do the same for each 32 x 32 tile of the matrix (for each
 * pair of tiles that is multiplied), so their counts grow with the number of tiles (of pairs); `pairs` and `tiles` say
 * by how much. Everything else is launched as it was, in the same order, on what the launches before left in memory,
 * and with the same numbers: rand() as the GNU C library has it, because local memory's sectors depend on the indices
 * that loc_arr reads. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "compile/compile.h"
#include "device.h"
#include "finding_kinds.h"
#include "metric_names.h"

enum { SIDE = 1024, MATRIX = 256, LAUNCHES = 62, MOST_ARGS = 6 };

/* ---- the kernels ------------------------------------------------------------------------------------------------- */

/* main() is cut off; so the instances of the templates that it made must be asked for. */
static const char instances[] =
    "template __global__ void t_sh<0>(const int*, int*, int, int);\n"
    "template __global__ void t_sh<1>(const int*, int*, int, int);\n"
    "template __global__ void t_sh8<0>(const int*, int*, int, int);\n"
    "template __global__ void t_sh8<1>(const int*, int*, int, int);\n"
    "template __global__ void mm_smem<8>(const float*, const float*, float*, int, int, int);\n"
    "template __global__ void mm_smem<16>(const float*, const float*, float*, int, int, int);\n"
    "template __global__ void mm_smem<32>(const float*, const float*, float*, int, int, int);\n"
    "template __global__ void sh_stride<int>(int*, int);\n"
    "template __global__ void sh_stride<double>(double*, int);\n"
    "template __global__ void sh_stride<int4>(int4*, int);\n";

static Arena *arena;
static Image *image;        /* NULL where there is no compiler */
static bool same_assembler; /* the CUDA version that the table was made with */

static char *kernels_only(void) {
    size_t size;
    const char *why;
    char *text = file_read_text(arena, "tests/hardware/seed_kernels.cu", &size, &why);
    assert_non_null(text);
    Text kept = {0};
    char *end = strstr(text, "\nint main");
    assert_non_null(end);
    end[1] = '\0';
    for (char *line = text, *next; *line != '\0'; line = next) {
        next = strchr(line, '\n') + 1;
        if (!text_starts(line, "#include")) text_add_n(&kept, line, (size_t)(next - line));
    }
    text_add(&kept, instances);
    return text_take(&kept, arena);
}

static int compile_kernels(void **state) {
    (void)state;
    arena = arena_new();
    char *source = kernels_only();
    CompileRequest request = {
        .file = "seed_kernels.cu", .source = source, .source_size = strlen(source), .arch = "sm_90"};
    CompileResult result;
    compile(&request, arena, &result);
    if (result.status == COMPILE_NO_COMPILER) return 0;
    if (result.status != COMPILE_DONE) {
        print_error("%s\n", result.log != NULL ? result.log : "not compiled");
        return 1;
    }
    image = result.image;
    Toolchain toolchain;
    compile_toolchain(arena, COMPILER_AUTO, &toolchain);
    same_assembler = toolchain.nvrtc_major == 13 && toolchain.nvrtc_minor == 0;
    return 0;
}

static int forget_kernels(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

/* ---- what main() launches ---------------------------------------------------------------------------------------- */

enum { NO_BUFFER = -1, IN, OUT, A, B, C, BUFFERS }; /* as main() calls them: a, b, A, B, C */

typedef struct Plan {
    const char *mangled; /* without its parameter types */
    uint32_t grid[3], block[3], shared;
    int buffers[3], buffer_count;
    int values[3], value_count;
    uint32_t elements;     /* how much of the buffers the kernel sees; 0: all */
    uint32_t pairs, tiles; /* how often what main() launches does what this does */
} Plan;

static Plan plans[LAUNCHES];
static size_t plan_count;

static Plan *plan(const char *mangled, uint32_t grid_x, uint32_t grid_y, uint32_t block_x, uint32_t block_y) {
    assert_true(plan_count < LAUNCHES);
    plans[plan_count] =
        (Plan){.mangled = mangled, .grid = {grid_x, grid_y, 1}, .block = {block_x, block_y, 1}, .pairs = 1, .tiles = 1};
    return &plans[plan_count++];
}

static void plan_transpose(const char *mangled, uint32_t rows) {
    Plan *p = plan(mangled, SIDE / 32, SIDE / 32, 32, rows);
    p->buffer_count = p->value_count = 2;
    p->buffers[0] = IN, p->buffers[1] = OUT;
    p->values[0] = p->values[1] = SIDE;
    p->pairs = p->tiles = 4096 / SIDE * 4096 / SIDE;
}

static Plan *plan_product(const char *mangled, uint32_t grid_x, uint32_t grid_y, uint32_t side, int m, int k, int n) {
    Plan *p = plan(mangled, grid_x, grid_y, side, side);
    p->buffer_count = p->value_count = 3;
    p->buffers[0] = A, p->buffers[1] = B, p->buffers[2] = C;
    p->values[0] = m, p->values[1] = k, p->values[2] = n;
    return p;
}

static void plan_square(const char *mangled, uint32_t side) {
    Plan *p = plan_product(mangled, MATRIX / side, MATRIX / side, side, MATRIX, MATRIX, MATRIX);
    p->tiles = 1024 / MATRIX * 1024 / MATRIX;
    p->pairs = p->tiles * 1024 / MATRIX;
}

/* A kernel of one or two int buffers. */
static Plan *plan_small(const char *mangled, uint32_t grid, uint32_t block, int first, int second) {
    Plan *p = plan(mangled, grid, 1, block, 1);
    p->buffers[p->buffer_count++] = first;
    if (second != NO_BUFFER) p->buffers[p->buffer_count++] = second;
    p->elements = 1u << 20;
    return p;
}

static void plan_each(const char *mangled, uint32_t block, uint32_t shared, int buffer, const int *values,
                      size_t count) {
    for (size_t i = 0; i < count; i++) {
        Plan *p = plan_small(mangled, 1, block, buffer, NO_BUFFER);
        p->shared = shared;
        p->values[p->value_count++] = values[i];
    }
}

static void plan_copies(int stride, int offset) {
    Plan *p = plan_small("_Z8g_stridePKiPiii", 64, 256, IN, OUT);
    p->value_count = 2;
    p->values[0] = stride, p->values[1] = offset;
}

#define EACH(...) (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int)

static void plan_all(void) {
    plan_count = 0;
    plan_transpose("_Z7t_naivePKiPiii", 32);
    plan_transpose("_Z4t_shILi0EEvPKiPiii", 32);
    plan_transpose("_Z4t_shILi1EEvPKiPiii", 32);
    plan_transpose("_Z5t_sh8ILi0EEvPKiPiii", 8);
    plan_transpose("_Z5t_sh8ILi1EEvPKiPiii", 8);
    plan_transpose("_Z4t_swPKiPiii", 8);
    plan_transpose("_Z5copykPKiPiii", 8);
    plan_square("_Z8mm_naivePKfS0_Pfiii", 32);
    plan_square("_Z7mm_smemILi8EEvPKfS1_Pfiii", 8);
    plan_square("_Z7mm_smemILi16EEvPKfS1_Pfiii", 16);
    plan_square("_Z7mm_smemILi32EEvPKfS1_Pfiii", 32);
    plan_product("_Z7mm_smemILi32EEvPKfS1_Pfiii", 4, 8, 32, 228, 240, 112);
    plan_each("_Z9sh_strideIiEvPT_i", 32, 4096, IN, EACH(1, 2, 3, 4, 8, 16, 32, 33));
    plan_each("_Z9sh_strideIdEvPT_i", 32, 8192, IN, EACH(1, 2, 3, 4, 8, 16, 32));
    plan_each("_Z9sh_strideI4int4EvPT_i", 32, 16384, IN, EACH(1, 2, 3, 4, 8, 16));
    plan_each("_Z8sh_bcastPii", 32, 0, OUT, EACH(1, 2, 4, 32));
    plan_each("_Z5sh_stPii", 32, 0, OUT, EACH(1, 2, 4, 32));
    plan_small("_Z10sh_same_stPi", 1, 32, OUT, NO_BUFFER);
    plan_each("_Z7sh_atomPii", 1024, 0, OUT, EACH(0, 1, 2, 32));
    for (int stride = 1; stride <= 32; stride *= 2) plan_copies(stride, 0);
    for (int offset = 1; offset <= 16; offset *= 2) plan_copies(1, offset);
    plan_small("_Z5c_uniPi", 1, 1024, OUT, NO_BUFFER);
    plan_small("_Z5c_divPi", 1, 1024, OUT, NO_BUFFER);
    plan_small("_Z7loc_arrPKiPi", 4, 128, IN, OUT);
    Plan *folded = plan_small("_Z5regs4Pii", 4, 128, OUT, NO_BUFFER);
    folded->values[folded->value_count++] = 512;
    plan_small("_Z4racePi", 1, 256, OUT, NO_BUFFER);
    assert_int_equal(plan_count, LAUNCHES);
}

/* ---- running them ------------------------------------------------------------------------------------------------ */

/* The numbers that rand() of the GNU C library gives without a seed: r[i] = r[i - 3] + r[i - 31], its first 31 by a
 * multiplication, 310 thrown away. Source: its manual says which generator, "random_r.c" how it starts. */
static void fill_with_rand(int32_t *values, size_t count) {
    int64_t first = 1;
    uint32_t *all = malloc((344 + count) * sizeof *all);
    assert_non_null(all);
    for (size_t i = 0; i < 31; i++) {
        all[i] = (uint32_t)first;
        first = 16807 * first % 2147483647;
    }
    for (size_t i = 31; i < 34; i++) all[i] = all[i - 31];
    for (size_t i = 34; i < 344 + count; i++) all[i] = all[i - 31] + all[i - 3];
    for (size_t i = 0; i < count; i++) values[i] = (int32_t)(all[344 + i] >> 1);
    free(all);
}

static const Scalar types[BUFFERS] = {SCALAR_I32, SCALAR_I32, SCALAR_F32, SCALAR_F32, SCALAR_F32};
static const size_t counts[BUFFERS] = {SIDE * SIDE, SIDE *SIDE, MATRIX *MATRIX, MATRIX *MATRIX, MATRIX *MATRIX};

static void make_buffers(void *bytes[BUFFERS]) {
    for (int i = 0; i < BUFFERS; i++) {
        bytes[i] = calloc(counts[i], 4);
        assert_non_null(bytes[i]);
    }
    fill_with_rand(bytes[IN], counts[IN]);
    for (int buffer = A; buffer <= B; buffer++)
        for (size_t i = 0; i < counts[buffer]; i++) ((float *)bytes[buffer])[i] = (float)(i % 97) / 97;
}

static void free_buffers(void *bytes[BUFFERS]) {
    for (int i = 0; i < BUFFERS; i++) free(bytes[i]);
}

static void run_plan(const Plan *p, void *bytes[BUFFERS], unsigned threads, Arena *into, Result *result) {
    static const char *const names[BUFFERS] = {"a", "b", "A", "B", "C"};
    Buffer buffers[3];
    Arg args[MOST_ARGS];
    size_t arg_count = 0;
    for (int i = 0; i < p->buffer_count; i++) {
        int from = p->buffers[i];
        size_t count = p->elements ? p->elements : counts[from];
        buffers[i] = (Buffer){names[from], types[from], count, bytes[from], true, NULL};
        args[arg_count++] = (Arg){.kind = ARG_BUFFER, .buffer = (size_t)i, .name = names[from]};
    }
    for (int i = 0; i < p->value_count; i++)
        args[arg_count++] =
            (Arg){.kind = ARG_VALUE, .type = SCALAR_I32, .value = (uint32_t)p->values[i], .name = "value"};
    Launch launch = {.image = image,
                     .kernel = p->mangled,
                     .shared_dynamic = p->shared,
                     .buffers = buffers,
                     .buffer_count = (size_t)p->buffer_count,
                     .args = args,
                     .arg_count = arg_count,
                     .threads = threads};
    memcpy(launch.grid, p->grid, sizeof launch.grid);
    memcpy(launch.block, p->block, sizeof launch.block);
    Device *device = device_open_sim();
    *result = (Result){0};
    device->run(device, &launch, into, result);
    device->close(device);
    if (result->status != RUN_FINISHED)
        print_error("%s: %s\n", p->mangled, result->error != NULL ? result->error : "stopped");
    assert_int_equal(result->status, RUN_FINISHED);
}

static void need_kernels(void) {
    if (image != NULL) return;
    print_message("SKIP: no CUDA compiler was found on this machine\n");
    skip();
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

enum { MOST_COLUMNS = 40 };

/* Splits a line at its commas, but for those in quotes; returns how many fields. */
static size_t split(char *line, char *fields[MOST_COLUMNS]) {
    size_t count = 0;
    bool quoted = false;
    fields[count++] = line;
    for (char *c = line; *c != '\0' && *c != '\n'; c++) {
        if (*c == '"') quoted = !quoted;
        if (*c != ',' || quoted) continue;
        *c = '\0';
        assert_true(count < MOST_COLUMNS);
        fields[count++] = c + 1;
    }
    return count;
}

typedef struct Table {
    char *heads[MOST_COLUMNS];
    size_t columns;
    char *cells[LAUNCHES][MOST_COLUMNS];
} Table;

static void read_table(Table *table) {
    size_t size;
    const char *why;
    char *line = file_read_text(arena, "tests/hardware/seed_kernels_h200.csv", &size, &why);
    assert_non_null(line);
    char *next = strchr(line, '\n');
    *next = '\0';
    table->columns = split(line, table->heads);
    for (size_t row = 0; row < LAUNCHES; row++) {
        line = next + 1;
        next = strchr(line, '\n');
        assert_non_null(next);
        *next = '\0';
        assert_int_equal(split(line, table->cells[row]), table->columns);
    }
}

static const char *cell(const Table *table, size_t row, const char *head) {
    for (size_t i = 0; i < table->columns; i++)
        if (strcmp(table->heads[i], head) == 0) return table->cells[row][i];
    fail_msg("the table has no column %s", head);
    return NULL;
}

/* ---- what the simulator says to each column ---------------------------------------------------------------------- */

typedef enum Grows { AS_IT_IS, WITH_PAIRS, WITH_TILES } Grows;

typedef struct Column {
    const char *head;
    Metric metric, less; /* less is taken away; METRIC_NONE: nothing */
    Grows grows;
} Column;

static const Column columns[] = {
    {"shared_load_instructions", METRIC_ASSEMBLED_SHARED_LOAD_REQUESTS, METRIC_NONE, WITH_PAIRS},
    {"shared_store_instructions", METRIC_ASSEMBLED_SHARED_STORE_REQUESTS, METRIC_NONE, WITH_PAIRS},
    {"shared_atomic_instructions", METRIC_ASSEMBLED_SHARED_ATOMIC_REQUESTS, METRIC_NONE, WITH_PAIRS},
    {"memory_l1_wavefronts_shared", METRIC_ASSEMBLED_SHARED_WAVEFRONTS, METRIC_NONE, WITH_PAIRS},
    {"memory_l1_wavefronts_shared_ideal", METRIC_ASSEMBLED_SHARED_WAVEFRONTS, METRIC_ASSEMBLED_SHARED_CONFLICTS,
     WITH_PAIRS},
    {"global_load_requests", METRIC_GLOBAL_LOAD_REQUESTS, METRIC_NONE, WITH_PAIRS},
    {"global_load_sectors", METRIC_GLOBAL_LOAD_SECTORS, METRIC_NONE, WITH_PAIRS},
    {"global_store_requests", METRIC_GLOBAL_STORE_REQUESTS, METRIC_NONE, WITH_TILES},
    {"global_store_sectors", METRIC_GLOBAL_STORE_SECTORS, METRIC_NONE, WITH_TILES},
    {"local_load_sectors", METRIC_LOCAL_LOAD_SECTORS, METRIC_NONE, AS_IT_IS},
    {"local_store_sectors", METRIC_LOCAL_STORE_SECTORS, METRIC_NONE, AS_IT_IS},
    {"divergent_branches", METRIC_BRANCH_DIVERGENT, METRIC_NONE, AS_IT_IS},
};

static double simulated(const Metrics *metrics, const Column *column, const Plan *p) {
    assert_true(metrics->known[column->metric]);
    double value = metrics->value[column->metric];
    if (column->less != METRIC_NONE) value -= metrics->value[column->less];
    return value * (column->grows == WITH_PAIRS ? p->pairs : column->grows == WITH_TILES ? p->tiles : 1);
}

/* What differs, and why: then another number than the H200's is expected, found by other means. */
typedef struct Explained {
    size_t row;
    const char *head;
    double expected;
    const char *why;
} Explained;

static const Explained explained[] = {
    {3, "registers_per_thread", 22,
     "The table was made with nvcc, whose front end computes shared addresses in 32 bits, and NVRTC's in 64. ptxas "
     "13.0 gives this kernel 24 registers from nvcc's PTX and 22 from NVRTC's."},
    {11, "divergent_branches", 3060,
     "The machine code has predicates where the PTX has branches around one load. As written, a warp of a 32 x 32 "
     "block is one of its rows. Of 240 columns of A the eighth tile has 16: the 228 warps, in each of 4 columns of "
     "blocks, whose row exists diverge there (912). Of 112 columns of B the fourth column of blocks has 16: in each of "
     "8 blocks the warps of 240 rows diverge (1920), and the 228 that store a row of C do (228)."},
};

static double wanted(const Table *table, size_t row, const char *head) {
    for (size_t i = 0; i < sizeof explained / sizeof *explained; i++)
        if (explained[i].row == row && strcmp(explained[i].head, head) == 0) return explained[i].expected;
    return strtod(cell(table, row, head), NULL);
}

static int compare_row(const Table *table, size_t row, const Metrics *metrics) {
    int differ = 0;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        double want = wanted(table, row, columns[i].head), got = simulated(metrics, &columns[i], &plans[row]);
        if (got == want) continue;
        print_error("launch %zu, %s, %s: expected %.0f, the simulator counted %.0f\n", row, cell(table, row, "kernel"),
                    columns[i].head, want, got);
        differ++;
    }
    return differ;
}

/* "t_sh<0>" of "void t_sh<0>(const int *, int *, int, int)" begins with the name that is in the mangled one, after its
 * length. */
static void same_kernel(const char *in_table, const char *mangled) {
    const char *name = in_table + (*in_table == '"');
    if (text_starts(name, "void ")) name += strlen("void ");
    char *end;
    size_t size = strtoul(mangled + strlen("_Z"), &end, 10);
    assert_memory_equal(name, end, size);
    assert_true(name[size] == '<' || name[size] == '(');
}

static void whole_kernels_count_what_an_h200_counts(void **state) {
    (void)state;
    need_kernels();
    Table *table = arena_make(arena, Table);
    void *bytes[BUFFERS];
    int differ = 0;
    read_table(table);
    plan_all();
    make_buffers(bytes);
    for (size_t row = 0; row < LAUNCHES; row++) {
        same_kernel(cell(table, row, "kernel"), plans[row].mangled);
        Arena *scratch = arena_new();
        Result result;
        run_plan(&plans[row], bytes, 0, scratch, &result);
        differ += compare_row(table, row, &result.metrics);
        arena_free(scratch);
    }
    free_buffers(bytes);
    assert_int_equal(differ, 0);
}

/* ---- what the assembler reports ---------------------------------------------------------------------------------- */

static const KernelResources *resources_of(const char *kernel) {
    for (size_t i = 0; i < image->resource_count; i++)
        if (strcmp(image->resources[i].kernel, kernel) == 0) return &image->resources[i];
    fail_msg("the assembler reported nothing for %s", kernel);
    return NULL;
}

/* The profiler shows at least 16 registers, and occupancy as a percentage with two decimals. */
static void whole_kernels_have_the_registers_and_the_occupancy_of_an_h200(void **state) {
    (void)state;
    need_kernels();
    if (!same_assembler || !occupancy_available()) {
        print_message("SKIP: the table was made with CUDA 13.0, which is not here\n");
        skip();
    }
    Table *table = arena_make(arena, Table);
    read_table(table);
    plan_all();
    for (size_t row = 0; row < LAUNCHES; row++) {
        const Plan *p = &plans[row];
        const KernelResources *resources = resources_of(p->mangled);
        int registers = resources->registers > 16 ? resources->registers : 16;
        double wants = wanted(table, row, "registers_per_thread");
        if (registers != wants) fail_msg("launch %zu: %d registers, expected %.0f", row, registers, wants);
        Metrics metrics = {0};
        occupancy_fill(resources, "sm_90", (int)(p->block[0] * p->block[1]), p->shared, &metrics);
        assert_true(metrics.known[METRIC_OCCUPANCY_THEORETICAL]);
        double percent = round(metrics.value[METRIC_OCCUPANCY_THEORETICAL] * 1e4) / 1e2;
        double want = strtod(cell(table, row, "occupancy_theoretical_pct"), NULL);
        if (percent != want) fail_msg("launch %zu: %.2f %%, an H200 has %.2f %%", row, percent, want);
    }
}

/* ---- any number of workers --------------------------------------------------------------------------------------- */

static void same_metrics(const Metrics *a, const Metrics *b) {
    for (Metric metric = 0; metric < metric_count; metric++) {
        assert_int_equal(a->known[metric], b->known[metric]);
        if (a->known[metric] && a->value[metric] != b->value[metric])
            fail_msg("%s: %.17g and %.17g", metric_info[metric].name, a->value[metric], b->value[metric]);
    }
}

static void same_loc(Loc a, Loc b) {
    assert_int_equal(a.line, b.line);
    assert_int_equal(a.column, b.column);
    assert_true(text_equal(a.file, b.file));
}

static void same_samples(const Result *a, const Result *b) {
    assert_int_equal(a->sample_count, b->sample_count);
    for (size_t i = 0; i < a->sample_count; i++) {
        const RequestSample *left = &a->samples[i], *right = &b->samples[i];
        same_loc(left->loc, right->loc);
        assert_memory_equal(left->block, right->block, sizeof left->block);
        assert_int_equal(left->warp, right->warp);
        assert_int_equal(left->mask, right->mask);
        assert_int_equal(left->wavefronts, right->wavefronts);
        assert_memory_equal(left->address, right->address, sizeof left->address);
    }
}

static void same_results(const Result *a, const Result *b) {
    same_metrics(&a->metrics, &b->metrics);
    assert_int_equal(a->line_count, b->line_count);
    for (size_t i = 0; i < a->line_count; i++) {
        same_loc(a->lines[i].loc, b->lines[i].loc);
        same_metrics(&a->lines[i].metrics, &b->lines[i].metrics);
    }
    assert_int_equal(a->finding_count, b->finding_count);
    for (size_t i = 0; i < a->finding_count; i++) {
        const Finding *left = &a->findings[i], *right = &b->findings[i];
        assert_int_equal(left->kind, right->kind);
        assert_int_equal(left->warning, right->warning);
        assert_int_equal(left->count, right->count);
        same_loc(left->loc, right->loc);
        same_loc(left->other, right->other);
        assert_string_equal(left->message, right->message);
    }
    same_samples(a, b);
}

static void with_workers(Plan *p, void *bytes[BUFFERS], unsigned threads, Arena *into, Result *result) {
    for (int i = 0; i < p->buffer_count; i++)
        if (p->buffers[i] == OUT || p->buffers[i] == C) memset(bytes[p->buffers[i]], 0x5a, counts[p->buffers[i]] * 4);
    run_plan(p, bytes, threads, into, result);
}

static void compare_workers(Plan *p, void *bytes[BUFFERS]) {
    static const unsigned workers[] = {2, 3, 7};
    Arena *scratch = arena_new();
    Result alone;
    int written = p->buffers[p->buffer_count - 1];
    size_t size = counts[written] * 4;
    with_workers(p, bytes, 1, scratch, &alone);
    void *left = arena_alloc(scratch, size, 16);
    memcpy(left, bytes[written], size);
    for (size_t i = 0; i < sizeof workers / sizeof *workers; i++) {
        Result together;
        with_workers(p, bytes, workers[i], scratch, &together);
        same_results(&alone, &together);
        assert_memory_equal(left, bytes[written], size);
    }
    arena_free(scratch);
}

/* Rows of many blocks, with and without conflicts, merged loads, divergent lanes, local memory; and for the findings
 * the race, here in 48 blocks. */
static void any_number_of_workers_gives_the_same_result(void **state) {
    (void)state;
    need_kernels();
    static const size_t rows[] = {0, 1, 3, 9, 11, 49, 59, 61};
    void *bytes[BUFFERS];
    make_buffers(bytes);
    plan_all();
    plans[61].grid[0] = 48;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) compare_workers(&plans[rows[i]], bytes);
    Result result;
    run_plan(&plans[61], bytes, 7, arena, &result);
    assert_true(result_findings(&result, FINDING_RACE) > 0);
    assert_true(result.sample_count > 0 && result.line_count > 0);
    free_buffers(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_kernels_count_what_an_h200_counts),
        cmocka_unit_test(whole_kernels_have_the_registers_and_the_occupancy_of_an_h200),
        cmocka_unit_test(any_number_of_workers_gives_the_same_result),
    };
    return cmocka_run_group_tests(tests, compile_kernels, forget_kernels);
}
