/* A pack: a folder of lessons with their kernels, exercises and solutions. A Pack owns its lessons and
 * everything in them (one arena a pack). A lesson that cannot be loaded is kept with its diagnostics; the others are
 * loaded all the same. pack.c, pack_file.c, pack_names.c. */
#ifndef WARPSCHOOL_COURSE_PACK_H
#define WARPSCHOOL_COURSE_PACK_H

#include "course/lesson.h"

enum { PACK_LOADERS = 4 };
typedef struct Pack {
    Arena *arena;
    Arena *loaders[PACK_LOADERS]; /* of lessons that other threads have loaded; each NULL or freed with the pack */
    const char *folder;           /* as given */
    const char *title;            /* from pack.yaml; or NULL */
    bool handed_out;              /* made by `new handout`, from pack.yaml: its solutions are not meant to be here */
    Lesson *lessons;              /* in the order of pack.yaml, else of their file names */
    size_t lesson_count;
    DiagList diags; /* about the folder itself */
} Pack;

/* With every lesson read. Never NULL; a folder that is no pack has no lessons and an error in diags. */
Pack *pack_load(const char *folder);
/* The same with lessons that are known by name alone and read when they are asked for: by pack_lesson, pack_find and
 * pack_find_exercise. A pack with a pack.yaml is read whole, because that speaks of exercises. Not for several
 * threads. */
Pack *pack_open(const char *folder);
void pack_read_all(Pack *pack); /* every lesson that pack_open has left unread */
Lesson *pack_lesson(const Pack *pack, size_t number);
void pack_free(Pack *pack);
/* The folder of a pack by its name: "warpschool" is the one that came with the program, any other one lies in
 * pack_home. NULL: no name of a pack, or none is called so. */
const char *pack_named(Arena *arena, const char *name);
const char *pack_shipped(Arena *arena); /* in the checkout around the program, or PREFIX/share/warpschool; or NULL */
char *pack_home(Arena *arena);          /* $XDG_DATA_HOME/warpschool/packs */
/* Whether the pack lies where an installation put it: in PREFIX/share/warpschool or in pack_home. The next version
 * takes its place, so nothing of a person's may be kept there. */
bool pack_is_installed(const char *folder);
bool pack_is_name(const char *name);     /* small letters, digits and '-', at most 60, beginning with a letter */
bool pack_is_folder(const char *folder); /* it holds lessons/ or pack.yaml */

/* By id, by number ("5", "05"), by the part after the number ("banks"), or by a unique beginning; NULL where none or
 * several match, then *nearest is the closest id or NULL. */
Lesson *pack_find(const Pack *pack, const char *name, const char **nearest);
/* An exercise by id or file name (with or without .cu or folder) over all lessons. */
Exercise *pack_find_exercise(const Pack *pack, const char *name, Lesson **lesson, const char **nearest);

#endif
