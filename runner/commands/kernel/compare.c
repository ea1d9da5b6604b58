/* compare: two launches of a lesson, two versions of an exercise's file, or two files, side by side. */
#include <string.h>

#include "base/vec.h"
#include "commands/commands.h"
#include "commands/kernel/subject.h"
#include "teach/launch/params.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "teach/teach.h"

/* One of the two: a launch of a step, or the exercise's launch on a file. */
typedef struct Side {
    Subject subject;
    size_t number;
    Source source;
    const char *name;
} Side;

static bool is_file(const char *name) {
    return text_ends(name, ".cu") || strchr(name, '/') != NULL;
}

/* A launch of the step that is named so: by its label ("stride=4"), its number, or for a step with one launch the
 * step's id. */
static bool find_in_step(Session *session, Subject *subject, const char *name, bool numbers, size_t *number) {
    int64_t wanted;
    if (numbers && text_to_i64(name, &wanted) && wanted >= 1 && (size_t)wanted <= subject->count) {
        *number = (size_t)wanted - 1;
        return true;
    }
    for (*number = 0; *number < subject->count; (*number)++)
        if (text_equal(subject_label(session, subject, *number), name)) return true;
    *number = 0;
    return subject->step != NULL && subject->step->kind == STEP_LAUNCH && text_equal(subject->step->id, name);
}

/* stride=20: the launch of the step at hand, or of the first one that depends on the parameter, with that value. False
 * without a complaint where it is no parameter. */
static bool find_value(Session *session, const Subject *at_hand, const char *name, Side *side, bool *complained) {
    const char *equals = strchr(name, '='), *param;
    const Lesson *lesson = at_hand->lesson;
    if (equals == NULL || at_hand->step == NULL) return false;
    const Param *known = lesson_param(lesson, arena_string_n(session->scratch, name, (size_t)(equals - name)));
    if (known == NULL) return false;
    int64_t *values;
    size_t count;
    const Step *step = teach_step_uses(at_hand->step, known->name) ? at_hand->step : NULL;
    for (size_t i = 0; step == NULL && i < lesson->step_count; i++)
        if (step_launch(&lesson->steps[i]) != NULL && teach_step_uses(&lesson->steps[i], known->name))
            step = &lesson->steps[i];
    if (step == NULL) return false;
    *complained = !param_list(session, lesson, name, &param, &values, &count);
    if (*complained || count != 1) return false;
    side->subject = *at_hand;
    subject_take_step(&side->subject, step);
    side->subject.own = (Binding){param, values[0], {0}};
    side->number = 0;
    return true;
}

/* A step by its number, where it has one launch. */
static bool find_step(Subject *subject, const char *name) {
    int64_t number;
    const Lesson *lesson = subject->lesson;
    if (!text_to_i64(name, &number) || number < 1 || (size_t)number > lesson->step_count) return false;
    const Step *step = &lesson->steps[number - 1];
    if (step->kind != STEP_LAUNCH) return false;
    subject_take_step(subject, step);
    return true;
}

/* First among the launches of the step at hand, then in the lesson's other steps. */
static bool find_launch(Session *session, const Subject *at_hand, const char *name, Side *side) {
    side->subject = *at_hand;
    side->name = name;
    if (find_in_step(session, &side->subject, name, true, &side->number)) {
        side->name = at_hand->count > 1 ? subject_label(session, at_hand, side->number) : name;
        return true;
    }
    const Lesson *lesson = at_hand->lesson;
    VEC(const char *) labels = {0};
    for (size_t i = 0; at_hand->step != NULL && i < lesson->step_count; i++) {
        if (step_launch(&lesson->steps[i]) == NULL) continue;
        subject_take_step(&side->subject, &lesson->steps[i]);
        if (find_in_step(session, &side->subject, name, false, &side->number)) return true;
        for (size_t k = 0; k < side->subject.count; k++)
            vec_push(session->scratch, &labels, subject_label(session, &side->subject, k));
    }
    bool complained = false;
    session->failure = STATUS_USAGE;
    if (at_hand->step != NULL && find_step(&side->subject, name)) {
        side->name = arena_printf(session->scratch, "step %s", name);
        side->number = 0;
        return true;
    }
    if (find_value(session, at_hand, name, side, &complained)) return true;
    if (complained) return false;
    const char *nearest = text_nearest(name, labels.at, labels.count);
    complain(session,
             nearest != NULL ? arena_printf(session->scratch, "did you mean '%s'?", nearest)
                             : "name a row such as stride=4, a launch's number, a step with one launch, or a file",
             "no launch of %s is called '%s'", lesson->id, name);
    return false;
}

static bool read_version(Session *session, const Subject *subject, const char *name, Side *side) {
    const char *why;
    side->subject = *subject;
    side->name = name;
    if (source_read_answer(session->scratch, name, &side->source, &why) == SOURCE_READ) return true;
    session->failure = STATUS_USAGE;
    complain(session, "name a CUDA source file", "%s %s", name, why);
    return false;
}

/* The exercise's file as shipped, and as it is. */
static bool take_versions(Session *session, const Subject *subject, Side sides[2]) {
    const char *why, *path = workspace_file(session, session->scratch, subject->exercise);
    const char *text = workspace_shipped(session, session->scratch, subject->exercise, &why);
    session->failure = STATUS_ERROR;
    if (text == NULL) {
        complain(session, NULL, "%s", why);
        return false;
    }
    sides[1] = (Side){.subject = *subject, .name = "now"};
    if (source_read(session->scratch, path, &sides[1].source, &why) != SOURCE_READ) {
        complain(session, NULL, "%s %s", sides[1].source.name, why);
        return false;
    }
    sides[0] = (Side){.subject = *subject, .name = "as shipped", .source = sides[1].source};
    sides[0].source.text = text;
    sides[0].source.size = strlen(text);
    return true;
}

/* Two files, one and the student's own, or the shipped one and the student's own. */
static bool find_versions(Session *session, const Subject *subject, int count, char **words, Side sides[2]) {
    size_t number;
    if (!subject_number(session, subject, &number)) return false;
    if (count < 2 && !take_versions(session, subject, sides)) return false;
    for (int i = 0; i < count && i < 2; i++)
        if (!read_version(session, subject, words[i], &sides[i])) return false;
    for (int i = 0; i < 2; i++) sides[i].number = number;
    return true;
}

/* The words NAME=VALUE of one of the two: where two kernels are named, the first is A's and the second B's. */
static char **words_of_side(Session *session, int settings, char **words, int side, int *count) {
    static const char kernel_is[] = "kernel=";
    int kernels = 0, seen = 0;
    char **own = arena_array(session->scratch, char *, (size_t)settings + 1);
    for (int i = 0; i < settings; i++) kernels += text_starts(words[i], kernel_is);
    *count = 0;
    for (int i = 0; i < settings; i++)
        if (kernels != 2 || !text_starts(words[i], kernel_is) || seen++ == side) own[(*count)++] = words[i];
    return own;
}

/* Two files of no exercise, or one and two of its kernels, each launched as `try` does. first: the first one. */
static bool find_trials(Session *session, const Subject *first, int count, char **words, int settings, Side sides[2]) {
    int second_count;
    char **second = words_of_side(session, settings, words + count, 1, &second_count);
    sides[0].subject = *first;
    if (!subject_find_set(session, words[count > 1 ? 1 : 0], second_count, second, &sides[1].subject)) return false;
    for (int i = 0; i < 2; i++) {
        sides[i].source = sides[i].subject.source;
        sides[i].name = count == 2 ? words[i] : subject_kernel(&sides[i].subject, 0);
    }
    if (count == 2 || !text_equal(sides[0].name, sides[1].name)) return true;
    session->failure = STATUS_USAGE;
    complain(session,
             "for example compare OLD.cu NEW.cu, compare FILE kernel=A kernel=B, or compare FILE --exercise NAME",
             "%s is not named like an exercise, and there is no other file to compare it with", words[0]);
    return false;
}

/* A label as it has to be typed: "1 naive" is one word. */
static const char *typed_label(Session *session, const char *label) {
    return strchr(label, ' ') != NULL ? arena_printf(session->scratch, "\"%s\"", label) : label;
}

static bool find_launches(Session *session, const Subject *subject, int count, char **words, Side sides[2]) {
    if (count != 2) {
        const char *a = subject_label(session, subject, 0), *b = subject_label(session, subject, subject->count - 1);
        session->failure = STATUS_USAGE;
        complain(session,
                 subject->count > 1 ? arena_printf(session->scratch, "for example compare %s %s",
                                                   typed_label(session, a), typed_label(session, b))
                                    : "for example a parameter with two values, or two steps; `help compare` says more",
                 "name two launches of %s", subject->lesson->id);
        return false;
    }
    for (int i = 0; i < 2; i++) {
        sides[i] = (Side){.source = subject->source};
        if (!find_launch(session, subject, words[i], &sides[i])) return false;
    }
    return true;
}

/* Words: nothing, one or two files, with NAME=VALUE for the launches of files of no exercise; an exercise with them,
 * or two launches of a lesson that may come first. */
static bool find_sides(Session *session, int count, char **words, Side sides[2]) {
    Subject subject;
    bool files = count > 0 && is_file(words[0]);
    int settings = files ? subject_settings(count, words) : 0;
    count -= settings;
    bool named = !files && (count == 1 || count == 3 || (count == 2 && is_file(words[1])));
    int first_count;
    char **first = words_of_side(session, settings, words + count, 0, &first_count);
    if (!subject_find_set(session, files || named ? words[0] : NULL, first_count, first, &subject)) return false;
    if (subject.trial != NULL) return find_trials(session, &subject, count, words, settings, sides);
    if (named) {
        count--;
        words++;
    }
    if (subject.exercise != NULL && (files || named || count == 0))
        return find_versions(session, &subject, count, words, sides);
    return find_launches(session, &subject, count, words, sides);
}

int command_compare(Session *session, int count, char **words) {
    Side sides[2] = {{.number = 0}};
    if (count > 3 && !is_file(words[0])) return command_usage(session);
    if (!find_sides(session, count, words, sides)) return session->failure;
    for (int i = 0; i < 2; i++)
        if (subject_holds_back(session, &sides[i].subject)) return STATUS_DONE;
    const Exercise *exercise = sides[0].subject.exercise;
    if (exercise != NULL && is_file(sides[0].name) && !session->options.json)
        say_styled(session, ROLE_DIM,
                   "As the exercise %s launches them. With a word such as threads=128: as `try` does.", exercise->id);
    LaunchOutcome *outcomes[2];
    LaunchReport reports[2];
    const char *names[2];
    int status = STATUS_DONE;
    bool ran = true;
    for (int i = 0; i < 2; i++) {
        outcomes[i] = subject_launch(session, &sides[i].subject, sides[i].number, &sides[i].source, (Recording){0});
        names[i] = sides[i].name;
        if (!outcomes[i]->ran && ran && !session->options.json) {
            say_outcome(session, outcomes[i]);
            status = status_after(status, outcomes[i]);
        }
        ran = ran && outcomes[i]->ran;
        reports[i] = outcomes[i]->report;
    }
    if (session->options.json) {
        for (int i = 0; i < 2; i++) outcomes[i]->report.step = names[i];
        if (sides[1].source.text != NULL) sides[1].subject.source = sides[1].source;
        status = subject_write_json(session, &sides[1].subject, outcomes, 2);
    } else if (ran) {
        Text out = {0};
        report_comparison(&out, &session->style, names, reports);
        say_gap(session);
        say(session, &out);
    }
    for (int i = 0; i < 2; i++) outcome_free(outcomes[i]);
    return status;
}
