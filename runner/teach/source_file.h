/* Source texts of kernels, programs and answers. */
#ifndef WARPSCHOOL_TEACH_SOURCE_FILE_H
#define WARPSCHOOL_TEACH_SOURCE_FILE_H

#include "teach/session.h"

/* A source text. name: as messages name it. */
typedef struct Source {
    const char *path, *name;
    const char *text;
    size_t size;
    const char *note; /* a remark about the file, a sentence, or NULL */
} Source;

typedef enum SourceStatus {
    SOURCE_READ,
    SOURCE_MISSING,  /* no such file, a folder, not readable: nothing to judge */
    SOURCE_UNUSABLE, /* empty, binary, too large: no CUDA source */
} SourceStatus;

SourceStatus source_read(Arena *arena, const char *path, Source *source, const char **why);
/* The same for a file that may come from another person: a symbolic link that leads out of its folder is not
 * followed, because messages about a file quote its lines. Nor is one in place of a folder, below the current one
 * or, of an absolute path, below the first. Where links were followed, note says so. */
SourceStatus source_read_answer(Arena *arena, const char *path, Source *source, const char **why);
/* The lesson's own kernels; complains where they cannot be read. */
bool source_of_lesson(Session *session, Arena *arena, const Lesson *lesson, Source *source);
/* What a launch of the lesson's own runs: its kernels, or a whole program that lies beside them; likewise. */
bool source_of_launch(Session *session, Arena *arena, const Lesson *lesson, const LaunchSpec *spec, Source *source);

#endif
