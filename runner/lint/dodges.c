/* See dodges.h. */
#include "lint/dodges.h"

#include <string.h>

#include "lint/dodge_parts.h"

/* ---- how many work ----------------------------------------------------------------------------------------------- */

static uint64_t product(const uint32_t size[3]) {
    return (uint64_t)size[0] * size[1] * size[2];
}

/* The most blocks, or threads of a block, that a launch has. */
static uint64_t most(const Making *making, bool blocks) {
    uint64_t count = 0;
    for (size_t i = 0; i < making->launch_count; i++) {
        const Launch *launch = making->launches[i];
        uint64_t here = product(blocks ? launch->grid : launch->block);
        if (here > count) count = here;
    }
    return count;
}

/* ---- waits ------------------------------------------------------------------------------------------------------- */

/* A call that waits, in the text. */
typedef struct Wait {
    const char *start, *open, *end; /* the name, its ( and behind its ) */
    bool vote;                      /* that also tells all threads of the block something */
} Wait;
typedef VEC(Wait) WaitList;

static const struct {
    const char *name;
    bool vote;
} wait_names[] = {
    {"__syncthreads", false},      {"__syncthreads_or", true}, {"__syncthreads_and", true},
    {"__syncthreads_count", true}, {"__syncwarp", false},      {"__pipeline_wait_prior", false},
};

static WaitList find_waits(const Making *making) {
    WaitList waits = {0};
    for (const char *at = making->text; *at != '\0';) {
        const char *behind = dodge_skip_quoted(at);
        if (behind == at && dodge_is_name_part(*at)) {
            while (dodge_is_name_part(*behind)) behind++;
            for (size_t i = 0; i < sizeof wait_names / sizeof *wait_names; i++) {
                bool same = strlen(wait_names[i].name) == (size_t)(behind - at) &&
                            strncmp(at, wait_names[i].name, (size_t)(behind - at)) == 0;
                const char *close = same && *behind == '(' ? dodge_closing(behind) : NULL;
                if (close == NULL) continue;
                vec_push(making->arena, &waits, (Wait){at, behind, close + 1, wait_names[i].vote});
                behind = close + 1; /* a wait among the arguments goes with this one */
                break;
            }
        }
        at = behind > at ? behind : at + 1;
    }
    return waits;
}

/* The file with other statements in place of the wait of that number, or of all. A vote of the block becomes one of the
 * warp behind the statement. */
static char *replace_waits(const Making *making, const WaitList *waits, size_t which, const char *instead) {
    Text out = {0};
    const char *done = making->text;
    for (size_t i = 0; i < waits->count; i++) {
        const Wait *wait = &waits->at[i];
        if (which < waits->count && which != i) continue;
        text_add_n(&out, done, (size_t)(wait->start - done));
        if (wait->vote)
            text_printf(&out, "[=] { %s; return __any_sync(0xffffffff, %.*s); }()", instead,
                        (int)(wait->end - wait->open), wait->open);
        else
            text_add(&out, *instead != '\0' ? instead : "((void)0)");
        done = wait->end;
    }
    text_add(&out, done);
    return text_take(&out, making->arena);
}

/* Declares the file's shared memory volatile, and pointers that are set where they are declared. What points to it in
 * another way may not compile then. */
static char *make_volatile(Arena *arena, const char *text) {
    static const char *const types[] = {"int *", "float *", "double *"};
    Text out = {0};
    const char *line = text;
    while (*line != '\0') {
        const char *end = line + strcspn(line, "\n"), *at = line + strspn(line, " ");
        const char *shared = strstr(line, "__shared__ ");
        bool pointer = false;
        for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
            const char *set = text_starts(at, types[i]) ? strchr(at, '=') : NULL;
            pointer |= set != NULL && set < end;
        }
        const char *into = shared != NULL && shared < end ? shared + strlen("__shared__ ") : pointer ? at : NULL;
        if (into != NULL) {
            text_add_n(&out, line, (size_t)(into - line));
            text_add(&out, "volatile ");
            line = into;
        }
        text_add_n(&out, line, (size_t)(end - line) + (*end == '\n'));
        line = end + (*end == '\n');
    }
    return text_take(&out, arena);
}

static void make_wait_dodges(Making *making) {
    WaitList waits = find_waits(making);
    if (waits.count == 0) return;
    const char *delayed = replace_waits(making, &waits, SIZE_MAX, "__nanosleep(1000)");
    dodge_add(making, "no-waits", "no thread waits: all barriers are removed",
              replace_waits(making, &waits, SIZE_MAX, ""));
    if (most(making, false) > WARP_SIZE)
        dodge_add(making, "waits-by-warp", "each warp waits for itself alone: bar.sync 1, 32 in place of all barriers",
                  replace_waits(making, &waits, SIZE_MAX, "asm volatile(\"bar.sync 1, 32;\")"));
    dodge_add(making, "fences", "no thread waits: fences in place of all barriers",
              replace_waits(making, &waits, SIZE_MAX, "__threadfence_block()"));
    dodge_add(making, "delays", "no thread waits: delays in place of all barriers, and volatile shared memory",
              make_volatile(making->arena, delayed));
    for (size_t i = 0; i < waits.count && waits.count > 1; i++)
        dodge_add(making, arena_printf(making->arena, "no-wait-%zu", i + 1),
                  arena_printf(making->arena, "wait number %zu of %zu is removed", i + 1, waits.count),
                  replace_waits(making, &waits, i, ""));
}

/* ---- who does the work ------------------------------------------------------------------------------------------- */

/* Those with a number below `workers` do the work of all: number n that of n, n + workers, and so on. of: "blockIdx" or
 * "threadIdx"; size: the variable with the extent. */
static void make_few(Making *making, const char *name, const char *what, const char *of, const char *size,
                     const char *workers) {
    Text out = {0};
    dodge_add_functions(making, &out, arena_printf(making->arena, "uint3 %s", of), NULL);
    for (size_t k = 0; k < making->kernels.count; k++) {
        const Kernel *kernel = &making->kernels.at[k];
        dodge_add_head(&out, kernel);
        text_printf(&out,
                    "    unsigned my_all = %s.x * %s.y * %s.z;\n"
                    "    unsigned my_number = (%s.z * %s.y + %s.y) * %s.x + %s.x;\n"
                    "    unsigned my_workers = %s;\n"
                    "    if (my_number >= my_workers)\n        return;\n"
                    "    for (unsigned my_n = my_number; my_n < my_all; my_n += my_workers) {\n        ",
                    size, size, size, of, size, of, size, of, workers);
        dodge_add_call(&out, kernel,
                       arena_printf(making->arena,
                                    "make_uint3(my_n %% %s.x, my_n / %s.x %% %s.y, my_n / (%s.x * %s.y))", size, size,
                                    size, size, size));
        if (text_equal(of, "blockIdx"))
            text_add(&out, "        if (my_n + my_workers < my_all)\n            __syncthreads();\n");
        text_add(&out, "    }\n}\n");
    }
    dodge_add(making, name, what, text_take(&out, making->arena));
}

/* Lanes 0 to 15 of each warp do their own work and that of the lane 16 above. */
static void make_half_the_lanes(Making *making) {
    Text out = {0};
    dodge_add_functions(making, &out, "uint3 threadIdx", NULL);
    for (size_t k = 0; k < making->kernels.count; k++) {
        const Kernel *kernel = &making->kernels.at[k];
        dodge_add_head(&out, kernel);
        text_add(&out,
                 "    unsigned my_all = blockDim.x * blockDim.y * blockDim.z;\n"
                 "    unsigned my_number = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;\n"
                 "    if (my_number % 32 >= 16)\n        return;\n"
                 "    for (unsigned my_n = my_number; my_n <= my_number + 16 && my_n < my_all; my_n += 16)\n        ");
        dodge_add_call(
            &out, kernel,
            "make_uint3(my_n % blockDim.x, my_n / blockDim.x % blockDim.y, my_n / (blockDim.x * blockDim.y))");
        text_add(&out, "}\n");
    }
    dodge_add(making, "half-the-lanes", "half of the lanes of each warp do the work of all",
              text_take(&out, making->arena));
}

static void make_work_dodges(Making *making) {
    if (most(making, true) > 1) {
        make_few(making, "half-the-blocks", "half of the blocks do the work of all", "blockIdx", "gridDim",
                 "(my_all + 1) / 2");
        make_few(making, "one-block", "one block does the work of all", "blockIdx", "gridDim", "1");
    }
    if (most(making, false) > WARP_SIZE)
        make_few(making, "half-the-threads", "half of the threads of each block do the work of all", "threadIdx",
                 "blockDim", "(my_all + 1) / 2");
    if (most(making, false) > 1) {
        make_half_the_lanes(making);
        make_few(making, "one-thread", "one thread of each block does the work of all", "threadIdx", "blockDim", "1");
    }
}

/* ---- atomics in place of loads ----------------------------------------------------------------------------------- */

static const char atomic_reader[] =
    "template <class T> struct AtomicallyRead {\n"
    "    T *at;\n"
    "    __device__ AtomicallyRead(const T *from) : at((T *)from) {}\n"
    "    template <class I> __device__ T operator[](I i) const { return atomicAdd(at + i, T(0)); }\n"
    "    template <class I> __device__ AtomicallyRead operator+(I i) const { return at + i; }\n"
    "    template <class I> __device__ AtomicallyRead &operator+=(I i) { at += i; return *this; }\n"
    "};\n";

/* "AtomicallyRead<int>" for a pointer to const numbers that atomicAdd knows; else NULL. */
static const char *atomic_type(Arena *arena, const Param *param) {
    static const char *const known[] = {"int", "unsigned", "float", "double"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *start = arena_printf(arena, "const %s *", known[i]);
        if (text_starts(param->type, start)) return arena_printf(arena, "AtomicallyRead<%s>", known[i]);
    }
    return NULL;
}

static void make_atomics(Making *making) {
    size_t inputs = 0;
    for (size_t k = 0; k < making->kernels.count; k++)
        for (size_t p = 0; p < making->kernels.at[k].params.count; p++)
            inputs += atomic_type(making->arena, &making->kernels.at[k].params.at[p]) != NULL;
    if (inputs == 0) return;
    Text out = {0};
    text_add(&out, atomic_reader);
    dodge_add_functions(making, &out, NULL, atomic_type);
    for (size_t k = 0; k < making->kernels.count; k++) {
        dodge_add_head(&out, &making->kernels.at[k]);
        text_add(&out, "    ");
        dodge_add_call(&out, &making->kernels.at[k], NULL);
        text_add(&out, "}\n");
    }
    dodge_add(making, "atomics-for-loads", "atomics read the inputs", text_take(&out, making->arena));
}

/* ------------------------------------------------------------------------------------------------------------------ */

Dodge *dodges_make(const char *solution, const Launch *const *launches, size_t launch_count, Arena *arena,
                   size_t *count) {
    Making making = {.arena = arena, .text = solution, .launches = launches, .launch_count = launch_count};
    make_wait_dodges(&making);
    if (dodge_find_kernels(&making)) {
        make_work_dodges(&making);
        make_atomics(&making);
        dodge_make_constants(&making);
    }
    *count = making.dodges.count;
    return making.dodges.at;
}
