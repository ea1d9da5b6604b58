#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#else
#include <sys/auxv.h>
#endif

#include "base/file.h"

extern char **environ;

/* ---- files between processes ------------------------------------------------------------------------------------- */

#ifdef __linux__

bool system_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) == 0;
}

bool system_socket_pair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0;
}

int system_receive_flags(void) {
    return MSG_CMSG_CLOEXEC;
}

#else

/* Sets both ends to be closed by exec. A thread that starts a program between the two calls would pass the ends on;
 * this program has no such thread. */
static bool close_on_exec(const int ends[2]) {
    return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

bool system_pipe(int ends[2]) {
    return pipe(ends) == 0 && close_on_exec(ends);
}

/* A stream keeps the messages' order, and each is written at once. */
bool system_socket_pair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && close_on_exec(ends);
}

int system_receive_flags(void) {
    return 0;
}

#endif

static int unnamed_file(void) {
    static const char *const folders[] = {"/dev/shm", "/tmp"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[64] = "";
        strcat(strcat(path, folders[i]), "/warpschool-XXXXXX");
        int file = mkstemp(path);
        if (file < 0) continue;
        unlink(path);
        fcntl(file, F_SETFD, FD_CLOEXEC);
        return file;
    }
    return -1;
}

/* 0, or what went wrong. Without this, a page for which there is no memory later would end the process with
 * SIGBUS. */
static int reserve(int file, size_t size) {
#ifndef __APPLE__
    int error = posix_fallocate(file, 0, (off_t)size);
    if (error != EOPNOTSUPP && error != EINVAL) return error;
#endif
    return ftruncate(file, (off_t)size) == 0 ? 0 : errno;
}

int system_shared_file(size_t size) {
    int file = -1;
#ifdef MFD_CLOEXEC
    file = memfd_create("warpschool", MFD_CLOEXEC | MFD_ALLOW_SEALING);
#endif
    if (file < 0) file = unnamed_file();
    if (file < 0) return -1;
    int error = reserve(file, size);
    if (error != 0) {
        close(file);
        errno = error;
        return -1;
    }
#ifdef F_ADD_SEALS
    fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL); /* a file that was cut off means SIGBUS, too */
#endif
    return file;
}

/* ---- the rest ---------------------------------------------------------------------------------------------------- */

double system_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

long system_milliseconds(void) {
    return (long)(system_seconds() * 1e3);
}

unsigned system_cores(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (unsigned)cores : 1;
}

char **system_search_path(Arena *arena, size_t *count) {
    const char *path = getenv("PATH"), *rest = path != NULL ? path : "/usr/bin:/bin";
    size_t most = 1;
    for (const char *at = rest; *at != '\0'; at++) most += *at == ':';
    char **folders = arena_array(arena, char *, most);
    *count = 0;
    while (*rest != '\0') {
        size_t size = strcspn(rest, ":");
        if (*rest == '/') folders[(*count)++] = arena_string_n(arena, rest, size);
        rest += size + (rest[size] == ':');
    }
    return folders;
}

const char *system_find_program(Arena *arena, const char *name) {
    size_t count;
    char **folders = system_search_path(arena, &count);
    for (size_t i = 0; i < count; i++) {
        const char *file = path_join(arena, folders[i], name);
        if (access(file, X_OK) == 0 && !file_is_directory(file)) return file;
    }
    return NULL;
}

void system_clear_environment(void) {
    static char *none[] = {NULL};
    environ = none;
}

struct timespec system_modified(const struct stat *info) {
#ifdef __APPLE__
    return info->st_mtimespec;
#else
    return info->st_mtim;
#endif
}

const char *system_program_path(Arena *arena) {
    char path[PATH_MAX];
#ifdef __APPLE__
    uint32_t size = sizeof path;
    if (_NSGetExecutablePath(path, &size) != 0) return NULL;
#else
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    if (size < 0) { /* a bare chroot has no /proc: by what path it was started */
        const char *started = (const char *)getauxval(AT_EXECFN);
        size = snprintf(path, sizeof path, "%s", started != NULL ? started : "");
        if (size <= 0 || (size_t)size >= sizeof path) return NULL;
    }
    path[size] = '\0';
#endif
    char *real = realpath(path, NULL);
    const char *copy = real != NULL ? arena_string(arena, real) : NULL;
    free(real);
    return copy;
}
