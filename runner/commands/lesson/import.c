/* import: adds what a text from export records to what was done here. */
#include "base/file.h"
#include "commands/commands.h"
#include "teach/say.h"

int command_import(Session *session, int count, char **words) {
    if (count == 0) return command_usage(session);
    size_t size;
    const char *why, *text = file_read_text(session->scratch, words[0], &size, &why);
    if (text == NULL) {
        complain(session, "give a file that `export` wrote", "%s %s", words[0], why);
        return STATUS_USAGE;
    }
    DiagList diags = diag_list(session->scratch);
    size_t taken = progress_import(session->progress, words[0], text, &diags);
    if (taken == 0 && diags.count > 0 && !progress_failed(session->progress, &why)) {
        complain(session, "give a file that `export` wrote", "no line of %s records anything that is known", words[0]);
        return STATUS_USAGE;
    }
    say_diags(session, &diags, NULL);
    if (progress_failed(session->progress, &why)) {
        session_check_progress(session);
        return STATUS_ERROR;
    }
    say_prose(session, "%zu line%s taken; what was done here stays done. `list` shows where you are.", taken,
              taken == 1 ? " was" : "s were");
    return STATUS_DONE;
}
