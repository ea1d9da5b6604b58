#include "commands/kernel/subject.h"

#include <string.h>

#include "base/file.h"
#include "teach/exercises.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "teach/teach.h"

/* ---- which one --------------------------------------------------------------------------------------------------- */

static size_t launches_of(const Step *step) {
    if (step->kind == STEP_SWEEP) return step->over_count;
    return step->kind == STEP_COMPARE ? step->row_count : 1;
}

static const Step *first_launch(const Lesson *lesson) {
    for (size_t i = 0; i < lesson->step_count; i++)
        if (step_launch(&lesson->steps[i]) != NULL) return &lesson->steps[i];
    return NULL;
}

/* The step that --step names. */
static const Step *named_step(Session *session, const Lesson *lesson) {
    const char *name = session->options.step;
    int64_t number;
    bool numbered = text_to_i64(name, &number);
    for (size_t i = 0; i < lesson->step_count; i++) {
        const Step *step = &lesson->steps[i];
        if ((numbered && number == (int64_t)i + 1) || text_equal(step->id, name)) return step;
    }
    return NULL;
}

void subject_take_step(Subject *subject, const Step *step) {
    subject->step = step;
    subject->count = launches_of(step);
}

static bool take_step(Session *session, Subject *subject) {
    const Lesson *lesson = subject->lesson;
    const Step *step = session->options.step != NULL ? named_step(session, lesson) : NULL;
    session->failure = STATUS_USAGE;
    if (session->options.step == NULL && lesson == session->lesson) step = teach_current_step(session);
    if (session->options.step == NULL && step == NULL) step = first_launch(lesson);
    if (step == NULL || step_launch(step) == NULL) {
        if (session->options.step == NULL)
            complain(session, NULL, "lesson %s launches nothing", lesson->id);
        else
            complain(session, arena_printf(session->scratch, "it has steps 1 to %zu", lesson->step_count),
                     "lesson %s has no step '%s' with a launch", lesson->id, session->options.step);
        return false;
    }
    subject_take_step(subject, step);
    if (!source_of_launch(session, session->scratch, lesson, step_launch(step), &subject->source)) {
        session->failure = STATUS_ERROR;
        return false;
    }
    subject->reference = subject->source;
    return true;
}

/* file NULL: the one that the student edits. */
static bool take_exercise(Session *session, Subject *subject, const Exercise *exercise, const char *file) {
    subject->exercise = exercise;
    subject->count = exercise->launch_count;
    session->failure = STATUS_USAGE;
    const char *why, *own = workspace_file(session, session->scratch, exercise);
    SourceStatus read = file != NULL ? source_read_answer(session->scratch, file, &subject->source, &why)
                                     : source_read(session->scratch, own, &subject->source, &why);
    if (read != SOURCE_READ) {
        complain(session, NULL, "%s %s", subject->source.name, why);
        return false;
    }
    if (source_of_lesson(session, session->scratch, subject->lesson, &subject->reference)) return true;
    session->failure = STATUS_ERROR;
    return false;
}

int subject_settings(int count, char **words) {
    int settings = 0;
    while (settings < count && strchr(words[count - 1 - settings], '=') != NULL) settings++;
    return settings;
}

static bool take_file(Session *session, Subject *subject, const char *file, int count, char **settings) {
    Trial *trial = trial_read(session, file, NULL, count, settings);
    if (trial == NULL) return false;
    subject->trial = trial;
    subject->lesson = &trial->lesson;
    subject->count = 1;
    subject->source = subject->reference = trial->source;
    return true;
}

static bool is_file_name(const char *name) {
    return name != NULL && (text_ends(name, ".cu") || strchr(name, '/') != NULL);
}

/* NAME=VALUE is for a file that is launched as `try` does; an exercise and a lesson say how they are launched. */
static bool refuse_settings(Session *session, const char *word) {
    session->failure = STATUS_USAGE;
    complain(session, "name a file, as in show race FILE.cu threads=256; `set` changes a lesson's parameters",
             "%s belongs to no file here", word);
    return false;
}

bool subject_find_set(Session *session, const char *name, int count, char **settings, Subject *subject) {
    *subject = (Subject){0};
    const char *nearest, *wanted = session->options.exercise, *file = is_file_name(name) ? name : NULL;
    Exercise *exercise = NULL;
    if (count > 0 && (file == NULL || wanted != NULL)) return refuse_settings(session, settings[0]);
    if (count > 0) return take_file(session, subject, file, count, settings);
    if (wanted != NULL && (exercise = session_find_exercise(session, wanted, &subject->lesson)) == NULL) return false;
    if (exercise == NULL && name != NULL)
        exercise = pack_find_exercise(session->pack, path_base(name), &subject->lesson, &nearest);
    if (exercise == NULL && (file != NULL || name == NULL) && session->options.step == NULL &&
        session->exercise != NULL && session->at_exercise) {
        exercise = session->exercise;
        subject->lesson = session_lesson_of(session, exercise);
    }
    if (exercise != NULL) return take_exercise(session, subject, exercise, file);
    if (file != NULL) return take_file(session, subject, file, 0, NULL);
    subject->lesson = name != NULL ? session_find_lesson(session, name) : session_current_lesson(session);
    return subject->lesson != NULL && take_step(session, subject);
}

bool subject_find(Session *session, const char *name, Subject *subject) {
    return subject_find_set(session, name, 0, NULL, subject);
}

/* ---- its launches ------------------------------------------------------------------------------------------------ */

const LaunchSpec *subject_spec(const Subject *subject, size_t number) {
    if (subject->exercise != NULL) return &subject->exercise->launches[number];
    if (subject->trial != NULL) return &subject->trial->spec;
    return subject->step->kind == STEP_COMPARE ? subject->step->rows[number].launch : subject->step->launch;
}

const char *subject_kernel(const Subject *subject, size_t number) {
    if (subject->trial != NULL) return subject->trial->kernel;
    const LaunchSpec *spec = subject_spec(subject, number);
    return spec->kernel != NULL ? spec->kernel : spec->program;
}

const char *subject_label(Session *session, const Subject *subject, size_t number) {
    const Step *step = subject->step;
    if (step != NULL && step->kind == STEP_COMPARE) return step->rows[number].label;
    if (step != NULL && step->kind == STEP_SWEEP)
        return arena_printf(session->scratch, "%s=%lld", step->over, (long long)step->over_values[number]);
    return arena_printf(session->scratch, "launch %zu", number + 1);
}

LaunchOutcome *subject_launch(Session *session, const Subject *subject, size_t number, const Source *source,
                              Recording recording) {
    const Step *step = subject->step;
    Binding overrides[SESSION_BINDINGS + 2];
    size_t count = 0;
    bool sweeps = step != NULL && step->kind == STEP_SWEEP, here = step != NULL && subject->lesson == session->lesson;
    const char *own = subject->own.name;
    if (own != NULL) overrides[count++] = subject->own;
    for (size_t i = 0; here && i < session->set_count; i++)
        if (!text_equal(session->set[i].name, own) && (!sweeps || !text_equal(session->set[i].name, step->over)))
            overrides[count++] = session->set[i];
    if (sweeps && !text_equal(step->over, own))
        overrides[count++] = (Binding){step->over, step->over_values[number], step->loc};
    LaunchJob job = {.lesson = subject->lesson,
                     .spec = subject_spec(subject, number),
                     .label = subject_label(session, subject, number),
                     .source = source != NULL ? source : &subject->source,
                     .reference = &subject->reference,
                     .overrides = overrides,
                     .override_count = count,
                     .step = step,
                     .recording = recording};
    if (subject->exercise != NULL) {
        ExerciseJob drawn = {.exercise = subject->exercise, .source = &subject->source};
        exercise_draw(session->scratch, &drawn, number, &job);
    }
    teach_see_answer(session, subject->lesson, step);
    if (job.source == &subject->source && step != NULL) job.reference = job.source;
    LaunchOutcome *outcome = launch_execute(session, &job);
    if (outcome->ran && subject->trial != NULL) outcome->shown.launch.kernel = subject->trial->kernel;
    return outcome;
}

/* Whether the subject is a later step that launches the kernel of the step where the student is. */
static bool is_launched_again(const Session *session, const Subject *subject, const Step *here) {
    const LaunchSpec *asked = here != NULL ? step_launch(here) : NULL;
    const LaunchSpec *again = subject->step != NULL ? step_launch(subject->step) : NULL;
    if (asked == NULL || again == NULL || subject->lesson != session->lesson || subject->step < here) return false;
    return text_equal(asked->kernel, again->kernel) && text_equal(asked->program, again->program);
}

bool subject_tells_answer(Session *session, const Subject *subject) {
    if (session->options.json) return false;
    if (teach_prediction_open(session, subject->lesson, subject->step)) return true;
    const Step *here = teach_step_waits(session) ? teach_current_step(session) : NULL;
    return is_launched_again(session, subject, here) && teach_prediction_open(session, session->lesson, here);
}

bool subject_holds_back(Session *session, const Subject *subject) {
    if (!subject_tells_answer(session, subject)) return false;
    say_prose(session, "%s",
              "What this launch measured may tell the answer to the step's prediction, so it is shown afterwards: "
              "answer the question, or give it up with two Enters there.");
    return true;
}

bool subject_number(Session *session, const Subject *subject, size_t *number) {
    int64_t wanted = session->options.launch;
    *number = wanted > 0 ? (size_t)wanted - 1 : 0;
    if (*number < subject->count) return true;
    session->failure = STATUS_USAGE;
    complain(session, NULL, "there is no launch %lld: there %s %zu", (long long)wanted,
             subject->count == 1 ? "is only" : "are only", subject->count);
    return false;
}

/* At the prompt of a lesson: how to look at its step where an exercise is the subject, and the other way round. */
static const char *the_other(Session *session, const Subject *subject) {
    const Step *step = teach_current_step(session);
    if (session->mode == MODE_COMMAND || session->lesson != subject->lesson) return "";
    if (subject->exercise != NULL && step != NULL)
        return arena_printf(session->scratch, "; --step %zu: the lesson's step",
                            (size_t)(step - session->lesson->steps) + 1);
    if (subject->exercise == NULL && session->exercise != NULL)
        return arena_printf(session->scratch, "; --exercise %s: your file", session->exercise->id);
    return "";
}

void subject_say(Session *session, const Subject *subject, size_t number) {
    const char *file = subject->step == NULL ? path_for_message(session->scratch, subject->source.name) : NULL;
    const char *which =
        subject->count > 1 ? arena_printf(session->scratch, ", launch %zu of %zu", number + 1, subject->count) : "";
    if (subject->step != NULL && subject->step->kind != STEP_LAUNCH)
        which = arena_printf(session->scratch, "%s: %s", which, subject_label(session, subject, number));
    if (subject->trial != NULL)
        say_styled(session, ROLE_DIM, "%s as `try` runs it: kernel=%s %s(--exercise NAME: as an exercise launches it)",
                   file, subject->trial->kernel, subject->trial->told);
    else if (subject->exercise != NULL)
        say_styled(session, ROLE_DIM, "%s for the exercise %s%s%s", file, subject->exercise->id, which,
                   the_other(session, subject));
    else
        say_styled(session, ROLE_DIM, "%s, step %zu%s%s", subject->lesson->id,
                   (size_t)(subject->step - subject->lesson->steps) + 1, which, the_other(session, subject));
}
