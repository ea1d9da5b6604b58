/* The launches of a step. */
#ifndef WARPSCHOOL_TEACH_STEPS_H
#define WARPSCHOOL_TEACH_STEPS_H

#include "teach/launch/execute.h"

/* Calls visit for each launch of a step, in order: one, or one for each point of a sweep or row of a comparison. visit
 * owns the outcome; label is what tells it from the others ("stride=4", "padded"), or the step's id. Stops when visit
 * returns false. With values of the student's own the lesson's expectations do not apply. */
typedef bool LaunchVisit(void *context, const Step *step, const char *label, LaunchOutcome *outcome);
void step_each_launch(Session *session, const Lesson *lesson, const Step *step, const Source *source,
                      LaunchVisit *visit, void *context);
const LaunchSpec *step_launch(const Step *step); /* the first one; NULL for a step of text only */
/* The step of that id or number, from 1; NULL with the complaint made. */
const Step *step_find(Session *session, const Lesson *lesson, const char *name);
/* The names that texts can use before any launch: parameters, device and architecture. In scratch. */
void lesson_env(Session *session, const Lesson *lesson, LaunchEnv *env);

/* A step that has run and was reported. The outcomes' buffers are dropped. */
typedef struct StepRun {
    LaunchOutcome **outcomes;
    size_t count;
    int status; /* the exit code of the first verdict that is not passed, else 0 */
    bool interrupted, no_compiler, no_device;
} StepRun;
void step_run(Session *session, const Lesson *lesson, const Step *step, StepRun *run);
void step_run_free(StepRun *run);

#endif
