/* Completion: what may stand where the cursor is. */
#ifndef WARPSCHOOL_SHELL_COMPLETE_H
#define WARPSCHOOL_SHELL_COMPLETE_H

#include "teach/session.h"

/* The words that may stand where the cursor is, for the line up to there. Sorted; in arena. *word_start: where in line
 * the word that is being completed begins. */
char **complete_words(const Session *session, Arena *arena, const char *line, size_t *word_start, size_t *count);

#endif
