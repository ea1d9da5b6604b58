/* init: a working folder of the student's choice, with the exercises and what editors need to know. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/system.h"
#include "commands/commands.h"
#include "commands/lesson/editor_files.h"
#include "teach/say.h"
#include "teach/workspace.h"

/* The folder's absolute path, which is made if need be; NULL with the complaint made. */
static const char *make_folder(Session *session, const char *word) {
    char absolute[PATH_MAX];
    if (file_exists(word) && !file_is_directory(word)) {
        complain(session, "name a folder; it is made if it does not exist", "%s is a file", word);
        session->failure = STATUS_USAGE;
        return NULL;
    }
    if (!file_make_directories(word) || realpath(word, absolute) == NULL) {
        complain(session, NULL, "%s cannot be made: %s", word, strerror(errno));
        session->failure = STATUS_ERROR;
        return NULL;
    }
    const char *printable = text_printable(session->scratch, absolute, strlen(absolute));
    if (text_equal(printable, absolute)) return arena_string(session->scratch, absolute);
    complain(session, "choose a name that is UTF-8, without control characters", "the folder cannot be remembered");
    session->failure = STATUS_USAGE;
    return NULL;
}

static bool copy_exercises(Session *session, const char *folder, CopiedExercises *copied) {
    const char *why;
    workspace_copy_begin(session, session->scratch, copied);
    for (size_t i = 0; i < session->pack->lesson_count; i++) {
        const Lesson *lesson = &session->pack->lessons[i];
        for (size_t k = 0; lesson->usable && k < lesson->exercise_count; k++) {
            if (workspace_copy(session, session->scratch, &lesson->exercises[k], folder, copied, &why)) continue;
            complain(session, NULL, "%s", why);
            return false;
        }
    }
    return true;
}

static const char *files_of(Session *session, size_t count) {
    return arena_printf(session->scratch, "%zu file%s", count, count == 1 ? "" : "s");
}

static void say_copied(Session *session, const char *folder, const CopiedExercises *copied) {
    say_prose(session, "%s is your working folder now. Exercises copied into it: %s.",
              code_span(session, path_for_message(session->scratch, folder)), files_of(session, copied->made));
    if (copied->answers > 0)
        say_prose(session, "Your own answers among them: %s, from %s, where they stay, too.",
                  files_of(session, copied->answers), code_span(session, copied->from));
    if (copied->kept > 0)
        say_prose(session, "Left as they were, because they were there already: %s.", files_of(session, copied->kept));
    say_prose(session, "`exercise`, `check`, `hint` and `reset` use the files there from now on.");
}

/* How a shell finds this program: its name where its folder is on the PATH, else its path. */
static const char *program_word(Session *session) {
    const char *program = system_program_path(session->scratch);
    if (program == NULL) return "warpschool";
    const char *folder = path_parent(session->scratch, program);
    size_t count;
    char **folders = system_search_path(session->scratch, &count);
    for (size_t i = 0; i < count; i++)
        if (text_equal(folders[i], folder)) return "warpschool";
    return program;
}

static void say_editors(Session *session, const EditorFiles *made) {
    Text list = {0};
    text_printf(&list, "- clangd, in any editor: %s completes CUDA and marks its errors, without a toolkit.\n",
                made->clangd ? "`.clangd`, new," : "`.clangd`, which was there already and stays,");
    text_printf(&list, "- VS Code: the task `check this file` (Ctrl+Shift+B) of %s marks findings and missed goals.\n",
                made->tasks ? "`.vscode/tasks.json`" : "`.vscode/tasks.json`, which was there already and stays,");
    text_printf(&list, "- Vim: `:set makeprg=%s\\ check\\ %%\\ --errorfile`, then `:make`, lists them.\n",
                program_word(session));
    say_prose(session, "%s", text_take(&list, session->scratch));
}

/* init alone: where the files are. */
static int say_where(Session *session) {
    const char *folder = workspace_folder(session, session->scratch);
    if (folder != NULL) {
        say_prose(session, "Your working folder is %s. `init DIR` makes another one.",
                  code_span(session, path_for_message(session->scratch, folder)));
        return STATUS_DONE;
    }
    say_prose(session, "You have no working folder yet: `init DIR` makes one. Until then your answers lie in %s.",
              code_span(session, path_for_message(session->scratch, workspace_place(session, session->scratch))));
    return STATUS_DONE;
}

int command_init(Session *session, int count, char **words) {
    if (count == 0) return say_where(session);
    if (*words[0] == '\0') return command_usage(session);
    const char *folder = make_folder(session, words[0]);
    if (folder == NULL) return session->failure;
    CopiedExercises copied = {0};
    EditorFiles made;
    if (!copy_exercises(session, folder, &copied)) return STATUS_ERROR;
    if (!editor_files_write(session, folder, &made)) {
        complain(session, NULL, "the files for editors cannot be made in %s: %s", folder, strerror(errno));
        return STATUS_ERROR;
    }
    progress_set_folder(session->progress, folder);
    session_check_progress(session);
    session->folder_told = false;
    say_copied(session, folder, &copied);
    say_editors(session, &made);
    return STATUS_DONE;
}
