/* A launch of any kernel of a CUDA file, as the file's comments and the command's words NAME=VALUE describe it. */
#ifndef WARPSCHOOL_COMMANDS_TRIAL_H
#define WARPSCHOOL_COMMANDS_TRIAL_H

#include "teach/session.h"
#include "teach/workspace.h"

typedef struct Trial {
    Source source;
    const char *kernel; /* as the student calls it; spec has the compiler's name */
    LaunchSpec spec;
    const char
        *told; /* all settings as they are, "blocks=4 threads=128 n=512 ", for the student to see and to change */
    const char *note;    /* a sentence on a size that was chosen here; NULL: there is nothing to say */
    const char *made_up; /* a buffer of random whole numbers that nobody asked for; NULL: there is none */
    const char *guessed; /* the threads of a block, where nobody gave them; NULL: somebody did */
    const char *guess;   /* how other ones are given */
    Lesson lesson;       /* that has no more than what a launch asks of one */
} Trial;

/* kernel: NULL where the file has only one, or says which, or kernel=NAME among the words does. In scratch; NULL with
 * the complaint made and session->failure set. */
Trial *trial_read(Session *session, const char *file, const char *kernel, int count, char **words);

#endif
