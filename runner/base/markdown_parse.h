/* What Markdown is in Warpschool's texts: CommonMark with tables and bare web addresses, HTML as text. md4c parses. */
#ifndef WARPSCHOOL_MARKDOWN_PARSE_H
#define WARPSCHOOL_MARKDOWN_PARSE_H

#include <md4c.h>

/* Calls the functions of calls (its flags are set here) with context for each part of a text, in its order. */
void markdown_parse(const char *markdown, MD_PARSER calls, void *context);

#endif
