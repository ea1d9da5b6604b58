#include "commands/course/made_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

mode_t made_folder_left_by_umask(mode_t mode) {
    mode_t mask = umask(0);
    umask(mask);
    return mode & ~mask;
}

bool made_folder_begin(MadeFolder *folder, Arena *arena, const char *path) {
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/') size--;
    *folder = (MadeFolder){.arena = arena, .path = arena_string_n(arena, path, size)};
    if (file_exists(folder->path) && rmdir(folder->path) != 0) return errno = EEXIST, false;
    if (!file_make_directories(path_parent(arena, folder->path))) return false;
    folder->temporary = arena_printf(arena, "%s.part-XXXXXX", folder->path);
    if (mkdtemp(folder->temporary) != NULL) return true;
    folder->temporary = NULL;
    return false;
}

bool made_folder_write(MadeFolder *folder, const char *name, const void *bytes, size_t size) {
    const char *path = path_join(folder->arena, folder->temporary, name);
    for (size_t i = strlen(folder->temporary) + 1; path[i] != '\0'; i++)
        if (path[i] == '/' && mkdir(arena_string_n(folder->arena, path, i), 0777) != 0 && errno != EEXIST) return false;
    return file_write(path, bytes, size) && chmod(path, made_folder_left_by_umask(0666)) == 0;
}

bool made_folder_finish(MadeFolder *folder) {
    if (chmod(folder->temporary, made_folder_left_by_umask(0777)) != 0) return false;
    if (rename(folder->temporary, folder->path) != 0) return false;
    folder->temporary = NULL;
    return true;
}

void made_folder_drop(MadeFolder *folder) {
    if (folder->temporary != NULL) file_remove_folder(folder->temporary);
    folder->temporary = NULL;
}
