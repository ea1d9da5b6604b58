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
#include <stdio.h>
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

static void run_git(const char *folder, const char *const *words, int input, int output) {
    const char *argv[ARGUMENTS + 6] = {"git", "-C", folder, "-c", "core.fsmonitor=false"};
    for (size_t i = 0; i < ARGUMENTS && words[i] != NULL; i++) argv[5 + i] = words[i];
    int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0) _exit(127);
    dup2(input >= 0 ? input : nothing, STDIN_FILENO);
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

/* Reads what git writes, which reads input (-1: nothing); false where it fails, is not installed, or writes more than
 * `most` bytes. */
static bool git_with(const char *folder, const char *const *words, int input, size_t most, Text *out) {
    int ends[2], status = 1;
    if (!system_pipe(ends)) return false;
    pid_t child = fork();
    if (child == 0) run_git(folder, words, input, ends[1]);
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

static bool git(const char *folder, const char *const *words, size_t most, Text *out) {
    return git_with(folder, words, -1, most, out);
}

/* What git's user.email is; "" where it is not set. */
static const char *own_email(Arena *arena, const char *folder) {
    Text own = {0};
    (void)git(folder, (const char *[ARGUMENTS]){"config", "user.email"}, 4096, &own);
    text_add(&own, "");
    const char *email = arena_string_n(arena, own.data, strcspn(own.data, "\n"));
    text_free(&own);
    return email;
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
    Text list = {0}, text = {0};
    const void *bytes = NULL;
    char *path = arena_printf(arena, "./%s", file);
    const char *email = own_email(arena, folder);
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
    text_free(&list);
    text_free(&text);
    return bytes;
}

/* ---- many files -------------------------------------------------------------------------------------------------- */

typedef struct Committed {
    const char *file;
    const void *bytes; /* NULL: not tracked */
    size_t size;
} Committed;

struct Checkout {
    const char *folder;
    Committed *files;
    size_t count;
};

/* Whether HEAD has of every file the text that is wanted: nobody but the user, or everybody else, has committed to the
 * folder. */
static bool head_is_wanted(Arena *arena, const char *folder) {
    Text list = {0};
    const char *own = own_email(arena, folder);
    bool by_user = false, by_others = false;
    bool known =
        git(folder, (const char *[ARGUMENTS]){"log", "--pretty=format:%ae", "HEAD", "--", "."}, 16 << 20, &list);
    text_add(&list, "");
    for (const char *line = list.data; known && *line != '\0';) {
        size_t size = strcspn(line, "\n");
        bool user = size == strlen(own) && memcmp(line, own, size) == 0;
        by_user |= user;
        by_others |= !user;
        line += size + (line[size] == '\n');
    }
    text_free(&list);
    return known && by_user != by_others;
}

/* Reads one answer of `git cat-file --batch`, "HASH blob SIZE", the bytes and a newline, or "NAME missing"; where the
 * next one begins, or NULL where this is none. */
static const char *take_blob(const char *at, const char *end, Committed *committed) {
    static const char blob[] = " blob ";
    const char *line = memchr(at, '\n', (size_t)(end - at));
    if (line == NULL) return NULL;
    const char *kind = memmem(at, (size_t)(line - at), blob, strlen(blob));
    if (kind == NULL) return line + 1;
    size_t size = (size_t)strtoul(kind + strlen(blob), NULL, 10);
    if (size >= (size_t)(end - line)) return NULL;
    committed->bytes = line + 1;
    committed->size = size;
    return line + 1 + size + 1 <= end ? line + 1 + size + 1 : end;
}

const Checkout *checkout_read_all(Arena *arena, const char *folder, const char *const *files, size_t count) {
    if (!head_is_wanted(arena, folder)) return NULL;
    FILE *names = tmpfile(); /* not a pipe, which may be full before git has answered */
    if (names == NULL) return NULL;
    Text out = {0};
    for (size_t i = 0; i < count; i++)
        if (strchr(files[i], '\n') == NULL) fprintf(names, "HEAD:./%s\n", files[i]);
    bool read = fflush(names) == 0 && lseek(fileno(names), 0, SEEK_SET) == 0 &&
                git_with(folder, (const char *[ARGUMENTS]){"cat-file", "--batch"}, fileno(names),
                         (count + 1) * FILE_TEXT_LIMIT, &out);
    fclose(names);
    Checkout *checkout = arena_make(arena, Checkout);
    *checkout = (Checkout){.folder = folder, .files = arena_array(arena, Committed, count + 1), .count = count};
    size_t size = out.size;
    const char *at = read ? text_take(&out, arena) : NULL, *end = at + size;
    for (size_t i = 0; i < count; i++) {
        checkout->files[i] = (Committed){.file = files[i]};
        if (strchr(files[i], '\n') == NULL && at != NULL) at = take_blob(at, end, &checkout->files[i]);
    }
    text_free(&out);
    return checkout;
}

const void *checkout_find(const Checkout *checkout, const char *folder, const char *file, size_t *size) {
    if (checkout == NULL || !text_equal(checkout->folder, folder)) return NULL;
    for (size_t i = 0; i < checkout->count; i++) {
        const Committed *here = &checkout->files[i];
        if (!text_equal(here->file, file) || here->bytes == NULL || here->size > FILE_TEXT_LIMIT) continue;
        if (here->size == 0) return NULL;
        *size = here->size;
        return here->bytes;
    }
    return NULL;
}
