/* check: judges an exercise's file. The file is launched several times, as the exercise defines; the first launch
 * that is not passed decides. */
#include <jansson.h>
#include <string.h>

#include "base/file.h"
#include "commands/commands.h"
#include "teach/devices.h"
#include "teach/exercises.h"
#include "teach/provenance.h"
#include "teach/say.h"
#include "teach/teach.h"
#include "teach/workspace.h"
#include "terminal/terminal.h"

typedef struct Checking {
    const Lesson *lesson;
    const Exercise *exercise;
    Source source; /* the student's */
    bool own;      /* the file that the student edits, so that passing counts */
} Checking;

static void report(Session *session, const Checking *checking, Verdict verdict, const DiagList *diags,
                   LaunchOutcome *const *outcomes, size_t count) {
    LaunchReport *launches = arena_array(session->scratch, LaunchReport, count);
    size_t ran = 0;
    for (size_t i = 0; i < count; i++)
        if (outcomes[i]->ran) launches[ran++] = outcomes[i]->report;
    CheckReport check = {.lesson = checking->lesson,
                         .exercise = checking->exercise,
                         .file = checking->source.name,
                         .device = session_json_device(session),
                         .arch = session_arch(session),
                         .verdict = verdict,
                         .diags = diags,
                         .source = checking->source.text,
                         .launches = launches,
                         .launch_count = ran};
    if (session->options.json) {
        json_t *object = json_check(&check);
        const char *compiler = count > 0 ? outcomes[count - 1]->compiler : NULL;
        json_object_set_new(object, "provenance", provenance_json(session, &checking->source, compiler));
        terminal_write_json(object);
        return;
    }
    Text out = {0};
    if (session->options.errorfile)
        report_error_lines(&out, &session->style, &check);
    else
        report_check(&out, &session->style, &check);
    say(session, &out);
}

static int judge(Session *session, Lesson *lesson, const Checking *checking, const Source *reference) {
    const Exercise *exercise = checking->exercise;
    size_t count;
    ExerciseJob job = {.lesson = lesson,
                       .exercise = exercise,
                       .source = &checking->source,
                       .reference = reference,
                       .keep_bytes = session->options.json};
    LaunchOutcome **outcomes = exercise_execute(session, &job, &count);
    if (checking->source.note != NULL)
        diag_add(&outcomes[count - 1]->diags, SEVERITY_NOTE, (Loc){checking->source.name, 0, 0}, NULL, "%s",
                 checking->source.note);
    const LaunchOutcome *last = outcomes[count - 1];
    if (last->interrupted && session->options.json)
        complain(session, NULL, "stopped");
    else if (last->interrupted)
        say_outcome(session, last);
    else if (last->no_compiler && !session->options.json)
        say_outcome(session, last);
    else
        report(session, checking, last->verdict, &last->diags, outcomes, count);
    int status = status_after(STATUS_DONE, last);
    bool passed = last->verdict == VERDICT_PASSED && !last->interrupted;
    for (size_t i = 0; i < count; i++) outcome_free(outcomes[i]);
    if (passed && checking->own) teach_exercise_passed(session, lesson, exercise);
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
            complain(session, "say which exercise it solves: check EXERCISE FILE", "%s is not named like an exercise",
                     *file);
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
    Checking checking = {.lesson = lesson, .exercise = exercise};
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
        DiagList diags = diag_list(session->scratch);
        const char *hint = checking.own
                               ? arena_printf(session->scratch, "`reset %s` puts it back as shipped", exercise->id)
                               : "give a CUDA source file";
        diag_add(&diags, SEVERITY_ERROR, (Loc){checking.source.name, 0, 0}, hint, "this file %s", why);
        report(session, &checking, VERDICT_UNCOMPILED, &diags, NULL, 0);
        return verdict_exit_code(VERDICT_UNCOMPILED);
    }
    Source reference;
    if (!source_of_lesson(session, session->scratch, lesson, &reference)) return STATUS_ERROR;
    session->exercise = exercise;
    return judge(session, lesson, &checking, &reference);
}
