/* Where packs lie, by name. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/system.h"
#include "course/course.h"

bool pack_is_folder(const char *folder) {
    Arena *arena = arena_new();
    bool found = file_is_directory(path_join(arena, folder, "lessons")) ||
                 (file_is_directory(folder) && file_exists(path_join(arena, folder, "pack.yaml")));
    arena_free(arena);
    return found;
}

bool pack_is_name(const char *name) {
    size_t size = strlen(name);
    return size > 0 && size <= 60 && name[0] >= 'a' && name[0] <= 'z' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == size;
}

const char *pack_shipped(Arena *arena) {
    const char *program = system_program_path(arena);
    if (program != NULL) {
        const char *folder = path_parent(arena, program);
        const char *installed = path_join(arena, path_parent(arena, folder), "share/warpschool");
        if (pack_is_folder(installed)) return installed;
        for (int up = 0; up < 3 && strlen(folder) > 1; up++) {
            if (pack_is_folder(folder)) return folder;
            folder = path_parent(arena, folder);
        }
    }
#ifdef WARPSCHOOL_DATADIR
    if (pack_is_folder(WARPSCHOOL_DATADIR)) return WARPSCHOOL_DATADIR;
#endif
    return NULL;
}

/* path lies in folder, or is it; links are resolved. */
static bool is_below(const char *path, const char *folder) {
    char real_path[PATH_MAX], real_folder[PATH_MAX];
    if (realpath(path, real_path) == NULL || realpath(folder, real_folder) == NULL) return false;
    size_t size = strlen(real_folder);
    return strncmp(real_path, real_folder, size) == 0 && (real_path[size] == '/' || real_path[size] == '\0');
}

bool pack_is_installed(const char *folder) {
    Arena *arena = arena_new();
    const char *program = system_program_path(arena);
    bool installed = is_below(folder, pack_home(arena));
    if (program != NULL) {
        const char *prefix = path_parent(arena, path_parent(arena, program));
        installed = installed || is_below(folder, path_join(arena, prefix, "share/warpschool"));
    }
#ifdef WARPSCHOOL_DATADIR
    installed = installed || is_below(folder, WARPSCHOOL_DATADIR);
#endif
    arena_free(arena);
    return installed;
}

char *pack_home(Arena *arena) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data != NULL && *data == '/') return path_join(arena, data, "warpschool/packs");
    if (home != NULL && *home == '/') return path_join(arena, home, ".local/share/warpschool/packs");
    return path_join(arena, path_state_home(arena), "data/packs");
}

const char *pack_named(Arena *arena, const char *name) {
    if (!pack_is_name(name)) return NULL;
    if (strcmp(name, "warpschool") == 0) return pack_shipped(arena);
    const char *folder = path_join(arena, pack_home(arena), name);
    return pack_is_folder(folder) ? folder : NULL;
}
