#include "commands/commands.h"
#include "teach/say.h"
#include "teach/teach.h"

int command_back(Session *session, int count, char **words) {
    (void)count, (void)words;
    if (session->mode != MODE_COMMAND) return teach_back(session);
    complain(session, "`warpschool start LESSON STEP` opens a lesson at a step", "back is for the prompt");
    return STATUS_USAGE;
}
