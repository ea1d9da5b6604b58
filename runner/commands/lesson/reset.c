#include "commands/commands.h"
#include "teach/say.h"
#include "teach/workspace.h"

int command_reset(Session *session, int count, char **words) {
    Lesson *lesson;
    Exercise *exercise = session_find_exercise(session, count > 0 ? words[0] : NULL, &lesson);
    if (exercise == NULL) return session->failure;
    session_take_exercise(session, exercise);
    char *backup;
    const char *why;
    const char *file = path_for_message(session->scratch, workspace_file(session, session->scratch, exercise));
    if (!workspace_reset(session, session->scratch, exercise, &backup, &why)) {
        complain(session, "nothing was changed", "%s cannot be reset: %s", file, why);
        return STATUS_ERROR;
    }
    if (backup == NULL)
        say_prose(session, "%s is as it was shipped.", code_span(session, file));
    else
        say_prose(session, "%s is as it was shipped again. Your version is kept in %s.", code_span(session, file),
                  code_span(session, path_for_message(session->scratch, backup)));
    return STATUS_DONE;
}
