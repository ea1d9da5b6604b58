/* Other programs that are run to their end: compilers, addr2line. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/system.h"
#include "program/program_walls.h"

/* Compilers do not sleep: it is their processor time that is limited, and the clock is for what was not thought of. */
enum { OUTPUT_LIMIT = 4 << 20, WALLED_SECONDS = 1800 };

/* False: it took too long. patience in seconds; 0: for ever. */
static bool read_all(int from, unsigned patience, Text *output) {
    char buffer[8192];
    time_t end = time(NULL) + (time_t)patience;
    for (;;) {
        struct pollfd ready = {.fd = from, .events = POLLIN};
        int count = poll(&ready, 1, patience > 0 ? 200 : -1);
        if (patience > 0 && time(NULL) > end) return false;
        if (count <= 0 && (count == 0 || errno == EINTR)) continue;
        ssize_t got = read(from, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return true;
        if (output->size < OUTPUT_LIMIT) text_add_n(output, buffer, (size_t)got);
    }
}

static bool spawn(const char *const *words, bool both, int output, pid_t *process) {
    extern char **environ;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (both)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    bool started = posix_spawn(process, words[0], &actions, NULL, (char *const *)(uintptr_t)words, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    return started;
}

/* The same in walls, as a group of processes that can be ended as one: nvcc starts others. */
static bool spawn_walled(const ProgramWalls *walls, const char *const *words, bool both, int output, pid_t *process) {
    pid_t parent = getpid();
    *process = fork();
    if (*process != 0) return *process > 0;
    process_reset_signals();
    setpgid(0, 0);
    process_follow(parent);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(null, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(both ? output : null, STDERR_FILENO);
    program_walls_become_tool(walls, words);
    dprintf(STDERR_FILENO, "%s cannot be started in walls: %s\n", words[0], strerror(errno));
    _exit(127);
}

int program_tool(const ProgramWalls *walls, const char *const *words, bool both, Text *output) {
    int ends[2], status = -1;
    pid_t process = -1;
    if (!system_pipe(ends)) return -1;
    bool started =
        walls != NULL ? spawn_walled(walls, words, both, ends[1], &process) : spawn(words, both, ends[1], &process);
    close(ends[1]);
    bool whole = started && read_all(ends[0], walls != NULL ? WALLED_SECONDS : 0, output);
    close(ends[0]);
    if (!started) return -1;
    if (!whole) text_add(output, "the compiler had not ended when its time was over\n");
    if (walls != NULL && !whole) kill(-process, SIGKILL);
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    return whole && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
