/* From words to the command that they name. */
#ifndef WARPSCHOOL_SHELL_DISPATCH_H
#define WARPSCHOOL_SHELL_DISPATCH_H

#include "teach/session.h"

/* Runs the command that words[0] names, or its help where --help asks for that; its exit code. */
int command_dispatch(Session *session, int count, char **words);
/* Runs a command on the words after its name, with scratch memory of its own; its exit code. */
int command_invoke(Session *session, const struct Command *command, int count, char **words);

#endif
