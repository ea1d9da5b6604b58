/* A solution as text: its kernels are found, and written again as functions that new kernels call. */
#include <string.h>

#include "lint/dodge_parts.h"

/* ---- the text of a file ------------------------------------------------------------------------------------------ */

bool dodge_is_name_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

const char *dodge_skip_quoted(const char *at) {
    if (at[0] == '/' && at[1] == '/') return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end != NULL ? end + 2 : at + strlen(at);
    }
    if (*at != '"' && *at != '\'') return at;
    const char *end = at + 1;
    while (*end != '\0' && *end != '\n' && *end != *at) end += end[0] == '\\' && end[1] != '\0' ? 2 : 1;
    return *end == *at ? end + 1 : end;
}

const char *dodge_closing(const char *open) {
    int depth = 0;
    for (const char *at = open; *at != '\0';) {
        const char *behind = dodge_skip_quoted(at);
        if (behind > at) {
            at = behind;
            continue;
        }
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (depth == 0) return at;
        at++;
    }
    return NULL;
}

/* The next place where the word stands by itself, outside comments and strings; NULL where there is none. */
static const char *find_word(const char *text, const char *word) {
    size_t size = strlen(word);
    for (const char *at = text; *at != '\0';) {
        const char *behind = dodge_skip_quoted(at);
        if (behind == at && dodge_is_name_part(*at)) {
            while (dodge_is_name_part(*behind)) behind++;
            if ((size_t)(behind - at) == size && strncmp(at, word, size) == 0) return at;
        }
        at = behind > at ? behind : at + 1;
    }
    return NULL;
}

static const char *after_spaces(const char *at) {
    return at + strspn(at, " \t\r\n");
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

/* One parameter from its text: the last name in it, and what stands before. */
static void add_param(Making *making, Kernel *kernel, const char *at, const char *end) {
    while (end > at && !dodge_is_name_part(end[-1])) end--;
    const char *name = end;
    while (name > at && dodge_is_name_part(name[-1])) name--;
    at = after_spaces(at);
    if (name <= at || name == end) return;
    const char *type_end = name;
    while (type_end > at && strchr(" \t\r\n", type_end[-1]) != NULL) type_end--;
    Param param = {arena_string_n(making->arena, at, (size_t)(type_end - at)),
                   arena_string_n(making->arena, name, (size_t)(end - name))};
    vec_push(making->arena, &kernel->params, param);
}

static void read_params(Making *making, Kernel *kernel) {
    const char *from = kernel->open + 1;
    int depth = 0;
    for (const char *at = from; at <= kernel->close; at++) {
        depth += *at == '<' || *at == '(' ? 1 : *at == '>' || (*at == ')' && at < kernel->close) ? -1 : 0;
        if (at < kernel->close && (*at != ',' || depth > 0)) continue;
        add_param(making, kernel, from, at);
        from = at + 1;
    }
}

/* Where the kernel's definition begins: at extern "C" where that stands before __global__. */
static const char *definition_start(const char *text, const char *global) {
    const char *at = global;
    while (at > text && strchr(" \t\r\n", at[-1]) != NULL) at--;
    const char *linkage = "extern \"C\"";
    size_t size = strlen(linkage);
    return (size_t)(at - text) >= size && strncmp(at - size, linkage, size) == 0 ? at - size : global;
}

/* Finds the definition of a kernel: __global__, its name, parameters and a body. */
static bool find_kernel(Making *making, const char *name, Kernel *kernel) {
    for (const char *global = making->text; (global = find_word(global, "__global__")) != NULL; global++) {
        const char *at = find_word(global, name), *other = find_word(global + 1, "__global__");
        if (at == NULL || (other != NULL && other < at)) continue;
        *kernel = (Kernel){.name = name, .start = definition_start(making->text, global), .name_at = at};
        kernel->open = after_spaces(at + strlen(name));
        kernel->close = *kernel->open == '(' ? dodge_closing(kernel->open) : NULL;
        if (kernel->close == NULL || *after_spaces(kernel->close + 1) != '{') continue;
        read_params(making, kernel);
        return true;
    }
    return false;
}

bool dodge_find_kernels(Making *making) {
    for (size_t l = 0; l < making->launch_count; l++) {
        const char *name = making->launches[l]->kernel;
        bool known = false;
        for (size_t k = 0; k < making->kernels.count; k++) known |= text_equal(making->kernels.at[k].name, name);
        if (known) continue;
        Kernel kernel;
        if (!find_kernel(making, name, &kernel)) return false;
        size_t place = making->kernels.count;
        vec_push(making->arena, &making->kernels, kernel);
        for (; place > 0 && making->kernels.at[place - 1].start > kernel.start; place--)
            making->kernels.at[place] = making->kernels.at[place - 1];
        making->kernels.at[place] = kernel;
    }
    for (size_t k = 1; k < making->kernels.count; k++)
        if (making->kernels.at[k].start <= making->kernels.at[k - 1].close) return false;
    return making->kernels.count > 0;
}

/* ---- the kernel as a function ------------------------------------------------------------------------------------ */

void dodge_add_functions(Making *making, Text *out, const char *extra, ParamType *type_of) {
    const char *done = making->text;
    for (size_t k = 0; k < making->kernels.count; k++) {
        const Kernel *kernel = &making->kernels.at[k];
        text_add_n(out, done, (size_t)(kernel->start - done));
        text_printf(out, "static __device__ __forceinline__ void %s_solution(", kernel->name);
        for (size_t p = 0; p < kernel->params.count; p++) {
            const Param *param = &kernel->params.at[p];
            const char *type = type_of != NULL ? type_of(making->arena, param) : NULL;
            text_printf(out, "%s%s %s", p > 0 ? ", " : "", type != NULL ? type : param->type, param->name);
        }
        if (extra != NULL) text_printf(out, "%s%s", kernel->params.count > 0 ? ", " : "", extra);
        text_add(out, ")");
        done = kernel->close + 1;
    }
    text_add(out, done);
    text_add(out, "\n");
}

void dodge_add_head(Text *out, const Kernel *kernel) {
    text_add_char(out, '\n');
    text_add_n(out, kernel->start, (size_t)(kernel->close + 1 - kernel->start));
    text_add(out, "\n{\n");
}

void dodge_add_call(Text *out, const Kernel *kernel, const char *extra) {
    text_printf(out, "%s_solution(", kernel->name);
    for (size_t p = 0; p < kernel->params.count; p++)
        text_printf(out, "%s%s", p > 0 ? ", " : "", kernel->params.at[p].name);
    if (extra != NULL) text_printf(out, "%s%s", kernel->params.count > 0 ? ", " : "", extra);
    text_add(out, ");\n");
}

void dodge_add(Making *making, const char *name, const char *what, const char *text) {
    vec_push(making->arena, &making->dodges, (Dodge){name, what, text});
}
