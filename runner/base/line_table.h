/* The line programs that say which line of a file an address of machine code comes from. */
#ifndef WARPSCHOOL_BASE_LINE_TABLE_H
#define WARPSCHOOL_BASE_LINE_TABLE_H

#include "base/elf.h"

/* From address begin to before end the code comes from line; 0 where it is a line of another file or not known. */
typedef void LineTableVisitor(void *context, uint64_t begin, uint64_t end, int line);

/* Calls visit for each stretch of code that the DWARF line programs of a section (version 2, as CUDA's assembler writes
 * them) know. Lines are those of the file whose path ends like file's. */
void line_table_each(Extent section, const char *file, LineTableVisitor *visit, void *context);

/* The line of address; 0 where none is known. */
int line_table_find(Extent section, uint64_t address, const char *file);

#endif
