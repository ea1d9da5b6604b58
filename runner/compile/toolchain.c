/* Finds NVRTC and the toolkit's headers, or clang, without loading or starting anything.
 *
 * Toolkits are searched for where people install them: where environment variables point, in the active Python
 * environment, around the nvcc that PATH finds, in the usual folders, in the distribution's own, in Python packages.
 * The first place with a library and headers is taken, a place that a variable names even without headers; the
 * headers are those beside the library. Every place is recorded, so that the message about a missing compiler can
 * list them. */
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/elf.h"
#include "base/file.h"
#include "base/system.h"
#include "base/text.h"
#include "base/vec.h"
#include "compile/parts.h"

typedef struct Search {
    Arena *arena;
    const char *root;
    bool all; /* search all places, even after a suitable one was found */
    VEC(Toolkit) found;
    const Toolkit *chosen; /* the first suitable one; NULL: none yet */
    Text searched;
} Search;

/* Folders of libraries within a toolkit; "" for a path that is such a folder itself. */
static const char *const library_folders[] = {
    "lib64",
    "lib",
    "targets/x86_64-linux/lib",
    "targets/sbsa-linux/lib",
    "targets/aarch64-linux/lib",
    "lib/x86_64-linux-gnu",
    "lib/aarch64-linux-gnu",
};
static const char *const include_folders[] = {
    "include",
    "targets/x86_64-linux/include",
    "targets/sbsa-linux/include",
    "targets/aarch64-linux/include",
};

/* Compares so that the newest version comes first. */
static int newer_first(const void *a, const void *b) {
    return text_compare_versions(*(char *const *)b, *(char *const *)a);
}

static size_t matches(const char *pattern, glob_t *list) {
    if (glob(pattern, GLOB_NOSORT, NULL, list) != 0) return 0;
    qsort(list->gl_pathv, list->gl_pathc, sizeof *list->gl_pathv, newer_first);
    return list->gl_pathc;
}

/* ---- one toolkit ------------------------------------------------------------------------------------------------- */

/* libnvrtc.so.13 and libnvrtc.so, not libnvrtc.alt.so or libnvrtc-builtins.so; the newest in folder. A toolkit for
 * cross compilers lies in the same places, with libraries of another processor. */
static const char *library_in(Arena *arena, const char *folder) {
    glob_t list = {0};
    size_t count = matches(arena_printf(arena, "%s/libnvrtc.so*", folder), &list);
    const char *library = NULL;
    for (size_t i = 0; i < count && library == NULL; i++) {
        const char *version = path_base(list.gl_pathv[i]) + strlen("libnvrtc.so");
        if (version[strspn(version, ".0123456789")] == '\0' && !elf_is_foreign(list.gl_pathv[i]))
            library = path_absolute(arena, list.gl_pathv[i]);
    }
    globfree(&list);
    return library;
}

static bool lies_beneath(const char *path, const char *folder) {
    size_t size = strlen(folder);
    return strncmp(path, folder, size) == 0 && (path[size] == '/' || path[size] == '\0');
}

/* Adds a folder of headers, each only once. root stays the folder that holds them all, or becomes NULL. */
static void add_include(Arena *arena, Toolkit *toolkit, const char *folder) {
    const char *real = path_absolute(arena, folder);
    for (size_t i = 0; i < toolkit->include_count; i++)
        if (text_equal(toolkit->includes[i], real)) return;
    if (toolkit->include_count == TOOLKIT_INCLUDES) return;
    if (toolkit->include_count == 0 && toolkit->root == NULL) toolkit->root = real;
    if (toolkit->root != NULL && !lies_beneath(real, toolkit->root)) toolkit->root = NULL;
    toolkit->includes[toolkit->include_count++] = real;
}

static bool include_in(Arena *arena, Toolkit *toolkit, const char *folder) {
    if (!file_exists(path_join(arena, folder, "cuda_fp16.h"))) return false;
    add_include(arena, toolkit, folder);
    const char *cccl = path_join(arena, folder, "cccl"); /* since CUDA 13, <nv/target> and <cuda/atomic> lie there */
    if (file_is_directory(cccl)) add_include(arena, toolkit, cccl);
    return true;
}

static void include_below(Arena *arena, Toolkit *toolkit, const char *home) {
    for (size_t i = 0; i < sizeof include_folders / sizeof *include_folders; i++)
        if (include_in(arena, toolkit, path_join(arena, home, include_folders[i]))) return;
}

static Toolkit toolkit_at(Arena *arena, const char *home) {
    Toolkit toolkit = {0};
    for (size_t i = 0; i < sizeof library_folders / sizeof *library_folders && toolkit.library == NULL; i++)
        toolkit.library = library_in(arena, path_join(arena, home, library_folders[i]));
    if (toolkit.library != NULL) include_below(arena, &toolkit, home);
    return toolkit;
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

/* Notes a toolkit; true where the search is over. named: an environment variable names this one. */
static bool take(Search *search, const Toolkit *toolkit, bool named) {
    if (toolkit->library == NULL) return false;
    for (size_t i = 0; i < search->found.count; i++)
        if (text_equal(search->found.at[i].library, toolkit->library)) return false;
    vec_push(search->arena, &search->found, *toolkit);
    if (search->chosen == NULL && (named || toolkit->include_count > 0)) {
        Toolkit *chosen = arena_make(search->arena, Toolkit);
        *chosen = *toolkit;
        search->chosen = chosen;
    }
    return search->chosen != NULL && !search->all;
}

static bool try_home(Search *search, const char *home, bool named) {
    Toolkit toolkit = toolkit_at(search->arena, home);
    return take(search, &toolkit, named);
}

/* WARPSCHOOL_NVRTC names a library, the folder that it is in, or a toolkit. Where it is set, no other place is
 * searched. */
static bool try_own_variable(Search *search) {
    const char *path = getenv("WARPSCHOOL_NVRTC");
    if (path == NULL || *path == '\0') return false;
    text_printf(&search->searched, "WARPSCHOOL_NVRTC (%s)\n", path);
    Toolkit toolkit = {.library = file_is_directory(path) ? library_in(search->arena, path)
                                  : file_exists(path)     ? path_absolute(search->arena, path)
                                                          : NULL};
    if (toolkit.library == NULL) {
        toolkit = toolkit_at(search->arena, path);
    } else {
        const char *home = path_parent(search->arena, path_parent(search->arena, toolkit.library));
        include_below(search->arena, &toolkit, home);
        /* Python packages before CUDA 13: nvidia/cuda_nvrtc/lib, and the headers beside. */
        if (toolkit.include_count == 0)
            include_below(search->arena, &toolkit,
                          path_join(search->arena, path_parent(search->arena, home), "cuda_runtime"));
    }
    take(search, &toolkit, true);
    return true;
}

static bool try_variable(Search *search, const char *name) {
    const char *home = getenv(name);
    if (home == NULL || *home == '\0') {
        text_printf(&search->searched, "%s (not set)\n", name);
        return false;
    }
    text_printf(&search->searched, "%s (%s)\n", name, home);
    return try_home(search, home, true);
}

/* The toolkit around the nvcc that a shell would run. */
static bool try_path(Search *search) {
    const char *nvcc = system_find_program(search->arena, "nvcc");
    if (nvcc == NULL) {
        text_add(&search->searched, "PATH (no nvcc)\n");
        return false;
    }
    const char *real = path_absolute(search->arena, nvcc);
    text_printf(&search->searched, "PATH (%s)\n", real);
    return try_home(search, path_parent(search->arena, path_parent(search->arena, real)), false);
}

static bool try_homes(Search *search, const char *pattern) {
    text_printf(&search->searched, "%s%s\n", search->root, pattern);
    glob_t list = {0};
    size_t count = matches(arena_printf(search->arena, "%s%s", search->root, pattern), &list);
    bool over = false;
    for (size_t i = 0; i < count && !over; i++) over = try_home(search, list.gl_pathv[i], false);
    globfree(&list);
    return over;
}

/* Where distributions put libraries; their headers lie in /usr/include or in a folder of the package's own. */
static bool try_distribution(Search *search) {
    static const char *const folders[] = {
        "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib",
    };
    static const char *const homes[] = {"/usr/lib/nvidia-cuda-toolkit", "/usr/lib/cuda", "/usr", "/usr/local"};
    bool over = false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders && !over; i++) {
        const char *folder = arena_printf(search->arena, "%s%s", search->root, folders[i]);
        text_printf(&search->searched, "%s\n", folder);
        Toolkit toolkit = {.library = library_in(search->arena, folder)};
        if (toolkit.library == NULL) continue;
        for (size_t h = 0; h < sizeof homes / sizeof *homes && toolkit.include_count == 0; h++)
            include_below(search->arena, &toolkit, arena_printf(search->arena, "%s%s", search->root, homes[h]));
        over = take(search, &toolkit, false);
    }
    return over;
}

/* Python packages in one folder "nvidia": before CUDA 13, nvidia-cuda-nvrtc keeps the library, nvidia-cuda-runtime the
 * headers, nvidia-cuda-cccl those that they include, each in a folder of its own; since then all are in cuNN. */
static bool try_packages(Search *search, const char *packages) {
    glob_t versions = {0};
    size_t count = matches(path_join(search->arena, packages, "cu[0-9]*"), &versions);
    bool over = false;
    for (size_t i = 0; i < count && !over; i++) over = try_home(search, versions.gl_pathv[i], false);
    globfree(&versions);
    if (over) return true;
    Toolkit toolkit = {.root = path_absolute(search->arena, packages)};
    toolkit.library = library_in(search->arena, path_join(search->arena, packages, "cuda_nvrtc/lib"));
    include_below(search->arena, &toolkit, path_join(search->arena, packages, "cuda_runtime"));
    const char *cccl = path_join(search->arena, packages, "cuda_cccl/include");
    if (toolkit.include_count > 0 && file_is_directory(cccl)) add_include(search->arena, &toolkit, cccl);
    return take(search, &toolkit, false);
}

static bool try_site_packages(Search *search, const char *pattern) {
    glob_t list = {0};
    size_t count = matches(arena_printf(search->arena, "%s/nvidia", pattern), &list);
    bool over = false;
    for (size_t i = 0; i < count && !over; i++) over = try_packages(search, list.gl_pathv[i]);
    globfree(&list);
    return over;
}

/* The toolkit of the Python or Conda environment that is active, which comes before those of the system. */
static bool try_environment(Search *search, const char *name) {
    const char *prefix = getenv(name);
    if (prefix == NULL || *prefix == '\0') return false;
    text_printf(&search->searched, "%s (%s)\n", name, prefix);
    return try_site_packages(search, arena_printf(search->arena, "%s/lib/python3*/site-packages", prefix)) ||
           try_home(search, prefix, false);
}

/* The Python environment that this program was installed in by pip, active or not. */
static bool try_own_environment(Search *search) {
    const char *program = system_program_path(search->arena);
    if (program == NULL) return false;
    const char *prefix = path_parent(search->arena, path_parent(search->arena, program));
    return try_site_packages(search, arena_printf(search->arena, "%s/lib/python3*/site-packages", prefix));
}

static bool try_python(Search *search) {
    text_add(&search->searched, "Python packages (nvidia-cuda-nvrtc)\n");
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
    bool over = false;
    for (const char *part = path; *part != '\0' && !over;) {
        size_t size = strcspn(part, ":");
        const char *folder = arena_string_n(search->arena, part, size);
        Toolkit toolkit = {.library = size > 0 ? library_in(search->arena, folder) : NULL};
        if (toolkit.library != NULL) include_below(search->arena, &toolkit, path_parent(search->arena, folder));
        over = take(search, &toolkit, false);
        part += size;
        part += *part == ':';
    }
    return over;
}

static void search_all_places(Search *search) {
    if (try_own_variable(search)) return;
    bool over = try_variable(search, "CUDA_HOME") || try_variable(search, "CUDA_PATH") || try_own_environment(search) ||
                try_environment(search, "VIRTUAL_ENV") || try_environment(search, "CONDA_PREFIX") || try_path(search) ||
                try_homes(search, "/usr/local/cuda") || try_homes(search, "/usr/local/cuda-*") ||
                try_homes(search, "/opt/cuda") || try_library_path(search) || try_distribution(search) ||
                try_python(search);
    if (over || search->found.count > 0 || *search->root != '\0') return;
    text_add(&search->searched, "the system's library search (libnvrtc.so)\n");
    Toolkit toolkit = {.by_loader = true};
    include_below(search->arena, &toolkit, "/usr");
    vec_push(search->arena, &search->found, toolkit);
}

Toolkit toolkit_find(Arena *arena, const char *root) {
    Search search = {.arena = arena, .root = root};
    search_all_places(&search);
    Toolkit toolkit = search.chosen != NULL    ? *search.chosen
                      : search.found.count > 0 ? search.found.at[0]
                                               : (Toolkit){0};
    toolkit.searched = text_take(&search.searched, arena);
    return toolkit;
}

const char *toolkit_others(Arena *arena, const char *root, const char *library) {
    Search search = {.arena = arena, .root = root, .all = true};
    search_all_places(&search);
    Text others = {0};
    text_add(&others, "");
    for (size_t i = 0; i < search.found.count; i++) {
        const char *other = search.found.at[i].library;
        if (other == NULL || text_equal(other, library)) continue;
        text_printf(&others, "%s%s", others.size > 0 ? "\n" : "", other);
    }
    text_free(&search.searched);
    return text_take(&others, arena);
}

/* ---- clang ------------------------------------------------------------------------------------------------------- */

typedef VEC(const char *) Programs;

static void add_program(Arena *arena, Programs *programs, const char *path) {
    if (access(path, X_OK) != 0 || file_is_directory(path)) return;
    const char *real = path_absolute(arena, path);
    for (size_t i = 0; i < programs->count; i++)
        if (text_equal(programs->at[i], real)) return;
    vec_push(arena, programs, real);
}

static void add_from_path(Arena *arena, Programs *programs, const char *name) {
    size_t count;
    char **folders = system_search_path(arena, &count);
    for (size_t i = 0; i < count; i++) add_program(arena, programs, path_join(arena, folders[i], name));
}

static void add_matches(Arena *arena, Programs *programs, const char *pattern) {
    glob_t list = {0};
    size_t count = matches(pattern, &list);
    for (size_t i = 0; i < count; i++) add_program(arena, programs, list.gl_pathv[i]);
    globfree(&list);
}

const char *const *clang_find(Arena *arena, const char *root, size_t *count) {
    enum { NEWEST = 40 };
    static const char *const places[] = {
        "/usr/lib/llvm-*/bin/clang",     "/usr/lib/llvm/*/bin/clang", "/usr/local/bin/clang",
        "/usr/lib64/llvm*/bin/clang",    "/opt/llvm*/bin/clang",      "/opt/homebrew/opt/llvm/bin/clang",
        "/usr/local/opt/llvm/bin/clang",
    };
    Programs programs = {0};
    const char *named = getenv("WARPSCHOOL_CLANG");
    if (named != NULL && *named != '\0') {
        if (strchr(named, '/') == NULL)
            add_from_path(arena, &programs, named);
        else
            add_program(arena, &programs, named);
        if (programs.count == 0) vec_push(arena, &programs, named); /* an error is reported when it is started */
    } else {
        add_from_path(arena, &programs, "clang");
        for (int version = NEWEST; version >= CLANG_OLDEST; version--)
            add_from_path(arena, &programs, arena_printf(arena, "clang-%d", version));
        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            add_matches(arena, &programs, arena_printf(arena, "%s%s", root, places[i]));
#ifdef WARPSCHOOL_LOCAL
        if (*root == '\0') add_matches(arena, &programs, WARPSCHOOL_LOCAL "/lib/llvm-*/bin/clang");
#endif
    }
    *count = programs.count;
    return programs.at;
}

const char *const *toolchain_program_libraries(Arena *arena, const char *program) {
    static const char *const machines[] = {"../x86_64-linux-gnu", "../aarch64-linux-gnu"};
    const char *home = path_parent(arena, path_parent(arena, program));
    const char **folders = arena_array(arena, const char *, sizeof machines / sizeof *machines + 2);
    size_t count = 0;
    folders[count++] = path_join(arena, home, "lib");
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        const char *folder = path_join(arena, home, machines[i]);
        if (file_is_directory(folder)) folders[count++] = folder;
    }
    folders[count] = NULL;
    return folders;
}
