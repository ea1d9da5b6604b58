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

#include <string.h>

#include "commands/kernel/trying.h"
#include "compile/compile.h"
#include "teach/launch/devices.h"
#include "teach/say.h"
#include "terminal/terminal.h"

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
    if (name != NULL) return trying_refuse(trial, hint, "is no kernel of this file", name);
    return trying_refuse(trial, hint, count == 0 ? "defines no kernel" : "defines several kernels: name one",
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
        trying_refuse(trial,
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
    bool good = trying_read_comments(&trying) && trying_read_words(&trying, count, words, &kernel) &&
                choose_kernel(&trying, kernel) && trying_read_launch(&trying) && trying_make_arguments(&trying) &&
                trying_all_used(&trying);
    const char *told = text_take(&trying.told, arena), *compiled = good ? compiled_name(&trying) : NULL;
    if (compiled == NULL) return NULL;
    Trial *trial = arena_make(arena, Trial);
    *trial = (Trial){.source = trying.source,
                     .kernel = trying.signature->kernel,
                     .spec = trying.spec,
                     .told = told,
                     .note = trying.note,
                     .made_up = trying.made_up,
                     .guessed = trying.guessed ? trying_print_sizes(arena, trying.block) : NULL,
                     .guess = trying.two ? "threads=32x8" : "threads=256",
                     .lesson = {.id = "try", .title = "try", .path = trying.source.name, .usable = true}};
    trial->spec.kernel = compiled;
    return trial;
}
