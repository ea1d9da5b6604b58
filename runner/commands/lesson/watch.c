/* watch: judges an exercise's file whenever it is saved. */
#include "base/file.h"
#include "checking/watching.h"
#include "commands/commands.h"
#include "teach/say.h"
#include "teach/teach.h"
#include "terminal/terminal.h"

/* The exercise that was watched last, so that a program that is started again goes on where it was: unless it is
 * passed, or at the prompt another lesson is open. */
static Exercise *watched_last(const Session *session, Lesson **lesson) {
    const char *id = progress_watched(session->progress), *nearest;
    Exercise *exercise = id != NULL ? pack_find_exercise(session->pack, id, lesson, &nearest) : NULL;
    if (exercise == NULL || progress_exercise_passed(session->progress, exercise->id)) return NULL;
    return session->lesson == NULL || session->lesson == *lesson ? exercise : NULL;
}

/* On the first screen again, what became of it. */
static void take_leave(Watching *watching, Mode mode) {
    Session *session = watching->session;
    bool passed = watching->judged && watching->checked.verdict == VERDICT_PASSED;
    Text out = {0};
    if (watching->judged) report_verdict(&out, &session->style, &watching->checked.report);
    if (mode != MODE_PIPED) say(session, &out);
    text_free(&out);
    if (passed && mode == MODE_TYPED) teach_exercise_passed(session, watching->lesson, watching->exercise);
}

static int watch_exercise(Session *session, Lesson *lesson, Exercise *exercise) {
    Watching watching = {.session = session};
    Mode mode = session->mode;
    bool json = session->options.json, screen = !json && !session->options.plain && terminal_edits();
    terminal_hold(false);
    terminal_keep_running(); /* Ctrl-C stops a check, or leaves: never the program at once */
    watching_choose(&watching, lesson, exercise);
    if (screen && !json) session->mode = MODE_TYPED; /* what goes wrong is said on standard output */
    if (screen) screen = watch_on_screen(&watching);
    if (!screen) watch_in_lines(&watching);
    session->mode = mode;
    session->style = terminal_style(&session->options);
    if (screen) take_leave(&watching, mode);
    session_check_progress(session);
    int status = terminal_ended() != 0 ? 128 + terminal_ended() : watching.status;
    terminal_clear_interrupt();
    watching_end(&watching);
    return status;
}

int command_watch(Session *session, int count, char **words) {
    Lesson *lesson = NULL;
    Exercise *exercise = count == 0 && session->exercise == NULL ? watched_last(session, &lesson) : NULL;
    const char *file = count > 0 && exercise == NULL && text_ends(words[0], ".cu") ? words[0] : NULL, *nearest;
    if (file != NULL && pack_find_exercise(session->pack, path_base(file), &lesson, &nearest) == NULL) {
        complain(session, "`check EXERCISE FILE` judges another file, `try FILE` and `exec FILE` run one of your own",
                 "%s is no exercise's file, and watch judges those", file);
        return STATUS_USAGE;
    }
    if (exercise == NULL) exercise = session_find_exercise(session, count > 0 ? words[0] : NULL, &lesson);
    if (exercise == NULL) return session->failure;
    return watch_exercise(session, lesson, exercise);
}
