/* A lesson: its keys, and the checks over several keys.
 *
 * The tables below are the lesson format, with those of lesson_launch.c and lesson_questions.c. Each lists the keys of
 * one kind of map in the order in which they are read (which matters only where a later key needs an earlier one);
 * docs/lesson-format.md describes them for authors. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/vec.h"
#include "course/shapes.h"

/* ---- steps ------------------------------------------------------------------------------------------------------- */

/* A value that an answer's text decides needs an answer. */
static void check_is_no_exercise(Loader *loader, const LaunchSpec *launch) {
    if (launch != NULL && launch->draw_count > 0)
        lesson_complain(loader, launch->draws[0].loc, NULL, "only an exercise's launches can draw");
    if (launch != NULL && launch->points.given)
        lesson_complain(loader, launch->loc, NULL, "only an exercise's launches have points");
}

static void check_earns_nothing(Loader *loader, const Goal *expect, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (expect[i].points.given)
            lesson_complain(loader, expr_loc(expect[i].expr), NULL, "only an exercise's goals have points");
}

static const Field row_fields[] = {
    {"label", FIELD_LINE, true, AT(CompareRow, label), NAMES_UNCHECKED, NULL},
    {"launch", FIELD_MAP, true, AT(CompareRow, launch), NAMES_UNCHECKED, &launch_shape},
    {"expect", FIELD_GOALS, false, LIST_AT(CompareRow, expect, expect_count), NAMES_LAUNCH, &goal_shape},
};
static const Shape row_shape = {"a row", sizeof(CompareRow), SIZE_MAX, row_fields, COUNT(row_fields), NULL, NULL};

/* A sweep and a comparison are written one level below the step, and read as steps of their own. */
static const Field sweep_fields[] = {
    {"launch", FIELD_MAP, true, AT(Step, launch), NAMES_UNCHECKED, &launch_shape},
    {"over", FIELD_OVER, true, WHOLE, NAMES_UNCHECKED, NULL},
    {"show", FIELD_SHOW, false, WHOLE, NAMES_UNCHECKED, NULL},
    {"expect", FIELD_GOALS, false, LIST_AT(Step, expect, expect_count), NAMES_LAUNCH, &goal_shape},
};
static const Shape sweep_shape = {"a sweep", sizeof(Step), SIZE_MAX, sweep_fields, COUNT(sweep_fields), NULL, NULL};

static const Field compare_fields[] = {
    {"rows", FIELD_LIST, true, LIST_AT(Step, rows, row_count), NAMES_UNCHECKED, &row_shape},
    {"show", FIELD_SHOW, false, WHOLE, NAMES_UNCHECKED, NULL},
};
static const Shape compare_shape = {
    "a comparison", sizeof(Step), SIZE_MAX, compare_fields, COUNT(compare_fields), NULL, NULL,
};

static const Field recorded_metric_fields[] = {
    {"metric", FIELD_LINE, true, AT(RecordedMetric, name), NAMES_UNCHECKED, NULL},
    {"values", FIELD_NUMBERS, true, LIST_AT(RecordedMetric, values, value_count), NAMES_UNCHECKED, NULL},
};

static void check_recorded_metric(Loader *loader, const Node *map, void *target) {
    RecordedMetric *recorded = target;
    const Pair *metric = node_find(map, "metric");
    recorded->metric = recorded->name != NULL ? metric_find(recorded->name) : METRIC_NONE;
    if (recorded->name != NULL && (recorded->metric == METRIC_NONE || !metric_needs_gpu(recorded->metric)))
        lesson_complain(loader, metric->value->loc, "`warpschool metrics` lists them: time.ms, bandwidth.gbps...",
                        "'%s' is nothing that only a GPU measures", yaml_shown(recorded->name, loader->arena));
}

static const Shape recorded_metric_shape = {
    "a recorded metric",    sizeof(RecordedMetric),        offsetof(RecordedMetric, loc),
    recorded_metric_fields, COUNT(recorded_metric_fields), NULL,
    check_recorded_metric,
};

static const Field recorded_fields[] = {
    {"gpu", FIELD_LINE, true, AT(Recorded, gpu), NAMES_UNCHECKED, NULL},
    {"size", FIELD_LINE, false, AT(Recorded, size), NAMES_UNCHECKED, NULL},
    {"metrics", FIELD_LIST, true, LIST_AT(Recorded, metrics, metric_count), NAMES_UNCHECKED, &recorded_metric_shape},
};
static const Shape recorded_shape = {
    "a recorded run", sizeof(Recorded), offsetof(Recorded, loc), recorded_fields, COUNT(recorded_fields), NULL, NULL,
};

static const Field roofline_fields[] = {
    {"gpu", FIELD_LINE, true, AT(Roofline, gpu), NAMES_UNCHECKED, NULL},
    {"bandwidth", FIELD_TOLERANCE, true, AT(Roofline, bandwidth), NAMES_UNCHECKED, NULL},
    {"throughput", FIELD_TOLERANCE, true, AT(Roofline, throughput), NAMES_UNCHECKED, NULL},
};

static void check_roofline(Loader *loader, const Node *map, void *target) {
    const Roofline *roofline = target;
    if (roofline->bandwidth < 1 || roofline->throughput < 1)
        lesson_complain(loader, map->loc, "bandwidth in GB/s, throughput in GFLOP/s",
                        "a roofline's limits are at least 1");
}

static const Shape roofline_shape = {
    "a roofline", sizeof(Roofline), offsetof(Roofline, loc), roofline_fields, COUNT(roofline_fields),
    NULL,         check_roofline,
};

typedef struct StepMap {
    Step step;
    const Step *sweep, *compare;
} StepMap;

static const Field step_fields[] = {
    {"id", FIELD_NAME, false, AT(StepMap, step.id), NAMES_UNCHECKED, NULL},
    {"text", FIELD_MARKDOWN, false, AT(StepMap, step.text), NAMES_BEFORE, NULL},
    {"predict", FIELD_MAP, false, AT(StepMap, step.predict), NAMES_UNCHECKED, &predict_shape},
    {"launch", FIELD_MAP, false, AT(StepMap, step.launch), NAMES_UNCHECKED, &launch_shape},
    {"sweep", FIELD_MAP, false, AT(StepMap, sweep), NAMES_UNCHECKED, &sweep_shape},
    {"compare", FIELD_MAP, false, AT(StepMap, compare), NAMES_UNCHECKED, &compare_shape},
    {"show", FIELD_SHOW, false, AT(StepMap, step), NAMES_UNCHECKED, NULL},
    {"expect", FIELD_GOALS, false, LIST_AT(StepMap, step.expect, step.expect_count), NAMES_LAUNCH, &goal_shape},
    {"recorded", FIELD_MAP, false, AT(StepMap, step.recorded), NAMES_UNCHECKED, &recorded_shape},
    {"roofline", FIELD_MAP, false, AT(StepMap, step.roofline), NAMES_UNCHECKED, &roofline_shape},
    {"then", FIELD_MARKDOWN, false, AT(StepMap, step.then), NAMES_LAUNCH, NULL},
};

static void one_of_both(Loader *loader, const Node *map, const char *inner, const char *key) {
    const Pair *outer = node_find(map, key);
    const Pair *below = node_find(node_find(map, inner)->value, key);
    if (outer != NULL && below != NULL)
        lesson_complain(loader, outer->loc, NULL, "'%s' is given here and under `%s`; one is enough", key, inner);
}

static void take_inner(Loader *loader, const Node *map, StepMap *all) {
    const Step *inner = all->sweep != NULL ? all->sweep : all->compare;
    Step *step = &all->step;
    const char *key = all->sweep != NULL ? "sweep" : "compare";
    step->kind = all->sweep != NULL ? STEP_SWEEP : STEP_COMPARE;
    step->launch = inner->launch;
    step->over = inner->over;
    step->over_values = inner->over_values;
    step->over_count = inner->over_count;
    step->rows = inner->rows;
    step->row_count = inner->row_count;
    one_of_both(loader, map, key, "show");
    one_of_both(loader, map, key, "expect");
    if (node_find(map, "show") == NULL) {
        step->show = inner->show;
        step->show_count = inner->show_count;
        step->show_extra = inner->show_extra;
    }
    if (node_find(map, "expect") == NULL) {
        step->expect = inner->expect;
        step->expect_count = inner->expect_count;
    }
}

static void check_prediction(Loader *loader, const Node *map, Step *step) {
    Question *predict = step->predict;
    if (predict->launch == NULL) predict->launch = step->launch;
    if (predict->launch == NULL)
        question_check_unlaunched(loader, map, predict, "give the prediction its own `launch`",
                                  "this answer is measured, and the step has no single launch to measure",
                                  "'with' needs a launch whose parameters it sets");
}

static void check_recorded(Loader *loader, const Step *step) {
    size_t launches = step->kind == STEP_SWEEP ? step->over_count : step->kind == STEP_COMPARE ? step->row_count : 1;
    for (size_t i = 0; i < step->recorded->metric_count; i++) {
        const RecordedMetric *metric = &step->recorded->metrics[i];
        if (metric->value_count > 0 && metric->value_count != launches)
            lesson_complain(loader, metric->loc, NULL, "this step has %zu launch%s, and %zu value%s recorded", launches,
                            launches == 1 ? "" : "es", metric->value_count, metric->value_count == 1 ? " is" : "s are");
    }
}

static void check_step_of_text(Loader *loader, const Node *map) {
    static const char *const keys[] = {"show", "expect", "recorded", "roofline"};
    for (size_t i = 0; i < COUNT(keys); i++) {
        const Pair *pair = node_find(map, keys[i]);
        if (pair != NULL) lesson_complain(loader, pair->loc, NULL, "'%s' needs a launch in this step", pair->key);
    }
    question_check_unmeasured_text(loader, map, "then");
}

static void check_step(Loader *loader, const Node *map, void *target) {
    StepMap *all = target;
    Step *step = &all->step;
    const Pair *launch = node_find(map, "launch"), *sweep = node_find(map, "sweep");
    const Pair *compare = node_find(map, "compare");
    if ((launch != NULL) + (sweep != NULL) + (compare != NULL) > 1)
        lesson_complain(loader, map->loc, "make several steps of it",
                        "a step has at most one of launch, sweep and compare");
    if (!map->count) lesson_complain(loader, map->loc, NULL, "a step needs a text or a launch");
    if (all->sweep != NULL || all->compare != NULL) take_inner(loader, map, all);
    if (step->kind == STEP_TEXT && step->launch != NULL) step->kind = STEP_LAUNCH;
    if (launch == NULL && sweep == NULL && compare == NULL)
        check_step_of_text(loader, map);
    else if (step->recorded != NULL)
        check_recorded(loader, step);
    if (launch != NULL && step->roofline != NULL)
        lesson_complain(loader, step->roofline->loc, "compare launches, or sweep a parameter",
                        "a roofline needs several launches");
    if (step->predict != NULL) check_prediction(loader, node_find(map, "predict")->value, step);
    check_is_no_exercise(loader, step->launch);
    check_earns_nothing(loader, step->expect, step->expect_count);
    for (size_t i = 0; i < step->row_count; i++) {
        check_is_no_exercise(loader, step->rows[i].launch);
        check_earns_nothing(loader, step->rows[i].expect, step->rows[i].expect_count);
    }
}

static const Shape step_shape = {
    "a step", sizeof(StepMap), offsetof(StepMap, step.loc), step_fields, COUNT(step_fields), NULL, check_step,
};

/* ---- exercises and the lesson ------------------------------------------------------------------------------------ */

static const Field exercise_fields[] = {
    {"id", FIELD_NAME, true, AT(Exercise, id), NAMES_UNCHECKED, NULL},
    {"title", FIELD_LINE, false, AT(Exercise, title), NAMES_UNCHECKED, NULL},
    {"file", FIELD_FILE, true, AT(Exercise, file), NAMES_UNCHECKED, NULL},
    {"ask", FIELD_MARKDOWN, true, AT(Exercise, ask), NAMES_BEFORE, NULL},
    {"launches", FIELD_LIST, true, LIST_AT(Exercise, launches, launch_count), NAMES_UNCHECKED, &launch_shape},
    {"goals", FIELD_GOALS, true, LIST_AT(Exercise, goals, goal_count), NAMES_LAUNCH, &goal_shape},
    {"hints", FIELD_MARKDOWNS, true, LIST_AT(Exercise, hints, hint_count), NAMES_BEFORE, NULL},
    {"harmless", FIELD_LINES, false, LIST_AT(Exercise, harmless, harmless_count), NAMES_UNCHECKED, NULL},
};

static void check_exercise(Loader *loader, const Node *map, void *target) {
    Exercise *exercise = target;
    const Pair *file = node_find(map, "file");
    exercise->file_loc = file != NULL ? file->value->loc : map->loc;
    for (size_t i = 0; i < exercise->launch_count; i++) {
        const LaunchSpec *launch = &exercise->launches[i];
        if (launch->program != NULL && !text_equal(launch->program, exercise->file))
            lesson_complain(loader, launch->loc, "the student's file is the program",
                            "this exercise runs '%s', and its `file` is another one", launch->program);
    }
    if (exercise->title == NULL) exercise->title = exercise->id;
}

static const Shape exercise_shape = {
    "an exercise", sizeof(Exercise), offsetof(Exercise, loc), exercise_fields, COUNT(exercise_fields),
    NULL,          check_exercise,
};

typedef struct LessonMap {
    Lesson lesson;
    StepMap *steps;
} LessonMap;

static const Field lesson_fields[] = {
    {"format", FIELD_VERSION, true, NOWHERE, NAMES_UNCHECKED, NULL},
    {"id", FIELD_NAME, true, AT(LessonMap, lesson.id), NAMES_UNCHECKED, NULL},
    {"title", FIELD_LINE, true, AT(LessonMap, lesson.title), NAMES_UNCHECKED, NULL},
    {"summary", FIELD_LINE, false, AT(LessonMap, lesson.summary), NAMES_UNCHECKED, NULL},
    {"source", FIELD_FILE, false, AT(LessonMap, lesson.source), NAMES_UNCHECKED, NULL},
    {"params", FIELD_PARAMS, false, LIST_AT(LessonMap, lesson.params, lesson.param_count), NAMES_UNCHECKED,
     &param_shape},
    {"steps", FIELD_LIST, true, LIST_AT(LessonMap, steps, lesson.step_count), NAMES_UNCHECKED, &step_shape},
    {"trivia", FIELD_LIST, false, LIST_AT(LessonMap, lesson.trivia, lesson.trivia_count), NAMES_UNCHECKED,
     &trivia_shape},
    {"exercises", FIELD_LIST, false, LIST_AT(LessonMap, lesson.exercises, lesson.exercise_count), NAMES_UNCHECKED,
     &exercise_shape},
};
const Shape lesson_shape = {
    "a lesson", sizeof(LessonMap), SIZE_MAX, lesson_fields, COUNT(lesson_fields), NULL, NULL,
};

/* Steps without an id are step-1, step-2, ... by their place. */
static void take_steps(Loader *loader, LessonMap *all) {
    Lesson *lesson = &all->lesson;
    lesson->steps = arena_array(loader->arena, Step, lesson->step_count + 1);
    for (size_t i = 0; i < lesson->step_count; i++) {
        lesson->steps[i] = all->steps[i].step;
        if (lesson->steps[i].id == NULL) lesson->steps[i].id = arena_printf(loader->arena, "step-%zu", i + 1);
    }
}

static void unique(Loader *loader, const char *what, const char *id, Loc loc, const char *other, Loc first) {
    if (id != NULL && text_equal(id, other))
        lesson_complain(loader, loc, NULL, "two %s are called '%s', the first at line %d", what, id, first.line);
}

static void check_ids(Loader *loader, const Lesson *lesson) {
    for (size_t i = 0; i < lesson->step_count && i < ID_LIMIT; i++)
        for (size_t j = 0; j < i; j++)
            unique(loader, "steps", lesson->steps[i].id, lesson->steps[i].loc, lesson->steps[j].id,
                   lesson->steps[j].loc);
    for (size_t i = 0; i < lesson->trivia_count && i < ID_LIMIT; i++)
        for (size_t j = 0; j < i; j++)
            unique(loader, "questions", lesson->trivia[i].id, lesson->trivia[i].loc, lesson->trivia[j].id,
                   lesson->trivia[j].loc);
    for (size_t i = 0; i < lesson->exercise_count && i < ID_LIMIT; i++)
        for (size_t j = 0; j < i; j++)
            unique(loader, "exercises", lesson->exercises[i].id, lesson->exercises[i].loc, lesson->exercises[j].id,
                   lesson->exercises[j].loc);
    size_t most = lesson->step_count > lesson->trivia_count ? lesson->step_count : lesson->trivia_count;
    if (lesson->exercise_count > most) most = lesson->exercise_count;
    if (most > ID_LIMIT)
        lesson_complain(loader, (Loc){lesson->path, 1, 1}, "make several lessons of it",
                        "a lesson has at most %d steps, questions and exercises each", ID_LIMIT);
}

static void visit_kernel(void *context, const LaunchSpec *launch) {
    if (launch->kernel != NULL) *(bool *)context = true;
}

static bool launches_kernels(const Lesson *lesson) {
    bool found = false;
    lesson_each_launch(lesson, visit_kernel, &found);
    return found;
}

static void check_lesson(Loader *loader, const Node *root, Lesson *lesson) {
    const Pair *id = node_find(root, "id"), *source = node_find(root, "source");
    const char *base = path_base(lesson->path);
    size_t size = text_ends(base, ".yaml") ? strlen(base) - 5 : strlen(base);
    const char *name = arena_string_n(loader->arena, base, size);
    if (id != NULL && lesson->id != NULL && strcmp(lesson->id, name) != 0)
        lesson_complain(loader, id->value->loc, arena_printf(loader->arena, "write 'id: %s', or rename the file", name),
                        "the id '%s' differs from the file's name '%s'", yaml_shown(lesson->id, loader->arena), name);
    lesson->source_loc = source != NULL ? source->value->loc : root->loc;
    if (source == NULL && launches_kernels(lesson))
        lesson_complain(loader, root->loc, "name the file under kernels/ that holds the kernels",
                        "a lesson that launches kernels needs the key 'source'");
    check_ids(loader, lesson);
}

static bool same_diag(const Diag *a, const Diag *b) {
    return a->loc.line == b->loc.line && a->loc.column == b->loc.column && strcmp(a->message, b->message) == 0;
}

static int by_place(const void *a, const void *b) {
    const Diag *first = *(const Diag *const *)a, *second = *(const Diag *const *)b;
    if (first->loc.line != second->loc.line) return first->loc.line < second->loc.line ? -1 : 1;
    if (first->loc.column != second->loc.column) return first->loc.column < second->loc.column ? -1 : 1;
    return strcmp(first->message, second->message);
}

/* The diagnostics in the file's order, each once: a launch that is used three times through an alias has the same
 * errors three times. */
static DiagList in_order(const DiagList *diags, Arena *arena) {
    VEC(const Diag *) all = {0};
    for (const Diag *diag = diags->first; diag != NULL; diag = diag->next) vec_push(arena, &all, diag);
    if (all.count) qsort(all.at, all.count, sizeof *all.at, by_place);
    DiagList list = diag_list(arena);
    for (size_t i = 0; i < all.count; i++)
        if (i == 0 || !same_diag(all.at[i - 1], all.at[i]))
            diag_add(&list, all.at[i]->severity, all.at[i]->loc, all.at[i]->hint, "%s", all.at[i]->message);
    return list;
}

void lesson_parse(const char *path, const char *text, size_t size, Arena *arena, Lesson *lesson) {
    DiagList diags = diag_list(arena);
    LessonMap *all = arena_make(arena, LessonMap);
    Loader loader = {arena, &diags, &all->lesson, lesson_readers};
    all->lesson.path = arena_string(arena, path);
    const Node *root = yaml_parse(all->lesson.path, text, size, arena, &diags);
    if (root != NULL && is_map(&loader, root, "a lesson: a map that begins with 'format: 1'")) {
        shape_load(&loader, &lesson_shape, root, all);
        take_steps(&loader, all);
        check_lesson(&loader, root, &all->lesson);
    }
    *lesson = all->lesson;
    lesson->usable = diags.errors == 0;
    if (!lesson->usable) {
        const char *id = lesson->id;
        *lesson = (Lesson){.path = all->lesson.path, .id = id};
    }
    lesson->diags = in_order(&diags, arena);
}
