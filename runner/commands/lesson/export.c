/* export: what was done, as text. */
#include <errno.h>
#include <string.h>

#include "commands/commands.h"
#include "teach/say.h"
#include "teach/workspace.h"
#include "terminal/terminal.h"

int command_export(Session *session, int count, char **words) {
    Text text = {0};
    progress_export(session->progress, &text);
    if (count == 0) {
        terminal_write(text.data, text.size);
        text_free(&text);
        return STATUS_DONE;
    }
    bool written = *words[0] != '\0' && workspace_write_new(words[0], text.data, text.size);
    int error = errno;
    text_free(&text);
    if (*words[0] == '\0') return command_usage(session);
    if (!written) {
        complain(session, error == EEXIST ? "choose another name; nothing is overwritten" : NULL,
                 "%s cannot be written: %s", words[0], strerror(error));
        return error == EEXIST ? STATUS_USAGE : STATUS_ERROR;
    }
    say_prose(session, "What you have done is in %s now. `import` adds it to what another machine has.",
              code_span(session, words[0]));
    return STATUS_DONE;
}
