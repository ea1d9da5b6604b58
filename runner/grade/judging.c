/* One file judged, in a child process of its own: what `check` does, in several orders of the warps, so that luck does
 * not pass. The result is a JSON object without a time, a path of this machine or anything else that another run would
 * not give again. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha256.h"
#include "base/version.h"
#include "checking/checking.h"
#include "compile/walls.h"
#include "grade/batch.h"
#include "teach/exercises.h"
#include "teach/hidden_part.h"
#include "teach/launch/devices.h"
#include "teach/launch/whole_program.h"

enum { FORMAT = 1, WIDTH = 96 };

static json_t *json_clean(Arena *arena, const char *text) {
    json_t *value = json_string(text_printable(arena, text, strlen(text)));
    return value != NULL ? value : json_string("");
}

/* Of the hidden part: the instructor's sentence, the points, and whether it is met. */
static json_t *json_hidden(Arena *arena, const HiddenReport *hidden, const Points *points) {
    json_t *items = json_array();
    for (size_t i = 0; hidden != NULL && i < hidden->count; i++) {
        json_t *item = json_object();
        json_object_set_new(item, "say", json_clean(arena, hidden->items[i].say));
        json_object_set_new(item, "points", json_integer(points->hidden[i].earned));
        json_object_set_new(item, "most", json_integer(points->hidden[i].possible));
        json_object_set_new(item, "met", hidden->judged ? json_boolean(hidden->met[i]) : json_null());
        json_array_append_new(items, item);
    }
    return items;
}

/* What is earned, in all and by each goal and launch. A goal that only closes a way round the task is marked. */
static void add_points(Arena *arena, const Exercise *exercise, const HiddenReport *hidden, const Points *points,
                       json_t *object) {
    json_t *goals = json_array(), *launches = json_array();
    for (size_t i = 0; i < exercise->goal_count; i++) {
        const Goal *goal = &exercise->goals[i];
        json_t *entry = json_object();
        json_object_set_new(entry, "goal", json_clean(arena, expr_text(goal->expr)));
        const char *means = goal_means(goal);
        json_object_set_new(entry, "means", json_clean(arena, means != NULL ? means : ""));
        json_object_set_new(entry, "hidden", json_boolean(goal->hidden));
        json_object_set_new(entry, "points", json_integer(points->goals[i].earned));
        json_object_set_new(entry, "most", json_integer(points->goals[i].possible));
        json_array_append_new(goals, entry);
    }
    for (size_t i = 0; i < exercise->launch_count; i++)
        json_array_append_new(launches, json_pack("{s:I, s:I}", "points", (json_int_t)points->launches[i].earned,
                                                  "most", (json_int_t)points->launches[i].possible));
    json_object_set_new(object, "hidden", json_hidden(arena, hidden, points));
    json_object_set_new(object, "points", json_integer(points->earned));
    json_object_set_new(object, "most", json_integer(points->possible));
    json_object_set_new(object, "goals", goals);
    json_object_set_new(object, "launches", launches);
}

/* Which goals were met in every launch that was made, in the exercise's order; null: that was not seen. */
static void add_met(const Exercise *exercise, const CheckTotal *total, json_t *object) {
    json_t *goals = json_object_get(object, "goals");
    for (size_t i = 0; i < exercise->goal_count; i++) {
        bool seen = total != NULL && total->launch_count == exercise->launch_count, met = true;
        for (size_t k = 0; seen && k < total->launch_count; k++) {
            const LaunchReport *launch = &total->launches[k];
            seen = launch->outcomes != NULL && i < launch->outcome_count && !launch->outcomes[i].later;
            if (seen) met = met && (launch->outcomes[i].met || launch->outcomes[i].unassembled);
        }
        json_object_set_new(json_array_get(goals, i), "met", seen ? json_boolean(met) : json_null());
    }
}

/* The counts of the launch that decided, by their names. */
static json_t *json_counters(const CheckReport *report) {
    json_t *object = json_object();
    if (report->launch_count == 0) return object;
    const Result *result = report->launches[report->launch_count - 1].result;
    for (Metric metric = 0; result != NULL && metric < metric_count; metric++)
        if (result->metrics.known[metric] && result->metrics.value[metric] != 0)
            json_object_set_new(object, metric_info[metric].name, json_real(result->metrics.value[metric]));
    return object;
}

static json_t *json_seen(Arena *arena, const CheckReport *report) {
    Text text = {0};
    Style style = {.unicode = true, .width = WIDTH};
    text_add(&text, "");
    report_check(&text, &style, report);
    json_t *seen = json_clean(arena, text.data);
    text_free(&text);
    return seen;
}

static void read_source(Arena *arena, const Judging *judging, Source *source, const char **why) {
    const char *byte = memchr(judging->text, 0xff, judging->size);
    const char *name = judging->graded->exercise->file;
    *source = (Source){.path = name, .name = name, .text = judging->text, .size = judging->size};
    *why = judging->size == 0 ? "is empty" : file_why_no_text(arena, judging->text, judging->size);
    if (*why == NULL && byte != NULL) *why = "is no UTF-8 text (it has a byte 0xff)";
    static const char mark[] = "\xef\xbb\xbf"; /* editors on Windows begin a file so */
    if (*why == NULL && source->size > strlen(mark) && text_starts(source->text, mark)) {
        source->text += strlen(mark);
        source->size -= strlen(mark);
    }
    if (*why == NULL) source->text = arena_string_n(arena, source->text, source->size);
    if (*why != NULL) *source = (Source){.path = name, .name = name};
}

static json_t *json_seeds(Arena *arena, const Judging *judging) {
    Source source;
    const char *why;
    read_source(arena, judging, &source, &why);
    ExerciseJob job = {.exercise = judging->graded->exercise, .source = &source};
    json_t *seeds = json_array();
    for (size_t i = 0; why == NULL && i < job.exercise->launch_count; i++)
        json_array_append_new(seeds, json_integer((json_int_t)exercise_seed(arena, &job, i)));
    return seeds;
}

static json_t *json_provenance(Arena *arena, const Judging *judging) {
    const Session *session = judging->session;
    json_t *object = json_object(), *schedules = json_array();
    json_array_append_new(schedules, json_string("its own"));
    for (size_t i = 0; i < EXERCISE_ORDERS; i++)
        json_array_append_new(schedules, json_string(order_name(arena, exercise_orders[i])));
    json_object_set_new(object, "program", json_string("warpschool " WARPSCHOOL_VERSION));
    json_object_set_new(object, "compiler", json_clean(arena, judging->compiler));
    json_object_set_new(object, "arch", json_string(session->options.arch));
    json_object_set_new(object, "pack", json_string(judging->pack_digest));
    json_object_set_new(object, "file", json_string(sha256_text(arena, judging->text, judging->size)));
    json_object_set_new(object, "schedules", schedules);
    json_object_set_new(object, "seeds", json_seeds(arena, judging));
    json_object_set_new(object, "processor_seconds", json_integer(session->options.timeout));
    json_object_set_new(object, "memory_bytes", json_integer((json_int_t)session->options.memory));
    return object;
}

static json_t *begin_result(Arena *arena, const Judging *judging, const char *verdict) {
    json_t *object = json_object();
    json_object_set_new(object, "format", json_integer(FORMAT));
    json_object_set_new(object, "exercise", json_string(judging->graded->exercise->id));
    json_object_set_new(object, "lesson", json_string(judging->graded->lesson->id));
    json_object_set_new(object, "verdict", json_string(verdict));
    json_object_set_new(object, "provenance", json_provenance(arena, judging));
    return object;
}

static char *end_result(Arena *arena, json_t *object) {
    char *text = json_dumps(object, JSON_SORT_KEYS), *copy = arena_string(arena, text);
    free(text);
    json_decref(object);
    return copy;
}

char *judging_failure(Arena *arena, const Judging *judging, const char *verdict, const char *why) {
    json_t *object = begin_result(arena, judging, verdict);
    Points points;
    const HiddenReport *hidden = hidden_part_report(judging->session, judging->graded->exercise);
    exercise_points(judging->graded->exercise, NULL, 0, hidden, arena, &points);
    add_points(arena, judging->graded->exercise, hidden, &points, object);
    add_met(judging->graded->exercise, NULL, object);
    json_object_set_new(object, "broken_by", json_null());
    json_object_set_new(object, "counters", json_object());
    json_object_set_new(object, "messages", json_array());
    json_object_set_new(object, "seen", json_clean(arena, why));
    return end_result(arena, object);
}

static char *take_result(Arena *arena, const Judging *judging, const Checked *checked) {
    json_t *object = begin_result(arena, judging, verdict_name[checked->verdict]);
    const Exercise *exercise = judging->graded->exercise;
    const CheckReport *report = &checked->report;
    Points none;
    exercise_points(exercise, NULL, 0, report->hidden, arena, &none);
    add_points(arena, exercise, report->hidden, report->total != NULL ? &report->total->points : &none, object);
    add_met(exercise, report->total, object);
    json_object_set_new(object, "broken_by", report->broken_by != NULL ? json_string(report->broken_by) : json_null());
    json_object_set_new(object, "counters", json_counters(report));
    json_object_set_new(object, "messages", json_messages(report->diags));
    json_object_set_new(object, "seen", json_seen(arena, report));
    const Image *image = checked->count > 0 ? checked->outcomes[0]->prepared.launch.image : NULL;
    json_object_set_new(object, "shape", json_clean(arena, image != NULL ? shape_of(arena, image->ptx) : ""));
    return end_result(arena, object);
}

static void write_result(int fd, const char *result) {
    for (size_t size = strlen(result); size > 0;) {
        ssize_t step = write(fd, result, size);
        if (step <= 0) _exit(1);
        result += step;
        size -= (size_t)step;
    }
}

void judging_work(void *context, int fd) {
    const Judging *judging = context;
    Session *session = judging->session;
    const Graded *graded = judging->graded;
    Arena *arena = session->scratch;
    Checking checking = {.lesson = graded->lesson, .exercise = graded->exercise, .all = true};
    const char *name = graded->lesson->source != NULL ? graded->lesson->source : "", *why,
               *text = graded->reference_text;
    Source reference = {.path = name, .name = name, .text = text, .size = text != NULL ? strlen(text) : 0};
    Checked checked;
    read_source(arena, judging, &checking.source, &why);
    session->walled = true;
    if (why != NULL)
        checking_refuse(session, &checking, why, NULL, &checked);
    else
        checking_run(session, &checking, &reference, &checked);
    whole_program_forget(session);
    if (checked.interrupted) _exit(1); /* no result: it is judged another time */
    write_result(fd, take_result(arena, judging, &checked));
}
