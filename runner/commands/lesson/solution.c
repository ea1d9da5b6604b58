#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "commands/commands.h"
#include "teach/say.h"
#include "teach/workspace.h"

/* Whether the solution may be shown: once the exercise is passed. Before that the student must have seen all hints
 * and must confirm. */
static bool may_show(Session *session, const Exercise *exercise) {
    if (progress_exercise_passed(session->progress, exercise->id)) return true;
    size_t shown = (size_t)progress_hints_shown(session->progress, exercise->id);
    if (shown < exercise->hint_count) {
        say_prose(session,
                  "The solution of `%s` is shown once you have passed it, or have seen its hints: %zu of %zu so far. "
                  "`hint` gives the next one.",
                  exercise->id, shown, exercise->hint_count);
        return false;
    }
    say_prose(session, "You have not passed `%s` yet. Show the solution all the same?", exercise->id);
    session_take_answers(session);
    const char *line;
    if (lines_read(session->lines, "yes or no:", false, &line) != LINE_READ) return false;
    return strcasecmp(line, "yes") == 0 || strcasecmp(line, "y") == 0;
}

/* Once the exercise is passed: the lines in which the student's own file differs. */
static void say_beside_own(Session *session, const Exercise *exercise, const Source *solution) {
    Source own;
    const char *why;
    if (!progress_exercise_passed(session->progress, exercise->id)) return;
    const char *path = workspace_file(session, session->scratch, exercise);
    if (source_read(session->scratch, path, &own, &why) != SOURCE_READ) return;
    if (strcmp(own.text, solution->text) != 0)
        say_prose(session, "Beside yours, %s (- yours, + this one):", code_span(session, own.name));
    Text out = {0};
    report_differences(&out, &session->style, own.text, solution->text,
                       &(DifferenceWords){"yours", "this", "Yours is the same."});
    say(session, &out);
}

int command_solution(Session *session, int count, char **words) {
    Lesson *lesson;
    Exercise *exercise = session_find_exercise(session, count > 0 ? words[0] : NULL, &lesson);
    if (exercise == NULL) return session->failure;
    session_take_exercise(session, exercise);
    if (workspace_lacks_solutions(session, exercise)) {
        say_prose(session, "The solution of `%s` was not handed out with this pack.", exercise->id);
        return STATUS_DONE;
    }
    if (!may_show(session, exercise)) return STATUS_DONE;
    Source source;
    const char *why;
    if (source_read(session->scratch, workspace_solution(session, session->scratch, exercise), &source, &why) !=
        SOURCE_READ) {
        complain(session, "the pack is incomplete", "%s %s", source.name, why);
        return STATUS_ERROR;
    }
    say_prose(session, "%s:", code_span(session, path_for_message(session->scratch, source.name)));
    Text out = {0};
    report_source(&out, &session->style, source.text, NULL); /* all of it: what stands above the kernel counts, too */
    say(session, &out);
    say_beside_own(session, exercise, &source);
    return STATUS_DONE;
}
