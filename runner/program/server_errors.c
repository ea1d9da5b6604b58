/* CUDA's errors, and how a call fails. */
#include "program/server.h"

static const struct {
    int code;
    const char *name, *text;
} errors[] = {
#define ERROR(code, name, text) {code, #name, text},
#include "program/cuda_errors.def"
#undef ERROR
};

const char *cuda_error_name(int code) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == code) return errors[i].name;
    return "an unknown error";
}

const char *cuda_error_text(int code) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == code) return errors[i].text;
    return "unrecognized error code";
}

void served_fail(Served *served, int error) {
    served->reply.error = error;
}

bool server_is_ended(const Server *server) {
    return server->ended != NULL && *server->ended;
}
