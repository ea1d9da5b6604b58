#include "commands/commands.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "teach/workspace.h"

int command_hint(Session *session, int count, char **words) {
    Lesson *lesson;
    Exercise *exercise = session_find_exercise(session, count > 0 ? words[0] : NULL, &lesson);
    if (exercise == NULL) return session->failure;
    if (!session->at_exercise || exercise != session->exercise)
        say_styled(session, ROLE_DIM, "For the exercise %s:", exercise->id);
    session_take_exercise(session, exercise);
    size_t shown = (size_t)progress_hints_shown(session->progress, exercise->id);
    bool all = shown >= exercise->hint_count;
    if (!all) progress_set_hints(session->progress, exercise->id, (int)++shown);
    session_check_progress(session);
    LaunchEnv env;
    lesson_env(session, lesson, &env);
    for (size_t i = all ? 0 : shown - 1; i < (all ? exercise->hint_count : shown); i++) {
        const char *text =
            arena_printf(session->scratch, "**Hint %zu of %zu.** %s", i + 1, exercise->hint_count, exercise->hints[i]);
        say_markdown(session, text, &env.env, exercise->loc);
    }
    bool solved = !workspace_lacks_solutions(session, exercise);
    if (all) say_prose(session, "These were all the hints.%s", solved ? " `solution` shows one way to do it." : "");
    return STATUS_DONE;
}
