#include "compile/signature.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"

/* More functions than that are not looked at: each may take as long as the text. */
enum { KERNELS_READ = 1000 };

typedef VEC(Signature) Signatures;
typedef VEC(Parameter) Parameters;

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* A copy in which comments, strings and preprocessor lines are blanks, so that what is left are words and brackets. */
static char *blanked(Arena *arena, const char *source) {
    char *text = arena_string(arena, source);
    for (char *at = text; *at != '\0';) {
        size_t size = 0;
        bool starts_line = at == text || at[-1] == '\n';
        if (text_starts(at, "//") || (starts_line && *at == '#')) {
            size = strcspn(at, "\n");
        } else if (text_starts(at, "/*")) {
            const char *end = strstr(at + 2, "*/");
            size = end != NULL ? (size_t)(end + 2 - at) : strlen(at);
        } else if ((*at == '"' || *at == '\'') && (at == text || !in_word(at[-1]))) {
            size = 1;
            while (at[size] != '\0' && at[size] != *at && at[size] != '\n')
                size += at[size] == '\\' && at[size + 1] != '\0' ? 2 : 1;
            size += at[size] == *at;
        }
        if (size > 0) memset(at, ' ', size);
        at += size > 0 ? size : 1;
    }
    return text;
}

/* Just after the bracket that closes the one at `open`; NULL where none does. */
static const char *closing(const char *open) {
    int depth = 0;
    for (const char *at = open; *at != '\0'; at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (depth == 0) return at + 1;
    }
    return NULL;
}

/* ---- types ------------------------------------------------------------------------------------------------------- */

typedef struct NamedType {
    const char *name;
    Scalar type;
} NamedType;

static const NamedType named_types[] = {{"float", SCALAR_F32},    {"double", SCALAR_F64},    {"half", SCALAR_F16},
                                        {"__half", SCALAR_F16},   {"bool", SCALAR_U8},       {"uint", SCALAR_U32},
                                        {"uchar", SCALAR_U8},     {"ushort", SCALAR_U16},    {"ulong", SCALAR_U64},
                                        {"longlong", SCALAR_I64}, {"ulonglong", SCALAR_U64}, {"int8_t", SCALAR_I8},
                                        {"uint8_t", SCALAR_U8},   {"int16_t", SCALAR_I16},   {"uint16_t", SCALAR_U16},
                                        {"int32_t", SCALAR_I32},  {"uint32_t", SCALAR_U32},  {"int64_t", SCALAR_I64},
                                        {"uint64_t", SCALAR_U64}, {"size_t", SCALAR_U64},    {"ptrdiff_t", SCALAR_I64},
                                        {"intptr_t", SCALAR_I64}, {"uintptr_t", SCALAR_U64}};

static bool find_named(const char *name, Scalar *type) {
    for (size_t i = 0; i < sizeof named_types / sizeof *named_types; i++)
        if (text_equal(named_types[i].name, name)) return *type = named_types[i].type, true;
    return false;
}

/* "float4", "uint2" and the like. */
static bool find_vector(Arena *arena, const char *name, Scalar *type, int *lanes) {
    size_t size = strlen(name);
    if (size < 4 || name[size - 1] < '1' || name[size - 1] > '4') return false;
    const char *base = arena_string_n(arena, name, size - 1);
    static const NamedType plain[] = {
        {"int", SCALAR_I32}, {"char", SCALAR_I8}, {"short", SCALAR_I16}, {"long", SCALAR_I64}};
    *lanes = name[size - 1] - '0';
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (text_equal(plain[i].name, base)) return *type = plain[i].type, true;
    return find_named(base, type);
}

/* The words of C's own integer types, in any order: "unsigned long long int". */
typedef struct Words {
    int longs, shorts, chars, ints, unsigneds, signeds, others;
} Words;

static bool integer_type(Words words, Scalar *type) {
    if (words.others > 0) return false;
    if (words.longs + words.shorts + words.chars + words.ints + words.unsigneds + words.signeds == 0) return false;
    bool is_unsigned = words.unsigneds > 0;
    *type = words.longs > 0    ? (is_unsigned ? SCALAR_U64 : SCALAR_I64)
            : words.shorts > 0 ? (is_unsigned ? SCALAR_U16 : SCALAR_I16)
            : words.chars > 0  ? (is_unsigned ? SCALAR_U8 : SCALAR_I8)
                               : (is_unsigned ? SCALAR_U32 : SCALAR_I32);
    return true;
}

static void take_word(Arena *arena, const char *word, Words *words, Parameter *parameter, bool before_star) {
    static const char *const ignored[] = {"volatile", "__restrict__", "__restrict",       "restrict",
                                          "struct",   "std",          "__grid_constant__"};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (text_equal(word, ignored[i])) return;
    if (text_equal(word, "const")) {
        parameter->readonly |= before_star;
        return;
    }
    words->longs += text_equal(word, "long");
    words->shorts += text_equal(word, "short");
    words->chars += text_equal(word, "char");
    words->ints += text_equal(word, "int");
    words->unsigneds += text_equal(word, "unsigned");
    words->signeds += text_equal(word, "signed");
    static const char *const counted[] = {"long", "short", "char", "int", "unsigned", "signed"};
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        if (text_equal(word, counted[i])) return;
    words->others++;
    parameter->known =
        find_named(word, &parameter->type) || find_vector(arena, word, &parameter->type, &parameter->lanes);
}

/* One declaration, from..end; its last word is the name. */
static Parameter read_parameter(Arena *arena, const char *from, const char *end) {
    Parameter parameter = {.lanes = 1, .name = ""};
    Words words = {0};
    int stars = 0;
    bool odd = false;
    while (from < end && isspace((unsigned char)*from)) from++;
    while (end > from && isspace((unsigned char)end[-1])) end--;
    parameter.written = arena_string_n(arena, from, (size_t)(end - from));
    const char *name_end = end;
    if (end > from && end[-1] == ']') { /* float a[] is a pointer */
        while (name_end > from && *name_end != '[') name_end--;
        stars++;
        while (name_end > from && isspace((unsigned char)name_end[-1])) name_end--;
    }
    const char *name = name_end;
    while (name > from && in_word(name[-1])) name--;
    parameter.name = arena_string_n(arena, name, (size_t)(name_end - name));
    bool array = stars > 0;
    for (const char *at = from; at < name; at++) {
        stars += *at == '*';
        odd |= strchr("<>&([", *at) != NULL;
        if (!in_word(*at)) continue;
        const char *word = at;
        while (at + 1 < name && in_word(at[1])) at++;
        take_word(arena, arena_string_n(arena, word, (size_t)(at + 1 - word)), &words, &parameter,
                  array || memchr(at, '*', (size_t)(name - at)) != NULL);
    }
    parameter.pointer = stars > 0;
    if (!parameter.pointer) parameter.readonly = false;
    if (integer_type(words, &parameter.type)) parameter.known = true;
    if (stars > 1 || odd || words.others > 1) parameter.known = false;
    return parameter;
}

static Parameters read_parameters(Arena *arena, const char *open, const char *end) {
    Parameters all = {0};
    int depth = 0;
    const char *from = open + 1;
    for (const char *at = from; at < end; at++) {
        bool last = at + 1 == end;
        if ((*at == ',' && depth == 0) || last) {
            Parameter parameter = read_parameter(arena, from, at);
            bool nothing = *parameter.written == '\0' || text_equal(parameter.written, "void");
            if (!nothing) vec_push(arena, &all, parameter);
            from = at + 1;
        }
        depth += *at == '(' || *at == '<' ? 1 : *at == ')' || *at == '>' ? -1 : 0;
    }
    return all;
}

/* ---- uses of a parameter ----------------------------------------------------------------------------------------- */

/* What is done with the element that ends at `at`: whether its value matters. An element that is only added to or
 * counted up is a sum, which begins with zero. */
static bool reads_element(const char *body, const char *from, const char *at) {
    static const char *const sums[] = {"+=", "|=", "^=", "++", "--"};
    while (from > body && isspace((unsigned char)from[-1])) from--;
    if (from >= body + 2 && (text_starts(from - 2, "++") || text_starts(from - 2, "--"))) return false;
    for (; *at == '.' || in_word(*at) || isspace((unsigned char)*at);) at++; /* x[i].y */
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (text_starts(at, sums[i])) return false;
    return *at != '=' || at[1] == '=';
}

/* Just after the square bracket that closes the one at `open`; NULL where none does. */
static const char *after_index(const char *open) {
    int depth = 0;
    for (const char *at = open; *at != '\0'; at++) {
        depth += *at == '[' ? 1 : *at == ']' ? -1 : 0;
        if (depth == 0) return at + 1;
    }
    return NULL;
}

static bool takes_address(const char *body, const char *from) {
    while (from > body && (isspace((unsigned char)from[-1]) || from[-1] == '(')) from--;
    return from > body && from[-1] == '&' && !(from > body + 1 && from[-2] == '&');
}

/* See Parameter.read. */
static bool is_read(const char *body, const char *name) {
    bool read = false;
    size_t size = strlen(name);
    for (const char *at = body; size > 0 && (at = strstr(at, name)) != NULL; at += size) {
        bool member = at > body && (at[-1] == '.' || (at[-1] == '>' && at > body + 1 && at[-2] == '-'));
        if (member || (at > body && in_word(at[-1])) || in_word(at[size])) continue;
        const char *open = at + size + strspn(at + size, " \t\r\n"), *end = *open == '[' ? after_index(open) : NULL;
        if (end == NULL || takes_address(body, at)) return false;
        read |= reads_element(body, at, end);
    }
    return read;
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

/* The < of a template's head, where one stands before __global__ since the last definition ended; else NULL. */
static const char *template_head(const char *text, const char *at) {
    static const char word[] = "template";
    const char *from = at;
    while (from > text && from[-1] != ';' && from[-1] != '}' && from[-1] != '{') from--;
    const char *found = memmem(from, (size_t)(at - from), word, strlen(word));
    if (found == NULL) return NULL;
    const char *open = found + strlen(word) + strspn(found + strlen(word), " \t\r\n");
    return *open == '<' ? open : NULL;
}

/* From the brace at `open` to the one that closes it, or to the end of the text. */
static const char *read_body(Arena *arena, const char *open) {
    int depth = 0;
    const char *at = open;
    do depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
    while (*at++ != '\0' && depth > 0);
    return arena_string_n(arena, open, (size_t)(at - open) - (depth > 0));
}

/* The kernel whose __global__ ends at `at`; false where that is none that is defined. */
static bool read_kernel(Arena *arena, const char *at, Signature *signature) {
    static const char bounds[] = "__launch_bounds__";
    for (;;) {
        size_t size = strcspn(at, "(;{");
        if (at[size] != '(') return false;
        const char *open = at + size, *end = closing(open), *name_end = open;
        if (end == NULL) return false;
        while (name_end > at && isspace((unsigned char)name_end[-1])) name_end--;
        const char *name = name_end;
        while (name > at && in_word(name[-1])) name--;
        size_t length = (size_t)(name_end - name);
        bool launch_bounds = length == strlen(bounds) && strncmp(name, bounds, length) == 0;
        if (launch_bounds) {
            at = end;
            continue;
        }
        if (length == 0 || end[strspn(end, " \t\r\n")] != '{') return false;
        signature->kernel = arena_string_n(arena, name, length);
        signature->body = read_body(arena, end + strspn(end, " \t\r\n"));
        Parameters all = read_parameters(arena, open, end);
        for (size_t i = 0; i < all.count; i++)
            all.at[i].read = all.at[i].pointer && !all.at[i].readonly && is_read(signature->body, all.at[i].name);
        signature->parameters = all.at;
        signature->count = all.count;
        return true;
    }
}

Signature *signatures_read(Arena *arena, const char *source, size_t *count) {
    static const char word[] = "__global__";
    const char *text = blanked(arena, source);
    Signatures all = {0};
    const char *at = text;
    for (int seen = 0; seen < KERNELS_READ && (at = strstr(at, word)) != NULL; seen++) {
        const char *after = at + strlen(word);
        Signature signature;
        bool whole = (at == text || !in_word(at[-1])) && !in_word(*after);
        if (whole && template_head(text, at) == NULL && read_kernel(arena, after, &signature))
            vec_push(arena, &all, signature);
        at = after;
    }
    *count = all.count;
    return all.at;
}

/* ---- templates --------------------------------------------------------------------------------------------------- */

typedef VEC(const char *) Strings;

/* The parts between commas of from..end, without blanks around them. */
static Strings split(Arena *arena, const char *from, const char *end) {
    Strings parts = {0};
    int depth = 0;
    for (const char *at = from; at <= end; at++) {
        if (at == end || (*at == ',' && depth == 0)) {
            const char *last = at;
            while (from < last && isspace((unsigned char)*from)) from++;
            while (last > from && isspace((unsigned char)last[-1])) last--;
            vec_push(arena, &parts, arena_string_n(arena, from, (size_t)(last - from)));
            from = at + 1;
        }
        if (at < end) depth += strchr("(<[", *at) != NULL ? 1 : strchr(")>]", *at) != NULL ? -1 : 0;
    }
    return parts;
}

/* The > that closes the < at `open`; NULL where none does. */
static const char *closing_angle(const char *open) {
    int depth = 0;
    for (const char *at = open; *at != '\0' && *at != ';' && *at != '{'; at++) {
        depth += *at == '<' ? 1 : *at == '>' ? -1 : 0;
        if (depth == 0) return at;
    }
    return NULL;
}

/* A parameter of a template, of its declaration: "typename T", "int BLOCK = 128". */
typedef struct TemplateParameter {
    const char *name, *standard; /* "": no default */
    bool type;
} TemplateParameter;

static TemplateParameter read_template_parameter(Arena *arena, const char *written) {
    const char *equals = strchr(written, '='), *end = equals != NULL ? equals : written + strlen(written);
    while (end > written && isspace((unsigned char)end[-1])) end--;
    const char *name = end;
    while (name > written && in_word(name[-1])) name--;
    return (TemplateParameter){.name = arena_string_n(arena, name, (size_t)(end - name)),
                               .standard = equals != NULL ? equals + 1 + strspn(equals + 1, " \t\r\n") : "",
                               .type = text_starts(written, "typename") || text_starts(written, "class")};
}

typedef struct Template {
    Signature signature; /* with the parameters' names in it */
    const char *text;    /* from behind its __global__ on */
    VEC(TemplateParameter) parameters;
} Template;

/* name NULL: the first one. */
static bool find_template(Arena *arena, const char *source, const char *name, Template *found) {
    static const char word[] = "__global__";
    const char *text = blanked(arena, source), *at = text;
    for (int seen = 0; seen < KERNELS_READ && (at = strstr(at, word)) != NULL; seen++, at += strlen(word)) {
        const char *head = template_head(text, at), *end = head != NULL ? closing_angle(head) : NULL;
        *found = (Template){.text = at + strlen(word)};
        if (end == NULL || !read_kernel(arena, found->text, &found->signature)) continue;
        if (name != NULL && !text_equal(found->signature.kernel, name)) continue;
        Strings written = split(arena, head + 1, end);
        for (size_t i = 0; i < written.count; i++)
            vec_push(arena, &found->parameters, read_template_parameter(arena, written.at[i]));
        return true;
    }
    return false;
}

/* The text with arguments in the place of a template's parameters. */
static char *substitute(Arena *arena, const Template *from, const Strings *arguments) {
    Text out = {0};
    for (const char *at = from->text; *at != '\0';) {
        size_t size = 0, i = 0;
        while (in_word(at[size])) size++;
        while (i < from->parameters.count &&
               (strlen(from->parameters.at[i].name) != size || memcmp(from->parameters.at[i].name, at, size) != 0))
            i++;
        if (size > 0 && i < from->parameters.count)
            text_add(&out, arguments->at[i]);
        else
            text_printf(&out, "%.*s", size > 0 ? (int)size : 1, at);
        at += size > 0 ? size : 1;
    }
    return text_take(&out, arena);
}

static char *without_blanks(Arena *arena, const char *text) {
    char *copy = arena_string(arena, text), *end = copy;
    for (const char *at = copy; *at != '\0'; at++)
        if (!isspace((unsigned char)*at)) *end++ = *at;
    *end = '\0';
    return copy;
}

static const char *join(Arena *arena, const Strings *words) {
    Text out = {0};
    for (size_t i = 0; i < words->count; i++) text_printf(&out, "%s%s", i > 0 ? "," : "", words->at[i]);
    return text_take(&out, arena);
}

bool signatures_instance(Arena *arena, const char *source, const char *name, Signature *signature, const char **line) {
    const char *open = strchr(name, '<'), *end = strrchr(name, '>');
    Template template;
    if (open == NULL || end == NULL || end < open || end[1] != '\0') return false;
    const char *base = arena_string_n(arena, name, (size_t)(open - name));
    if (!find_template(arena, source, base, &template)) return false;
    Strings arguments = split(arena, open + 1, end);
    if (arguments.count == 1 && *arguments.at[0] == '\0') arguments.count = 0; /* all are defaults */
    if (arguments.count > template.parameters.count) return false;
    for (size_t i = arguments.count; i < template.parameters.count; i++) {
        if (*template.parameters.at[i].standard == '\0') return false;
        vec_push(arena, &arguments, template.parameters.at[i].standard);
    }
    if (!read_kernel(arena, substitute(arena, &template, &arguments), signature)) return false;
    const char *list = join(arena, &arguments);
    Strings written = {0};
    for (size_t i = 0; i < signature->count; i++) vec_push(arena, &written, signature->parameters[i].written);
    signature->kernel = arena_printf(arena, "%s<%s>", base, list);
    const char *asked = arena_printf(arena, "template__global__void%s(", without_blanks(arena, signature->kernel));
    *line = strstr(without_blanks(arena, blanked(arena, source)), asked) != NULL
                ? ""
                : arena_printf(arena, "\ntemplate __global__ void %s(%s);\n", signature->kernel, join(arena, &written));
    return true;
}

const char *signatures_template(Arena *arena, const char *source, const char *name) {
    Template template;
    Strings arguments = {0};
    if (!find_template(arena, source, name, &template)) return NULL;
    const char *number = strstr(template.signature.body, "threadIdx.y") != NULL ? "16" : "128";
    for (size_t i = 0; i < template.parameters.count; i++)
        if (*template.parameters.at[i].standard == '\0')
            vec_push(arena, &arguments, template.parameters.at[i].type ? "float" : number);
    return arena_printf(arena, "%s<%s>", template.signature.kernel, join(arena, &arguments));
}

/* ---- whole programs ---------------------------------------------------------------------------------------------- */

bool signatures_has_main(Arena *arena, const char *source) {
    static const char word[] = "main";
    const char *text = blanked(arena, source);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += strlen(word)) {
        const char *after = at + strlen(word);
        if ((at == text || !in_word(at[-1])) && after[strspn(after, " \t\r\n")] == '(') return true;
    }
    return false;
}
