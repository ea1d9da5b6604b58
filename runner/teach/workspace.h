/* The workspace: the files that a student edits, and their shipped texts. */
#ifndef WARPSCHOOL_TEACH_WORKSPACE_H
#define WARPSCHOOL_TEACH_WORKSPACE_H

#include "teach/checkout.h"
#include "teach/session.h"
#include "teach/source_file.h"

/* Keeps a copy of every exercise file that has none yet, so that reset can restore it. */
void workspace_keep_originals(Session *session);
/* The folder that `init` was given, NULL: none. Complains once where it is not there any more. */
const char *workspace_folder(Session *session, Arena *arena);
/* Where the answers lie when `init` was given no folder and the pack was installed or cannot be written: ~/warpschool,
 * or one in it. NULL: the person has no home. */
const char *workspace_home(const Session *session, Arena *arena);
/* And where they lie if that cannot be made. */
char *workspace_hidden_folder(const Session *session, Arena *arena);
/* The folder in which exercises are edited now: one of those three, or the pack's own. */
const char *workspace_place(Session *session, Arena *arena);
/* The path at which the student edits this exercise, in that folder. A missing copy is made now. */
char *workspace_file(Session *session, Arena *arena, const Exercise *exercise);
/* Where the text of an exercise in an installed pack is another one than that with which the student's file began: an
 * unedited file gets the new text; an edited one stays, and it is said once what there is to do. */
void workspace_notice_new_text(Session *session, Arena *arena, const Exercise *exercise, const char *file);
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
