#include "shell/dispatch.h"

#include "teach/command.h"
#include "teach/say.h"
#include "teach/teach.h"

static int unknown_command(Session *session, const char *name) {
    session_renew_scratch(session);
    const Command *nearest = command_nearest(session->commands, name);
    const Step *step =
        session->mode == MODE_TYPED && teach_step_waits(session) ? &session->lesson->steps[session->step] : NULL;
    bool question_waits = step != NULL && step->predict != NULL && !session->asked;
    const char *hint = text_equal(name, "q") ? "`quit` leaves; q ends a page, or `watch`"
                       : nearest != NULL     ? arena_printf(session->scratch, "did you mean '%s'?", nearest->name)
                       : question_waits      ? "press Enter first: then comes the question"
                       : session->mode == MODE_COMMAND ? "`warpschool help` lists them"
                                                       : "`help` lists them";
    complain(session, hint, "unknown command '%s'", name);
    return STATUS_USAGE;
}

int command_invoke(Session *session, const Command *command, int count, char **words) {
    session_renew_scratch(session);
    session->running = command;
    if (command->most >= 0 && count > command->most) return command_usage(session);
    if (session->options.json && !command->json) {
        complain(session,
                 arena_printf(session->scratch, "%s do", command_json_names(session->commands, session->scratch)),
                 "%s prints no JSON", command->name);
        return STATUS_USAGE;
    }
    if (command->needs_pack && !session_pack(session)) return session->failure;
    return command->run(session, count, words);
}

int command_dispatch(Session *session, int count, char **words) {
    const Command *command = command_find(session->commands, words[0]);
    if (command == NULL) return unknown_command(session, words[0]);
    if (!session->options.help) return command_invoke(session, command, count - 1, words + 1);
    session->options.json = false; /* help is for people */
    return command_invoke(session, command_on_help(session->commands), 1, words);
}
