#include "commands/commands.h"
#include "teach/teach.h"

/* On the command line one `next` is one whole step, because no later command knows that its text was shown. */
int command_next(Session *session, int count, char **words) {
    (void)count, (void)words;
    if (session->mode != MODE_COMMAND) return teach_next(session);
    session_take_answers(session);
    int status = teach_next(session);
    if (session->lesson == NULL) return status; /* none can be taught */
    return teach_step_waits(session) || session->step == session->lesson->step_count ? teach_next(session) : status;
}
