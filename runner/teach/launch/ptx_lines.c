/* See ptx_lines.h. */
#include "teach/launch/ptx_lines.h"

#include <string.h>

#include "ptx/ptx.h"

/* An instruction inlined from a header belongs to the line that calls it. */
static int line_of(const PtxInstr *instr) {
    bool from_elsewhere = instr->inlined_line != 0 && instr->inlined_file != instr->file;
    return (int)(from_elsewhere ? instr->inlined_line : instr->line);
}

/* A place in the PTX that goes from line to line. */
typedef struct PtxPlace {
    const char *ptx, *at;
    uint32_t line; /* from 1 */
} PtxPlace;

/* Adds the text of a line without the space around it. Lines are asked for in ascending order within a function. */
static void add_line(Text *out, PtxPlace *place, uint32_t number) {
    if (number < place->line) *place = (PtxPlace){place->ptx, place->ptx, 1};
    for (; place->line < number && *place->at != '\0'; place->line++) {
        place->at += strcspn(place->at, "\n");
        place->at += *place->at == '\n';
    }
    const char *text = place->at + strspn(place->at, " \t");
    size_t size = strcspn(text, "\n");
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t' || text[size - 1] == '\r')) size--;
    text_add_n(out, text, size);
    text_add_char(out, '\n');
}

static void add_range(Text *out, int first, int last) {
    const char *comma = out->size > 0 ? ", " : "";
    if (last > first)
        text_printf(out, "%s%d to %d", comma, first, last);
    else
        text_printf(out, "%s%d", comma, first);
}

static char *list_lines(Arena *arena, const bool *has, int most) {
    Text out = {0};
    for (int line = 1; line <= most; line++) {
        int last = line;
        if (!has[line]) continue;
        while (last < most && has[last + 1]) last++;
        add_range(&out, line, last);
        line = last;
    }
    return out.size > 0 ? text_take(&out, arena) : "";
}

PtxLines ptx_lines(Arena *arena, const Image *image, const char *kernel, int line) {
    enum { LINES_MOST = 100000 };
    DiagList diags = diag_list(arena);
    PtxModule *module = ptx_parse(image->ptx, image->ptx_size, arena, &diags);
    bool *has = arena_array(arena, bool, LINES_MOST + 1);
    PtxLines lines = {.text = "", .has_any = ""};
    PtxPlace place = {image->ptx, image->ptx, 1};
    Text out = {0};
    int most = 0;
    for (uint32_t f = 0; module != NULL && f < module->function_count; f++) {
        const PtxFunction *function = &module->functions[f];
        if (function->is_entry && !text_equal(function->name, kernel)) continue;
        uint32_t written = 0;
        for (uint32_t i = 0; i < function->instr_count; i++) {
            const PtxInstr *instr = &function->instrs[i];
            int at = line_of(instr);
            if (at > 0 && at <= LINES_MOST) has[at] = true;
            if (at <= LINES_MOST && at > most) most = at;
            if (at != line || instr->ptx_line == written) continue;
            add_line(&out, &place, written = instr->ptx_line);
            lines.count++;
        }
    }
    if (lines.count > 0) lines.text = text_take(&out, arena);
    if (lines.count == 0) lines.has_any = list_lines(arena, has, most);
    return lines;
}
