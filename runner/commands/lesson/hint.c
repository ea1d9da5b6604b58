#include "commands/commands.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "teach/workspace.h"

/* Whether the lesson's steps are still on, and its exercise was neither shown nor named: a hint would be spent on a
 * task that the student has not read. */
static bool comes_before_its_task(const Session *session, const Exercise *exercise, bool named) {
    bool at_steps = session->lesson != NULL && session->step < session->lesson->step_count;
    return session->mode != MODE_COMMAND && at_steps && !named && !session->exercise_shown && !session->at_exercise &&
           progress_hints_shown(session->progress, exercise->id) == 0;
}

int command_hint(Session *session, int count, char **words) {
    Lesson *lesson;
    Exercise *exercise = session_find_exercise(session, count > 0 ? words[0] : NULL, &lesson);
    if (exercise == NULL) return session->failure;
    if (comes_before_its_task(session, exercise, count > 0)) {
        say_prose(
            session,
            "Steps have no hints, and the lesson's exercise `%s` comes after them: `exercise` shows it now, `hint "
            "%s` gives its first hint.",
            exercise->id, exercise->id);
        return STATUS_DONE;
    }
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
