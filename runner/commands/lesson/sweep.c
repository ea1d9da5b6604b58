#include "commands/commands.h"
#include "teach/launch/params.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "teach/steps_json.h"
#include "teach/teach.h"

/* The step where the student is; else the lesson's first with a launch. */
static const Step *step_to_sweep(Session *session, const Lesson *lesson) {
    const Step *step = lesson == session->lesson ? teach_current_step(session) : NULL;
    for (size_t i = 0; step == NULL && i < lesson->step_count; i++)
        if (step_launch(&lesson->steps[i]) != NULL) step = &lesson->steps[i];
    return step;
}

int command_sweep(Session *session, int count, char **words) {
    char **joined;
    size_t size = param_words(session, count, words, &joined);
    Lesson *lesson = size > 1 ? session_find_lesson(session, joined[0]) : session_current_lesson(session);
    if (lesson == NULL) return session->failure;
    if (size == 0 || size > 2) return command_usage(session);
    const Step *step = step_to_sweep(session, lesson);
    if (step == NULL) {
        complain(session, NULL, "lesson %s launches nothing", lesson->id);
        return STATUS_USAGE;
    }
    /* Without the step's expectations, which are about the lesson's own values. */
    Step own = {.kind = STEP_SWEEP,
                .id = step->id,
                .launch = (LaunchSpec *)step_launch(step),
                .show = step->show,
                .show_count = step->show_count,
                .loc = step->loc};
    if (!param_list(session, lesson, joined[size - 1], &own.over, &own.over_values, &own.over_count))
        return STATUS_USAGE;
    if (session->options.json) return steps_as_json(session, lesson, &own, 1);
    if (!teach_step_uses(&own, own.over))
        say_prose(session, "The step that `sweep` launches does not depend on `%s`: every row will be the same.",
                  own.over);
    StepRun run;
    step_run(session, lesson, &own, &run);
    int status = run.status;
    teach_give_up_prediction(session, lesson, step);
    step_run_free(&run);
    return status;
}
