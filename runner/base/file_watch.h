/* Waiting for a file to be saved, however it is saved: written in place, or another file renamed over it. */
#ifndef WARPSCHOOL_BASE_FILE_WATCH_H
#define WARPSCHOOL_BASE_FILE_WATCH_H

#include <stdbool.h>

typedef struct FileWatch FileWatch;

/* Watches a file, which need not exist. by_asking: only its time, size and number are looked at, again and again, as
 * is done anyhow where the system does not tell of changes. */
FileWatch *file_watch_open(const char *path, bool by_asking);
void file_watch_close(FileWatch *watch); /* watch may be NULL */

/* Becomes readable when the file may have changed; -1: never, or watch is NULL. */
int file_watch_descriptor(const FileWatch *watch);
/* Milliseconds after which file_watch_changed wants to be asked again, because not every file system tells. */
int file_watch_interval(const FileWatch *watch);

/* Was the file saved, removed or put back since the last time that this was asked, or since file_watch_settle? */
bool file_watch_changed(FileWatch *watch);
/* Waits until nothing has happened to the file for some milliseconds: editors save in several steps. At most about a
 * tenth of a second, and twice that while the file does not exist. What happens later is a change of its own. */
void file_watch_settle(FileWatch *watch);

#endif
