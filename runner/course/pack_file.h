/* pack.yaml: what a pack says of itself. It may be left out. */
#ifndef WARPSCHOOL_COURSE_PACK_FILE_H
#define WARPSCHOOL_COURSE_PACK_FILE_H

#include "course/course.h"

/* An entry under `lessons`. */
typedef struct PackLesson {
    const char *id;   /* "05-banks" */
    const char *pack; /* the name of the pack that it is used from: "warpschool"; NULL: this one */
    Loc loc;
} PackLesson;

/* An entry under `exercises`. */
typedef struct PackExercise {
    const char *id;
    const char *due;
    GivenPoints points;
    bool hidden;
    Loc loc;
} PackExercise;

typedef struct PackFile {
    const char *title;
    bool handed_out;
    bool ordered; /* `lessons` is given */
    PackLesson *lessons;
    size_t lesson_count;
    PackExercise *exercises;
    size_t exercise_count;
} PackFile;

/* Reads the pack's file, if it has one; mistakes are added to pack->diags, and the entries that have some left out. */
void pack_file_load(Pack *pack, PackFile *file);

#endif
