/* The text of an exercise as its authors committed it last, for a pack that is a git checkout. The file itself has
 * the student's edits, and the copy that was kept before the first edit may be older than the last `git pull`.
 *
 * A student may have committed answers of their own. So the text is that of the newest commit to the file by anyone
 * but git's user.email. Where all its commits are the user's, the user is the author, and the newest one is taken.
 *
 * git only reads here: the environment keeps it from fetching and from asking, and core.fsmonitor is off so that it
 * runs no program that the pack's configuration names. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/system.h"
#include "base/text.h"
#include "teach/checkout.h"

enum { ARGUMENTS = 12 };

static void run_git(const char *folder, const char *const *words, int output) {
    const char *argv[ARGUMENTS + 6] = {"git", "-C", folder, "-c", "core.fsmonitor=false"};
    for (size_t i = 0; i < ARGUMENTS && words[i] != NULL; i++) argv[5 + i] = words[i];
    int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0) _exit(127);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    process_close_files(NULL, 0);
    process_reset_signals();
    setenv("GIT_ALLOW_PROTOCOL", "none", 1);
    setenv("GIT_NO_LAZY_FETCH", "1", 1);
    setenv("GIT_OPTIONAL_LOCKS", "0", 1);
    setenv("GIT_TERMINAL_PROMPT", "0", 1);
    execvp("git", (char *const *)(uintptr_t)argv);
    _exit(127);
}

/* Reads what git writes; false where it fails, is not installed, or writes more than `most` bytes. */
static bool git(const char *folder, const char *const *words, size_t most, Text *out) {
    int ends[2], status = 1;
    if (!system_pipe(ends)) return false;
    pid_t child = fork();
    if (child == 0) run_git(folder, words, ends[1]);
    close(ends[1]);
    char bytes[4096];
    ssize_t got = child > 0 ? 1 : 0;
    while (got != 0 && out->size <= most) {
        got = read(ends[0], bytes, sizeof bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) break;
        text_add_n(out, bytes, (size_t)got);
    }
    close(ends[0]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return child > 0 && got == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The newest commit by the authors; NULL: none. list has lines "HASH EMAIL", newest first. */
static const char *authors_commit(Arena *arena, const char *list, const char *own) {
    const char *newest = NULL;
    for (const char *line = list; *line != '\0';) {
        size_t size = strcspn(line, "\n"), hash = strcspn(line, " \n");
        bool header = text_starts(line, "commit "); /* git before 2.33 writes them */
        if (!header && hash < size) {
            const char *commit = arena_string_n(arena, line, hash);
            if (newest == NULL) newest = commit;
            if (!text_equal(arena_string_n(arena, line + hash + 1, size - hash - 1), own)) return commit;
        }
        line += size + (line[size] == '\n');
    }
    return newest;
}

const void *checkout_read(Arena *arena, const char *folder, const char *file, size_t *size) {
    Text own = {0}, list = {0}, text = {0};
    const void *bytes = NULL;
    char *path = arena_printf(arena, "./%s", file);
    (void)git(folder, (const char *[ARGUMENTS]){"config", "user.email"}, 4096, &own);
    text_add(&own, "");
    const char *email = arena_string_n(arena, own.data, strcspn(own.data, "\n"));
    bool known =
        git(folder,
            (const char *[ARGUMENTS]){"rev-list", "--max-count=1000", "--pretty=format:%H %ae", "HEAD", "--", path},
            1 << 20, &list);
    text_add(&list, "");
    const char *commit = known ? authors_commit(arena, list.data, email) : NULL;
    if (commit != NULL &&
        git(folder, (const char *[ARGUMENTS]){"cat-file", "blob", arena_printf(arena, "%s:%s", commit, path)},
            FILE_TEXT_LIMIT, &text) &&
        text.size <= FILE_TEXT_LIMIT && text.size > 0) {
        *size = text.size;
        bytes = text_take(&text, arena);
    }
    text_free(&own);
    text_free(&list);
    text_free(&text);
    return bytes;
}
