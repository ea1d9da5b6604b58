/* The workspace: the files that a student edits, and their shipped texts. */
#ifndef WARPSCHOOL_TEACH_WORKSPACE_H
#define WARPSCHOOL_TEACH_WORKSPACE_H

#include "teach/checkout.h"
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

/* Keeps a copy of every exercise file that has none yet, so that reset can restore it. */
void workspace_keep_originals(Session *session);
/* The folder that `init` was given, NULL: none. Complains once where it is not there any more. */
const char *workspace_folder(Session *session, Arena *arena);
/* Where the answers lie when there is no working folder and the pack cannot be written. */
char *workspace_hidden_folder(Session *session, Arena *arena);
/* The path at which the student edits this exercise: in the working folder; without one in the pack, or, where that
 * cannot be written, in the hidden folder. A missing copy is made now. */
char *workspace_file(Session *session, Arena *arena, const Exercise *exercise);
bool workspace_lacks_solutions(const Session *session, const Exercise *exercise); /* the pack has none at all */
char *workspace_solution(Session *session, Arena *arena, const Exercise *exercise);
/* Makes a file, and its folder; false with errno set, EEXIST where there is one already, which is left as it is. */
bool workspace_write_new(const char *path, const void *bytes, size_t size);
/* Puts the exercise into a folder: the student's answer where there is one, else the file as shipped. What is in the
 * folder already stays. False with *why, a sentence. */
typedef struct CopiedExercises {
    size_t made, kept;         /* files */
    size_t answers;            /* of those made: the student's own */
    const char *from;          /* the folder that the answers were in; NULL: there are none */
    const Checkout *committed; /* the pack's own exercises as they were committed; or NULL: each is asked for */
} CopiedExercises;
/* Asks git for all exercises of the pack at once, before many are copied. */
void workspace_copy_begin(Session *session, Arena *arena, CopiedExercises *copied);
bool workspace_copy(Session *session, Arena *arena, const Exercise *exercise, const char *folder,
                    CopiedExercises *copied, const char **why);
/* The shipped text of the file, 0-terminated; NULL with *why, a sentence. */
const char *workspace_shipped(const Session *session, Arena *arena, const Exercise *exercise, const char **why);
/* Restores the shipped text; *backup is the copy of the student's version, NULL where it had not been changed. */
bool workspace_reset(Session *session, Arena *arena, const Exercise *exercise, char **backup, const char **why);

#endif
