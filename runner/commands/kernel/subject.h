/* What show and source look at: the launches of a lesson's step, those of an exercise on the student's file, or a
 * launch of any file. */
#ifndef WARPSCHOOL_COMMANDS_SUBJECT_H
#define WARPSCHOOL_COMMANDS_SUBJECT_H

#include "commands/kernel/trial.h"
#include "teach/launch/execute.h"

typedef struct Subject {
    Lesson *lesson;
    const Step *step;         /* or NULL: */
    const Exercise *exercise; /* the exercise whose file it is; or NULL: */
    const Trial *trial;       /* a file of no exercise, launched as `try` does */
    Source source;            /* what is launched */
    Source reference;         /* the lesson's own kernels */
    size_t count;             /* how many launches there are; at least 1 */
    Binding own;              /* a parameter's value in the place of the lesson's and the student's; or no name */
} Subject;

/* name: a lesson, an exercise or a file (*.cu), or NULL; the options --exercise and --step choose too. Without any of
 * them: at the prompt the exercise that was shown or checked last, else the step that was reached last; else the
 * current lesson's first step with a launch. A file that is not named like an exercise is launched as `try` does, where
 * no exercise is at hand. False with the complaint made and session->failure set. */
bool subject_find(Session *session, const char *name, Subject *subject);
/* The same with words NAME=VALUE, which name must be a file for: it is launched as `try` does with them, and
 * kernel=NAME chooses the kernel. */
bool subject_find_set(Session *session, const char *name, int count, char **settings, Subject *subject);
/* How many of the words, at their end, are NAME=VALUE. */
int subject_settings(int count, char **words);

/* Makes a step of its lesson the subject, whose source is the lesson's already. */
void subject_take_step(Subject *subject, const Step *step);

/* Launch number `number`, from 0. source: in the place of the subject's own, or NULL; an exercise's launch draws by the
 * subject's own in any case. Nothing is judged by goals. Never
 * NULL; to be freed with outcome_free. */
LaunchOutcome *subject_launch(Session *session, const Subject *subject, size_t number, const Source *source,
                              Recording recording);
const LaunchSpec *subject_spec(const Subject *subject, size_t number);
/* Its kernel as the source calls it. */
const char *subject_kernel(const Subject *subject, size_t number);
/* What tells the launch from the others: "stride=4", "padded", or "launch 2"; in scratch. */
const char *subject_label(Session *session, const Subject *subject, size_t number);
/* Whether what a launch of the subject measured may tell the answer to a prediction that the student has not made yet:
 * one of its own step, or of the step where the student is, whose kernel it launches again. Objects (--json) are for
 * programs and tell nothing. */
bool subject_tells_answer(Session *session, const Subject *subject);
/* Whether what it measured may not be shown yet for that reason; then says so. */
bool subject_holds_back(Session *session, const Subject *subject);
/* The launch that --launch names, else the first; from 0. False with the complaint made where there is none. */
bool subject_number(Session *session, const Subject *subject, size_t *number);
/* subject_json.c: prints the launches as one object, as `run --json` does; the exit code. Where one could not be tried
 * at all, only says why. */
int subject_write_json(Session *session, const Subject *subject, LaunchOutcome *const *outcomes, size_t count);
/* Says in a dim line which launch of what follows. */
void subject_say(Session *session, const Subject *subject, size_t number);

#endif
