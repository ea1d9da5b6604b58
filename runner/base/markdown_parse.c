#include "base/markdown_parse.h"

#include <stdint.h>
#include <string.h>

void markdown_parse(const char *markdown, MD_PARSER calls, void *context) {
    calls.flags = MD_FLAG_TABLES | MD_FLAG_NOHTML | MD_FLAG_PERMISSIVEURLAUTOLINKS;
    size_t size = strlen(markdown);
    md_parse(markdown, (MD_SIZE)(size < UINT32_MAX ? size : UINT32_MAX), &calls, context);
}
