/* Walls around a program of somebody else's, which is native code and tries what it likes.
 *
 * Files: Landlock, or where a kernel lacks it, the mounts that bubblewrap makes. Everything else: a filter that lets
 * through only the system calls that a CUDA program's host code makes: reading and writing, memory, threads, clocks,
 * and its socket to the server, which it has already. What is not listed fails with EPERM, so that a program which
 * merely asks goes on. A compiler is trusted more than what it compiles: it may start programs, and only what reaches
 * other processes, the network or the kernel's settings is denied to it.
 *
 * Root's capabilities are dropped, for good. Memory and the number of threads are held by whoever watches the process,
 * because the limits of setrlimit leave ways out: they count what is writable now, and do not bind root. */
#include "compile/walls.h"

#include <errno.h>
#include <stdlib.h>

const char *const wall_kind_name[] = {"none", "landlock", "bubblewrap"};

#ifdef __linux__

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/process.h"
#include "base/system.h"
#include "base/vec.h"
#include "compile/landlock.h"
#include "compile/seccomp.h"

/* ---- what every process needs ------------------------------------------------------------------------------------ */

/* The loader of programs and the system's libraries. A place that a system does not have needs no rule. */
static const char *const system_readable[] = {"/lib",
                                              "/lib64",
                                              "/usr/lib",
                                              "/usr/lib64",
                                              "/usr/local/lib",
                                              "/etc/ld.so.cache",
                                              "/etc/localtime",
                                              "/usr/share/zoneinfo",
                                              NULL};
static const char *const loaders[] = {"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1",
                                      "/lib/ld-musl-x86_64.so.1", "/lib/ld-musl-aarch64.so.1", NULL};
/* Beside them what a compiler's parts are in. */
static const char *const tools_runnable[] = {"/usr", "/bin", "/lib", "/lib64", "/opt/cuda", NULL};
static const char *const tools_readable[] = {"/etc/alternatives", NULL};
static const char *const nothing[] = {NULL};

enum { OPEN_FILES = 256 };

static void set_limits(const Walls *walls) {
    process_limit_time(walls->seconds);
    process_limit(RLIMIT_FSIZE, walls->file);
    process_limit(RLIMIT_CORE, 0);
    process_limit(RLIMIT_NOFILE, OPEN_FILES);
}

/* ---- Landlock ---------------------------------------------------------------------------------------------------- */

static bool allow_all(int ruleset, const char *const *paths, uint64_t rights, bool must) {
    for (; *paths != NULL; paths++)
        if (!landlock_allow(ruleset, *paths, rights) && must) return false;
    return true;
}

static bool landlock(const Walls *walls) {
    enum { READ = LANDLOCK_READ_FILE | LANDLOCK_READ_DIR, RUN = READ | LANDLOCK_EXECUTE };
    enum {
        WRITE = READ | LANDLOCK_WRITE_FILE | LANDLOCK_TRUNCATE | LANDLOCK_REMOVE_DIR | LANDLOCK_REMOVE_FILE |
                LANDLOCK_MAKE_DIR | LANDLOCK_MAKE_REG | LANDLOCK_REFER
    };
    int ruleset = landlock_new();
    if (ruleset < 0) return false;
    allow_all(ruleset, system_readable, READ, false);
    allow_all(ruleset, loaders, RUN, false);
    if (walls->tools) allow_all(ruleset, tools_runnable, RUN, false);
    if (walls->tools) allow_all(ruleset, tools_readable, READ, false);
    landlock_allow(ruleset, "/dev/null", LANDLOCK_READ_FILE | LANDLOCK_WRITE_FILE);
    bool sound = allow_all(ruleset, walls->readable, READ, true) && allow_all(ruleset, walls->runnable, RUN, true) &&
                 (walls->writable == NULL || landlock_allow(ruleset, walls->writable, WRITE));
    return landlock_restrict(ruleset, sound);
}

static void start_landlocked(const Walls *walls, const char *program, char *const *words) {
    if (chdir(walls->folder) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
    if (!seccomp_drop_capabilities() || !landlock(walls)) return;
    process_close_files(walls->kept, walls->kept_count);
    if (seccomp_raise(walls->tools ? SECCOMP_TOOLS : SECCOMP_PROGRAM)) execv(program, words);
}

/* ---- bubblewrap -------------------------------------------------------------------------------------------------- */

typedef VEC(const char *) Words;

static void add(Arena *arena, Words *words, const char *const *more) {
    for (; *more != NULL; more++) vec_push(arena, words, *more);
}

static void bind_all(Arena *arena, Words *words, const char *how, const char *const *paths) {
    for (; *paths != NULL; paths++) add(arena, words, (const char *const[]){how, *paths, *paths, NULL});
}

/* The end of a pipe with the filter, from which bwrap reads it; -1 with errno set. A pipe holds more than a filter. */
static int filter_pipe(const Walls *walls) {
    SeccompFilter filter;
    int ends[2];
    seccomp_filter(&filter, walls->tools ? SECCOMP_TOOLS : SECCOMP_WRAPPED);
    size_t size = filter.count * sizeof *filter.at;
    if (pipe(ends) != 0) return -1;
    bool whole = write(ends[1], filter.at, size) == (ssize_t)size;
    close(ends[1]);
    if (whole) return ends[0];
    close(ends[0]);
    return -1;
}

static void start_wrapped(const Walls *walls, const char *program, char *const *words) {
    static const char *const first[] = {
        "--unshare-all", "--die-with-parent", "--new-session", "--dev-bind", "/dev/null", "/dev/null", NULL};
    Arena *arena = arena_new();
    Words all = {0};
    int filter = walls->bubblewrap != NULL ? filter_pipe(walls) : -1;
    if (filter < 0) return;
    vec_push(arena, &all, walls->bubblewrap);
    add(arena, &all, first);
    bind_all(arena, &all, "--ro-bind-try", system_readable);
    if (walls->tools) bind_all(arena, &all, "--ro-bind-try", tools_runnable);
    if (walls->tools) bind_all(arena, &all, "--ro-bind-try", tools_readable);
    bind_all(arena, &all, "--ro-bind", walls->readable);
    bind_all(arena, &all, "--ro-bind", walls->runnable);
    if (walls->writable != NULL) bind_all(arena, &all, "--bind", (const char *const[]){walls->writable, NULL});
    add(arena, &all,
        (const char *const[]){"--chdir", walls->folder, "--seccomp", arena_printf(arena, "%d", filter), "--", program,
                              NULL});
    for (char *const *word = words + 1; *word != NULL; word++) vec_push(arena, &all, *word);
    vec_push(arena, &all, NULL);
    execv(walls->bubblewrap, (char *const *)(uintptr_t)all.at);
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

void walls_start(WallKind kind, const Walls *walls, const char *program, char *const *words) {
    set_limits(walls);
    if (kind == WALLS_LANDLOCK) start_landlocked(walls, program, words);
    if (kind == WALLS_BUBBLEWRAP) start_wrapped(walls, program, words);
    if (errno == 0) errno = EPERM;
}

/* Whether a shell in the walls, which may read what a compiler may, works and cannot read the folder of processes or a
 * file of the user's: some sandboxes accept the system calls and do nothing. */
static bool works(WallKind kind, const char *bubblewrap) {
    static const char script[] = "! true </proc/self/status && ! true </etc/passwd && exit 33; exit 1";
    char *const words[] = {"sh", "-c", (char *)(uintptr_t)script, NULL};
    Walls walls = {.readable = nothing,
                   .runnable = nothing,
                   .folder = "/",
                   .tools = true,
                   .seconds = 10,
                   .file = 0,
                   .bubblewrap = bubblewrap};
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        for (int file = 0; file < 3 && null >= 0; file++) dup2(null, file);
        walls_start(kind, &walls, "/bin/sh", words);
        _exit(1);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 33;
}

WallKind walls_kind(Arena *arena, const char **bubblewrap) {
    *bubblewrap = NULL;
    if (works(WALLS_LANDLOCK, NULL)) return WALLS_LANDLOCK;
    *bubblewrap = system_find_program(arena, "bwrap");
    return *bubblewrap != NULL && works(WALLS_BUBBLEWRAP, *bubblewrap) ? WALLS_BUBBLEWRAP : WALLS_NONE;
}

#else

WallKind walls_kind(Arena *arena, const char **bubblewrap) {
    (void)arena;
    *bubblewrap = NULL;
    return WALLS_NONE;
}

void walls_start(WallKind kind, const Walls *walls, const char *program, char *const *words) {
    (void)kind, (void)walls, (void)program, (void)words;
    errno = ENOSYS;
}

#endif
