#include "commands/commands.h"

int command_quit(Session *session, int count, char **words) {
    (void)count, (void)words;
    session->leaving = true;
    return session->status;
}
