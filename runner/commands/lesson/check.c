/* check: judges an exercise's file. The file is launched several times, as the exercise defines; the first launch
 * that is not passed decides. */
#include <string.h>

#include "base/file.h"
#include "checking/after_check.h"
#include "checking/checking.h"
#include "commands/commands.h"
#include "teach/say.h"
#include "teach/teach.h"
#include "teach/workspace.h"

static void report(Session *session, const Checking *checking, const Checked *checked) {
    if (session->options.json) {
        checked_write_json(session, checking, checked);
        return;
    }
    Text out = {0};
    if (session->options.errorfile)
        report_error_lines(&out, &session->style, &checked->report);
    else
        report_check(&out, &session->style, &checked->report);
    say(session, &out);
}

static int judge(Session *session, Lesson *lesson, const Checking *checking, const Source *reference) {
    Checked checked;
    checking_run(session, checking, reference, &checked);
    const LaunchOutcome *last = checked_last(&checked);
    if (checked.interrupted && session->options.json)
        complain(session, NULL, "stopped");
    else if (checked.interrupted)
        say_outcome(session, checked.outcomes[checked.count - 1]);
    else if (last->no_compiler && !session->options.json)
        say_outcome(session, last);
    else
        report(session, checking, &checked);
    if (!checked.interrupted && !last->no_compiler && !session->options.errorfile)
        say_after_check(session, checking, reference, &checked);
    int status = checked.interrupted ? STATUS_INTERRUPTED : verdict_exit_code(checked.verdict);
    bool passed = checked.verdict == VERDICT_PASSED && !checked.interrupted;
    checked_free(&checked);
    if (passed && checking->own) teach_exercise_passed(session, lesson, checking->exercise);
    if (passed && !checking->own && session->mode == MODE_TYPED)
        say_prose(session, "This was not the exercise's own file, so nothing was noted down.");
    return status;
}

/* check [EXERCISE] [FILE], and check FILE: a word with a slash that names a file is one. */
static bool understand(Session *session, int count, char **words, Lesson **lesson, Exercise **exercise,
                       const char **file) {
    const char *name = count > 0 ? words[0] : NULL;
    *file = count > 1 ? words[1] : NULL;
    const char *nearest = NULL;
    bool is_file = count == 1 && text_ends(name, ".cu") &&
                   (file_exists(name) || pack_find_exercise(session->pack, name, lesson, &nearest) == NULL);
    if (count == 1 && (is_file || strchr(name, '/') != NULL)) *file = name;
    if (count == 1 && *file != NULL) {
        *exercise = pack_find_exercise(session->pack, path_base(name), lesson, &nearest);
        if (*exercise != NULL) return true;
        if (!file_exists(*file)) {
            session->failure = STATUS_USAGE;
            complain(session, nearest != NULL ? arena_printf(session->scratch, "did you mean '%s'?", nearest) : NULL,
                     "%s does not exist", *file);
            return false;
        }
        name = NULL; /* any file may be judged as the current exercise */
        if (session->exercise == NULL) {
            session->failure = STATUS_USAGE;
            complain(session, "say which exercise it solves: check EXERCISE FILE; or `try FILE` runs it without one",
                     "%s is not named like an exercise", *file);
            return false;
        }
    }
    *exercise = session_find_exercise(session, name, lesson);
    return *exercise != NULL;
}

int command_check(Session *session, int count, char **words) {
    Lesson *lesson = NULL;
    Exercise *exercise = NULL;
    const char *file;
    if (!understand(session, count, words, &lesson, &exercise, &file)) return session->failure;
    Checking checking = {.lesson = lesson, .exercise = exercise, .all = session->options.all};
    const char *own = workspace_file(session, session->scratch, exercise), *why;
    checking.own = file == NULL || text_equal(path_for_person(session->scratch, own), file) || text_equal(own, file);
    SourceStatus read = file != NULL ? source_read_answer(session->scratch, file, &checking.source, &why)
                                     : source_read(session->scratch, own, &checking.source, &why);
    if (read == SOURCE_MISSING) {
        complain(session,
                 file == NULL ? arena_printf(session->scratch, "`reset %s` puts it back as shipped", exercise->id)
                              : "name a CUDA source file",
                 "%s %s", checking.source.name, why);
        return STATUS_USAGE;
    }
    if (read == SOURCE_UNUSABLE) {
        Checked checked;
        const char *hint = checking.own
                               ? arena_printf(session->scratch, "`reset %s` puts it back as shipped", exercise->id)
                               : "give a CUDA source file";
        checking_refuse(session, &checking, why, hint, &checked);
        report(session, &checking, &checked);
        return verdict_exit_code(VERDICT_UNCOMPILED);
    }
    Source reference;
    if (!source_of_lesson(session, session->scratch, lesson, &reference)) return STATUS_ERROR;
    session_take_exercise(session, exercise);
    return judge(session, lesson, &checking, &reference);
}
