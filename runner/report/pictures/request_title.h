/* The first words of a picture of a request, for a terminal and for a page. */
#ifndef WARPSCHOOL_REQUEST_TITLE_H
#define WARPSCHOOL_REQUEST_TITLE_H

#include "report/draw.h"

typedef struct RequestTitle {
    RequestOp op;
    const char *variable, *memory; /* memory: the words where variable is NULL, as in "shared memory" */
    int width;                     /* bytes a lane */
    const uint32_t *block;         /* x, y, z */
    uint32_t warp;
    uint64_t request; /* how many such requests the warp made before */
    int line;         /* 0: not to be named */
} RequestTitle;

/* "A load from words" */
char *draw_request(Arena *arena, RequestOp op, const char *variable, const char *memory);
/* "A load from words, 4 bytes a lane · block (0, 0, 0), warp 1, request 3, line 12" */
void draw_request_title(Text *out, const Style *style, const RequestTitle *title);

#endif
