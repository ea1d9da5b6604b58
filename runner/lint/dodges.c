/* See dodges.h. */
#include "lint/dodges.h"

#include <string.h>

#include "base/text.h"
#include "base/vec.h"

typedef VEC(Dodge) DodgeList;

typedef struct Param {
    const char *type, *name; /* "const int *", "in" */
} Param;

/* A kernel as the file defines it. */
typedef struct Kernel {
    const char *name;
    const char *start, *name_at, *open, *close; /* in the text: extern "C" or __global__, the name, ( and ) */
    VEC(Param) params;
} Kernel;

typedef struct Making {
    Arena *arena;
    const char *text;
    const Launch *const *launches;
    size_t launch_count;
    VEC(Kernel) kernels; /* that the launches name */
    DodgeList dodges;
} Making;

static void add_dodge(Making *making, const char *name, const char *what, const char *text) {
    vec_push(making->arena, &making->dodges, (Dodge){name, what, text});
}

/* ---- the text of a file ------------------------------------------------------------------------------------------ */

static bool is_name_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Behind the comment or the string that begins at `at`; `at` itself where none does. */
static const char *skip_quoted(const char *at) {
    if (at[0] == '/' && at[1] == '/') return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end != NULL ? end + 2 : at + strlen(at);
    }
    if (*at != '"' && *at != '\'') return at;
    const char *end = at + 1;
    while (*end != '\0' && *end != '\n' && *end != *at) end += end[0] == '\\' && end[1] != '\0' ? 2 : 1;
    return *end == *at ? end + 1 : end;
}

/* The parenthesis that closes the one at `open`; NULL where none does. */
static const char *closing(const char *open) {
    int depth = 0;
    for (const char *at = open; *at != '\0';) {
        const char *behind = skip_quoted(at);
        if (behind > at) {
            at = behind;
            continue;
        }
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (depth == 0) return at;
        at++;
    }
    return NULL;
}

/* The next place where the word stands by itself, outside comments and strings; NULL where there is none. */
static const char *find_word(const char *text, const char *word) {
    size_t size = strlen(word);
    for (const char *at = text; *at != '\0';) {
        const char *behind = skip_quoted(at);
        if (behind == at && is_name_part(*at)) {
            while (is_name_part(*behind)) behind++;
            if ((size_t)(behind - at) == size && strncmp(at, word, size) == 0) return at;
        }
        at = behind > at ? behind : at + 1;
    }
    return NULL;
}

static const char *after_spaces(const char *at) {
    return at + strspn(at, " \t\r\n");
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

/* One parameter from its text: the last name in it, and what stands before. */
static void add_param(Making *making, Kernel *kernel, const char *at, const char *end) {
    while (end > at && !is_name_part(end[-1])) end--;
    const char *name = end;
    while (name > at && is_name_part(name[-1])) name--;
    at = after_spaces(at);
    if (name <= at || name == end) return;
    const char *type_end = name;
    while (type_end > at && strchr(" \t\r\n", type_end[-1]) != NULL) type_end--;
    Param param = {arena_string_n(making->arena, at, (size_t)(type_end - at)),
                   arena_string_n(making->arena, name, (size_t)(end - name))};
    vec_push(making->arena, &kernel->params, param);
}

static void read_params(Making *making, Kernel *kernel) {
    const char *from = kernel->open + 1;
    int depth = 0;
    for (const char *at = from; at <= kernel->close; at++) {
        depth += *at == '<' || *at == '(' ? 1 : *at == '>' || (*at == ')' && at < kernel->close) ? -1 : 0;
        if (at < kernel->close && (*at != ',' || depth > 0)) continue;
        add_param(making, kernel, from, at);
        from = at + 1;
    }
}

/* Where the kernel's definition begins: at extern "C" where that stands before __global__. */
static const char *definition_start(const char *text, const char *global) {
    const char *at = global;
    while (at > text && strchr(" \t\r\n", at[-1]) != NULL) at--;
    const char *linkage = "extern \"C\"";
    size_t size = strlen(linkage);
    return (size_t)(at - text) >= size && strncmp(at - size, linkage, size) == 0 ? at - size : global;
}

/* Finds the definition of a kernel: __global__, its name, parameters and a body. */
static bool find_kernel(Making *making, const char *name, Kernel *kernel) {
    for (const char *global = making->text; (global = find_word(global, "__global__")) != NULL; global++) {
        const char *at = find_word(global, name), *other = find_word(global + 1, "__global__");
        if (at == NULL || (other != NULL && other < at)) continue;
        *kernel = (Kernel){.name = name, .start = definition_start(making->text, global), .name_at = at};
        kernel->open = after_spaces(at + strlen(name));
        kernel->close = *kernel->open == '(' ? closing(kernel->open) : NULL;
        if (kernel->close == NULL || *after_spaces(kernel->close + 1) != '{') continue;
        read_params(making, kernel);
        return true;
    }
    return false;
}

/* The kernels of all launches, in the order of the text; false where one is not found, or lies within another. */
static bool find_kernels(Making *making) {
    for (size_t l = 0; l < making->launch_count; l++) {
        const char *name = making->launches[l]->kernel;
        bool known = false;
        for (size_t k = 0; k < making->kernels.count; k++) known |= text_equal(making->kernels.at[k].name, name);
        if (known) continue;
        Kernel kernel;
        if (!find_kernel(making, name, &kernel)) return false;
        size_t place = making->kernels.count;
        vec_push(making->arena, &making->kernels, kernel);
        for (; place > 0 && making->kernels.at[place - 1].start > kernel.start; place--)
            making->kernels.at[place] = making->kernels.at[place - 1];
        making->kernels.at[place] = kernel;
    }
    for (size_t k = 1; k < making->kernels.count; k++)
        if (making->kernels.at[k].start <= making->kernels.at[k - 1].close) return false;
    return making->kernels.count > 0;
}

/* ---- the kernel as a function ------------------------------------------------------------------------------------ */

/* How an argument's type is written in the function; NULL: as it is. */
typedef const char *ParamType(Arena *arena, const Param *param);

/* The file with each kernel as a function NAME_solution, with one parameter more (extra: "uint3 blockIdx", or NULL). */
static void add_functions(Making *making, Text *out, const char *extra, ParamType *type_of) {
    const char *done = making->text;
    for (size_t k = 0; k < making->kernels.count; k++) {
        const Kernel *kernel = &making->kernels.at[k];
        text_add_n(out, done, (size_t)(kernel->start - done));
        text_printf(out, "static __device__ __forceinline__ void %s_solution(", kernel->name);
        for (size_t p = 0; p < kernel->params.count; p++) {
            const Param *param = &kernel->params.at[p];
            const char *type = type_of != NULL ? type_of(making->arena, param) : NULL;
            text_printf(out, "%s%s %s", p > 0 ? ", " : "", type != NULL ? type : param->type, param->name);
        }
        if (extra != NULL) text_printf(out, "%s%s", kernel->params.count > 0 ? ", " : "", extra);
        text_add(out, ")");
        done = kernel->close + 1;
    }
    text_add(out, done);
    text_add(out, "\n");
}

/* The head of the new kernel: as in the file, with its attributes. */
static void add_head(Text *out, const Kernel *kernel) {
    text_add_char(out, '\n');
    text_add_n(out, kernel->start, (size_t)(kernel->close + 1 - kernel->start));
    text_add(out, "\n{\n");
}

/* A call of the solution, with the value of the parameter more, or NULL. */
static void add_call(Text *out, const Kernel *kernel, const char *extra) {
    text_printf(out, "%s_solution(", kernel->name);
    for (size_t p = 0; p < kernel->params.count; p++)
        text_printf(out, "%s%s", p > 0 ? ", " : "", kernel->params.at[p].name);
    if (extra != NULL) text_printf(out, "%s%s", kernel->params.count > 0 ? ", " : "", extra);
    text_add(out, ");\n");
}

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
        const char *behind = skip_quoted(at);
        if (behind == at && is_name_part(*at)) {
            while (is_name_part(*behind)) behind++;
            for (size_t i = 0; i < sizeof wait_names / sizeof *wait_names; i++) {
                bool same = strlen(wait_names[i].name) == (size_t)(behind - at) &&
                            strncmp(at, wait_names[i].name, (size_t)(behind - at)) == 0;
                const char *close = same && *behind == '(' ? closing(behind) : NULL;
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
    add_dodge(making, "no-waits", "no thread waits: all barriers are removed",
              replace_waits(making, &waits, SIZE_MAX, ""));
    if (most(making, false) > WARP_SIZE)
        add_dodge(making, "waits-by-warp", "each warp waits for itself alone: bar.sync 1, 32 in place of all barriers",
                  replace_waits(making, &waits, SIZE_MAX, "asm volatile(\"bar.sync 1, 32;\")"));
    add_dodge(making, "fences", "no thread waits: fences in place of all barriers",
              replace_waits(making, &waits, SIZE_MAX, "__threadfence_block()"));
    add_dodge(making, "delays", "no thread waits: delays in place of all barriers, and volatile shared memory",
              make_volatile(making->arena, delayed));
    for (size_t i = 0; i < waits.count && waits.count > 1; i++)
        add_dodge(making, arena_printf(making->arena, "no-wait-%zu", i + 1),
                  arena_printf(making->arena, "wait number %zu of %zu is removed", i + 1, waits.count),
                  replace_waits(making, &waits, i, ""));
}

/* ---- who does the work ------------------------------------------------------------------------------------------- */

/* Those with a number below `workers` do the work of all: number n that of n, n + workers, and so on. of: "blockIdx" or
 * "threadIdx"; size: the variable with the extent. */
static void make_few(Making *making, const char *name, const char *what, const char *of, const char *size,
                     const char *workers) {
    Text out = {0};
    add_functions(making, &out, arena_printf(making->arena, "uint3 %s", of), NULL);
    for (size_t k = 0; k < making->kernels.count; k++) {
        const Kernel *kernel = &making->kernels.at[k];
        add_head(&out, kernel);
        text_printf(&out,
                    "    unsigned my_all = %s.x * %s.y * %s.z;\n"
                    "    unsigned my_number = (%s.z * %s.y + %s.y) * %s.x + %s.x;\n"
                    "    unsigned my_workers = %s;\n"
                    "    if (my_number >= my_workers)\n        return;\n"
                    "    for (unsigned my_n = my_number; my_n < my_all; my_n += my_workers) {\n        ",
                    size, size, size, of, size, of, size, of, workers);
        add_call(&out, kernel,
                 arena_printf(making->arena, "make_uint3(my_n %% %s.x, my_n / %s.x %% %s.y, my_n / (%s.x * %s.y))",
                              size, size, size, size, size));
        if (text_equal(of, "blockIdx"))
            text_add(&out, "        if (my_n + my_workers < my_all)\n            __syncthreads();\n");
        text_add(&out, "    }\n}\n");
    }
    add_dodge(making, name, what, text_take(&out, making->arena));
}

/* Lanes 0 to 15 of each warp do their own work and that of the lane 16 above. */
static void make_half_the_lanes(Making *making) {
    Text out = {0};
    add_functions(making, &out, "uint3 threadIdx", NULL);
    for (size_t k = 0; k < making->kernels.count; k++) {
        const Kernel *kernel = &making->kernels.at[k];
        add_head(&out, kernel);
        text_add(&out,
                 "    unsigned my_all = blockDim.x * blockDim.y * blockDim.z;\n"
                 "    unsigned my_number = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;\n"
                 "    if (my_number % 32 >= 16)\n        return;\n"
                 "    for (unsigned my_n = my_number; my_n <= my_number + 16 && my_n < my_all; my_n += 16)\n        ");
        add_call(&out, kernel,
                 "make_uint3(my_n % blockDim.x, my_n / blockDim.x % blockDim.y, my_n / (blockDim.x * blockDim.y))");
        text_add(&out, "}\n");
    }
    add_dodge(making, "half-the-lanes", "half of the lanes of each warp do the work of all",
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
    add_functions(making, &out, NULL, atomic_type);
    for (size_t k = 0; k < making->kernels.count; k++) {
        add_head(&out, &making->kernels.at[k]);
        text_add(&out, "    ");
        add_call(&out, &making->kernels.at[k], NULL);
        text_add(&out, "}\n");
    }
    add_dodge(making, "atomics-for-loads", "atomics read the inputs", text_take(&out, making->arena));
}

/* ---- outputs that are known -------------------------------------------------------------------------------------- */

enum { MOST_CONSTANTS = 1 << 16 }; /* bytes */

static const char *word_type(Scalar scalar) {
    switch (scalar_size(scalar)) {
    case 1: return "unsigned char";
    case 2: return "unsigned short";
    case 4: return "unsigned";
    default: return "unsigned long long";
    }
}

static bool is_output(const Launch *launch, size_t arg) {
    return launch->args[arg].kind == ARG_BUFFER && launch->buffers[launch->args[arg].buffer].output;
}

static size_t output_bytes(const Making *making) {
    size_t bytes = 0;
    for (size_t l = 0; l < making->launch_count; l++) {
        const Launch *launch = making->launches[l];
        for (size_t a = 0; a < launch->arg_count; a++)
            if (is_output(launch, a))
                bytes += launch->buffers[launch->args[a].buffer].count *
                         scalar_size(launch->buffers[launch->args[a].buffer].type);
    }
    return bytes;
}

static void add_table(Text *out, size_t l, size_t a, const Buffer *buffer) {
    size_t size = scalar_size(buffer->type);
    const unsigned char *bytes = buffer->bytes;
    text_printf(out, "__device__ const %s known_%zu_%zu[] = {", word_type(buffer->type), l, a);
    for (size_t i = 0; i < buffer->count; i++) {
        uint64_t word = 0;
        for (size_t b = 0; b < size; b++) word |= (uint64_t)bytes[i * size + b] << (8 * b);
        text_printf(out, "%s0x%llx", i == 0 ? "" : i % 8 == 0 ? ",\n    " : ", ", (unsigned long long)word);
    }
    text_add(out, "};\n");
}

/* By what the launch is known: its grid, its block, and the whole numbers among its arguments. */
static void add_condition(Text *out, const Kernel *kernel, const Launch *launch) {
    static const char axes[] = "xyz";
    text_add(out, "    if (true");
    for (int axis = 0; axis < 3; axis++)
        text_printf(out, " && gridDim.%c == %u && blockDim.%c == %u", axes[axis], launch->grid[axis], axes[axis],
                    launch->block[axis]);
    for (size_t a = 0; a < launch->arg_count; a++)
        if (launch->args[a].kind == ARG_VALUE && launch->args[a].type == SCALAR_I32)
            text_printf(out, " && %s == %d", kernel->params.at[a].name, (int)(int32_t)launch->args[a].value);
    text_add(out, ") {\n");
}

static void add_copies(Text *out, const Kernel *kernel, const Launch *launch, size_t l) {
    for (size_t a = 0; a < launch->arg_count; a++) {
        if (!is_output(launch, a)) continue;
        const Buffer *buffer = &launch->buffers[launch->args[a].buffer];
        text_printf(out,
                    "        for (unsigned my_n = my_number; my_n < %zu; my_n += my_all)\n"
                    "            ((%s *)%s)[my_n] = known_%zu_%zu[my_n];\n",
                    buffer->count, word_type(buffer->type), kernel->params.at[a].name, l, a);
    }
}

/* The kernel that puts out what is known. */
static void add_known_outputs(const Making *making, Text *out, const Kernel *kernel) {
    text_add(out,
             "    unsigned my_threads = blockDim.x * blockDim.y * blockDim.z;\n"
             "    unsigned my_block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;\n"
             "    unsigned my_number = my_block * my_threads + (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x"
             " + threadIdx.x;\n"
             "    unsigned my_all = gridDim.x * gridDim.y * gridDim.z * my_threads;\n");
    for (size_t l = 0; l < making->launch_count; l++) {
        const Launch *launch = making->launches[l];
        if (!text_equal(launch->kernel, kernel->name)) continue;
        add_condition(out, kernel, launch);
        add_copies(out, kernel, launch, l);
        text_add(out, "    }\n");
    }
}

/* Where the solution puts its outputs while the known ones are put out: memory of the file's own. */
static void add_unread(const Making *making, Text *out, const Kernel *kernel, bool declare) {
    for (size_t p = 0; p < kernel->params.count; p++) {
        size_t bytes = 0;
        for (size_t l = 0; l < making->launch_count; l++) {
            const Launch *launch = making->launches[l];
            if (!text_equal(launch->kernel, kernel->name) || !is_output(launch, p)) continue;
            const Buffer *buffer = &launch->buffers[launch->args[p].buffer];
            size_t here = buffer->count * scalar_size(buffer->type);
            if (here > bytes) bytes = here;
        }
        const Param *param = &kernel->params.at[p];
        if (declare && bytes > 0)
            text_printf(out, "__device__ uint4 unread_%s_%zu[%zu];\n", kernel->name, p, bytes / 16 + 1);
        else if (!declare)
            text_add(out, p > 0 ? ", " : "");
        if (!declare && bytes > 0)
            text_printf(out, "(%s)unread_%s_%zu", param->type, kernel->name, p);
        else if (!declare)
            text_add(out, param->name);
    }
}

/* beside: the solution works, too, on memory that nobody reads. */
static void make_constants(Making *making, bool beside) {
    Text out = {0};
    if (beside)
        add_functions(making, &out, NULL, NULL);
    else
        text_add_n(&out, making->text, (size_t)(making->kernels.at[0].start - making->text));
    for (size_t l = 0; l < making->launch_count; l++) {
        const Launch *launch = making->launches[l];
        for (size_t a = 0; a < launch->arg_count; a++)
            if (is_output(launch, a)) add_table(&out, l, a, &launch->buffers[launch->args[a].buffer]);
    }
    for (size_t k = 0; k < making->kernels.count; k++) {
        const Kernel *kernel = &making->kernels.at[k];
        if (beside) add_unread(making, &out, kernel, true);
        add_head(&out, kernel);
        if (beside) {
            text_printf(&out, "    %s_solution(", kernel->name);
            add_unread(making, &out, kernel, false);
            text_add(&out, ");\n");
        }
        add_known_outputs(making, &out, kernel);
        text_add(&out, "}\n");
    }
    if (beside)
        add_dodge(making, "constants-beside",
                  "the outputs are constants by the size of the grid, and the solution works for nobody",
                  text_take(&out, making->arena));
    else
        add_dodge(making, "constants", "the outputs are constants by the size of the grid",
                  text_take(&out, making->arena));
}

/* Whether every argument of every launch has its parameter, so that one can be spoken of by the other's number. */
static bool args_match(const Making *making) {
    for (size_t l = 0; l < making->launch_count; l++)
        for (size_t k = 0; k < making->kernels.count; k++)
            if (text_equal(making->launches[l]->kernel, making->kernels.at[k].name) &&
                making->launches[l]->arg_count != making->kernels.at[k].params.count)
                return false;
    return true;
}

Dodge *dodges_make(const char *solution, const Launch *const *launches, size_t launch_count, Arena *arena,
                   size_t *count) {
    Making making = {.arena = arena, .text = solution, .launches = launches, .launch_count = launch_count};
    make_wait_dodges(&making);
    if (find_kernels(&making)) {
        make_work_dodges(&making);
        make_atomics(&making);
        size_t bytes = output_bytes(&making);
        if (args_match(&making) && bytes > 0 && bytes <= MOST_CONSTANTS) {
            make_constants(&making, false);
            make_constants(&making, true);
        }
    }
    *count = making.dodges.count;
    return making.dodges.at;
}
