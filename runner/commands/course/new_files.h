/* What `new` writes: the files of a lesson, with @ID@ ("08-my-topic"), @SLUG@ ("my-topic") and @TITLE@ ("My topic") to
 * be filled in, and a pack's README. */
#ifndef WARPSCHOOL_COMMANDS_NEW_FILES_H
#define WARPSCHOOL_COMMANDS_NEW_FILES_H

typedef struct NewFile {
    const char *path, *text;
} NewFile;

enum { NEW_LESSON_FILES = 6 };
extern const NewFile new_lesson_files[NEW_LESSON_FILES];
extern const char new_pack_readme[];

/* new_autograder_files.c: what runs for each submission, as it stands. */
enum { NEW_GRADESCOPE_FILES = 2, NEW_GITHUB_FILES = 3 };
extern const NewFile new_gradescope_files[NEW_GRADESCOPE_FILES], new_github_files[NEW_GITHUB_FILES];

#endif
