#include "teach/command.h"

#include "teach/say.h"

const Command *command_find(const CommandTable *table, const char *name) {
    if (text_equal(name, "exit")) name = "quit"; /* as shells say it */
    for (size_t i = 0; i < table->count; i++)
        if (text_equal(table->at[i].name, name)) return &table->at[i];
    return NULL;
}

const Command *command_nearest(const CommandTable *table, const char *name) {
    Arena *arena = arena_new();
    const char **names = arena_array(arena, const char *, table->count);
    for (size_t i = 0; i < table->count; i++) names[i] = table->at[i].name;
    const char *nearest = text_nearest(name, names, table->count);
    arena_free(arena);
    return nearest != NULL ? command_find(table, nearest) : NULL;
}

const Command *command_on_enter(const CommandTable *table) {
    const Command *command = table->at;
    while (!command->on_enter) command++;
    return command;
}

const Command *command_on_help(const CommandTable *table) {
    const Command *command = table->at;
    while (!command->on_help) command++;
    return command;
}

const char *command_json_names(const CommandTable *table, Arena *arena) {
    size_t left = 0;
    for (size_t i = 0; i < table->count; i++) left += table->at[i].json;
    Text names = {0};
    text_add(&names, "");
    for (size_t i = 0; i < table->count; i++)
        if (table->at[i].json)
            text_printf(&names, "%s%s", table->at[i].name, --left > 1 ? ", " : left == 1 ? " and " : "");
    return text_take(&names, arena);
}

int command_usage(Session *session) {
    const Command *command = session->running;
    complain(session, arena_printf(session->scratch, "`help %s` says more", command->name), "usage: %s%s%s%s",
             session->mode == MODE_COMMAND ? "warpschool " : "", command->name, *command->arguments != '\0' ? " " : "",
             command->arguments);
    return STATUS_USAGE;
}
