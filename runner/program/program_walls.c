/* What a program and its compiler may do in walls. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/system.h"
#include "program/program_walls.h"

enum { SECONDS_MOST = 60, PATIENCE_MOST = 300, TOOL_SECONDS = 120 };
#define TOOL_MEMORY (UINT64_C(16) << 30) /* of address space; cicc reserves much more than it uses */
#define FILE_MOST ((size_t)64 << 20)
#define TOOL_FILE_MOST ((size_t)512 << 20)

/* ---- where there can be walls ------------------------------------------------------------------------------------ */

static const char *real_path(Arena *arena, const char *path) {
    char real[PATH_MAX];
    return path != NULL && realpath(path, real) != NULL ? arena_string(arena, real) : NULL;
}

static bool holds(const char *folder, const char *path) {
    size_t size = strlen(folder);
    return text_equal(folder, "/") || (text_starts(path, folder) && (path[size] == '/' || path[size] == '\0'));
}

/* Whether a folder holds more than one program's files, so that a program which may read it reads what is not its
 * own. */
static bool is_shared(Arena *arena, const char *folder) {
    const char *places[] = {real_path(arena, getenv("HOME")), real_path(arena, getenv("TMPDIR")),
                            real_path(arena, "/tmp")};
    bool shared = text_equal(folder, "/");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        shared = shared || (places[i] != NULL && holds(folder, places[i]));
    return shared;
}

static bool refuse(const char **why, const char **hint, const char *reason, const char *advice) {
    *why = reason;
    *hint = advice;
    return false;
}

bool program_walls(ProgramWalls *walls, const char *path, const char *folder, int seconds, uint64_t memory,
                   Arena *arena, const char **why, const char **hint) {
    unsigned most = seconds > 0 ? (unsigned)seconds : PATIENCE_MOST;
    *walls = (ProgramWalls){.folder = real_path(arena, folder),
                            .seconds = most < SECONDS_MOST ? most : SECONDS_MOST,
                            .patience = most < PATIENCE_MOST / 2 ? 2 * most : PATIENCE_MOST,
                            .memory = memory};
    walls->kind = walls_kind(arena, &walls->bubblewrap);
    if (walls->kind == WALLS_NONE)
        return refuse(why, hint, "this system has no walls: the program could read and change what is not its own",
                      "it takes a Linux with Landlock (5.13 or newer), or bubblewrap and the right to make user "
                      "namespaces");
    const char *real = real_path(arena, path);
    walls->program = real;
    walls->source = real != NULL ? path_parent(arena, real) : NULL;
    if (walls->source == NULL || walls->folder == NULL) return refuse(why, hint, strerror(errno), NULL);
    if (is_shared(arena, walls->source))
        return refuse(why, hint,
                      "in walls it may read all of the folder that it is in, which holds more than its files",
                      "put it into a folder of its own");
    walls->scratch = path_join(arena, walls->folder, "scratch");
    if (mkdir(walls->scratch, 0700) != 0 && errno != EEXIST) return refuse(why, hint, strerror(errno), NULL);
    return true;
}

/* ---- in the child ------------------------------------------------------------------------------------------------ */

static void set_environment(const ProgramWalls *walls, const char *scratch) {
    system_clear_environment();
    setenv("PATH", "/usr/local/cuda/bin:/usr/local/bin:/usr/bin:/bin", 1);
    setenv("HOME", scratch, 1);
    setenv("TMPDIR", scratch, 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("LD_LIBRARY_PATH", walls->folder, 1);
}

void program_walls_become(const ProgramWalls *walls, const char *program, char *const *words, const char *variable,
                          const char *value, const int *kept) {
    const char *readable[] = {walls->source, walls->folder, NULL}, *runnable[] = {program, NULL};
    Walls raised = {.readable = readable,
                    .runnable = runnable,
                    .writable = walls->scratch,
                    .folder = walls->source,
                    .seconds = walls->seconds,
                    .file = FILE_MOST,
                    .bubblewrap = walls->bubblewrap,
                    .kept = kept,
                    .kept_count = 2};
    set_environment(walls, walls->scratch);
    setenv(variable, value, 1);
    walls_start(walls->kind, &raised, program, words);
}

/* The folder that a tool was installed into: that above its bin. */
static const char *home_of(Arena *arena, const char *tool) {
    const char *real = real_path(arena, tool);
    const char *home = real != NULL ? path_parent(arena, path_parent(arena, real)) : "/usr";
    return text_equal(home, "/") ? "/usr" : home;
}

void program_walls_become_tool(const ProgramWalls *walls, const char *const *words) {
    Arena *arena = arena_new();
    const char *readable[] = {walls->source, NULL}, *runnable[] = {home_of(arena, words[0]), NULL};
    Walls raised = {.readable = readable,
                    .runnable = runnable,
                    .writable = walls->folder,
                    .folder = walls->folder,
                    .bubblewrap = walls->bubblewrap,
                    .tools = true,
                    .seconds = TOOL_SECONDS,
                    .file = TOOL_FILE_MOST};
    set_environment(walls, walls->folder);
    unsetenv("LD_LIBRARY_PATH");
    process_limit(RLIMIT_AS, TOOL_MEMORY);
    walls_start(walls->kind, &raised, words[0], (char *const *)(uintptr_t)words);
}
