/* The shape of a kernel: its PTX without what a change of names leaves behind. Each instruction is a line such as
 * "22:add.s32 r r 4": the source line that it came from, the opcode, and of each operand its kind (r a register, m
 * memory, l a label, s a name) or the constant that it is. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grade/batch.h"

static void add_operand(Text *shape, const char *operand, size_t size) {
    text_add_char(shape, ' ');
    if (*operand == '%' || *operand == '{')
        text_add_char(shape, 'r');
    else if (*operand == '[')
        text_add_char(shape, 'm');
    else if (*operand == '$')
        text_add_char(shape, 'l');
    else if (isdigit((unsigned char)*operand) || *operand == '-')
        text_add_n(shape, operand, size);
    else
        text_add_char(shape, 's');
}

/* at: an instruction without its predicate, up to the ";". */
static void add_instruction(Text *shape, const char *at, const char *end, long line) {
    size_t opcode = strcspn(at, " \t;");
    text_printf(shape, "%ld:%.*s", line, (int)opcode, at);
    at += opcode;
    while (at < end) {
        at += strspn(at, " \t,");
        if (at >= end) break;
        size_t size = *at == '{' ? strcspn(at, "}") + 1 : *at == '[' ? strcspn(at, "]") + 1 : strcspn(at, ",;");
        if (size > (size_t)(end - at)) size = (size_t)(end - at);
        add_operand(shape, at, size);
        at += size;
    }
    text_add_char(shape, '\n');
}

char *shape_of(Arena *arena, const char *ptx) {
    Text shape = {0};
    long line = 0;
    text_add(&shape, "");
    for (const char *at = ptx; *at != '\0';) {
        size_t size = strcspn(at, "\n");
        const char *next = at + size, *word = at + strspn(at, " \t");
        if (text_starts(word, ".loc")) {
            char *after;
            strtol(word + strlen(".loc"), &after, 10);
            line = strtol(after, NULL, 10);
        }
        if (*word == '@') word += strcspn(word, " \t\n"), word += strspn(word, " \t");
        const char *end = memchr(word, ';', word < next ? (size_t)(next - word) : 0);
        if (end != NULL && islower((unsigned char)*word)) add_instruction(&shape, word, end, line);
        at = next + (*next == '\n');
    }
    return text_take(&shape, arena);
}
