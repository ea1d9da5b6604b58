#include "commands/commands.h"
#include "teach/say.h"
#include "teach/teach.h"

int command_predict(Session *session, int count, char **words) {
    (void)words, (void)count;
    Lesson *lesson = session_current_lesson(session);
    if (lesson == NULL) return session->failure;
    /* The prediction of the step whose launch comes next, else the last one that was passed, else the
     * lesson's first. */
    const Step *step = NULL;
    size_t reached = lesson != session->lesson ? 0 : session->step + (session->shown ? 1 : 0);
    for (size_t i = 0; i < lesson->step_count && (step == NULL || i < reached); i++)
        if (lesson->steps[i].predict != NULL) step = &lesson->steps[i];
    if (step == NULL) {
        complain(session, "`quiz` asks its questions", "lesson %s has no predictions", lesson->id);
        return STATUS_USAGE;
    }
    session_take_answers(session);
    if (teach_step_waits(session) && step == &lesson->steps[session->step]) {
        session->asked = false;
        return teach_next(session);
    }
    return teach_predict(session, lesson, step);
}
