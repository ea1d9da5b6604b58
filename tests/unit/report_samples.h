/* Requests to draw and checks on what is drawn, for the tests of the report. */
#ifndef WARPSCHOOL_TESTS_REPORT_SAMPLES_H
#define WARPSCHOOL_TESTS_REPORT_SAMPLES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/report.h"

/* One request served as the hardware was measured to: groups of 32, 16 or 8 lanes by the width, and in each group a
 * bank delivers its distinct words in the order of the lanes that ask first; an atomic takes lanes one by one. */
static inline RequestSample make_sample(RequestOp op, int width, uint32_t mask, const uint32_t address[32]) {
    RequestSample sample = {
        .loc = {"kernel.cu", 3, 0}, .op = op, .width = width, .mask = mask, .warp = 2, .variable = "tile"};
    int a_group = width > 8 ? 8 : width > 4 ? 16 : 32, most[4] = {0};
    for (int lane = 0; lane < 32; lane++) {
        sample.address[lane] = address[lane];
        sample.group[lane] = sample.pass[lane] = -1;
        if (!(mask >> lane & 1)) continue;
        int group = lane / a_group, before = 0, found = -1;
        for (int other = 0; other < lane; other++) {
            bool same_bank =
                other / a_group == group && mask >> other & 1 && address[other] / 4 % 32 == address[lane] / 4 % 32;
            if (!same_bank) continue;
            if (op != REQUEST_ATOMIC && address[other] / 4 == address[lane] / 4) found = sample.pass[other];
            if (sample.pass[other] >= before) before = sample.pass[other] + 1;
        }
        sample.group[lane] = (int8_t)group;
        sample.pass[lane] = (int8_t)(found >= 0 ? found : before);
        if (sample.pass[lane] + 1 > most[group]) most[group] = sample.pass[lane] + 1;
    }
    for (int group = 0; group < 4; group++) {
        sample.wavefronts += most[group];
        sample.conflicts += most[group] > 0 ? most[group] - 1 : 0;
        sample.ways = most[group] > sample.ways ? most[group] : sample.ways;
    }
    return sample;
}

/* Lane l at l * stride words of 4 bytes. */
static inline RequestSample make_strided(RequestOp op, uint32_t stride, uint32_t mask) {
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) address[lane] = lane * stride * 4;
    return make_sample(op, 4, mask, address);
}

/* Every line within the width; nothing but ASCII and no escapes where the style says so. */
static inline void assert_printable(const Text *text, const Style *style) {
    const char *data = text->data != NULL ? text->data : "";
    for (const char *c = data; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte == 0x1b && !style->colour) fail_msg("an escape without colour:\n%s", data);
        if (byte < ' ' && byte != '\n' && byte != 0x1b) fail_msg("control character %d:\n%s", byte, data);
        if (byte >= 0x7f && !style->unicode) fail_msg("not ASCII:\n%s", data);
    }
    char *copy = strdup(data);
    for (char *line = strtok(copy, "\n"); line != NULL; line = strtok(NULL, "\n"))
        if (text_columns(line) > style->width)
            fail_msg("%d columns, wider than %d: %s", text_columns(line), style->width, line);
    free(copy);
}

/* text without its colours. */
static inline char *without_escapes(const Text *text) {
    char *plain = strdup(text->data != NULL ? text->data : ""), *to = plain;
    for (const char *from = plain; *from;)
        if (*from == 0x1b)
            from += strcspn(from, "m") + 1;
        else
            *to++ = *from++;
    *to = '\0';
    return plain;
}

static inline size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (const char *at = text; ((at = strstr(at, part)) != NULL); at += strlen(part)) count++;
    return count;
}

#endif
