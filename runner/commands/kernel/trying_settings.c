/* The words NAME=VALUE of a trial: read from the command line and the file's comments, and asked for by name. */
#include <ctype.h>
#include <string.h>

#include "commands/kernel/trying.h"
#include "teach/say.h"
#include "terminal/terminal.h"

bool trying_refuse(const Trying *trial, const char *hint, const char *what, const char *name) {
    complain(trial->session, hint, "%s %s", name, what);
    return false;
}

static bool add_setting(Trying *trial, const char *word, const char *kernel, bool in_file) {
    const char *equals = strchr(word, '=');
    if (equals == NULL || equals == word || equals[1] == '\0')
        return trying_refuse(trial, "for example blocks=4 threads=256 n=1000", "is not NAME=VALUE", word);
    Setting setting = {.name = arena_string_n(trial->arena, word, (size_t)(equals - word)),
                       .value = arena_string(trial->arena, equals + 1),
                       .kernel = kernel,
                       .in_file = in_file};
    vec_push(trial->arena, &trial->settings, setting);
    return true;
}

static const char kernel_is[] = "kernel=";

static bool read_words(Trying *trial, char *text) {
    const char *kernel = NULL;
    VEC(char *) words = {0};
    char *rest = NULL;
    for (char *word = strtok_r(text, " \t\r", &rest); word != NULL; word = strtok_r(NULL, " \t\r", &rest))
        if (text_starts(word, kernel_is))
            kernel = word + strlen(kernel_is);
        else
            vec_push(trial->arena, &words, word);
    if (kernel != NULL && trial->kernel == NULL) trial->kernel = kernel;
    for (size_t i = 0; i < words.count; i++)
        if (!add_setting(trial, words.at[i], kernel, true)) return false;
    return true;
}

bool trying_read_words(Trying *trial, int count, char **words, const char **kernel) {
    for (int i = 0; i < count; i++)
        if (text_starts(words[i], kernel_is) && words[i][strlen(kernel_is)] != '\0')
            *kernel = words[i] + strlen(kernel_is);
        else if (!add_setting(trial, words[i], NULL, false))
            return false;
    return true;
}

bool trying_read_comments(Trying *trial) {
    static const char mark[] = "try:";
    bool in_comment = false;
    for (const char *line = trial->source.text; *line != '\0';) {
        size_t size = strcspn(line, "\n"), blank = strspn(line, " \t\r*");
        const char *at = line + (blank < size ? blank : size);
        bool opens = text_starts(at, "/*"), slashes = text_starts(at, "//");
        if (!in_comment && !opens && !slashes && at < line + size && *at != '#') return true;
        in_comment = (in_comment || opens) && memmem(at, (size_t)(line + size - at), "*/", 2) == NULL;
        at += opens || slashes ? 2 : 0;
        while (at < line + size && (isspace((unsigned char)*at) || *at == '*')) at++;
        char *text = arena_string_n(trial->arena, at, (size_t)(line + size - at)), *end = strstr(text, "*/");
        if (end != NULL) *end = '\0';
        if (text_starts(text, mark) && !read_words(trial, text + strlen(mark))) return false;
        line += size + (line[size] == '\n');
    }
    return true;
}

const char *trying_setting(Trying *trial, const char *name) {
    const char *value = NULL;
    for (size_t i = 0; i < trial->settings.count; i++) {
        Setting *here = &trial->settings.at[i];
        bool other = here->kernel != NULL && !text_equal(here->kernel, trial->signature->kernel);
        if (other || !text_equal(here->name, name)) continue;
        here->used = true;
        value = here->value;
    }
    return value;
}

bool trying_read_sizes(const char *text, int64_t size[3], int64_t most) {
    int64_t product = 1;
    for (int i = 0; i < 3; i++) {
        char number[24];
        size_t length = strcspn(text, "x");
        if (length == 0 || length >= sizeof number) return false;
        memcpy(number, text, length);
        number[length] = '\0';
        if (!text_to_i64(number, &size[i]) || size[i] < 1 || size[i] > most / product) return false;
        product *= size[i];
        text += length;
        if (*text == '\0') return true;
        text++;
    }
    return false;
}

const char *trying_print_sizes(Arena *arena, const int64_t size[3]) {
    if (size[2] > 1)
        return arena_printf(arena, "%lldx%lldx%lld", (long long)size[0], (long long)size[1], (long long)size[2]);
    if (size[1] > 1) return arena_printf(arena, "%lldx%lld", (long long)size[0], (long long)size[1]);
    return arena_printf(arena, "%lld", (long long)size[0]);
}

bool trying_read_dimensions(Trying *trial, const char *name, int64_t size[3], int64_t most) {
    const char *value = trying_setting(trial, name);
    if (value != NULL)
        for (int i = 0; i < 3; i++) size[i] = 1;
    if (value != NULL && !trying_read_sizes(value, size, most))
        return trying_refuse(
            trial, arena_printf(trial->arena, "such as %s=4 or %s=4x4, %lld at most", name, name, (long long)most),
            "needs one to three whole numbers", name);
    return true;
}

/* "there are blocks, threads, shared, in and out" */
static const char *all_settings(Arena *arena, const char *const *names, size_t count) {
    Text list = {0};
    for (size_t i = 0; i < count; i++)
        text_printf(&list, "%s%s", i == 0 ? "there are " : i + 1 < count ? ", " : " and ", names[i]);
    return text_take(&list, arena);
}

bool trying_all_used(const Trying *trial) {
    for (size_t i = 0; i < trial->settings.count; i++) {
        const Setting *here = &trial->settings.at[i];
        if (here->used || here->in_file) continue;
        const Signature *signature = trial->signature;
        const char **names = arena_array(trial->arena, const char *, signature->count + 3);
        names[0] = "blocks";
        names[1] = "threads";
        names[2] = "shared";
        for (size_t p = 0; p < signature->count; p++) names[p + 3] = signature->parameters[p].name;
        const char *nearest = text_equal(here->name, "block")  ? "threads"
                              : text_equal(here->name, "grid") ? "blocks"
                                                               : text_nearest(here->name, names, signature->count + 3);
        const char *hint = nearest != NULL ? arena_printf(trial->arena, "did you mean '%s'?", nearest)
                                           : all_settings(trial->arena, names, signature->count + 3);
        return trying_refuse(trial, hint, "is no parameter of the kernel", here->name);
    }
    return true;
}
