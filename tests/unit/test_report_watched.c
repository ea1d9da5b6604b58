/* What `watch` shows of a check: the goal that failed first, its line, and what has changed since the check before. */
#include "metric_names.h"
#include "report_samples.h"

static const char *const source = "__global__ void k(int *out) {\n"
                                  "    tile[threadIdx.x] = 0;\n"
                                  "    out[0] = tile[threadIdx.x * 32];\n"
                                  "}\n";

typedef struct Fixture {
    Arena *arena;
    Exercise exercise;
    Goal goals[2];
    GoalOutcome outcomes[2];
    LineCounts lines[2];
    Result result;
    RequestSample sample;
    Judged judged;
    DiagList diags;
    LaunchReport launch;
    CheckReport check;
} Fixture;

static Goal goal_of(Fixture *f, const char *text, const char *means) {
    DiagList diags = diag_list(f->arena);
    return (Goal){.expr = expr_parse(text, (Loc){"l.yaml", 1, 1}, f->arena, &diags), .means = means};
}

/* Two lines access shared memory, the second with a conflict of `ways`, and a goal wants one way. */
static void set_up(Fixture *f, double ways) {
    memset(f, 0, sizeof *f);
    f->arena = arena_new();
    f->diags = diag_list(f->arena);
    f->exercise = (Exercise){.id = "e", .title = "Ways", .launch_count = 1};
    f->goals[0] = goal_of(f, "shared.store.ways <= 1", NULL);
    f->goals[1] = goal_of(f, "shared.load.ways <= 1", "no read has a conflict");
    f->outcomes[0] = (GoalOutcome){.goal = &f->goals[0], .met = true, .evaluated = true, .now = "", .wanted = "w"};
    f->outcomes[1] = (GoalOutcome){.goal = &f->goals[1],
                                   .met = ways <= 1,
                                   .evaluated = true,
                                   .now = arena_printf(f->arena, "shared.load.ways is %.0f", ways),
                                   .wanted = "shared.load.ways <= 1"};
    metrics_set(&f->result.metrics, METRIC_SHARED_LOAD_WAYS, ways);
    metrics_set(&f->result.metrics, METRIC_SHARED_STORE_WAYS, 1);
    for (int i = 0; i < 2; i++) f->lines[i].loc = (Loc){"e.cu", i + 2, 0};
    metrics_set(&f->lines[0].metrics, METRIC_SHARED_STORE_REQUESTS, 1);
    metrics_set(&f->lines[1].metrics, METRIC_SHARED_LOAD_REQUESTS, 1);
    metrics_set(&f->lines[1].metrics, METRIC_SHARED_LOAD_WAVEFRONTS, ways);
    metrics_set(&f->lines[1].metrics, METRIC_SHARED_LOAD_CONFLICTS, ways - 1);
    metrics_set(&f->lines[1].metrics, METRIC_SHARED_LOAD_WAYS, ways);
    f->sample = make_strided(REQUEST_LOAD, (uint32_t)ways, UINT32_MAX);
    f->sample.loc = f->lines[1].loc;
    f->result.status = RUN_FINISHED;
    f->result.lines = f->lines;
    f->result.line_count = 2;
    f->result.samples = &f->sample;
    f->result.sample_count = 1;
    f->judged = (Judged){.correct = true, .judged = true};
    f->launch = (LaunchReport){.device = "sim",
                               .arch = "sm_90",
                               .result = &f->result,
                               .judged = &f->judged,
                               .outcomes = f->outcomes,
                               .outcome_count = 2,
                               .verdict = ways <= 1 ? VERDICT_PASSED : VERDICT_MISSED,
                               .source_file = "e.cu",
                               .source = source};
    f->check = (CheckReport){.exercise = &f->exercise,
                             .file = "e.cu",
                             .verdict = f->launch.verdict,
                             .diags = &f->diags,
                             .source = source,
                             .launches = &f->launch,
                             .launch_count = 1};
}

static Text watched(const Fixture *f, const CheckPast *before, Style style) {
    Text out = {0};
    text_add(&out, "");
    report_watched(&out, &style, &f->check, before);
    return out;
}

static void the_missed_goal_comes_with_its_number_its_line_and_its_picture(void **state) {
    (void)state;
    Fixture f;
    set_up(&f, 32);
    Text out = watched(&f, NULL, (Style){.width = 100});
    static const char start[] = "\n"
                                "  x no read has a conflict: shared.load.ways <= 1  now 32\n"
                                "\n"
                                ">    3 | out[0] = tile[threadIdx.x * 32];\n"
                                "         - shared load: 32-way conflict, 32 wavefronts for 1 request, +31 conflicts\n";
    assert_int_equal(strncmp(out.data, start, strlen(start)), 0);
    assert_non_null(strstr(out.data, "32 lanes ask bank 0 for 32 different words"));
    assert_null(strstr(out.data, "Since the last save"));
    text_free(&out);
    arena_free(f.arena);
}

/* The recorded request of the line that wastes most sectors: below the goal, and as the first picture. */
static void a_missed_goal_about_sectors_has_the_recorded_picture(void **state) {
    (void)state;
    Fixture f;
    set_up(&f, 32);
    f.goals[1] = goal_of(&f, "global.load.sectors <= 8", NULL);
    for (int i = 0; i < 2; i++) {
        metrics_set(&f.lines[i].metrics, METRIC_GLOBAL_LOAD_REQUESTS, 1);
        metrics_set(&f.lines[i].metrics, METRIC_GLOBAL_LOAD_SECTORS, i == 0 ? 32 : 16);
        metrics_set(&f.lines[i].metrics, METRIC_GLOBAL_LOAD_IDEAL_SECTORS, i == 0 ? 31 : 4);
    }
    SectorSample sample = {
        .loc = f.lines[1].loc, .op = REQUEST_LOAD, .width = 4, .mask = UINT32_MAX, .sectors = 16, .ideal = 4};
    for (uint64_t lane = 0; lane < WARP_SIZE; lane++) sample.address[lane] = 16 * lane;
    Result recorded = {.recorded_sectors = &sample, .recorded_sector_count = 1};
    Text out = watched(&f, NULL, (Style){.width = 100});
    assert_null(strstr(out.data, "16 sectors: 128 of 512 bytes"));
    text_free(&out);
    f.check.recorded = &recorded;
    assert_true(report_missed_line(&f.launch, &f.check.pictured));
    assert_ptr_equal(f.check.pictured.at, &f.lines[1]);
    out = watched(&f, NULL, (Style){.width = 100});
    assert_non_null(strstr(out.data, "16 sectors: 128 of 512 bytes"));
    out.size = 0;
    report_pictures(&out, &(Style){.width = 100}, &f.check);
    const char *sectors = strstr(out.data, "16 sectors: 128 of 512 bytes"),
               *banks = strstr(out.data, "32 lanes ask bank 0");
    assert_true(sectors != NULL && banks != NULL && sectors < banks);
    text_free(&out);
    arena_free(f.arena);
}

/* The line of the first finding, or of the first missed goal, has the first picture, however few ways it has. */
static void the_line_that_decides_has_the_first_picture(void **state) {
    (void)state;
    Fixture f;
    set_up(&f, 32);
    assert_int_equal(f.result.sample_count, 1);
    RequestSample samples[2] = {f.result.samples[0], make_strided(REQUEST_LOAD, 2, UINT32_MAX)};
    samples[1].loc = f.lines[0].loc;
    f.result.samples = samples;
    f.result.sample_count = 2;
    Finding finding = {.loc = f.lines[0].loc, .message = "nobody wrote it", .count = 1};
    Text out = {0};
    report_pictures(&out, &(Style){.width = 100}, &f.check);
    const char *many = strstr(out.data, "32 lanes ask bank 0"), *few = strstr(out.data, "2 | tile[threadIdx.x] = 0;");
    const char *others = strstr(out.data, "Other requests:");
    assert_true(many != NULL && few != NULL && others != NULL && many < others && others < few);
    metrics_set(&f.lines[0].metrics, METRIC_SHARED_LOAD_REQUESTS, 1);
    f.result.findings = &finding;
    f.result.finding_count = 1;
    f.check.verdict = VERDICT_UNSAFE;
    out.size = 0;
    report_pictures(&out, &(Style){.width = 100}, &f.check);
    many = strstr(out.data, "32 lanes ask bank 0"), few = strstr(out.data, "2 | tile[threadIdx.x] = 0;");
    others = strstr(out.data, "Other requests:");
    assert_true(many != NULL && few != NULL && others != NULL && few < others && others < many);
    text_free(&out);
    arena_free(f.arena);
}

/* With colours code needs no backticks: neither in a finding nor in what is said of a line. */
static void colours_take_the_place_of_backticks(void **state) {
    (void)state;
    Fixture f;
    set_up(&f, 32);
    Finding finding = {.loc = f.lines[1].loc, .message = "`tile`, element 1: nobody wrote `it`, but`", .count = 1};
    f.result.findings = &finding;
    f.result.finding_count = 1;
    Text plain = watched(&f, NULL, (Style){.width = 100}),
         coloured = watched(&f, NULL, (Style){.width = 100, .colour = true});
    assert_non_null(strstr(plain.data, "`tile`, element 1: nobody wrote `it`, but`"));
    assert_non_null(strstr(coloured.data, "\x1b[36mtile\x1b[0m, element 1: nobody wrote \x1b[36mit\x1b[0m, but`"));
    text_free(&plain);
    text_free(&coloured);
    arena_free(f.arena);
}

/* A race is drawn in time below its finding. */
static void the_first_finding_is_drawn_where_it_is_a_race(void **state) {
    (void)state;
    Fixture f;
    set_up(&f, 32);
    RacePair race = {.place = "tile[3]",
                     .first = {REQUEST_STORE, "(3,0,0)"},
                     .second = {REQUEST_LOAD, "(4,0,0)"},
                     .missing = "with no __syncthreads() between"};
    Finding finding = {.loc = f.lines[1].loc, .other = f.lines[0].loc, .message = "a race", .count = 1, .race = &race};
    f.result.findings = &finding;
    f.result.finding_count = 1;
    Text out = watched(&f, NULL, (Style){.width = 100});
    const char *said = strstr(out.data, "a race"), *drawn = strstr(out.data, "writes tile[3]");
    assert_true(said != NULL && drawn != NULL && said < drawn);
    text_free(&out);
    arena_free(f.arena);
}

static void what_changed_is_told_as_was_and_now(void **state) {
    (void)state;
    Fixture before, after;
    set_up(&before, 32);
    set_up(&after, 2);
    CheckPast *past = report_past(before.arena, &before.check, NULL);
    after.check.source = "// another text";
    Text out = watched(&after, past, (Style){.width = 100});
    assert_non_null(strstr(out.data, "Since the last save:\n  shared.load.ways: 32 -> 2\n"));
    assert_null(strstr(out.data, "shared.store.ways:"));
    text_free(&out);
    arena_free(after.arena);
    set_up(&after, 1);
    out = watched(&after, past, (Style){.width = 100});
    assert_non_null(strstr(out.data, "Since the last save:\n"
                                     "  verdict: missed -> passed\n"
                                     "  no read has a conflict: missed -> met\n"
                                     "  shared.load.ways: 32 -> 1\n"));
    text_free(&out);
    out = watched(&before, past, (Style){.width = 100});
    assert_non_null(strstr(out.data, "The file is the same as at the last check."));
    text_free(&out);
    before.check.source = "// another text";
    out = watched(&before, past, (Style){.width = 100});
    assert_non_null(strstr(out.data, "nothing that the goals look at has changed"));
    text_free(&out);
    arena_free(before.arena);
    arena_free(after.arena);
}

/* What a run that was stopped had counted by then is no change; its verdict is. */
static void a_run_that_was_stopped_is_not_compared(void **state) {
    (void)state;
    Fixture ended, stopped;
    set_up(&ended, 1);
    set_up(&stopped, 32);
    stopped.result.status = RUN_STOPPED;
    stopped.check.verdict = VERDICT_STUCK;
    stopped.check.source = "// another text";
    CheckPast *past = report_past(ended.arena, &ended.check, NULL);
    Text out = watched(&stopped, past, (Style){.width = 100});
    assert_non_null(strstr(out.data, "verdict: passed -> stuck"));
    assert_null(strstr(out.data, "met -> missed"));
    text_free(&out);
    past = report_past(stopped.arena, &stopped.check, NULL);
    out = watched(&ended, past, (Style){.width = 100});
    assert_non_null(strstr(out.data, "verdict: stuck -> passed"));
    assert_null(strstr(out.data, "missed -> met"));
    assert_null(strstr(out.data, "32 -> 1"));
    text_free(&out);
    arena_free(ended.arena);
    arena_free(stopped.arena);
}

/* Two goals with the same words are told apart by what they ask for. */
static void goals_of_the_same_words_are_told_apart(void **state) {
    (void)state;
    Fixture before, after;
    set_up(&before, 32);
    set_up(&after, 1);
    after.goals[0].means = "no read has a conflict";
    after.check.source = "// another text";
    CheckPast *past = report_past(before.arena, &before.check, NULL);
    Text out = watched(&after, past, (Style){.width = 100});
    assert_non_null(strstr(out.data, "no read has a conflict (shared.load.ways <= 1): missed -> met"));
    text_free(&out);
    arena_free(before.arena);
    arena_free(after.arena);
}

/* A warning decides no verdict and is not counted among the findings. */
static void further_warnings_are_counted_apart(void **state) {
    (void)state;
    Fixture f;
    set_up(&f, 32);
    Finding findings[3] = {{.loc = f.lines[1].loc, .message = "a", .count = 1},
                           {.loc = f.lines[1].loc, .message = "b", .count = 1},
                           {.loc = f.lines[1].loc, .message = "c", .count = 1, .warning = true}};
    f.result.findings = findings;
    f.result.finding_count = 3;
    Text out = watched(&f, NULL, (Style){.width = 100});
    assert_non_null(strstr(out.data, "and 1 more finding and 1 warning\n"));
    text_free(&out);
    f.result.finding_count = 2;
    out = watched(&f, NULL, (Style){.width = 100});
    assert_non_null(strstr(out.data, "and 1 more finding\n"));
    text_free(&out);
    arena_free(f.arena);
}

/* A line stores to shared memory what it loads from global memory: a goal about the loads is drawn over sectors. */
static void a_goal_about_global_memory_is_not_drawn_over_banks(void **state) {
    (void)state;
    Fixture f;
    set_up(&f, 1);
    f.goals[1] = goal_of(&f, "global.load.requests <= 1", NULL);
    f.outcomes[1].met = false;
    f.check.verdict = VERDICT_MISSED;
    metrics_set(&f.lines[1].metrics, METRIC_GLOBAL_LOAD_REQUESTS, 2);
    metrics_set(&f.lines[1].metrics, METRIC_GLOBAL_LOAD_SECTORS, 8);
    PicturedLine pictured;
    assert_true(report_deciding_line(&f.launch, VERDICT_MISSED, &pictured));
    assert_int_equal(pictured.space, PICTURED_GLOBAL);
    arena_free(f.arena);
}

/* Local memory has no picture: that is said, before other lines are drawn. */
static void a_line_without_a_picture_says_so(void **state) {
    (void)state;
    Fixture f;
    set_up(&f, 32);
    f.goals[1] = goal_of(&f, "local.load.requests == 0", NULL);
    f.lines[0].metrics = (Metrics){0};
    metrics_set(&f.lines[0].metrics, METRIC_LOCAL_LOAD_REQUESTS, 2);
    Text out = {0};
    report_pictures(&out, &(Style){.width = 100}, &f.check);
    const char *said = strstr(out.data, "Line 2 uses neither shared nor global memory"),
               *others = strstr(out.data, "Other requests:");
    assert_true(said != NULL && others != NULL && said < others);
    text_free(&out);
    arena_free(f.arena);
}

static void numbers_outlive_a_text_that_does_not_compile(void **state) {
    (void)state;
    Fixture ran, broken;
    set_up(&ran, 32);
    set_up(&broken, 32);
    diag_add(&broken.diags, SEVERITY_ERROR, (Loc){"e.cu", 2, 5}, NULL, "expected a ;");
    broken.check.launch_count = 0;
    broken.check.verdict = VERDICT_UNCOMPILED;
    CheckPast *first = report_past(ran.arena, &ran.check, NULL);
    CheckPast *second = report_past(ran.arena, &broken.check, first);
    Text out = watched(&broken, second, (Style){.width = 100});
    assert_null(strstr(out.data, "Since it last ran"));
    text_free(&out);
    broken.check.source = "another text, with the same error\n";
    out = watched(&broken, second, (Style){.width = 100});
    assert_non_null(strstr(out.data, "Since the last save: it still does not come to a launch."));
    text_free(&out);
    diag_add(&broken.diags, SEVERITY_ERROR, (Loc){"e.cu", 2, 5}, NULL, "expected a )");
    out = watched(&broken, second, (Style){.width = 100});
    assert_non_null(strstr(out.data, "Since the last save:\n  errors: 1 -> 2\n"));
    text_free(&out);
    arena_free(broken.arena);
    set_up(&broken, 4);
    out = watched(&broken, second, (Style){.width = 100});
    assert_non_null(strstr(out.data, "Since it last ran:\n"
                                     "  verdict: uncompiled -> missed\n"
                                     "  errors: 1 -> 0\n"
                                     "  shared.load.ways: 32 -> 4\n"));
    text_free(&out);
    arena_free(ran.arena);
    arena_free(broken.arena);
}

static void one_line_names_verdict_place_and_cause(void **state) {
    (void)state;
    Fixture f;
    Text out = {0};
    set_up(&f, 32);
    report_watched_line(&out, &(Style){.width = 100}, &f.check);
    assert_string_equal(out.data, "missed e.cu:3: goal missed: no read has a conflict; shared.load.ways is 32");
    text_free(&out);
    f.check.file = "\033]0;evil\a.cu";
    report_watched_line(&out, &(Style){.width = 100}, &f.check);
    assert_null(memchr(out.data, '\033', out.size));
    text_free(&out);
    arena_free(f.arena);
}

static void plain_style_says_it_in_words(void **state) {
    (void)state;
    Fixture f;
    set_up(&f, 32);
    Text out = watched(&f, NULL, (Style){.width = 100, .unicode = true, .plain = true});
    assert_non_null(strstr(out.data, "not ok, no read has a conflict"));
    assert_non_null(strstr(out.data, "line    3 : out[0]"));
    assert_non_null(strstr(out.data, "bank 0: lane 0 to word 0, lane 1 to word 32"));
    assert_null(strstr(out.data, "pass 1 "));
    assert_printable(&out, &(Style){.width = 100});
    text_free(&out);
    arena_free(f.arena);
}

static void every_width_holds(void **state) {
    (void)state;
    Fixture f;
    set_up(&f, 32);
    CheckPast *past = report_past(f.arena, &f.check, NULL);
    for (int width = 20; width < 130; width++) {
        Style style = {.width = width};
        Text out = watched(&f, past, style);
        report_pictures(&out, &style, &f.check);
        assert_printable(&out, &style);
        text_free(&out);
    }
    arena_free(f.arena);
}

static Text differences(const char *before, const char *after, Style style) {
    Text out = {0};
    const DifferenceWords words = {"shipped", "yours", "The file is as it was shipped."};
    report_differences(&out, &style, before, after, &words);
    return out;
}

static void differences_are_those_of_diff(void **state) {
    (void)state;
    Text out = differences("a\nb\nc\nd\ne\nf\ng\nh\n", "a\nb\nc\nD\ne\nf\ng\nh\nnew\n", (Style){.width = 60});
    assert_string_equal(out.data, "     2 | b\n"
                                  "     3 | c\n"
                                  "-    4 | d\n"
                                  "+    4 | D\n"
                                  "     5 | e\n"
                                  "     6 | f\n"
                                  "     7 | g\n"
                                  "     8 | h\n"
                                  "+    9 | new\n");
    text_free(&out);
    out = differences("a\n", "a\r\n", (Style){.width = 60});
    assert_string_equal(out.data, "The file is as it was shipped.\n");
    text_free(&out);
    out = differences("", "\033[31mred\n", (Style){.width = 60});
    assert_null(memchr(out.data, '\033', out.size));
    text_free(&out);
}

/* Random texts: the lines without - are the second text, those without + the first. */
static void differences_give_both_texts_back(void **state) {
    (void)state;
    for (unsigned round = 0; round < 300; round++) {
        char texts[2][200] = {"", ""};
        srand(round);
        for (int t = 0; t < 2; t++)
            for (int line = 0, lines = 1 + rand() % 8; line < lines; line++) {
                char one[8];
                snprintf(one, sizeof one, "x%d\n", rand() % 4);
                strcat(texts[t], one);
            }
        if (strcmp(texts[0], texts[1]) == 0) continue;
        Text out = differences(texts[0], texts[1], (Style){.width = 60}), sides[2] = {{0}, {0}};
        for (char *line = strtok(out.data, "\n"); line != NULL; line = strtok(NULL, "\n")) {
            if (strcmp(line, "...") == 0) continue;
            const char *text = strstr(line, "| ") + 2;
            if (line[0] != '+') text_printf(&sides[0], "%s\n", text);
            if (line[0] != '-') text_printf(&sides[1], "%s\n", text);
        }
        /* what is far from any difference is left out on both sides; short texts have little of it */
        for (int t = 0; t < 2; t++)
            if (sides[t].size > 0 && strlen(texts[t]) <= 3 * 5) assert_non_null(strstr(texts[t], sides[t].data));
        text_free(&sides[0]);
        text_free(&sides[1]);
        text_free(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_missed_goal_comes_with_its_number_its_line_and_its_picture),
        cmocka_unit_test(a_missed_goal_about_sectors_has_the_recorded_picture),
        cmocka_unit_test(the_line_that_decides_has_the_first_picture),
        cmocka_unit_test(colours_take_the_place_of_backticks),
        cmocka_unit_test(the_first_finding_is_drawn_where_it_is_a_race),
        cmocka_unit_test(what_changed_is_told_as_was_and_now),
        cmocka_unit_test(a_run_that_was_stopped_is_not_compared),
        cmocka_unit_test(goals_of_the_same_words_are_told_apart),
        cmocka_unit_test(further_warnings_are_counted_apart),
        cmocka_unit_test(a_goal_about_global_memory_is_not_drawn_over_banks),
        cmocka_unit_test(a_line_without_a_picture_says_so),
        cmocka_unit_test(numbers_outlive_a_text_that_does_not_compile),
        cmocka_unit_test(one_line_names_verdict_place_and_cause),
        cmocka_unit_test(plain_style_says_it_in_words),
        cmocka_unit_test(every_width_holds),
        cmocka_unit_test(differences_are_those_of_diff),
        cmocka_unit_test(differences_give_both_texts_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
