/* Known answers: every kernel under tests/findings/ gives exactly the findings that its source says, on any number of
 * workers. The format of the comments is in tests/findings/README.md.
 *
 * Each kernel is a test of its own with NVRTC and with clang, whichever are here. Without either they are skipped. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "compile/compile.h"
#include "device.h"

enum { MOST_CASES = 2000, MOST_EXPECTED = 8, MOST_WORDS = 6, WORD = 96, ELEMENTS = 256 };

typedef struct Expected {
    int line;
    char kind[32];
    bool warning, optional;
    char word[MOST_WORDS][WORD];
    int words;
} Expected;

typedef struct Case {
    const char *file;
    const Image *image;
    CompilerChoice compiler;
    char kernel[WORD];
    unsigned blocks, threads, shared, budget;
    int n;
    bool clean;
    bool random; /* what is expected is found in random order, and no error in the others */
    bool nvrtc;  /* clang splits the access, copies padding, or names the line above: tests/clang/README.md */
    Expected expected[MOST_EXPECTED];
    int expected_count;
} Case;

static Case cases[MOST_CASES];
static size_t case_count;

_Noreturn static void give_up(const char *where, int line, const char *what) {
    fprintf(stderr, "%s:%d: %s\n", where, line, what);
    exit(EXIT_FAILURE);
}

/* ---- reading a source -------------------------------------------------------------------------------------------- */

static unsigned number_after(const char *text, const char *word) {
    const char *at = strstr(text, word);
    return at != NULL ? (unsigned)strtoul(at + strlen(word), NULL, 10) : 0;
}

static bool read_launch(Case *one, const char *text) {
    if (sscanf(text, "<<<%u, %u>>>", &one->blocks, &one->threads) != 2) return false;
    one->shared = number_after(text, " shared ");
    one->budget = number_after(text, " budget ");
    one->n = strstr(text, " n ") != NULL ? (int)number_after(text, " n ") : 1;
    one->clean = strstr(text, " clean") != NULL;
    one->random = strstr(text, " random") != NULL;
    one->nvrtc = strstr(text, " nvrtc") != NULL;
    return true;
}

/* [warning] KIND "words" "words" [optional] */
static bool read_expected(Case *one, const char *text, int line) {
    if (one->expected_count == MOST_EXPECTED) return false;
    Expected *expected = &one->expected[one->expected_count++];
    expected->line = line;
    expected->warning = strncmp(text, "warning ", 8) == 0;
    if (sscanf(expected->warning ? text + 8 : text, "%31s", expected->kind) != 1) return false;
    const char *next = strstr(text, "// expect:"), *end = next != NULL ? next : text + strlen(text);
    for (const char *at = strchr(text, '"'); at != NULL && at < end;) {
        const char *close = strchr(at + 1, '"');
        if (close == NULL || close - at > WORD || expected->words == MOST_WORDS) return false;
        memcpy(expected->word[expected->words++], at + 1, (size_t)(close - at - 1));
        at = strchr(close + 1, '"');
    }
    const char *optional = strstr(text, " optional");
    expected->optional = optional != NULL && optional < end;
    return true;
}

static void read_line(Case **current, const Case *shared, const char *line, int number) {
    const char *file = shared->file;
    if (strncmp(line, "// launch: ", 11) == 0) {
        if (case_count == MOST_CASES) give_up(file, number, "too many cases");
        *current = &cases[case_count++];
        **current = *shared;
        if (!read_launch(*current, line + 11)) give_up(file, number, "expected <<<blocks, threads>>>");
    }
    if (*current == NULL) return;
    const char *found = strstr(line, "__global__ void ");
    if (found != NULL) sscanf(found + 16, "%95[a-zA-Z0-9_]", (*current)->kernel);
    for (found = strstr(line, "// expect: "); found != NULL; found = strstr(found + 1, "// expect: "))
        if (!read_expected(*current, found + 11, number)) give_up(file, number, "this expectation cannot be read");
}

/* shared: what all cases of the file have in common */
static void read_cases(const Case *shared, const char *source) {
    Case *current = NULL;
    int number = 1;
    for (const char *at = source; *at != 0; number++) {
        size_t length = strcspn(at, "\n");
        char line[512];
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        read_line(&current, shared, line, number);
        at += length + (at[length] == '\n');
    }
}

static void add_file(Arena *arena, const char *name) {
    const char *path = arena_printf(arena, "tests/findings/%s", name), *why = NULL;
    size_t size = 0;
    char *source = file_read_text(arena, path, &size, &why);
    if (source == NULL) give_up(path, 0, why);
    for (CompilerChoice compiler = COMPILER_NVRTC; compiler < COMPILER_CHOICES; compiler++) {
        CompileRequest request = {
            .file = path, .source = source, .source_size = size, .arch = "sm_90", .compiler = compiler};
        CompileResult result;
        compile(&request, arena, &result);
        if (result.status == COMPILE_NO_COMPILER) continue;
        if (result.status == COMPILE_FAILED) give_up(path, 0, result.log != NULL ? result.log : "does not compile");
        if (result.status != COMPILE_DONE) give_up(path, 0, "was not compiled");
        read_cases(&(Case){.file = path, .image = result.image, .compiler = compiler}, source);
    }
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

static void run_case(const Case *one, unsigned workers, Schedule schedule, Arena *arena, Result *result) {
    int32_t in[ELEMENTS], out[ELEMENTS];
    for (int i = 0; i < ELEMENTS; i++) in[i] = i;
    memset(out, 0xdb, sizeof out);
    Buffer buffers[] = {{.name = "in", .type = SCALAR_I32, .count = ELEMENTS, .bytes = in},
                        {.name = "out", .type = SCALAR_I32, .count = ELEMENTS, .bytes = out, .output = true}};
    Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "in"},
                  {.kind = ARG_BUFFER, .buffer = 1, .name = "out"},
                  {.kind = ARG_VALUE, .type = SCALAR_I32, .value = (uint32_t)one->n, .name = "n"}};
    Launch launch = {.image = one->image,
                     .kernel = one->kernel,
                     .grid = {one->blocks, 1, 1},
                     .block = {one->threads, 1, 1},
                     .shared_dynamic = one->shared,
                     .buffers = buffers,
                     .buffer_count = 2,
                     .poisoned = (const bool[]){false, true},
                     .args = args,
                     .arg_count = 3,
                     .budget = one->budget,
                     .schedule = schedule,
                     .seed = 11,
                     .threads = workers};
    Device *device = device_open_sim();
    device->run(device, &launch, arena, result);
    device->close(device);
}

/* words$: the message ends with them */
static bool says(const char *message, const char *words) {
    size_t length = strlen(words), all = strlen(message);
    if (length == 0 || words[length - 1] != '$') return strstr(message, words) != NULL;
    return all >= length - 1 && strncmp(message + all - (length - 1), words, length - 1) == 0;
}

static bool matches(const Expected *expected, const Finding *finding) {
    if (strcmp(expected->kind, finding_name[finding->kind]) != 0 || expected->warning != finding->warning ||
        expected->line != finding->loc.line)
        return false;
    for (int i = 0; i < expected->words; i++)
        if (!says(finding->message, expected->word[i])) return false;
    return true;
}

/* Findings that nobody expects and expectations that nothing meets. */
static int mistakes(const Case *one, const Result *result) {
    int wrong = 0;
    bool met[MOST_EXPECTED] = {false};
    for (size_t i = 0; i < result->finding_count; i++) {
        const Finding *finding = &result->findings[i];
        bool expected = false;
        for (int j = 0; j < one->expected_count; j++)
            if (matches(&one->expected[j], finding)) met[j] = expected = true;
        if (expected) continue;
        wrong++;
        print_error("%s:%d: %s: not expected: %s%s: %s\n", one->file, finding->loc.line, one->kernel,
                    finding->warning ? "warning " : "", finding_name[finding->kind], finding->message);
    }
    for (int j = 0; j < one->expected_count; j++)
        if (!met[j] && !one->expected[j].optional) {
            wrong++;
            print_error("%s:%d: %s: missed: %s%s \"%s\"\n", one->file, one->expected[j].line, one->kernel,
                        one->expected[j].warning ? "warning " : "", one->expected[j].kind,
                        one->expected[j].words > 0 ? one->expected[j].word[0] : "");
        }
    return wrong;
}

static void expect_same(const Result *a, const Result *b) {
    assert_int_equal(a->finding_count, b->finding_count);
    for (size_t i = 0; i < a->finding_count; i++) {
        assert_string_equal(a->findings[i].message, b->findings[i].message);
        assert_int_equal(a->findings[i].count, b->findings[i].count);
    }
}

/* Which of two accesses is found second, and so the line, depends on the order of the warps; whether anything is found
 * does not, but where the case says so. */
static void expect_errors(const Case *one, bool expected, Schedule schedule, Arena *arena) {
    Result result = {0};
    run_case(one, 1, schedule, arena, &result);
    bool found = result_findings(&result, FINDING_ANY) > 0;
    if (found != expected) print_error("%s: another verdict in %s order\n", one->kernel, schedule_name[schedule]);
    assert_int_equal(found, expected);
}

static void gives_exactly_the_findings_expected(void **state) {
    const Case *one = *state;
    Arena *arena = arena_new();
    Result result = {0}, spread = {0};
    Schedule shown = one->random ? SCHEDULE_RANDOM : SCHEDULE_LOCKSTEP;
    run_case(one, 1, shown, arena, &result);
    if (result.error != NULL) print_error("%s: %s\n", one->kernel, result.error);
    assert_true(result.status == RUN_FINISHED || result.status == RUN_STOPPED);
    int wrong = mistakes(one, &result);
    run_case(one, 3, shown, arena, &spread);
    expect_same(&result, &spread);
    bool found = result_findings(&result, FINDING_ANY) > 0;
    expect_errors(one, found && !one->random, SCHEDULE_REVERSE, arena);
    expect_errors(one, found && !one->random, one->random ? SCHEDULE_LOCKSTEP : SCHEDULE_RANDOM, arena);
    arena_free(arena);
    assert_true(one->clean == (one->expected_count == 0));
    assert_int_equal(wrong, 0);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_files(Arena *arena) {
    const char *names[64];
    size_t count = 0;
    DIR *folder = opendir("tests/findings");
    if (folder == NULL) give_up("tests/findings", 0, "cannot be opened");
    for (struct dirent *entry = readdir(folder); entry != NULL && count < 64; entry = readdir(folder))
        if (strstr(entry->d_name, ".cu") != NULL) names[count++] = arena_string(arena, entry->d_name);
    closedir(folder);
    qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++) add_file(arena, names[i]);
}

static const char *case_name(const Case *one, Arena *arena) {
    return arena_printf(arena, "%s, compiled by %s", one->kernel, compiler_choice_name[one->compiler]);
}

int main(void) {
    Arena *arena = arena_new();
    add_files(arena);
    if (case_count == 0) print_message("skipped: tests/findings needs a CUDA compiler, and none was found\n");
    struct CMUnitTest *tests = arena_array(arena, struct CMUnitTest, case_count);
    size_t count = 0;
    for (size_t i = 0; i < case_count; i++) {
        if (cases[i].nvrtc && cases[i].compiler != COMPILER_NVRTC) continue;
        tests[count++] = (struct CMUnitTest){.name = case_name(&cases[i], arena),
                                             .test_func = gives_exactly_the_findings_expected,
                                             .initial_state = &cases[i]};
    }
    int failed = _cmocka_run_group_tests("findings", tests, count, NULL, NULL);
    arena_free(arena);
    return failed != 0;
}
