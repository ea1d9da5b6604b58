#include "commands/commands.h"
#include "teach/say.h"

/* pairs: count rows of two cells, the first row being the head. */
static void say_pairs(Session *session, const char *const *pairs, size_t count) {
    static const bool right[2] = {false};
    Text out = {0};
    report_table(&out, &session->style, pairs, count, 2, right);
    say_gap(session);
    say(session, &out);
}

/* The options of a command, or all. */
static void list_options(Session *session, const char *command) {
    size_t count = options_describe(session->scratch, command, NULL);
    if (count == 0) return;
    const char **cells = arena_array(session->scratch, const char *, (count + 1) * 2);
    cells[0] = "option";
    cells[1] = "what it does";
    options_describe(session->scratch, command, cells + 2);
    say_pairs(session, cells, count + 1);
}

static int help_for(Session *session, const Command *command) {
    say_styled(session, ROLE_STRONG, "%s%s%s%s", session->mode == MODE_COMMAND ? "warpschool " : "", command->name,
               *command->arguments != '\0' ? " " : "", command->arguments);
    say_prose(session, "%s", command->details);
    list_options(session, command->name);
    return STATUS_DONE;
}

static void list_commands(Session *session) {
    const CommandTable *table = session->commands;
    const char **cells = arena_array(session->scratch, const char *, (table->count + 1) * 2);
    cells[0] = "command";
    cells[1] = "what it does";
    for (size_t i = 0; i < table->count; i++) {
        const Command *command = &table->at[i];
        const char *blank = *command->arguments != '\0' ? " " : "";
        cells[2 * i + 2] = arena_printf(session->scratch, "%s%s%s", command->name, blank, command->arguments);
        cells[2 * i + 3] = command->about;
    }
    say_pairs(session, cells, table->count + 1);
}

static int unknown_topic(Session *session, const char *name) {
    const Command *nearest = command_nearest(session->commands, name);
    complain(session,
             nearest != NULL ? arena_printf(session->scratch, "did you mean '%s'?", nearest->name)
                             : "`help` lists them",
             "there is no command '%s'", name);
    return STATUS_USAGE;
}

int command_help(Session *session, int count, char **words) {
    if (count > 0) {
        const Command *command = command_find(session->commands, words[0]);
        return command != NULL ? help_for(session, command) : unknown_topic(session, words[0]);
    }
    bool prompt = session->mode != MODE_COMMAND;
    if (!prompt) {
        say_prose(session, "Usage: `warpschool [OPTION...] [COMMAND [ARGUMENT...]]`");
        say_prose(session, "Teaches how CUDA memory behaves. Without a command it opens the first unfinished lesson.");
    }
    list_commands(session);
    if (!prompt)
        list_options(session, NULL);
    else
        say_prose(
            session,
            "Enter goes on. Tab completes, arrow-up brings back what you typed. Ctrl-C stops a run, Ctrl-D leaves.");
    return STATUS_DONE;
}
