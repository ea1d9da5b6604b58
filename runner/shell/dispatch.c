#include "shell/dispatch.h"

#include <string.h>

#include "teach/command.h"
#include "teach/explained.h"
#include "teach/say.h"
#include "teach/teach.h"

/* Words that students type and that are no commands here; what does it. NULL: none of them. */
static const char *known_word(Session *session, const char *name) {
    static const struct {
        const char *word, *hint;
    } known[] = {{"q", "`quit` leaves; q ends a page, or `watch`"},
                 {"bye", "`quit` leaves"},
                 {":q", "`quit` leaves"},
                 {"lesson", "`start 5` opens lesson 5"},
                 {"open", "`start 5` opens lesson 5"},
                 {"goto", "`start 5 3` opens step 3 of lesson 5"},
                 {"step", "`start 5 3` opens step 3 of lesson 5"},
                 {"clear", "Ctrl-L clears the screen"},
                 {"cls", "Ctrl-L clears the screen"},
                 {"ls", "`list` shows the lessons"},
                 {"edit", "edit the file in an editor of your own, beside this; `exercise` says which file"},
                 {"vim", "edit the file in an editor of your own, beside this; `exercise` says which file"},
                 {"warpschool", "you are at its prompt already; `help` lists the commands"}};
    int64_t number;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_equal(name, known[i].word)) return known[i].hint;
    const char *nearest;
    bool lesson =
        text_to_i64(name, &number) && session->pack != NULL && pack_find(session->pack, name, &nearest) != NULL;
    return lesson ? arena_printf(session->scratch, "`start %s` opens that lesson", name) : NULL;
}

/* What `explain` knows by these words, without a question mark behind them; NULL: nothing. */
static const char *explained_name(Session *session, int count, char **words) {
    Text text = {0};
    for (int i = 0; i < count; i++) text_printf(&text, "%s%s", i > 0 ? " " : "", words[i]);
    char *name = text_take(&text, session->scratch);
    name[strcspn(name, "?")] = '\0';
    return explained_knows(name) ? name : NULL;
}

/* "warp", "bank conflict"; `all`: also with words before it, as in "what is a warp?". NULL: nothing is called so. */
static const char *explain_hint(Session *session, int count, char **words, bool all) {
    const char *name = NULL;
    for (int i = 0; i < (all ? count : 1) && name == NULL; i++) name = explained_name(session, count - i, words + i);
    return name != NULL ? arena_printf(session->scratch, "`explain %s` says what that is", name) : NULL;
}

static int unknown_command(Session *session, int count, char **words) {
    session_renew_scratch(session);
    const char *name = words[0], *known = known_word(session, name);
    const Command *nearest = command_nearest(session->commands, name);
    if (known == NULL) known = explain_hint(session, count, words, nearest == NULL);
    const Step *step =
        session->mode == MODE_TYPED && teach_step_waits(session) ? &session->lesson->steps[session->step] : NULL;
    bool question_waits = step != NULL && step->predict != NULL && !session->asked;
    const char *hint = question_waits && text_to_i64(name, &(int64_t){0}) ? "press Enter first: then comes the question"
                       : known != NULL                                    ? known
                       : nearest != NULL ? arena_printf(session->scratch, "did you mean '%s'?", nearest->name)
                       : question_waits  ? "press Enter first: then comes the question"
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
    if (!command->looks_up && session->pack != NULL) pack_read_all(session->pack);
    if (command->needs_pack && !session_pack(session)) return session->failure;
    return command->run(session, count, words);
}

int command_dispatch(Session *session, int count, char **words) {
    const Command *command = command_find(session->commands, words[0]);
    if (command == NULL) return unknown_command(session, count, words);
    if (!session->options.help) {
        const char *error, *hint;
        session_renew_scratch(session);
        if (options_misfit(&session->options, command->name, session->scratch, &error, &hint)) {
            complain(session, hint, "%s", error);
            return STATUS_USAGE;
        }
        return command_invoke(session, command, count - 1, words + 1);
    }
    session->options.json = false; /* help is for people */
    return command_invoke(session, command_on_help(session->commands), 1, words);
}
