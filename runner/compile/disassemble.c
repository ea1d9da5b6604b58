#include "compile/disassemble.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/system.h"
#include "base/text.h"
#include "compile/walls.h"

static const char name[] = "nvdisasm";

/* ---- finding it -------------------------------------------------------------------------------------------------- */

static const char *runnable(const char *path) {
    return access(path, X_OK) == 0 && !file_is_directory(path) ? path : NULL;
}

/* The newest that a pattern of folders has; their names end in versions. */
static const char *in_folders(Arena *arena, const char *folders) {
    glob_t list = {0};
    const char *newest = NULL;
    if (glob(arena_printf(arena, "%s/%s", folders, name), 0, NULL, &list) == 0)
        for (size_t i = 0; i < list.gl_pathc; i++) {
            const char *file = list.gl_pathv[i];
            bool newer = newest == NULL || text_compare_versions(newest, file) < 0;
            if (newer && runnable(file) != NULL) newest = arena_string(arena, file);
        }
    globfree(&list);
    return newest;
}

/* Below the folder that an environment variable names. */
static const char *below_variable(Arena *arena, const char *variable, const char *below) {
    const char *folder = getenv(variable);
    return folder != NULL && *folder == '/' ? in_folders(arena, path_join(arena, folder, below)) : NULL;
}

const char *disassembler_find(Arena *arena) {
    static const char packages[] = "lib/python3*/site-packages/nvidia/*/bin";
    static const struct {
        const char *variable, *below; /* variable NULL: an absolute folder */
    } places[] = {{"CUDA_HOME", "bin"},
                  {"CUDA_PATH", "bin"},
                  {"VIRTUAL_ENV", packages},
                  {"CONDA_PREFIX", packages},
                  {NULL, "/usr/local/cuda/bin"},
                  {NULL, "/usr/local/cuda-*/bin"},
                  {NULL, "/opt/cuda/bin"},
                  {NULL, "/usr/lib/nvidia-cuda-toolkit/bin"},
                  {"HOME", ".local/lib/python3*/site-packages/nvidia/*/bin"},
                  {NULL, "/usr/lib/python3*/dist-packages/nvidia/*/bin"},
                  {NULL, "/usr/local/lib/python3*/*-packages/nvidia/*/bin"}};
    const char *named = getenv("WARPSCHOOL_NVDISASM");
    if (named != NULL && *named != '\0') return runnable(named);
    const char *found = system_find_program(arena, name);
    for (size_t i = 0; i < sizeof places / sizeof *places && found == NULL; i++)
        found = places[i].variable != NULL ? below_variable(arena, places[i].variable, places[i].below)
                                           : in_folders(arena, places[i].below);
    return found;
}

/* ---- running it -------------------------------------------------------------------------------------------------- */

typedef struct Job {
    const char *program, *cubin;
} Job;

static void work(void *context, int fd) {
    const Job *job = context;
    const char *const words[] = {job->program, "-gi", "-c", job->cubin, NULL};
    dup2(fd, STDOUT_FILENO);
    execv(job->program, (char *const *)(uintptr_t)words);
    _exit(127);
}

char *disassemble(Arena *arena, const char *program, const Image *image, const char **why) {
    static const ChildLimits limits = {
        .seconds = 20, .patience = 60, .memory = (size_t)2 << 30, .output = (size_t)64 << 20};
    *why = "this compiler makes PTX, and no machine code; NVRTC makes both";
    if (image->cubin == NULL) return NULL;
    const char *folder = path_cache_home(arena);
    Job job = {program, arena_printf(arena, "%s/cubin-%ld", folder, (long)getpid())};
    *why = arena_printf(arena, "no file can be written in %s", folder);
    if (!file_make_directories(folder) || !file_write(job.cubin, image->cubin, image->cubin_size)) return NULL;
    Text output = {0};
    int signal_number = 0;
    ChildStatus status = child_run(&limits, work, &job, &output, &signal_number);
    unlink(job.cubin);
    *why = arena_printf(arena, "%s cannot read this machine code; a newer one may", program);
    if (status != CHILD_FINISHED || output.size == 0) {
        text_free(&output);
        return NULL;
    }
    return text_take(&output, arena);
}
