#include "commands/session.h"

static int help_for(Session *session, const Command *command) {
    say_styled(session, ROLE_STRONG, "%s%s%s%s", session->mode == MODE_COMMAND ? "warpschool " : "", command->name,
               *command->arguments != '\0' ? " " : "", command->arguments);
    say_prose(session, "%s", command->details);
    return STATUS_DONE;
}

static void list_commands(Session *session) {
    int widest = 0;
    for (size_t i = 0; i < command_count; i++) {
        int width = text_columns(command_table[i].name) + 1 + text_columns(command_table[i].arguments);
        if (width > widest) widest = width;
    }
    bool narrow = session->style.width < widest + 30;
    Text out = {0};
    for (size_t i = 0; i < command_count; i++) {
        const Command *command = &command_table[i];
        Text left = {0};
        text_printf(&left, "%s %s", command->name, command->arguments);
        if (narrow) text_printf(&out, "  %s\n      %s\n", left.data, command->about);
        else text_printf(&out, "  %-*s  %s\n", widest, left.data, command->about);
        text_free(&left);
    }
    say(session, &out);
}

int command_help(Session *session, int count, char **words) {
    if (count > 0) {
        const Command *command = command_find(words[0]);
        if (command != NULL) return help_for(session, command);
        const char *names[64];
        size_t known = command_count < 64 ? command_count : 64;
        for (size_t i = 0; i < known; i++) names[i] = command_table[i].name;
        const char *nearest = text_nearest(words[0], names, known);
        complain(session, nearest != NULL ? arena_printf(session->scratch, "did you mean '%s'?", nearest) : "`help` lists them",
                 "there is no command '%s'", words[0]);
        return STATUS_USAGE;
    }
    if (session->mode == MODE_COMMAND) {
        say_prose(session, "Usage: `warpschool [OPTION...] [COMMAND [ARGUMENT...]]`");
        say_prose(session, "Teaches how CUDA memory behaves. Without a command it opens the first unfinished lesson.");
    }
    list_commands(session);
    if (session->mode == MODE_COMMAND) {
        Text out = {0};
        text_add_char(&out, '\n');
        options_describe(&out);
        say(session, &out);
    } else {
        say_prose(session, "Enter goes on. Tab completes, arrow-up brings back what you typed. Ctrl-C stops a run, Ctrl-D leaves.");
    }
    return STATUS_DONE;
}
