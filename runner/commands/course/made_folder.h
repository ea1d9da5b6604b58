/* A folder that appears whole or not at all: it is made under another name beside its place, and renamed last. */
#ifndef WARPSCHOOL_COMMANDS_MADE_FOLDER_H
#define WARPSCHOOL_COMMANDS_MADE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/arena.h"

typedef struct MadeFolder {
    Arena *arena; /* owns the paths */
    const char *path;
    char *temporary; /* where it is made */
} MadeFolder;

/* path must not exist, or be an empty folder. False with errno set: EEXIST where it is there. */
bool made_folder_begin(MadeFolder *folder, Arena *arena, const char *path);
/* Writes a file, "lessons/01-first.yaml", with the modes that the umask leaves. False with errno set. */
bool made_folder_write(MadeFolder *folder, const char *name, const void *bytes, size_t size);
/* Puts the folder into its place; false with errno set, and then made_folder_drop is still to be called. */
bool made_folder_finish(MadeFolder *folder);
void made_folder_drop(MadeFolder *folder); /* removes what was made */

/* The mode that the user's umask leaves of one. */
mode_t made_folder_left_by_umask(mode_t mode);

/* Writes what is in the folder as a zip archive to its path, below a folder of the archive's name without ".zip", and
 * removes the folder. The same files give the same bytes, whenever and wherever they are written. False with errno
 * set. */
bool made_folder_zip(MadeFolder *folder);

#endif
