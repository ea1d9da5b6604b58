#ifndef WARPSCHOOL_COMMANDS_NEW_HANDOUT_H
#define WARPSCHOOL_COMMANDS_NEW_HANDOUT_H

#include "teach/session.h"

/* `new handout PACK FOLDER`: what students of the pack get. */
int new_handout(Session *session, const char *pack, const char *folder);

#endif
