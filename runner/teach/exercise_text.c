/* See exercise_text.h. */
#include "teach/exercise_text.h"

#include "base/file.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "teach/workspace.h"

/* What the course says of the exercise. */
static void say_course(Session *session, const Exercise *exercise) {
    Text line = {0};
    if (exercise->worth.given)
        text_printf(&line, "%u point%s. ", exercise->worth.count, exercise->worth.count == 1 ? "" : "s");
    if (exercise->due != NULL) text_printf(&line, "Due %s. ", exercise->due);
    if (exercise->hidden_elsewhere) text_add(&line, "Your instructor checks more than `check` does here.");
    if (line.size > 0) say_prose(session, "%s", line.data);
    text_free(&line);
}

void exercise_say(Session *session, const Exercise *exercise) {
    const Lesson *lesson = session_lesson_of(session, exercise);
    LaunchEnv env;
    lesson_env(session, lesson, &env);
    bool passed = progress_exercise_passed(session->progress, exercise->id);
    say_prose(session, "## Exercise %s%s%s", exercise->id, exercise->title != NULL ? ": " : "",
              exercise->title != NULL ? exercise->title : "");
    say_markdown(session, exercise->ask, &env.env, exercise->loc);
    say_course(session, exercise);
    Text goals = {0};
    text_add(&goals, "What `check` looks at:\n\n");
    for (size_t i = 0; i < exercise->goal_count; i++) {
        const Goal *goal = &exercise->goals[i];
        if (goal->hidden) continue;
        text_printf(&goals, "- %s%s%s\n", goal->means != NULL ? goal->means : "", goal->means != NULL ? ": " : "",
                    code_span(session, expr_text(goal->expr)));
    }
    say_prose(session, "%s", text_take(&goals, session->scratch));
    const char *path = workspace_file(session, session->scratch, exercise);
    const char *file = path_for_message(session->scratch, path);
    if (!file_is_writable(path)) {
        say_prose(
            session,
            "%s cannot be written here. Copy it to a place of your own, edit it, and judge it with `check %s FILE`.",
            code_span(session, file), exercise->id);
        return;
    }
    const char *word =
        session->mode == MODE_COMMAND ? arena_printf(session->scratch, "%s ", session_call(session)) : "";
    const char *name = session->mode == MODE_COMMAND ? arena_printf(session->scratch, " %s", exercise->id) : "";
    say_prose(session,
              "Edit %s in your editor, then type `%scheck%s`. `%shint%s` gives one hint at a time (%zu of them).%s",
              code_span(session, file), word, name, word, name, exercise->hint_count,
              passed ? " You have passed this one already." : "");
    if (text_starts(path, workspace_hidden_folder(session, session->scratch)))
        say_prose(session, "`init DIR` puts the exercises, with your answers, into a folder that is easier to find.");
}
