/* The files of `report` and of `show --svg`: a page or a picture that nobody else's file gives way to. */
#ifndef WARPSCHOOL_COMMANDS_PAGE_FILE_H
#define WARPSCHOOL_COMMANDS_PAGE_FILE_H

#include "teach/session.h"

/* Whether the path is free, or holds what begins with mark (html_mark, svg_mark): what was written so before. Complains
 * where not. */
bool page_may_write(Session *session, const char *path, const char *mark);
/* Writes the page, says so or complains, and frees it; the exit code. */
int page_write(Session *session, const char *path, Text *page);

#endif
