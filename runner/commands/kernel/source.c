/* source: a kernel's text with what its lines cost in the margin. */
#include <string.h>

#include "commands/commands.h"
#include "commands/kernel/subject.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "teach/teach.h"

/* The subject's first launch of that kernel; false: it has none. */
static bool launches_kernel(const Subject *subject, const char *kernel, size_t *number) {
    for (*number = 0; *number < subject->count; (*number)++)
        if (text_equal(subject_kernel(subject, *number), kernel)) return true;
    return false;
}

/* A step of the lesson that launches the kernel. */
static bool find_step(Subject *subject, const char *kernel, size_t *number) {
    const Lesson *lesson = subject->lesson;
    for (size_t i = 0; subject->step != NULL && i < lesson->step_count; i++) {
        if (step_launch(&lesson->steps[i]) == NULL) continue;
        subject_take_step(subject, &lesson->steps[i]);
        if (launches_kernel(subject, kernel, number)) return true;
    }
    return false;
}

/* The launch of the file as it was shipped, where the student has changed it; else NULL. */
static LaunchOutcome *launch_shipped(Session *session, const Subject *subject, size_t number) {
    const char *why, *path;
    if (subject->exercise == NULL) return NULL;
    path = workspace_file(session, session->scratch, subject->exercise);
    const char *text = workspace_shipped(session, session->scratch, subject->exercise, &why);
    if (text == NULL || text_equal(text, subject->source.text)) return NULL;
    Source shipped = {.path = path, .name = subject->source.name, .text = text, .size = strlen(text)};
    return subject_launch(session, subject, number, &shipped, (Recording){0});
}

/* Before a prediction the text alone: its counts would be the answer. */
static int say_uncounted(Session *session, const Subject *subject, size_t number) {
    Text out = {0};
    report_source(&out, &session->style, subject->source.text, subject_kernel(subject, number));
    subject_say(session, subject, number);
    say_gap(session);
    say(session, &out);
    say_styled(session, ROLE_DIM, "What each line costs is shown once you have made the step's prediction.");
    return STATUS_DONE;
}

static int say_counted(Session *session, const Subject *subject, size_t number) {
    if (subject_tells_answer(session, subject)) return say_uncounted(session, subject, number);
    LaunchOutcome *outcome = subject_launch(session, subject, number, NULL, (Recording){0});
    LaunchOutcome *shipped = outcome->ran ? launch_shipped(session, subject, number) : NULL;
    int status = STATUS_DONE;
    Text out = {0};
    if (session->options.json) {
        LaunchOutcome *both[] = {outcome, shipped};
        if (shipped != NULL) shipped->report.step = "as shipped";
        status = subject_write_json(session, subject, both, shipped != NULL ? 2 : 1);
        outcome_free(shipped);
        outcome_free(outcome);
        return status;
    }
    if (outcome->ran) {
        const LaunchReport *before = shipped != NULL && shipped->ran ? &shipped->report : NULL;
        report_annotated(&out, &session->style, &outcome->report, subject_kernel(subject, number), before);
    } else { /* the text is shown all the same */
        say_outcome(session, outcome);
        status = status_after(STATUS_DONE, outcome);
        report_source(&out, &session->style, subject->source.text, subject_kernel(subject, number));
    }
    subject_say(session, subject, number);
    say_gap(session);
    say(session, &out);
    outcome_free(shipped);
    outcome_free(outcome);
    return status;
}

int command_source(Session *session, int count, char **words) {
    Subject subject;
    size_t number;
    int settings = subject_settings(count, words);
    if (count - settings > 1) return command_usage(session);
    const char *kernel = count > settings ? words[0] : NULL;
    if (settings > 0)
        return subject_find_set(session, kernel, settings, words + count - settings, &subject)
                   ? say_counted(session, &subject, 0)
                   : session->failure;
    /* A word that names no kernel of what is at hand is a lesson, an exercise or a file. */
    bool found = subject_find(session, NULL, &subject);
    if (kernel != NULL && found && subject.source.text != NULL &&
        (launches_kernel(&subject, kernel, &number) || find_step(&subject, kernel, &number)))
        return say_counted(session, &subject, number);
    if (kernel != NULL && found && !session->options.json && subject.source.text != NULL &&
        report_source_defines(subject.source.text, kernel)) {
        Text out = {0};
        report_source(&out, &session->style, subject.source.text, kernel);
        say_styled(session, ROLE_DIM, "%s; no launch here begins with it", subject.source.name);
        say(session, &out);
        return STATUS_DONE;
    }
    if (kernel != NULL && !subject_find(session, kernel, &subject)) return session->failure;
    if (kernel == NULL && !found) return session->failure;
    if (!subject_number(session, &subject, &number)) return session->failure;
    return say_counted(session, &subject, number);
}
