#ifndef WARPSCHOOL_COMMANDS_NEW_AUTOGRADER_H
#define WARPSCHOOL_COMMANDS_NEW_AUTOGRADER_H

#include "teach/session.h"

/* `new autograder PLATFORM PACK FOLDER`: what "gradescope" or "github" runs for each submission. */
int new_autograder(Session *session, const char *platform, const char *pack, const char *folder);

#endif
