/* The files by which editors know a working folder: clangd's settings, with the headers that stand for a toolkit's, and
 * VS Code's tasks. */
#ifndef WARPSCHOOL_COMMANDS_EDITOR_FILES_H
#define WARPSCHOOL_COMMANDS_EDITOR_FILES_H

#include "teach/session.h"

typedef struct EditorFiles {
    bool clangd, tasks; /* made now; else there were such files, which stay as they are */
} EditorFiles;

/* False with errno set. The headers are written anew each time. */
bool editor_files_write(Session *session, const char *folder, EditorFiles *made);

#endif
