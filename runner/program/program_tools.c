/* Other programs that are run to their end: compilers, addr2line. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/system.h"
#include "program/programs.h"

enum { OUTPUT_LIMIT = 4 << 20 };

const char *program_find_tool(Arena *arena, const char *name) {
    const char *path = getenv("PATH");
    while (path != NULL && *path != '\0') {
        size_t size = strcspn(path, ":");
        const char *file = path_join(arena, arena_string_n(arena, path, size), name);
        if (size > 0 && access(file, X_OK) == 0 && !file_is_directory(file)) return file;
        path += size + (path[size] == ':');
    }
    return NULL;
}

static void read_all(int from, Text *output) {
    char buffer[8192];
    for (;;) {
        ssize_t got = read(from, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return;
        if (output->size < OUTPUT_LIMIT) text_add_n(output, buffer, (size_t)got);
    }
}

int program_tool(const char *const *words, bool both, Text *output) {
    extern char **environ;
    int ends[2], status = -1;
    pid_t process;
    if (!system_pipe(ends)) return -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (both)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    bool started = posix_spawn(&process, words[0], &actions, NULL, (char *const *)(uintptr_t)words, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (started) read_all(ends[0], output);
    close(ends[0]);
    if (!started) return -1;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
