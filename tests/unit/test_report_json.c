/* The JSON contract, read back by jansson; hashes are those of published FNV-1a vectors. */
#include "finding_kinds.h"
#include "metric_names.h"
#include "report_samples.h"

#include <jansson.h>

static char *written(Arena *arena, json_t *value) {
    char *text = json_dumps(value, JSON_REAL_PRECISION(15)), *copy = arena_string(arena, text);
    free(text);
    json_decref(value);
    return copy;
}

static json_t *parse(const char *text) {
    json_error_t error;
    json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (object == NULL) fail_msg("%s in %s", error.text, text);
    return object;
}

typedef struct Fixture {
    Buffer buffers[2];
    Binding binding;
    Prepared prepared;
    LineCounts line;
    Finding finding;
    Result result;
    Judged judged;
    GoalOutcome outcome;
    LaunchReport launch;
} Fixture;

static void set_up(Fixture *f) {
    memset(f, 0, sizeof *f);
    static char foobar[] = "foobar";
    f->buffers[0] = (Buffer){"in", SCALAR_U8, 6, foobar, false, NULL};
    f->buffers[1] = (Buffer){"out", SCALAR_F32, 0, foobar, true, NULL};
    f->binding = (Binding){.name = "stride", .value = -2};
    f->prepared = (Prepared){.bindings = &f->binding, .binding_count = 1};
    f->prepared.launch = (Launch){.kernel = "read",
                                  .grid = {4096, 1, 1},
                                  .block = {32, 2, 1},
                                  .shared_dynamic = 128,
                                  .buffers = f->buffers,
                                  .buffer_count = 2};
    metrics_set(&f->result.metrics, METRIC_SHARED_CONFLICTS, 16252928);
    metrics_set(&f->result.metrics, METRIC_INSTRUCTIONS_THREAD, 9007199254740991.0);
    metrics_set(&f->result.metrics, METRIC_GLOBAL_LOAD_EFFICIENCY, 0.1);
    metrics_set(&f->result.metrics, METRIC_GLOBAL_LOAD_SECTORS_PER_REQUEST, 4);
    metrics_set(&f->result.metrics, METRIC_OCCUPANCY_LIMITER, LIMITER_REGISTERS);
    f->line = (LineCounts){.loc = {"k.cu", 12, 0}};
    metrics_set(&f->line.metrics, METRIC_SHARED_CONFLICTS, 7);
    f->finding = (Finding){FINDING_RACE, false, {"k.cu", 14, 0}, {"k.cu", 12, 0}, "no \"barrier\" \xff\x01", 992, NULL};
    f->result.lines = &f->line;
    f->result.line_count = 1;
    f->result.findings = &f->finding;
    f->result.finding_count = 1;
    f->judged =
        (Judged){.correct = false, .judged = true, .mismatch = {"out", 3, 2, 9, 1.0 / 0.0, 5, true, SCALAR_F32, false}};
    f->outcome = (GoalOutcome){
        .met = false, .evaluated = true, .now = "shared.conflicts is 7", .wanted = "shared.conflicts == 0"};
    f->launch = (LaunchReport){.step = "step-1",
                               .device = "sim",
                               .arch = "sm_90",
                               .prepared = &f->prepared,
                               .result = &f->result,
                               .judged = &f->judged,
                               .outcomes = &f->outcome,
                               .outcome_count = 1,
                               .verdict = VERDICT_UNSAFE};
}

static const char *string_at(json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "(none)";
}

static void a_run_follows_the_contract(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Arena *arena = arena_new();
    char *text = written(arena, json_run("05-banks", "sim", "sm_90", &f.launch, 1, NULL));
    assert_null(strchr(text, '\n'));
    assert_int_equal(
        strncmp(text,
                "{\"format\": 1, \"lesson\": \"05-banks\", \"device\": \"sim\", \"arch\": \"sm_90\", \"launches\": [{",
                84),
        0);
    json_t *run = parse(text), *launch = json_array_get(json_object_get(run, "launches"), 0);
    json_t *metrics = json_object_get(launch, "metrics");
    assert_string_equal(string_at(launch, "step"), "step-1");
    assert_string_equal(string_at(launch, "kernel"), "read");
    assert_int_equal(json_integer_value(json_array_get(json_object_get(launch, "grid"), 0)), 4096);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(launch, "block"), 1)), 2);
    assert_int_equal(json_array_size(json_object_get(launch, "block")), 3);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(launch, "params"), "stride")), -2);
    assert_true(json_is_integer(json_object_get(metrics, "shared.conflicts")));
    assert_int_equal(json_integer_value(json_object_get(metrics, "shared.conflicts")), 16252928);
    assert_int_equal(json_integer_value(json_object_get(metrics, "instructions.thread")), 9007199254740991);
    assert_true(json_is_real(json_object_get(metrics, "global.load.sectors_per_request")));
    assert_non_null(strstr(text, "\"global.load.efficiency\": 0.1,"));
    assert_string_equal(string_at(metrics, "occupancy.limiter"), "registers");
    assert_null(json_object_get(metrics, "time.ms"));
    json_t *line = json_array_get(json_object_get(launch, "lines"), 0);
    assert_int_equal(json_integer_value(json_object_get(line, "line")), 12);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(line, "metrics"), "shared.conflicts")), 7);
    json_decref(run);
    arena_free(arena);
}

static void buffers_are_hashed_with_fnv1a64(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Arena *arena = arena_new();
    json_t *run = parse(written(arena, json_run("x", "sim", "sm_90", &f.launch, 1, NULL)));
    json_t *buffers = json_object_get(json_array_get(json_object_get(run, "launches"), 0), "buffers");
    json_t *in = json_object_get(buffers, "in"), *out = json_object_get(buffers, "out");
    /* test vectors of the FNV specification (draft-eastlake-fnv): "foobar" and the empty string */
    assert_string_equal(string_at(in, "fnv1a64"), "85944171f73967e8");
    assert_string_equal(string_at(in, "type"), "u8");
    assert_int_equal(json_integer_value(json_object_get(in, "count")), 6);
    assert_string_equal(string_at(out, "fnv1a64"), "cbf29ce484222325");
    json_decref(run);
    arena_free(arena);
}

static void findings_and_judgement_are_told(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Arena *arena = arena_new();
    json_t *run = parse(written(arena, json_run("\xff", "sim", "sm_90", &f.launch, 1, NULL)));
    json_t *launch = json_array_get(json_object_get(run, "launches"), 0);
    json_t *finding = json_array_get(json_object_get(launch, "findings"), 0);
    assert_string_equal(string_at(run, "lesson"), "\xEF\xBF\xBD");
    assert_string_equal(string_at(finding, "kind"), "race");
    assert_string_equal(string_at(finding, "severity"), "error");
    assert_string_equal(string_at(finding, "message"), "no \"barrier\" \xEF\xBF\xBD\x01");
    assert_int_equal(json_integer_value(json_object_get(finding, "line")), 14);
    assert_int_equal(json_integer_value(json_object_get(finding, "other_line")), 12);
    assert_int_equal(json_integer_value(json_object_get(finding, "count")), 992);
    assert_true(json_is_false(json_object_get(launch, "correct")));
    assert_string_equal(string_at(json_object_get(launch, "mismatch"), "expected"), "inf");
    assert_string_equal(string_at(launch, "verdict"), "unsafe");
    assert_string_equal(string_at(json_array_get(json_object_get(launch, "expect"), 0), "goal"),
                        "shared.conflicts == 0");
    json_decref(run);
    f.judged.mismatch.secret = true;
    run = parse(written(arena, json_run("x", "sim", "sm_90", &f.launch, 1, NULL)));
    const json_t *secret = json_object_get(json_array_get(json_object_get(run, "launches"), 0), "mismatch");
    assert_int_equal(json_integer_value(json_object_get(secret, "differ")), 2);
    assert_null(json_object_get(secret, "expected"));
    json_decref(run);
    f.judged = (Judged){0};
    run = parse(written(arena, json_run("x", "sim", "sm_90", &f.launch, 1, NULL)));
    launch = json_array_get(json_object_get(run, "launches"), 0);
    assert_true(json_is_true(json_object_get(launch, "correct")));
    assert_true(json_is_false(json_object_get(launch, "judged")));
    json_decref(run);
    arena_free(arena);
}

static void a_check_that_does_not_compile_has_its_messages(void **state) {
    (void)state;
    Arena *arena = arena_new();
    DiagList diags = diag_list(arena);
    diag_add(&diags, SEVERITY_ERROR, (Loc){"exercises/05.cu", 14, 9}, NULL, "identifier \"x\" is undefined");
    Exercise exercise = {.id = "eight-way"};
    Lesson lesson = {.id = "05-banks"};
    CheckReport check = {.lesson = &lesson,
                         .exercise = &exercise,
                         .file = "exercises/05.cu",
                         .device = "sim",
                         .arch = "sm_90",
                         .verdict = VERDICT_UNCOMPILED,
                         .diags = &diags};
    json_t *object = parse(written(arena, json_check(&check)));
    json_t *message = json_array_get(json_object_get(object, "messages"), 0);
    assert_string_equal(string_at(object, "exercise"), "eight-way");
    assert_string_equal(string_at(object, "verdict"), "uncompiled");
    assert_int_equal(json_array_size(json_object_get(object, "launches")), 0);
    assert_string_equal(string_at(message, "file"), "exercises/05.cu");
    assert_int_equal(json_integer_value(json_object_get(message, "line")), 14);
    assert_int_equal(json_integer_value(json_object_get(message, "column")), 9);
    assert_string_equal(string_at(message, "severity"), "error");
    json_decref(object);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_follows_the_contract),
        cmocka_unit_test(buffers_are_hashed_with_fnv1a64),
        cmocka_unit_test(findings_and_judgement_are_told),
        cmocka_unit_test(a_check_that_does_not_compile_has_its_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
