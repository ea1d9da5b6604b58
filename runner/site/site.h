/* A course as static pages: an index, a page for each lesson, the pictures of all of them, the words, and a search that
 * needs no server. Everything is launched anew in the simulator while the pages are made, so that the same course gives
 * the same bytes on every machine with the same compiler. What the pages say of the person who makes them: nothing. */
#ifndef WARPSCHOOL_SITE_SITE_H
#define WARPSCHOOL_SITE_SITE_H

#include "base/text.h"
#include "teach/session.h"

/* Where the pages go. folder must be there; write puts a file of that name, "lessons/05-banks.html", into it, and
 * returns false with errno set. */
typedef struct SitePlace {
    const char *folder;
    bool (*write)(void *context, const char *name, const void *bytes, size_t size);
    void *context;
} SitePlace;

/* The first bytes of every page: what begins so was written by `site`. */
extern const char site_mark[];
/* The file that names all files of the site, a line each, itself last. */
extern const char site_list[];

/* Makes all pages of the session's pack, jobs lessons at the same time. The exit code; what went wrong was said. */
int site_make(Session *session, const SitePlace *place, int jobs);

#endif
