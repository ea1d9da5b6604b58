/* nvdisasm prints a section for each kernel, ".section .text.KERNEL,...", and before the instructions of a line where
 * they come from, the innermost first:
 *
 *     //## File "/usr/include/x.h", line 90 inlined at "/home/me/a.cu", line 5
 *     //## File "/home/me/a.cu", line 5
 *             0010                   FFMA R7, R2, R9, 1 ;
 *
 * where the address stands in a comment of C.
 */
#include "teach/launch/sass_lines.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct Place {
    const char *file; /* that is looked for */
    int line;         /* where the next instructions come from; 0: from another file */
    bool known;       /* of this group of remarks */
} Place;

/* Takes a remark's file and line, where none of the group before it was of the file. */
static void take_remark(Place *place, const char *remark, bool first) {
    if (first) *place = (Place){.file = place->file};
    const char *name = strchr(remark, '"'), *end = name != NULL ? strchr(name + 1, '"') : NULL;
    if (place->known || end == NULL) return;
    size_t size = (size_t)(end - name - 1), wanted = strlen(place->file);
    if (size < wanted || memcmp(end - wanted, place->file, wanted) != 0) return;
    if (size > wanted && *place->file != '/' && end[-(ptrdiff_t)wanted - 1] != '/') return; /* my_a.cu is not a.cu */
    const char *number = strstr(end, "line ");
    place->known = number != NULL;
    if (number != NULL) place->line = atoi(number + strlen("line "));
}

/* Without the comment around the address and the semicolon. */
static void add_instruction(Text *out, const char *text) {
    const char *address = text + 2, *end = strstr(text, "*/");
    const char *code = end + 2 + strspn(end + 2, " \t");
    size_t size = strlen(code);
    while (size > 0 && strchr(" \t\r;", code[size - 1]) != NULL) size--;
    text_add_n(out, address, (size_t)(end - address));
    text_add(out, *code == '@' ? "  " : "      "); /* a predicate stands before the column of the operations */
    text_add_n(out, code, size);
    text_add_char(out, '\n');
}

SassLines sass_lines(Arena *arena, const char *sass, const char *kernel, const char *file, int line) {
    static const char remark[] = "//## File ", section[] = ".section\t.text.";
    SassLines lines = {.text = ""};
    Place place = {.file = file};
    Text out = {0};
    bool in_kernel = false, in_group = false;
    char *rest = NULL, *copy = arena_string(arena, sass);
    for (char *text = strtok_r(copy, "\n", &rest); text != NULL; text = strtok_r(NULL, "\n", &rest)) {
        text += strspn(text, " \t");
        bool remarks = text_starts(text, remark);
        if (text_starts(text, section)) {
            const char *name = text + strlen(section);
            in_kernel = strcspn(name, ",") == strlen(kernel) && text_starts(name, kernel);
        } else if (remarks) {
            take_remark(&place, text, !in_group);
        } else if (in_kernel && place.line == line && text_starts(text, "/*") && strstr(text, "*/") != NULL) {
            add_instruction(&out, text);
            lines.count++;
        }
        in_group = remarks;
    }
    if (lines.count > 0) lines.text = text_take(&out, arena);
    text_free(&out);
    return lines;
}
