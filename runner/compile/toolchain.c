/* Finding NVRTC and the toolkit's headers, without loading anything.
 *
 * Toolkits are looked for where people put them: where CUDA_HOME and CUDA_PATH point, around the nvcc that PATH finds,
 * in the usual folders, in the distribution's own, in Python packages. The first place with a library wins; the headers
 * are those beside it. Every place is noted, so that the message about a missing compiler can say where we looked. */
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "compile/parts.h"

typedef struct Search {
    Arena *arena;
    const char *root;
    Toolkit found;
    Text searched;
} Search;

/* Within a toolkit, and with "" within a folder of libraries. */
static const char *const library_folders[] = {
    "lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "targets/aarch64-linux/lib",
    "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu",
};
static const char *const include_folders[] = {
    "include", "targets/x86_64-linux/include", "targets/sbsa-linux/include", "targets/aarch64-linux/include",
};

static const char *resolved(Arena *arena, const char *path) {
    char *real = realpath(path, NULL);
    const char *copy = arena_string(arena, real != NULL ? real : path);
    free(real);
    return copy;
}

/* The matches of pattern, newest version first; always to be given back with globfree. */
static int newer_first(const void *a, const void *b) {
    return strverscmp(*(char *const *)b, *(char *const *)a);
}

static size_t matches(const char *pattern, glob_t *list) {
    if (glob(pattern, GLOB_NOSORT, NULL, list) != 0) return 0;
    qsort(list->gl_pathv, list->gl_pathc, sizeof *list->gl_pathv, newer_first);
    return list->gl_pathc;
}

/* libnvrtc.so.13 and libnvrtc.so, not libnvrtc.alt.so or libnvrtc-builtins.so; the newest in folder. */
static const char *library_in(Search *search, const char *folder) {
    glob_t list = {0};
    size_t count = matches(arena_printf(search->arena, "%s/libnvrtc.so*", folder), &list);
    const char *library = NULL;
    for (size_t i = 0; i < count && library == NULL; i++) {
        const char *version = path_base(list.gl_pathv[i]) + strlen("libnvrtc.so");
        if (version[strspn(version, ".0123456789")] == '\0') library = resolved(search->arena, list.gl_pathv[i]);
    }
    globfree(&list);
    return library;
}

static bool include_in(Search *search, const char *folder) {
    if (!file_exists(path_join(search->arena, folder, "cuda_fp16.h"))) return false;
    Toolkit *found = &search->found;
    found->includes[found->include_count++] = resolved(search->arena, folder);
    const char *cccl = path_join(search->arena, folder, "cccl"); /* since CUDA 13, cooperative_groups.h needs it */
    if (file_is_directory(cccl)) {
        const char *real = resolved(search->arena, cccl);
        if (text_starts(real, found->includes[0])) found->includes[found->include_count++] = real;
    }
    return true;
}

static void include_below(Search *search, const char *home) {
    for (size_t i = 0; i < sizeof include_folders / sizeof *include_folders; i++)
        if (include_in(search, path_join(search->arena, home, include_folders[i]))) return;
}

static bool try_home(Search *search, const char *home) {
    for (size_t i = 0; i < sizeof library_folders / sizeof *library_folders && search->found.library == NULL; i++)
        search->found.library = library_in(search, path_join(search->arena, home, library_folders[i]));
    if (search->found.library != NULL) include_below(search, home);
    return search->found.library != NULL;
}

static bool try_variable(Search *search, const char *name) {
    const char *home = getenv(name);
    if (home == NULL || *home == '\0') {
        text_printf(&search->searched, "%s (not set)\n", name);
        return false;
    }
    text_printf(&search->searched, "%s (%s)\n", name, home);
    return try_home(search, home);
}

/* The toolkit around the nvcc that a shell would run. */
static bool try_path(Search *search) {
    const char *path = getenv("PATH");
    for (const char *part = path; part != NULL && *part != '\0';) {
        size_t size = strcspn(part, ":");
        const char *nvcc = path_join(search->arena, arena_string_n(search->arena, part, size), "nvcc");
        if (size > 0 && access(nvcc, X_OK) == 0 && !file_is_directory(nvcc)) {
            const char *real = resolved(search->arena, nvcc);
            text_printf(&search->searched, "PATH (%s)\n", real);
            return try_home(search, path_parent(search->arena, path_parent(search->arena, real)));
        }
        part += size;
        part += *part == ':';
    }
    text_add(&search->searched, "PATH (no nvcc)\n");
    return false;
}

static bool try_homes(Search *search, const char *pattern) {
    text_printf(&search->searched, "%s%s\n", search->root, pattern);
    glob_t list = {0};
    size_t count = matches(arena_printf(search->arena, "%s%s", search->root, pattern), &list);
    for (size_t i = 0; i < count && search->found.library == NULL; i++) try_home(search, list.gl_pathv[i]);
    globfree(&list);
    return search->found.library != NULL;
}

/* Where distributions put libraries; their headers lie in /usr/include or in a folder of the package's own. */
static bool try_distribution(Search *search) {
    static const char *const folders[] = {
        "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib",
    };
    static const char *const homes[] = {"/usr/lib/nvidia-cuda-toolkit", "/usr/lib/cuda", "/usr", "/usr/local"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders && search->found.library == NULL; i++) {
        const char *folder = arena_printf(search->arena, "%s%s", search->root, folders[i]);
        text_printf(&search->searched, "%s\n", folder);
        search->found.library = library_in(search, folder);
    }
    if (search->found.library == NULL) return false;
    for (size_t i = 0; i < sizeof homes / sizeof *homes && search->found.include_count == 0; i++)
        include_below(search, arena_printf(search->arena, "%s%s", search->root, homes[i]));
    return true;
}

/* Python packages: nvidia-cuda-nvrtc keeps the library, nvidia-cuda-runtime the headers; since CUDA 13 both are in
 * cuNN. */
static bool try_site_packages(Search *search, const char *pattern) {
    glob_t list = {0};
    size_t count = matches(arena_printf(search->arena, "%s/nvidia", pattern), &list);
    for (size_t i = 0; i < count && search->found.library == NULL; i++) {
        glob_t versions = {0};
        size_t version_count = matches(arena_printf(search->arena, "%s/cu[0-9]*", list.gl_pathv[i]), &versions);
        for (size_t v = 0; v < version_count && search->found.library == NULL; v++)
            try_home(search, versions.gl_pathv[v]);
        globfree(&versions);
        if (search->found.library != NULL) break;
        search->found.library = library_in(search, path_join(search->arena, list.gl_pathv[i], "cuda_nvrtc/lib"));
        if (search->found.library != NULL)
            include_below(search, path_join(search->arena, list.gl_pathv[i], "cuda_runtime"));
    }
    globfree(&list);
    return search->found.library != NULL;
}

static bool try_python(Search *search) {
    text_add(&search->searched, "Python packages (nvidia-cuda-nvrtc)\n");
    static const char *const variables[] = {"VIRTUAL_ENV", "CONDA_PREFIX"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *prefix = getenv(variables[i]);
        if (prefix == NULL || *prefix == '\0') continue;
        if (try_site_packages(search, arena_printf(search->arena, "%s/lib/python3*/site-packages", prefix)))
            return true;
        if (try_home(search, prefix)) return true;
    }
    const char *home = getenv("HOME");
    if (home != NULL && *home == '/' &&
        try_site_packages(search, arena_printf(search->arena, "%s/.local/lib/python3*/site-packages", home)))
        return true;
    static const char *const folders[] = {"/usr/lib/python3*/dist-packages", "/usr/local/lib/python3*/*-packages"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (try_site_packages(search, arena_printf(search->arena, "%s%s", search->root, folders[i]))) return true;
    return false;
}

static bool try_library_path(Search *search) {
    const char *path = getenv("LD_LIBRARY_PATH");
    if (path == NULL || *path == '\0') return false;
    text_printf(&search->searched, "LD_LIBRARY_PATH (%s)\n", path);
    for (const char *part = path; *part != '\0' && search->found.library == NULL;) {
        size_t size = strcspn(part, ":");
        const char *folder = arena_string_n(search->arena, part, size);
        if (size > 0) search->found.library = library_in(search, folder);
        if (search->found.library != NULL) include_below(search, path_parent(search->arena, folder));
        part += size;
        part += *part == ':';
    }
    return search->found.library != NULL;
}

Toolkit toolkit_find(Arena *arena, const char *root) {
    Search search = {.arena = arena, .root = root};
    bool found = try_variable(&search, "CUDA_HOME") || try_variable(&search, "CUDA_PATH") || try_path(&search) ||
                 try_homes(&search, "/usr/local/cuda") || try_homes(&search, "/usr/local/cuda-*") ||
                 try_homes(&search, "/opt/cuda") || try_library_path(&search) || try_distribution(&search) ||
                 try_python(&search);
    if (!found && *root == '\0') {
        text_add(&search.searched, "the system's library search (libnvrtc.so)\n");
        search.found.by_loader = true;
        include_below(&search, "/usr");
    }
    search.found.searched = text_take(&search.searched, arena);
    return search.found;
}

/* ---- clang ------------------------------------------------------------------------------------------------------- */

static const char *program_in_path(Arena *arena, const char *name) {
    const char *path = getenv("PATH");
    for (const char *part = path; part != NULL && *part != '\0';) {
        size_t size = strcspn(part, ":");
        const char *program = path_join(arena, arena_string_n(arena, part, size), name);
        if (*part == '/' && access(program, X_OK) == 0 && !file_is_directory(program)) return resolved(arena, program);
        part += size;
        part += *part == ':';
    }
    return NULL;
}

static const char *newest_program(Arena *arena, const char *pattern) {
    glob_t list = {0};
    const char *program = NULL;
    size_t count = matches(pattern, &list);
    for (size_t i = 0; i < count && program == NULL; i++)
        if (access(list.gl_pathv[i], X_OK) == 0 && !file_is_directory(list.gl_pathv[i]))
            program = resolved(arena, list.gl_pathv[i]);
    globfree(&list);
    return program;
}

const char *clang_find(Arena *arena, const char *root) {
    enum { NEWEST = 30 };
    static const char *const places[] = {
        "/usr/lib/llvm-*/bin/clang", "/usr/lib/llvm/*/bin/clang", "/usr/local/bin/clang", "/usr/lib64/llvm*/bin/clang",
        "/opt/llvm*/bin/clang", "/opt/homebrew/opt/llvm/bin/clang",
    };
    const char *program = program_in_path(arena, "clang");
    for (int version = NEWEST; version >= CLANG_OLDEST && program == NULL; version--)
        program = program_in_path(arena, arena_printf(arena, "clang-%d", version));
    for (size_t i = 0; i < sizeof places / sizeof *places && program == NULL; i++)
        program = newest_program(arena, arena_printf(arena, "%s%s", root, places[i]));
    return program;
}
