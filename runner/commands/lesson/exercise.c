#include "commands/commands.h"
#include "teach/exercise_text.h"

int command_exercise(Session *session, int count, char **words) {
    Lesson *lesson;
    Exercise *exercise = session_find_exercise(session, count > 0 ? words[0] : NULL, &lesson);
    if (exercise == NULL) return session->failure;
    session_take_exercise(session, exercise);
    session->exercise_shown = true;
    exercise_say(session, exercise);
    return STATUS_DONE;
}
