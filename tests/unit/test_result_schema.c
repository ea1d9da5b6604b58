/* docs/result.schema.json against what the program prints: every object of check, run and a failure is what the schema
 * says, and has no key that the schema does not name. A small validator of ours, of the words that the schema uses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>
#include <regex.h>
#include <cmocka.h>

#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"

static Arena *arena;
static json_t *schema;
static const char *problem; /* the first one */

static void fail_at(const char *path, const char *what) {
    if (problem == NULL) problem = arena_printf(arena, "%s: %s", path, what);
}

static bool is_type(const char *type, const json_t *value) {
    return strcmp(type, "object") == 0    ? json_is_object(value)
           : strcmp(type, "array") == 0   ? json_is_array(value)
           : strcmp(type, "string") == 0  ? json_is_string(value)
           : strcmp(type, "integer") == 0 ? json_is_integer(value)
           : strcmp(type, "number") == 0  ? json_is_number(value)
           : strcmp(type, "boolean") == 0 ? json_is_boolean(value)
                                          : strcmp(type, "null") == 0 && json_is_null(value);
}

static bool has_type(const json_t *type, const json_t *value) {
    if (json_is_string(type)) return is_type(json_string_value(type), value);
    for (size_t i = 0; i < json_array_size(type); i++)
        if (is_type(json_string_value(json_array_get(type, i)), value)) return true;
    return false;
}

static bool among(const json_t *values, const json_t *value) {
    for (size_t i = 0; i < json_array_size(values); i++)
        if (json_equal(json_array_get(values, i), value)) return true;
    return false;
}

static bool matches(const char *pattern, const char *text) {
    regex_t compiled;
    assert_int_equal(regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB), 0);
    bool found = regexec(&compiled, text, 0, NULL, 0) == 0;
    regfree(&compiled);
    return found;
}

static void validate(const json_t *rule, json_t *value, const char *path);

static void validate_members(const json_t *rule, json_t *object, const char *path) {
    json_t *required = json_object_get(rule, "required"), *properties = json_object_get(rule, "properties"),
           *others = json_object_get(rule, "additionalProperties"), *member;
    for (size_t i = 0; i < json_array_size(required); i++) {
        const char *key = json_string_value(json_array_get(required, i));
        if (json_object_get(object, key) == NULL) fail_at(path, arena_printf(arena, "lacks %s", key));
    }
    const char *key;
    json_object_foreach(object, key, member) {
        const char *below = arena_printf(arena, "%s/%s", path, key);
        json_t *of = json_object_get(properties, key);
        if (of == NULL) of = others;
        if (of != NULL)
            validate(of, member, below);
        else
            fail_at(below, "is not in the schema");
    }
}

static void validate_scalar(const json_t *rule, const json_t *value, const char *path) {
    json_t *type = json_object_get(rule, "type"), *values = json_object_get(rule, "enum"),
           *only = json_object_get(rule, "const"), *least = json_object_get(rule, "minimum"),
           *pattern = json_object_get(rule, "pattern");
    if (type != NULL && !has_type(type, value)) fail_at(path, "has another type");
    if (values != NULL && !among(values, value)) fail_at(path, "is none of the words");
    if (only != NULL && !json_equal(only, value)) fail_at(path, "has another value");
    if (least != NULL && json_number_value(value) < json_number_value(least)) fail_at(path, "is too small");
    if (pattern != NULL && !matches(json_string_value(pattern), json_string_value(value)))
        fail_at(path, "looks otherwise");
}

static void validate(const json_t *rule, json_t *value, const char *path) {
    const char *reference = json_string_value(json_object_get(rule, "$ref"));
    if (reference != NULL) {
        json_t *target = json_object_get(json_object_get(schema, "$defs"), reference + strlen("#/$defs/"));
        if (target == NULL) fail_msg("the schema has no %s", reference);
        validate(target, value, path);
    }
    validate_scalar(rule, value, path);
    if (json_is_object(value) &&
        (json_object_get(rule, "properties") != NULL || json_object_get(rule, "additionalProperties") != NULL))
        validate_members(rule, value, path);
    json_t *items = json_object_get(rule, "items");
    for (size_t i = 0; items != NULL && i < json_array_size(value); i++)
        validate(items, json_array_get(value, i), arena_printf(arena, "%s/%zu", path, i));
}

static const char *problem_as(const char *definition, json_t *value) {
    problem = NULL;
    validate(json_object_get(json_object_get(schema, "$defs"), definition), value, definition);
    return problem;
}

/* What the program prints, without touching this user's progress. */
static json_t *printed_by(const char *arguments) {
    const char *build = getenv("BUILD") != NULL ? getenv("BUILD") : "build";
    const char *emulator = getenv("EMULATOR") != NULL ? getenv("EMULATOR") : ""; /* as tests/arm/run sets it */
    char *command =
        arena_printf(arena,
                     "XDG_STATE_HOME=/tmp/warpschool-schema-%ld-state %s %s/warpschool --pack tests/pack --device sim "
                     "--json %s 2>/dev/null </dev/null",
                     (long)getpid(), emulator, build, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    json_error_t error;
    json_t *value = json_loadf(pipe, 0, &error);
    pclose(pipe);
    if (value == NULL) fail_msg("%s: %s", command, error.text);
    return value;
}

static const char *written(const char *name, const char *text) {
    char *path = arena_printf(arena, "/tmp/warpschool-schema-%ld-%s", (long)getpid(), name);
    assert_true(file_write(path, text, strlen(text)));
    return path;
}

#define TWICE "extern \"C\" __global__ void twice(const int *in, int *out) {\n"
#define PLACE "int i = blockIdx.x * blockDim.x + threadIdx.x;\n"

static void every_answer_of_check_is_what_the_schema_says(void **state) {
    (void)state;
    static const char *const answers[] = {
        TWICE PLACE "out[i] = 2 * in[i];\n}\n",
        TWICE PLACE "out[i] = 3 * in[i];\n}\n",
        TWICE PLACE "out[i + 1000] = in[i];\n}\n",
        TWICE PLACE "for (;;) out[i] += in[i];\n}\n",
        TWICE PLACE "out[i] = nothing;\n}\n",
        "__device__ char big[3ull << 30];\n" TWICE PLACE "out[i] = big[i];\n}\n",
        TWICE PLACE "if (i == 0) printf(\"%d\", in[0]);\nout[i] = 2 * in[i];\n}\n",
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        const char *path = written("answer.cu", answers[i]);
        json_t *said = printed_by(arena_printf(arena, "check twice %s", path));
        if (problem_as("check", said) != NULL) fail_msg("%s\n%s", problem, answers[i]);
        json_t *file = json_object_get(json_object_get(said, "provenance"), "file");
        assert_string_equal(json_string_value(json_object_get(file, "sha256")),
                            sha256_text(arena, answers[i], strlen(answers[i])));
        json_decref(said);
        remove(path);
    }
}

static void every_run_and_every_failure_is_what_the_schema_says(void **state) {
    (void)state;
    static const char *const runs[] = {"run 01-stride",
                                       "run 04-memories",
                                       "run 01-stride --schedule random:7",
                                       "show banks 6 01-stride --step strides",
                                       "show sectors 01-stride",
                                       "show race 01-stride",
                                       "show occupancy 01-stride",
                                       "source 01-stride",
                                       "source twice",
                                       "compare 01-stride stride=1 stride=32",
                                       "compare twice",
                                       "try tests/pack/exercises/01-twice.cu"};
    static const char *const failures[] = {
        "check nonesuch",        "run nonesuch",      "check twice /nonexistent/x.cu", "show banks nonesuch",
        "try /nonexistent/x.cu", "compare 01-stride", "--threads 0 run 01-stride"};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        json_t *said = printed_by(runs[i]);
        if (problem_as("run", said) != NULL) fail_msg("%s: %s", runs[i], problem);
        json_decref(said);
    }
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        json_t *said = printed_by(failures[i]);
        if (problem_as("problem", said) != NULL) fail_msg("%s: %s", failures[i], problem);
        json_decref(said);
    }
}

static void what_is_not_so_is_refused(void **state) {
    (void)state;
    json_t *said = printed_by("run 01-stride");
    json_t *launch = json_array_get(json_object_get(said, "launches"), 0);
    assert_non_null(launch);
    json_object_set_new(launch, "grid", json_pack("[i,i,i]", 0, 1, 1));
    assert_string_equal(problem_as("run", said), "run/launches/0/grid/0: is too small");
    json_object_set_new(launch, "grid", json_pack("[i,i,i]", 1, 1, 1));
    json_object_set_new(launch, "verdict", json_string("perfect"));
    assert_string_equal(problem_as("run", said), "run/launches/0/verdict: is none of the words");
    json_object_set_new(launch, "verdict", json_string("unsupported"));
    assert_null(problem_as("run", said));
    json_object_set_new(launch, "unknown", json_null());
    assert_string_equal(problem_as("run", said), "run/launches/0/unknown: is not in the schema");
    json_object_del(launch, "unknown");
    json_object_del(said, "provenance");
    assert_string_equal(problem_as("run", said), "run: lacks provenance");
    json_decref(said);
}

/* FIPS 180-4's examples, and the lengths at which another block begins. */
static void digests_are_those_of_the_standard(void **state) {
    (void)state;
    static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    assert_string_equal(sha256_text(arena, "abc", 3),
                        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_string_equal(sha256_text(arena, "", 0), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_string_equal(sha256_text(arena, two_blocks, strlen(two_blocks)),
                        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    char *million = arena_alloc(arena, 1000000, 1);
    memset(million, 'a', 1000000);
    assert_string_equal(sha256_text(arena, million, 1000000),
                        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static int start(void **state) {
    (void)state;
    json_error_t error;
    arena = arena_new();
    schema = json_load_file("docs/result.schema.json", 0, &error);
    if (schema == NULL) fail_msg("docs/result.schema.json:%d: %s", error.line, error.text);
    return 0;
}

static int finish(void **state) {
    (void)state;
    json_decref(schema);
    char *command = arena_printf(arena, "rm -rf /tmp/warpschool-schema-%ld-state", (long)getpid());
    int status = system(command);
    arena_free(arena);
    return status;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests_are_those_of_the_standard),
        cmocka_unit_test(every_answer_of_check_is_what_the_schema_says),
        cmocka_unit_test(every_run_and_every_failure_is_what_the_schema_says),
        cmocka_unit_test(what_is_not_so_is_refused),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
