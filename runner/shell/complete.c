#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "base/vec.h"
#include "glossary.h"
#include "shell/complete.h"
#include "teach/command.h"

typedef struct Candidates {
    Arena *arena;
    const char *typed; /* what they must begin with */
    VEC(char *) words;
} Candidates;

static void offer(Candidates *candidates, const char *word) {
    if (text_starts(word, candidates->typed))
        vec_push(candidates->arena, &candidates->words, arena_string(candidates->arena, word));
}

static void offer_commands(Candidates *candidates, const CommandTable *commands) {
    for (size_t i = 0; i < commands->count; i++) offer(candidates, commands->at[i].name);
}

static void offer_lessons(Candidates *candidates, const Session *session) {
    for (size_t i = 0; session->pack != NULL && i < session->pack->lesson_count; i++)
        offer(candidates, session->pack->lessons[i].id);
}

static void offer_exercises(Candidates *candidates, const Session *session) {
    for (size_t i = 0; session->pack != NULL && i < session->pack->lesson_count; i++) {
        const Lesson *lesson = &session->pack->lessons[i];
        for (size_t k = 0; lesson->usable && k < lesson->exercise_count; k++)
            offer(candidates, lesson->exercises[k].id);
    }
}

static void offer_parameters(Candidates *candidates, const Session *session) {
    if (session->lesson == NULL) return;
    for (size_t i = 0; i < session->lesson->param_count; i++) {
        const Param *param = &session->lesson->params[i];
        char *start = arena_printf(candidates->arena, "%s=", param->name);
        if (!text_starts(candidates->typed, start))
            offer(candidates, start);
        else
            for (size_t v = 0; v < param->value_count; v++)
                offer(candidates, arena_printf(candidates->arena, "%s%lld", start, (long long)param->values[v]));
    }
}

static void offer_device(Candidates *candidates) {
    static const char start[] = "device=";
    if (!text_starts(candidates->typed, start))
        offer(candidates, start);
    else
        for (int choice = DEVICE_AUTO; choice <= DEVICE_GPU; choice++)
            offer(candidates, arena_printf(candidates->arena, "%s%s", start, device_choice_name[choice]));
}

static void offer_metrics(Candidates *candidates) {
    for (size_t i = 0; i < metric_count; i++) offer(candidates, metric_info[i].name);
}

/* What `explain` knows, in one word. */
static void offer_words(Candidates *candidates) {
    for (size_t i = 0; i < glossary_count; i++)
        if (strchr(glossary[i].name, ' ') == NULL) offer(candidates, glossary[i].name);
    for (FindingKind kind = 0; kind < finding_kind_count; kind++) offer(candidates, finding_name[kind]);
    offer_metrics(candidates);
}

/* Files below the folder that was typed: those whose names end in suffix, and folders. */
static void offer_files(Candidates *candidates, const char *suffix) {
    Arena *arena = candidates->arena;
    const char *slash = strrchr(candidates->typed, '/');
    const char *folder =
        slash == NULL ? "" : arena_string_n(arena, candidates->typed, (size_t)(slash + 1 - candidates->typed));
    size_t count;
    const char *why;
    char **names = path_list(arena, *folder != '\0' ? path_expand_home(arena, folder) : ".", "", &count, &why);
    for (size_t i = 0; names != NULL && i < count; i++) {
        char *path = arena_printf(arena, "%s%s", folder, names[i]);
        if (file_is_directory(path_expand_home(arena, path)))
            offer(candidates, arena_printf(arena, "%s/", path));
        else if (text_ends(path, suffix))
            offer(candidates, path);
    }
}

/* Those of the command; command NULL: all. */
static void offer_options(Candidates *candidates, const Command *command) {
    size_t count;
    const char *const *names = options_names(candidates->arena, command != NULL ? command->name : NULL, &count);
    for (size_t i = 0; i < count; i++) offer(candidates, names[i]);
}

static void offer_arguments(Candidates *candidates, const Session *session, ArgumentKind kind) {
    switch (kind) {
    case ARGUMENT_NONE: break;
    case ARGUMENT_LESSON: offer_lessons(candidates, session); break;
    case ARGUMENT_LESSON_OR_EXERCISES:
        offer_lessons(candidates, session);
        offer(candidates, "exercises");
        break;
    case ARGUMENT_LESSON_OR_PARAMETER:
        offer_lessons(candidates, session);
        offer_parameters(candidates, session);
        break;
    case ARGUMENT_EXERCISE: offer_exercises(candidates, session); break;
    case ARGUMENT_EXERCISE_OR_FILE:
        offer_exercises(candidates, session);
        offer_files(candidates, ".cu");
        break;
    case ARGUMENT_FILE: offer_files(candidates, ""); break;
    case ARGUMENT_PARAMETER:
        offer_parameters(candidates, session);
        offer_device(candidates);
        break;
    case ARGUMENT_METRIC: offer_metrics(candidates); break;
    case ARGUMENT_WORD: offer_words(candidates); break;
    case ARGUMENT_COMMAND: offer_commands(candidates, session->commands); break;
    }
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **complete_words(const Session *session, Arena *arena, const char *line, size_t *word_start, size_t *count) {
    static const char blanks[] = " \t";
    size_t start = strlen(line);
    while (start > 0 && strchr(blanks, line[start - 1]) == NULL) start--;
    Candidates candidates = {.arena = arena, .typed = line + start};
    size_t first = strspn(line, blanks);
    const Command *command = NULL;
    if (first < start)
        command = command_find(session->commands, arena_string_n(arena, line + first, strcspn(line + first, blanks)));
    if (*candidates.typed == '-')
        offer_options(&candidates, command);
    else if (first >= start)
        offer_commands(&candidates, session->commands);
    else if (command != NULL)
        offer_arguments(&candidates, session, command->completes);
    if (candidates.words.count > 0) qsort(candidates.words.at, candidates.words.count, sizeof(char *), by_text);
    *word_start = start;
    *count = candidates.words.count;
    return candidates.words.at;
}
