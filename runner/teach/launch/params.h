/* Values of parameters, as they are typed. */
#ifndef WARPSCHOOL_TEACH_PARAMS_H
#define WARPSCHOOL_TEACH_PARAMS_H

#include "teach/session.h"

/* NAME=VALUE for one of the lesson's parameters goes into session->set; complains about anything else. */
bool param_assign(Session *session, const Lesson *lesson, const char *word);
/* NAME=1,2,4 or NAME=1..33, or both mixed; values in scratch. */
bool param_list(Session *session, const Lesson *lesson, const char *word, const char **name, int64_t **values,
                size_t *count);
/* The words with blanks around = and , closed up: "stride = 4" is one word then. */
size_t param_words(Session *session, int count, char **words, char ***joined);

#endif
