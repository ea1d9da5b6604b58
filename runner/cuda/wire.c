#include "cuda/wire.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/system.h"

/* ---- segments ---------------------------------------------------------------------------------------------------- */

bool segment_map(Segment *segment, int file, size_t size) {
    void *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED) {
        int error = errno;
        close(file);
        errno = error;
        return false;
    }
    *segment = (Segment){.file = file, .bytes = bytes, .size = size};
    return true;
}

bool segment_make(Segment *segment, size_t size) {
    int file = system_shared_file(size);
    return file >= 0 && segment_map(segment, file, size);
}

void segment_free(Segment *segment) {
    if (segment->bytes != NULL) munmap(segment->bytes, segment->size);
    if (segment->bytes != NULL) close(segment->file);
    *segment = (Segment){.file = -1};
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

typedef union FileNote { /* a control message with one descriptor, aligned as it must be */
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
} FileNote;

bool message_send(int socket, const Message *message, int file) {
    struct iovec part = {.iov_base = (void *)(uintptr_t)message, .iov_len = sizeof *message};
    struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
    FileNote note = {0};
    if (file >= 0) {
        header.msg_control = &note;
        header.msg_controllen = sizeof note;
        struct cmsghdr *control = CMSG_FIRSTHDR(&header);
        *control =
            (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof file)};
        memcpy(CMSG_DATA(control), &file, sizeof file);
    }
    ssize_t sent;
    do sent = sendmsg(socket, &header, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof *message;
}

bool message_receive(int socket, Message *message, int *file) {
    struct iovec part = {.iov_base = message, .iov_len = sizeof *message};
    FileNote note = {0};
    struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &note, .msg_controllen = sizeof note};
    *file = -1;
    ssize_t got;
    do got = recvmsg(socket, &header, system_receive_flags());
    while (got < 0 && errno == EINTR);
    if (got < 0) return false;
    struct cmsghdr *control = CMSG_FIRSTHDR(&header);
    if (control != NULL && control->cmsg_level == SOL_SOCKET && control->cmsg_type == SCM_RIGHTS)
        memcpy(file, CMSG_DATA(control), sizeof *file);
    return got == (ssize_t)sizeof *message;
}
