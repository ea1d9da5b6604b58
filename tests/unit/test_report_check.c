/* The verdict on an exercise as text. */
#include "metric_names.h"
#include "report_samples.h"

static const char *const source = "__global__ void k(int *out) {\n    out[0] = tile[threadIdx.x * 32];\n}\n";

typedef struct Fixture {
    Exercise exercise;
    Goal goal;
    GoalOutcome outcomes[2];
    Prepared prepared;
    LineCounts lines[2]; /* the second one wastes nothing */
    Result result;
    Judged judged;
    LaunchReport launch;
    CheckReport check;
} Fixture;

static void set_up(Fixture *f) {
    memset(f, 0, sizeof *f);
    f->exercise = (Exercise){.id = "eight-way", .title = "Eight ways", .launch_count = 3};
    f->goal = (Goal){.say = "Which bank does each lane ask?"};
    f->outcomes[0] = (GoalOutcome){.met = true, .evaluated = true, .now = "", .wanted = "correct"};
    f->outcomes[1] = (GoalOutcome){.goal = &f->goal,
                                   .say = f->goal.say,
                                   .evaluated = true,
                                   .now = "shared.load.ways is 32",
                                   .wanted = "shared.load.ways == 8"};
    f->prepared.launch = (Launch){.kernel = "k", .grid = {1, 1, 1}, .block = {32, 1, 1}};
    f->lines[0].loc = (Loc){"e.cu", 2, 0};
    f->lines[1].loc = (Loc){"e.cu", 1, 0};
    metrics_set(&f->lines[1].metrics, METRIC_GLOBAL_LOAD_REQUESTS, 1);
    metrics_set(&f->lines[1].metrics, METRIC_GLOBAL_LOAD_SECTORS, 4);
    metrics_set(&f->lines[1].metrics, METRIC_GLOBAL_LOAD_IDEAL_SECTORS, 4);
    metrics_set(&f->lines[0].metrics, METRIC_SHARED_LOAD_REQUESTS, 1);
    metrics_set(&f->lines[0].metrics, METRIC_SHARED_LOAD_WAVEFRONTS, 32);
    metrics_set(&f->lines[0].metrics, METRIC_SHARED_LOAD_CONFLICTS, 31);
    metrics_set(&f->lines[0].metrics, METRIC_SHARED_LOAD_WAYS, 32);
    f->result = (Result){.status = RUN_FINISHED, .lines = f->lines, .line_count = 2};
    f->judged = (Judged){.correct = true, .judged = true};
    f->launch = (LaunchReport){.device = "sim",
                               .arch = "sm_90",
                               .prepared = &f->prepared,
                               .result = &f->result,
                               .judged = &f->judged,
                               .outcomes = f->outcomes,
                               .outcome_count = 2,
                               .verdict = VERDICT_MISSED,
                               .source_file = "e.cu",
                               .source = source};
    f->check = (CheckReport){.exercise = &f->exercise,
                             .file = "e.cu",
                             .shown_file = "e.cu",
                             .device = "sim",
                             .arch = "sm_90",
                             .verdict = VERDICT_MISSED,
                             .source = source,
                             .launches = &f->launch,
                             .launch_count = 2};
}

static Text check_text(const Fixture *f, int width) {
    Text out = {0};
    LaunchReport launches[2] = {f->launch, f->launch};
    CheckReport check = f->check;
    check.launches = launches;
    report_check(&out, &(Style){.width = width}, &check);
    return out;
}

static void a_missed_goal_says_what_is_and_what_is_wanted(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Text out = check_text(&f, 100);
    assert_string_equal(out.data,
                        "x missed: the output is right, but a goal is not met yet\n"
                        "  Eight ways - e.cu\n"
                        "\n"
                        "launch 2 of 3:\n"
                        "k<<<1, 32>>> on sim, sm_90\n"
                        "  + correct\n"
                        "  x shared.load.ways == 8  now 32\n"
                        "    Which bank does each lane ask?\n"
                        "\n"
                        "Lines that cost more than they need to:\n"
                        "     2 | out[0] = tile[threadIdx.x * 32];\n"
                        "         - shared load: 32-way conflict, 32 wavefronts for 1 request, +31 conflicts\n"
                        "\n"
                        "`hint` gives a nudge; `check` looks again after you have saved.\n");
    text_free(&out);
}

static void what_two_goals_say_is_said_once(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.outcomes[0] = f.outcomes[1];
    Text out = check_text(&f, 100);
    const char *said = strstr(out.data, "Which bank does each lane ask?");
    assert_non_null(said);
    assert_null(strstr(said + 1, "Which bank does each lane ask?"));
    text_free(&out);
    f.outcomes[0].met = true; /* and says nothing */
    out = check_text(&f, 100);
    assert_non_null(strstr(out.data, "Which bank does each lane ask?"));
    text_free(&out);
}

static void a_goal_is_read_in_words_first(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.goal.means = "every read is an 8-way conflict";
    Text out = check_text(&f, 100);
    assert_non_null(strstr(out.data, "every read is an 8-way conflict: shared.load.ways == 8  now 32"));
    text_free(&out);
}

static void a_hidden_goal_is_shown_where_it_is_missed(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.goal.hidden = true;
    Text out = check_text(&f, 80);
    assert_non_null(strstr(out.data, "shared.load.ways == 8"));
    assert_non_null(strstr(out.data, f.goal.say));
    text_free(&out);
    f.outcomes[1].met = true;
    out = check_text(&f, 80);
    assert_null(strstr(out.data, "shared.load.ways == 8"));
    text_free(&out);
}

static void every_verdict_starts_with_its_word(void **state) {
    (void)state;
    static const char *const words[VERDICT_COUNT] = {"+ passed",     "x wrong", "x unsafe", "x missed",
                                                     "x uncompiled", "x stuck", "! error",  "! unsupported"};
    Fixture f;
    set_up(&f);
    for (int verdict = 0; verdict < VERDICT_COUNT; verdict++) {
        f.check.verdict = (Verdict)verdict;
        Text out = check_text(&f, 80);
        assert_int_equal(strncmp(out.data, words[verdict], strlen(words[verdict])), 0);
        text_free(&out);
    }
}

static void what_does_not_compile_shows_the_compilers_words(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Arena *arena = arena_new();
    DiagList diags = diag_list(arena);
    diag_add(&diags, SEVERITY_ERROR, (Loc){"e.cu", 2, 14}, NULL, "identifier \"tile\" is undefined");
    f.check.verdict = VERDICT_UNCOMPILED;
    f.check.diags = &diags;
    f.check.launch_count = 0;
    Text out = check_text(&f, 80);
    assert_non_null(strstr(out.data, "e.cu:2:14: error: identifier \"tile\" is undefined\n"
                                     "    2 |     out[0] = tile[threadIdx.x * 32];\n"
                                     "      |              ^\n"));
    text_free(&out);
    arena_free(arena);
}

static void any_check_fits_any_terminal(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.outcomes[1].wanted = "min(shared.load.ways, shared.store.ways) == 8 && shared.load.requests >= 1 \x1b[m";
    f.check.shown_file = "a/very/long/path/to/a/file/that/does/not/fit/into/a/narrow/terminal.cu";
    for (int verdict = 0; verdict < VERDICT_COUNT; verdict++)
        for (int width = 20; width < 120; width += 7) {
            f.check.verdict = (Verdict)verdict;
            Text out = check_text(&f, width);
            assert_printable(&out, &(Style){.width = width});
            text_free(&out);
        }
}

/* Nothing ran: no goal is met, and none is missed. */
static void of_what_the_simulator_does_not_know_no_goal_is_listed(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.result.status = RUN_UNSUPPORTED;
    f.result.error = "the simulator does not know `wgmma`";
    f.launch.verdict = f.check.verdict = VERDICT_UNSUPPORTED;
    Text out = check_text(&f, 100);
    assert_non_null(strstr(out.data, "x The simulator cannot run the kernel.\n"));
    assert_null(strstr(out.data, "correct"));
    assert_null(strstr(out.data, "shared.load.ways"));
    text_free(&out);
}

static void a_program_is_called_by_the_file_that_was_judged(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    const char *words[] = {"100", "1"};
    f.prepared.spec = &(LaunchSpec){.program = "exercise.cu"};
    f.prepared.launch.kernel = "exercise.cu";
    f.prepared.words = words;
    f.prepared.word_count = 2;
    f.launch.source_file = "a/folder/mine.cu";
    Text out = check_text(&f, 100);
    assert_non_null(strstr(out.data, "\nmine.cu 100 1 on sim"));
    text_free(&out);
}

/* Without a request there is no wavefront either: the goal holds, and no tick says that anything was done, as long as
 * something is missed. */
static void a_goal_that_nothing_was_counted_for_has_no_tick(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Arena *arena = arena_new();
    DiagList diags = diag_list(arena);
    static const char words[] = "shared.load.wavefronts == shared.load.requests";
    f.goal = (Goal){.expr = expr_parse(words, (Loc){"l.yaml", 1, 1}, arena, &diags)};
    f.outcomes[1] = (GoalOutcome){.goal = &f.goal, .met = true, .evaluated = true, .now = "", .wanted = words};
    metrics_set(&f.result.metrics, METRIC_SHARED_LOAD_WAVEFRONTS, 0);
    metrics_set(&f.result.metrics, METRIC_SHARED_LOAD_REQUESTS, 0);
    Text out = check_text(&f, 120);
    assert_non_null(strstr(out.data, "  * shared.load.wavefronts == shared.load.requests (nothing of it was counted"));
    text_free(&out);
    f.launch.verdict = VERDICT_PASSED;
    out = check_text(&f, 120);
    assert_non_null(strstr(out.data, "  + shared.load.wavefronts == shared.load.requests\n"));
    text_free(&out);
    f.launch.verdict = VERDICT_MISSED;
    metrics_set(&f.result.metrics, METRIC_SHARED_LOAD_REQUESTS, 1);
    out = check_text(&f, 120);
    assert_non_null(strstr(out.data, "  + shared.load.wavefronts == shared.load.requests\n"));
    text_free(&out);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missed_goal_says_what_is_and_what_is_wanted),
        cmocka_unit_test(of_what_the_simulator_does_not_know_no_goal_is_listed),
        cmocka_unit_test(a_program_is_called_by_the_file_that_was_judged),
        cmocka_unit_test(a_goal_that_nothing_was_counted_for_has_no_tick),
        cmocka_unit_test(what_two_goals_say_is_said_once),
        cmocka_unit_test(a_goal_is_read_in_words_first),
        cmocka_unit_test(a_hidden_goal_is_shown_where_it_is_missed),
        cmocka_unit_test(every_verdict_starts_with_its_word),
        cmocka_unit_test(what_does_not_compile_shows_the_compilers_words),
        cmocka_unit_test(any_check_fits_any_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
