/* A launch of any kernel of a file, with buffers made from its parameters.
 *
 * What it is like is said in words NAME=VALUE, on the command line or in comments that begin with "try:" in the
 * file, before the first line of code; the command line wins:
 *
 *     // try: blocks=8 threads=256 n=2000
 *     // try: kernel=turn tile=64x64:f32:zero
 *
 *     kernel=NAME             the kernel; in a comment: the line holds for that kernel alone, and it is the one that is
 *                             run where none is named
 *     blocks=8, blocks=4x4    the grid; threads=256, threads=16x16 the block; shared=BYTES dynamic shared memory
 *     PARAM=2.5               the value of a parameter that is a number
 *     PARAM=COUNT[:TYPE][:INIT]  the elements of a buffer; INIT is random, iota, zero or poison
 *     PARAM=@FILE.npy         the elements that the file holds, which NumPy wrote
 *
 * What is not said: blocks=4 threads=128; as many elements as there are threads, or more where a larger whole number
 * was given; and whole numbers that count them. Where one of those is called n, count or so, there are a few elements
 * less than threads: with as many, a guard that is wrong or missing would go unnoticed.
 *
 * A kernel that uses threadIdx.y or blockIdx.y: blocks of 16x16 threads, or of the size that its text was written for;
 * as many columns and rows as there are threads, for parameters called width, rows, pitch or so; and buffers with room
 * for the two largest of those, multiplied. A grid that is not given covers the columns and rows that are. */
#include "commands/kernel/trial.h"

#include <ctype.h>
#include <string.h>

#include "base/vec.h"
#include "commands/kernel/extents.h"
#include "compile/compile.h"
#include "compile/signature.h"
#include "course/npy.h"
#include "teach/launch/devices.h"
#include "teach/say.h"
#include "terminal/terminal.h"

enum { BLOCKS = 4, THREADS = 128, SIDE = 16 };

typedef struct Setting {
    const char *name, *value;
    const char *kernel; /* that it holds for; NULL: for any */
    bool in_file, used;
} Setting;

typedef struct Trying {
    Session *session;
    Arena *arena;
    Source source;
    const char *kernel; /* that the file's comments name first; NULL: none */
    VEC(Setting) settings;
    const Signature *signature;
    int64_t grid[3], block[3], shared;
    int64_t tile[2];  /* columns and rows that a block works on: its threads, or more where the text says so */
    int64_t elements; /* of a buffer whose size is not given */
    bool two;         /* the kernel uses the second dimension: */
    int64_t columns, rows;
    LaunchSpec spec;
    const char *note;    /* why there are fewer; or NULL */
    const char *made_up; /* a buffer of whole numbers that are random, which the kernel only reads; NULL: none is */
    bool guessed;        /* how many threads a block has */
    Text told;           /* the settings as they are, for the student to see and to change */
} Trying;

/* ---- settings ---------------------------------------------------------------------------------------------------- */

static bool refuse(const Trying *trial, const char *hint, const char *what, const char *name) {
    complain(trial->session, hint, "%s %s", name, what);
    return false;
}

static bool add_setting(Trying *trial, const char *word, const char *kernel, bool in_file) {
    const char *equals = strchr(word, '=');
    if (equals == NULL || equals == word || equals[1] == '\0')
        return refuse(trial, "for example blocks=4 threads=256 n=1000", "is not NAME=VALUE", word);
    Setting setting = {.name = arena_string_n(trial->arena, word, (size_t)(equals - word)),
                       .value = arena_string(trial->arena, equals + 1),
                       .kernel = kernel,
                       .in_file = in_file};
    vec_push(trial->arena, &trial->settings, setting);
    return true;
}

static const char kernel_is[] = "kernel=";

static bool read_words(Trying *trial, char *text) {
    const char *kernel = NULL;
    VEC(char *) words = {0};
    char *rest = NULL;
    for (char *word = strtok_r(text, " \t\r", &rest); word != NULL; word = strtok_r(NULL, " \t\r", &rest))
        if (text_starts(word, kernel_is))
            kernel = word + strlen(kernel_is);
        else
            vec_push(trial->arena, &words, word);
    if (kernel != NULL && trial->kernel == NULL) trial->kernel = kernel;
    for (size_t i = 0; i < words.count; i++)
        if (!add_setting(trial, words.at[i], kernel, true)) return false;
    return true;
}

/* The words after "try:" in the comments before the first line of code. */
static bool read_comments(Trying *trial) {
    static const char mark[] = "try:";
    bool in_comment = false;
    for (const char *line = trial->source.text; *line != '\0';) {
        size_t size = strcspn(line, "\n"), blank = strspn(line, " \t\r*");
        const char *at = line + (blank < size ? blank : size);
        bool opens = text_starts(at, "/*"), slashes = text_starts(at, "//");
        if (!in_comment && !opens && !slashes && at < line + size && *at != '#') return true;
        in_comment = (in_comment || opens) && memmem(at, (size_t)(line + size - at), "*/", 2) == NULL;
        at += opens || slashes ? 2 : 0;
        while (at < line + size && (isspace((unsigned char)*at) || *at == '*')) at++;
        char *text = arena_string_n(trial->arena, at, (size_t)(line + size - at)), *end = strstr(text, "*/");
        if (end != NULL) *end = '\0';
        if (text_starts(text, mark) && !read_words(trial, text + strlen(mark))) return false;
        line += size + (line[size] == '\n');
    }
    return true;
}

/* The last one given: the command line's come after the file's. */
static const char *setting(Trying *trial, const char *name) {
    const char *value = NULL;
    for (size_t i = 0; i < trial->settings.count; i++) {
        Setting *here = &trial->settings.at[i];
        bool other = here->kernel != NULL && !text_equal(here->kernel, trial->signature->kernel);
        if (other || !text_equal(here->name, name)) continue;
        here->used = true;
        value = here->value;
    }
    return value;
}

/* "16x16": up to three whole numbers of at least 1; the rest of size stays. Their product is at most most. */
static bool read_sizes(const char *text, int64_t size[3], int64_t most) {
    int64_t product = 1;
    for (int i = 0; i < 3; i++) {
        char number[24];
        size_t length = strcspn(text, "x");
        if (length == 0 || length >= sizeof number) return false;
        memcpy(number, text, length);
        number[length] = '\0';
        if (!text_to_i64(number, &size[i]) || size[i] < 1 || size[i] > most / product) return false;
        product *= size[i];
        text += length;
        if (*text == '\0') return true;
        text++;
    }
    return false;
}

static const char *print_sizes(Arena *arena, const int64_t size[3]) {
    if (size[2] > 1)
        return arena_printf(arena, "%lldx%lldx%lld", (long long)size[0], (long long)size[1], (long long)size[2]);
    if (size[1] > 1) return arena_printf(arena, "%lldx%lld", (long long)size[0], (long long)size[1]);
    return arena_printf(arena, "%lld", (long long)size[0]);
}

/* size: what it is where it is not given. */
static bool read_dimensions(Trying *trial, const char *name, int64_t size[3], int64_t most) {
    const char *value = setting(trial, name);
    if (value != NULL)
        for (int i = 0; i < 3; i++) size[i] = 1;
    if (value != NULL && !read_sizes(value, size, most))
        return refuse(trial,
                      arena_printf(trial->arena, "such as %s=4 or %s=4x4, %lld at most", name, name, (long long)most),
                      "needs one to three whole numbers", name);
    return true;
}

/* ---- the kernel -------------------------------------------------------------------------------------------------- */

/* A template with its arguments; the source gets the line by which the compiler makes it. */
static bool choose_instance(Trying *trial, const char *name) {
    const char *line;
    Signature *signature = arena_make(trial->arena, Signature);
    if (!signatures_instance(trial->arena, trial->source.text, name, signature, &line)) return false;
    trial->signature = signature;
    trial->source.text = arena_printf(trial->arena, "%s%s", trial->source.text, line);
    trial->source.size = strlen(trial->source.text);
    return true;
}

/* What kernels there are, and how one is named. */
static const char *kernels_hint(const Trying *trial, const Signature *all, size_t count, const char *name) {
    Text out = {0};
    const char *example = signatures_template(trial->arena, trial->source.text, name);
    if (example == NULL) example = signatures_template(trial->arena, trial->source.text, NULL);
    for (size_t i = 0; i < count && i < 8; i++) text_printf(&out, "%s%s", i > 0 ? ", " : "it defines ", all[i].kernel);
    if (example != NULL)
        text_printf(&out, "%sa template needs its arguments: \"kernel=%s\"", count > 0 ? "; " : "", example);
    else if (count > 1 && name == NULL)
        text_printf(&out, "; for example kernel=%s", all[0].kernel);
    else if (count == 0)
        text_add(&out, "it needs a __global__ function with a body");
    if (name == NULL && signatures_has_main(trial->arena, trial->source.text))
        text_add(&out, "; `exec` runs a whole program");
    return text_take(&out, trial->arena);
}

static bool choose_kernel(Trying *trial, const char *name) {
    size_t count;
    const Signature *all = signatures_read(trial->arena, trial->source.text, &count);
    if (name == NULL && (count > 1 || trial->kernel != NULL)) name = trial->kernel;
    for (size_t i = 0; i < count; i++)
        if (name != NULL ? text_equal(all[i].kernel, name) : count == 1) trial->signature = &all[i];
    if (trial->signature != NULL || (name != NULL && choose_instance(trial, name))) return true;
    const char *hint = kernels_hint(trial, all, count, name);
    if (name != NULL) return refuse(trial, hint, "is no kernel of this file", name);
    return refuse(trial, hint, count == 0 ? "defines no kernel" : "defines several kernels: name one",
                  trial->source.name);
}

/* A template's argument in a compiler's name: Li128E for 128, f for float. Goes past it; true where it is that one, or
 * none that is known here. */
static bool takes_argument(const char **compiled, const char *argument, bool *known) {
    static const struct {
        const char *name, *compiled;
    } types[] = {{"float", "f"},        {"double", "d"},       {"int", "i"},           {"unsigned", "j"},
                 {"unsigned int", "j"}, {"char", "c"},         {"unsigned char", "h"}, {"long", "l"},
                 {"half", "6__half"},   {"__half", "6__half"}, {"true", "Lb1E"},       {"false", "Lb0E"}};
    const char *expected = NULL, *at = *compiled;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (text_equal(types[i].name, argument)) expected = types[i].compiled;
    int64_t number;
    *known = expected != NULL || text_to_i64(argument, &number);
    if (!*known) return true;
    if (expected != NULL) {
        *compiled += strlen(expected);
        return text_starts(at, expected);
    }
    size_t size = strlen(argument);
    bool good = at[0] == 'L' && at[1] != '\0' && strncmp(at + 2, argument, size) == 0 && at[2 + size] == 'E';
    if (good) *compiled += size + 3;
    return good;
}

/* Whether what follows a template's name in the compiler's, I...E, are the arguments, with commas between them. */
static bool takes_arguments(Arena *arena, const char *compiled, const char *arguments) {
    bool known = true;
    char *rest = arena_string(arena, arguments);
    if (*compiled != 'I') return false;
    compiled++;
    for (char *argument = strsep(&rest, ","); argument != NULL && known; argument = strsep(&rest, ","))
        if (!takes_argument(&compiled, argument, &known)) return false;
    return true;
}

/* Whether the compiler's name stands for the student's: _Z6squarePii and _ZN4demo6squareEPii for square,
 * _Z6reduceIfLi128EEvPT_ for reduce<float,128>. */
static bool stands_for(Arena *arena, const char *compiled, const char *name) {
    size_t size = strcspn(name, "<"), length = strlen(name);
    const char *written = arena_printf(arena, "%zu%.*s", size, (int)size, name), *found = strstr(compiled, written);
    if (text_equal(compiled, name)) return true;
    if (!text_starts(compiled, "_Z") || found == NULL) return false;
    return size == length ||
           takes_arguments(arena, found + strlen(written), arena_string_n(arena, name + size + 1, length - size - 2));
}

/* The name that the compiler gave the kernel. Where it does not compile, the student's: the launch says why; but of a
 * whole program, whose host code the compiler has no use for, NULL: it was said. */
static const char *compiled_name(const Trying *trial) {
    const Session *session = trial->session;
    CompileRequest request = {.file = trial->source.name,
                              .source = trial->source.text,
                              .source_size = trial->source.size,
                              .arch = session_arch(trial->session),
                              .compiler = session->options.compiler,
                              .interrupted = terminal_interrupted()};
    CompileResult result;
    compile(&request, trial->arena, &result);
    if (result.status == COMPILE_FAILED && !session->options.json &&
        signatures_has_main(trial->arena, trial->source.text)) {
        trial->session->failure = verdict_exit_code(VERDICT_UNCOMPILED);
        refuse(trial,
               arena_printf(trial->arena,
                            "`exec %s` runs it as it is; here, a file holds kernels and what they "
                            "call, without host code",
                            trial->source.name),
               "is a whole program: it has a main", trial->source.name);
        return NULL;
    }
    for (size_t i = 0; result.status == COMPILE_DONE && i < result.image->resource_count; i++)
        if (stands_for(trial->arena, result.image->resources[i].kernel, trial->signature->kernel))
            return result.image->resources[i].kernel;
    return trial->signature->kernel;
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

static const Expr *constant(const Trying *trial, int64_t number) {
    Value value = {.kind = VALUE_INT, .integer = number};
    return expr_constant(value, arena_printf(trial->arena, "%lld", (long long)number), (Loc){0}, trial->arena);
}

static bool is_real(Scalar type) {
    return type == SCALAR_F16 || type == SCALAR_F32 || type == SCALAR_F64;
}

static bool find_type(const char *name, Scalar *type) {
    for (Scalar t = 0; t < SCALAR_COUNT; t++)
        if (text_equal(scalar_name[t], name)) return *type = t, true;
    return false;
}

static const struct {
    const char *name;
    InitKind init;
} inits[] = {{"random", INIT_RANDOM}, {"iota", INIT_IOTA}, {"zero", INIT_ZERO}, {"poison", INIT_POISON}};

static bool find_init(const char *name, InitKind *init) {
    for (size_t i = 0; i < sizeof inits / sizeof *inits; i++)
        if (text_equal(inits[i].name, name)) return *init = inits[i].init, true;
    return false;
}

static const char *init_name(InitKind init) {
    size_t i = 0;
    while (inits[i].init != init) i++;
    return inits[i].name;
}

/* COUNT[:TYPE][:INIT]. Without a type, COUNT objects of the parameter's own: of float4 each has four elements. */
static bool read_buffer(const Parameter *parameter, char *value, ArgSpec *arg, int64_t *count) {
    char *rest = NULL, *word = strtok_r(value, ":", &rest);
    int64_t size[3] = {1, 1, 1};
    if (word == NULL || !read_sizes(word, size, PREPARED_BYTES_LIMIT)) return false;
    *count = size[0] * size[1] * size[2];
    bool typed = parameter->known, retyped = false;
    while ((word = strtok_r(NULL, ":", &rest)) != NULL) {
        if (find_type(word, &arg->type))
            typed = retyped = true;
        else if (!find_init(word, &arg->init))
            return false;
    }
    if (!retyped) *count *= parameter->lanes;
    return typed;
}

/* The elements of a .npy file. They are of the parameter's own type, where that is a built-in one. */
static bool read_elements(const Trying *trial, const Parameter *parameter, const char *path, ArgSpec *arg) {
    NpyArray array;
    const char *why;
    const char *name = text_printable(trial->arena, path, strlen(path));
    if (!npy_read(trial->arena, path, PREPARED_BYTES_LIMIT, &array, &why)) return refuse(trial, NULL, why, name);
    if (parameter->known && parameter->type != array.type)
        return refuse(trial,
                      arena_printf(trial->arena, "%s has elements of type %s", parameter->name,
                                   scalar_name[parameter->type]),
                      arena_printf(trial->arena, "holds %s", scalar_name[array.type]), name);
    arg->type = array.type;
    arg->init = INIT_BYTES;
    arg->bytes = array.bytes;
    arg->count = constant(trial, (int64_t)array.count);
    return true;
}

static bool make_buffer(Trying *trial, const Parameter *parameter, ArgSpec *arg) {
    const char *value = setting(trial, parameter->name);
    int64_t count = trial->elements * parameter->lanes;
    *arg = (ArgSpec){.kind = ARG_BUFFER,
                     .name = parameter->name,
                     .type = parameter->type,
                     .init = parameter->readonly || parameter->read ? INIT_RANDOM : INIT_ZERO,
                     .output = !parameter->readonly,
                     .tolerance = -1};
    if (value != NULL && *value == '@') {
        text_printf(&trial->told, "%s=%s ", parameter->name, text_printable(trial->arena, value, strlen(value)));
        return read_elements(trial, parameter, value + 1, arg);
    }
    bool good =
        value != NULL ? read_buffer(parameter, arena_string(trial->arena, value), arg, &count) : parameter->known;
    if (!good)
        return refuse(
            trial,
            arena_printf(trial->arena, "say how many elements of which type: %s=1024:f32, or %s=1024:u8:random",
                         parameter->name, parameter->name),
            value != NULL ? "is not COUNT[:TYPE][:INIT]" : "is of a type that is not built in", parameter->written);
    if (value == NULL && arg->init == INIT_RANDOM && !is_real(arg->type) && trial->made_up == NULL)
        trial->made_up = parameter->name;
    arg->count = constant(trial, count);
    text_printf(&trial->told, "%s=%lld:%s:%s ", parameter->name, (long long)count, scalar_name[arg->type],
                init_name(arg->init));
    return true;
}

/* Whether a whole number is one of its type's, u64 less its upper half. */
static bool fits_type(Scalar type, int64_t value) {
    size_t bits = 8 * scalar_size(type);
    if (bits == 64) return *scalar_name[type] != 'u' || value >= 0;
    bool is_unsigned = *scalar_name[type] == 'u';
    int64_t range = INT64_C(1) << bits;
    return is_unsigned ? value >= 0 && value < range : value >= -range / 2 && value < range / 2;
}

/* Of a whole number that is not given. */
static int64_t standard_value(const Trying *trial, const Parameter *parameter) {
    int64_t larger = trial->columns > trial->rows ? trial->columns : trial->rows;
    if (!trial->two) return trial->elements;
    switch (extents_of(trial->signature, parameter)) {
    case EXTENT_COLUMNS:
    case EXTENT_INNER: return trial->columns;
    case EXTENT_ROWS: return trial->rows;
    case EXTENT_SIDE: return extents_oblong(trial->signature) ? trial->columns * trial->rows : larger;
    default: return larger;
    }
}

static bool make_value(Trying *trial, const Parameter *parameter, ArgSpec *arg) {
    const char *text = setting(trial, parameter->name);
    Value value = {.kind = VALUE_INT, .integer = standard_value(trial, parameter)};
    if (!parameter->known || parameter->lanes > 1)
        return refuse(trial,
                      "`try` makes pointers and single numbers; give the file a main that fills it and launches the "
                      "kernel, and `exec FILE.cu` runs that",
                      "cannot be passed", parameter->written);
    bool real = is_real(parameter->type);
    if (real) value = (Value){.kind = VALUE_REAL, .real = 1};
    if (scalar_size(parameter->type) == 1) value.integer = 1;
    bool good = text == NULL || (real ? text_to_f64(text, &value.real) : text_to_i64(text, &value.integer));
    if (!good) return refuse(trial, NULL, real ? "needs a number" : "needs a whole number", parameter->name);
    if (!real && !fits_type(parameter->type, value.integer))
        return refuse(trial, arena_printf(trial->arena, "%s is an %s", parameter->name, scalar_name[parameter->type]),
                      "needs a number that its type can hold", parameter->name);
    const char *written = value_print(trial->arena, value);
    *arg = (ArgSpec){.kind = ARG_VALUE,
                     .type = parameter->type,
                     .value = expr_constant(value, written, (Loc){0}, trial->arena),
                     .tolerance = -1};
    text_printf(&trial->told, "%s=%s ", parameter->name, written);
    return true;
}

static bool make_arguments(Trying *trial) {
    const Signature *signature = trial->signature;
    if (signature->count > ARG_LIMIT) return refuse(trial, NULL, "has too many parameters", signature->kernel);
    trial->spec.args = arena_array(trial->arena, ArgSpec, signature->count + 1);
    trial->spec.arg_count = signature->count;
    for (size_t i = 0; i < signature->count; i++) {
        const Parameter *parameter = &signature->parameters[i];
        ArgSpec *arg = &trial->spec.args[i];
        if (*parameter->name == '\0')
            return refuse(trial, "give the parameter a name", "has none to set it by", parameter->written);
        if (!(parameter->pointer ? make_buffer(trial, parameter, arg) : make_value(trial, parameter, arg)))
            return false;
    }
    return true;
}

/* The largest whole number that a parameter was given: mostly how many elements there are. 0: none was. */
static int64_t largest_given(Trying *trial) {
    int64_t largest = 0, value;
    for (size_t i = 0; i < trial->signature->count; i++) {
        const Parameter *parameter = &trial->signature->parameters[i];
        const char *text = parameter->pointer || is_real(parameter->type) ? NULL : setting(trial, parameter->name);
        if (text != NULL && text_to_i64(text, &value) && value > largest) largest = value;
    }
    return largest < PREPARED_BYTES_LIMIT / 16 ? largest : 0;
}

/* Takes a few elements away, no whole block, where a number that nobody gave counts them. */
static void leave_threads_over(Trying *trial) {
    enum { OVER = 12 };
    int64_t threads = trial->block[0] * trial->block[1] * trial->block[2], over = threads > OVER ? OVER : 1;
    for (size_t i = 0; i < trial->signature->count && trial->elements > over; i++) {
        const Parameter *parameter = &trial->signature->parameters[i];
        bool number = !parameter->pointer && parameter->known && !is_real(parameter->type) && parameter->lanes == 1 &&
                      scalar_size(parameter->type) > 1;
        if (!number || !extents_counts(parameter->name) || setting(trial, parameter->name) != NULL) continue;
        trial->note = arena_printf(trial->arena,
                                   "%s was not given: it is %lld fewer than there are threads, so that a guard which "
                                   "lets one too many through is seen. %s=%lld gives every thread an element.",
                                   parameter->name, (long long)over, parameter->name, (long long)trial->elements);
        trial->elements -= over;
        return;
    }
}

/* How much dynamic shared memory a kernel needs is not in its text. */
static void note_shared(Trying *trial) {
    if (trial->shared > 0 || strstr(trial->signature->body, "extern __shared__") == NULL) return;
    long long threads = (long long)(trial->block[0] * trial->block[1] * trial->block[2]);
    trial->note =
        arena_printf(trial->arena,
                     "%s%sThe kernel has an array of dynamic shared memory, and shared was not given: it has 0 "
                     "bytes. shared=%lld is 4 bytes for each thread of a block.",
                     trial->note != NULL ? trial->note : "", trial->note != NULL ? " " : "", 4 * threads);
}

/* ---- the launch -------------------------------------------------------------------------------------------------- */

/* The largest value given to a parameter that counts columns, or rows; 0: none was. */
static int64_t given_extent(Trying *trial, Extent extent) {
    int64_t largest = 0, value;
    bool oblong = extents_oblong(trial->signature);
    for (size_t i = 0; i < trial->signature->count; i++) {
        const Parameter *parameter = &trial->signature->parameters[i];
        Extent here = extents_of(trial->signature, parameter);
        if (here != extent && (here != EXTENT_SIDE || oblong)) continue;
        const char *text = setting(trial, parameter->name);
        if (text != NULL && text_to_i64(text, &value) && value > largest) largest = value;
    }
    return largest;
}

/* Blocks of the size for which the kernel's text was written, else of SIDE by SIDE. */
static void choose_block(Trying *trial) {
    int x = extents_threads(trial->arena, trial->signature, trial->source.text, 'x');
    int y = extents_threads(trial->arena, trial->signature, trial->source.text, 'y');
    bool good = x > 0 && y > 0 && x * y <= 1024;
    trial->block[0] = good ? x : SIDE;
    trial->block[1] = good ? y : SIDE;
}

/* A thread may work on several rows: blocks of 32x8 threads in a text that multiplies blockIdx by 32. */
static void choose_tile(Trying *trial) {
    for (int i = 0; i < 2; i++) {
        int written = extents_threads(trial->arena, trial->signature, trial->source.text, i == 0 ? 'x' : 'y');
        trial->tile[i] = trial->two && written > trial->block[i] ? written : trial->block[i];
    }
}

/* Blocks that cover what was given, where that is little work; else a few, in a grid that is not square where rows and
 * columns have names of their own: taking one for the other shows in it. */
static void choose_grid(Trying *trial) {
    enum { MOST_BLOCKS = 64 };
    int64_t given[2] = {given_extent(trial, EXTENT_COLUMNS), given_extent(trial, EXTENT_ROWS)}, cover[2];
    const int64_t few[2] = {extents_oblong(trial->signature) ? 3 : 2, 2};
    for (int i = 0; i < 2; i++) {
        if (given[i] > INT32_MAX) given[i] = 0;
        cover[i] = given[i] > 0 ? (given[i] + trial->tile[i] - 1) / trial->tile[i] : few[i];
    }
    bool little = cover[0] <= MOST_BLOCKS && cover[1] <= MOST_BLOCKS && cover[0] * cover[1] <= MOST_BLOCKS;
    for (int i = 0; i < 2; i++) trial->grid[i] = little ? cover[i] : few[i];
}

/* The largest value, given or not, of the parameters that count it. A side is a column and a row. */
static int64_t largest_extent(Trying *trial, Extent extent) {
    int64_t largest = 0;
    bool oblong = extents_oblong(trial->signature);
    for (size_t i = 0; i < trial->signature->count; i++) {
        const Parameter *parameter = &trial->signature->parameters[i];
        Extent here = extents_of(trial->signature, parameter);
        if (here != extent && (here != EXTENT_SIDE || oblong || extent == EXTENT_INNER)) continue;
        int64_t value;
        const char *text = setting(trial, parameter->name);
        if (text == NULL || !text_to_i64(text, &value)) value = standard_value(trial, parameter);
        if (value > largest) largest = value;
    }
    return largest;
}

/* Columns and rows, and room in each buffer for the largest matrix that they make, and no more: a guard that is wrong
 * shows in an access behind its end. */
static void choose_extents(Trying *trial) {
    const int64_t most = PREPARED_BYTES_LIMIT / 16;
    trial->columns = trial->grid[0] * trial->tile[0];
    trial->rows = trial->grid[1] * trial->tile[1];
    int64_t sides[] = {largest_extent(trial, EXTENT_COLUMNS), largest_extent(trial, EXTENT_ROWS),
                       largest_extent(trial, EXTENT_INNER)};
    int64_t largest = 0;
    for (int i = 0; i < 3; i++) {
        int64_t a = sides[i], b = sides[(i + 1) % 3];
        if (a > 0 && b > 0 && a <= most / b && a * b > largest) largest = a * b;
    }
    if (largest > 0) trial->elements = largest;
}

static bool read_shared(Trying *trial) {
    const char *shared = setting(trial, "shared");
    if (shared != NULL && (!text_to_i64(shared, &trial->shared) || trial->shared < 0))
        return refuse(trial, NULL, "needs a number of bytes", "shared");
    if (trial->shared > 0) text_printf(&trial->told, "shared=%lld ", (long long)trial->shared);
    return true;
}

/* Grid and block; what is not given stands there already. The block comes first: the grid has to fit it. */
static bool read_grid(Trying *trial) {
    for (int i = 0; i < 3; i++) trial->grid[i] = trial->block[i] = 1;
    trial->two = extents_two(trial->signature);
    trial->grid[0] = BLOCKS;
    trial->block[0] = THREADS;
    if (trial->two) choose_block(trial);
    trial->guessed = setting(trial, "threads") == NULL;
    if (!read_dimensions(trial, "threads", trial->block, 1024)) return false;
    choose_tile(trial);
    if (trial->two) choose_grid(trial);
    if (!read_dimensions(trial, "blocks", trial->grid, INT32_MAX)) return false;
    text_printf(&trial->told, "blocks=%s ", print_sizes(trial->arena, trial->grid));
    text_printf(&trial->told, "threads=%s ", print_sizes(trial->arena, trial->block));
    return true;
}

static bool read_launch(Trying *trial) {
    if (!read_grid(trial) || !read_shared(trial)) return false;
    trial->elements = 1;
    for (int i = 0; i < 3; i++) {
        trial->elements *= trial->grid[i] * (i < 2 ? trial->tile[i] : trial->block[i]);
        trial->spec.grid[i] = constant(trial, trial->grid[i]);
        trial->spec.block[i] = constant(trial, trial->block[i]);
    }
    int64_t given = largest_given(trial);
    if (given > trial->elements) trial->elements = given;
    if (trial->two)
        choose_extents(trial);
    else if (given == 0)
        leave_threads_over(trial);
    note_shared(trial);
    trial->spec.shared = constant(trial, trial->shared);
    trial->spec.shared_optin = trial->shared > 48 << 10;
    trial->spec.seed = 1;
    return true;
}

/* "there are blocks, threads, shared, in and out" */
static const char *all_settings(Arena *arena, const char *const *names, size_t count) {
    Text list = {0};
    for (size_t i = 0; i < count; i++)
        text_printf(&list, "%s%s", i == 0 ? "there are " : i + 1 < count ? ", " : " and ", names[i]);
    return text_take(&list, arena);
}

/* Complains about a setting that names nothing. The file's may be for another of its kernels. */
static bool all_used(const Trying *trial) {
    for (size_t i = 0; i < trial->settings.count; i++) {
        const Setting *here = &trial->settings.at[i];
        if (here->used || here->in_file) continue;
        const Signature *signature = trial->signature;
        const char **names = arena_array(trial->arena, const char *, signature->count + 3);
        names[0] = "blocks";
        names[1] = "threads";
        names[2] = "shared";
        for (size_t p = 0; p < signature->count; p++) names[p + 3] = signature->parameters[p].name;
        const char *nearest = text_equal(here->name, "block")  ? "threads"
                              : text_equal(here->name, "grid") ? "blocks"
                                                               : text_nearest(here->name, names, signature->count + 3);
        const char *hint = nearest != NULL ? arena_printf(trial->arena, "did you mean '%s'?", nearest)
                                           : all_settings(trial->arena, names, signature->count + 3);
        return refuse(trial, hint, "is no parameter of the kernel", here->name);
    }
    return true;
}

Trial *trial_read(Session *session, const char *file, const char *kernel, int count, char **words) {
    Arena *arena = session->scratch;
    Trying trying = {.session = session, .arena = arena};
    const char *why;
    SourceStatus read = source_read_answer(arena, file, &trying.source, &why);
    if (read != SOURCE_READ) {
        session->failure = read == SOURCE_MISSING ? STATUS_USAGE : verdict_exit_code(VERDICT_UNCOMPILED);
        complain(session, "name a CUDA source file", "%s %s", trying.source.name, why);
        return NULL;
    }
    session->failure = STATUS_USAGE;
    bool good = read_comments(&trying);
    for (int i = 0; i < count && good; i++)
        if (text_starts(words[i], kernel_is) && words[i][strlen(kernel_is)] != '\0')
            kernel = words[i] + strlen(kernel_is);
        else
            good = add_setting(&trying, words[i], NULL, false);
    good =
        good && choose_kernel(&trying, kernel) && read_launch(&trying) && make_arguments(&trying) && all_used(&trying);
    const char *told = text_take(&trying.told, arena), *compiled = good ? compiled_name(&trying) : NULL;
    if (compiled == NULL) return NULL;
    Trial *trial = arena_make(arena, Trial);
    *trial = (Trial){.source = trying.source,
                     .kernel = trying.signature->kernel,
                     .spec = trying.spec,
                     .told = told,
                     .note = trying.note,
                     .made_up = trying.made_up,
                     .guessed = trying.guessed ? print_sizes(arena, trying.block) : NULL,
                     .guess = trying.two ? "threads=32x8" : "threads=256",
                     .lesson = {.id = "try", .title = "try", .path = trying.source.name, .usable = true}};
    trial->spec.kernel = compiled;
    return trial;
}
