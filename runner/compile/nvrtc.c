/* The compiler, in the child process: loads NVRTC, isolates the process, compiles, writes a reply.
 *
 * All that must be read from elsewhere is loaded before the isolation. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch.h"
#include "base/file.h"
#include "base/system.h"
#include "base/text.h"
#include "base/vec.h"
#include "compile/parts.h"

/* ---- NVRTC's interface: the part of nvrtc.h that is used here ---------------------------------------------------- */

typedef struct NvrtcProgram NvrtcProgram;
enum { NVRTC_SUCCESS = 0, NVRTC_OUT_OF_MEMORY = 1, NVRTC_COMPILATION = 6 };

typedef struct Nvrtc {
    int (*version)(int *major, int *minor);
    int (*arch_count)(int *count); /* since 11.2; may be NULL */
    int (*archs)(int *numbers);
    const char *(*error_string)(int result);
    int (*create)(NvrtcProgram **program, const char *source, const char *name, int header_count,
                  const char *const *headers, const char *const *names);
    int (*compile)(NvrtcProgram *program, int option_count, const char *const *options);
    int (*destroy)(NvrtcProgram **program);
    int (*log_size)(NvrtcProgram *program, size_t *size);
    int (*log)(NvrtcProgram *program, char *log);
    int (*ptx_size)(NvrtcProgram *program, size_t *size);
    int (*ptx)(NvrtcProgram *program, char *ptx);
    int (*cubin_size)(NvrtcProgram *program, size_t *size); /* since 11.1 */
    int (*cubin)(NvrtcProgram *program, char *cubin);
    /* our own headers, which the source may include */
    const char **header_texts, **header_names;
    int header_count;
    bool has_libcuxx;
} Nvrtc;

static const struct {
    const char *name;
    size_t offset;
    bool needed;
} functions[] = {
    {"nvrtcVersion", offsetof(Nvrtc, version), true},
    {"nvrtcGetNumSupportedArchs", offsetof(Nvrtc, arch_count), false},
    {"nvrtcGetSupportedArchs", offsetof(Nvrtc, archs), false},
    {"nvrtcGetErrorString", offsetof(Nvrtc, error_string), true},
    {"nvrtcCreateProgram", offsetof(Nvrtc, create), true},
    {"nvrtcCompileProgram", offsetof(Nvrtc, compile), true},
    {"nvrtcDestroyProgram", offsetof(Nvrtc, destroy), true},
    {"nvrtcGetProgramLogSize", offsetof(Nvrtc, log_size), true},
    {"nvrtcGetProgramLog", offsetof(Nvrtc, log), true},
    {"nvrtcGetPTXSize", offsetof(Nvrtc, ptx_size), true},
    {"nvrtcGetPTX", offsetof(Nvrtc, ptx), true},
    {"nvrtcGetCUBINSize", offsetof(Nvrtc, cubin_size), true},
    {"nvrtcGetCUBIN", offsetof(Nvrtc, cubin), true},
};

/* ---- loading ----------------------------------------------------------------------------------------------------- */

static const char *load_function(void *library, void *function, const char *name) {
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL ? NULL : name;
}

/* The path of a library that the loader found by itself. */
static const char *loaded_path(Arena *arena, const Nvrtc *nvrtc) {
    void *address;
    memcpy(&address, &nvrtc->version, sizeof address);
    Dl_info info;
    if (dladdr(address, &info) == 0 || info.dli_fname == NULL) return NULL;
    char *real = realpath(info.dli_fname, NULL);
    const char *path = arena_string(arena, real != NULL ? real : info.dli_fname);
    free(real);
    return path;
}

static void *open_library(const char *path) {
    static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"};
    if (path != NULL) return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && library == NULL; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return library;
}

/* Loads NVRTC; false with reply->text set. */
static bool load(Arena *arena, const Toolkit *toolkit, Nvrtc *nvrtc, Reply *reply) {
    void *library = open_library(toolkit->library);
    if (library == NULL) {
        const char *why = dlerror();
        reply->text = arena_string(arena, why != NULL ? why : "it cannot be opened");
        return false;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const char *missing = load_function(library, (char *)nvrtc + functions[i].offset, functions[i].name);
        if (missing == NULL || !functions[i].needed) continue;
        reply->text = arena_printf(arena, "it has no function %s: it is older than CUDA 11.1", missing);
        return false;
    }
    nvrtc->version(&reply->major, &reply->minor);
    reply->library = loaded_path(arena, nvrtc);
    return true;
}

/* Loads the library of built-in functions, which NVRTC would load by name at its first compile; one that is loaded
 * already is used. */
static bool load_builtins(Arena *arena, const Reply *reply) {
    if (reply->library == NULL) return false;
    const char *name = arena_printf(arena, "libnvrtc-builtins.so.%d.%d", reply->major, reply->minor);
    return dlopen(path_join(arena, path_parent(arena, reply->library), name), RTLD_NOW | RTLD_LOCAL) != NULL;
}

void compile_load_library(void) {
    Arena *arena = arena_new();
    Toolkit toolkit = toolkit_find(arena, "");
    Nvrtc nvrtc;
    Reply reply = {0};
    if (toolkit.library != NULL && load(arena, &toolkit, &nvrtc, &reply)) load_builtins(arena, &reply);
    arena_free(arena);
}

/* Compiles an empty source, so that NVRTC loads what could not be loaded by name. */
static void compile_nothing(const Nvrtc *nvrtc) {
    NvrtcProgram *program;
    if (nvrtc->create(&program, "", "empty.cu", 0, NULL, NULL) != NVRTC_SUCCESS) return;
    nvrtc->compile(program, 0, NULL);
    nvrtc->destroy(&program);
}

static bool toolkit_has(Arena *arena, const Toolkit *toolkit, const char *header) {
    for (size_t i = 0; i < toolkit->include_count; i++)
        if (file_exists(path_join(arena, toolkit->includes[i], header))) return true;
    return false;
}

static bool is_wanted(Arena *arena, const Header *header, const Toolkit *toolkit) {
    switch (header->use) {
    case HEADER_CLANG: return false;
    case HEADER_STANDARD: return true;
    case HEADER_MISSING: return !toolkit_has(arena, toolkit, header->name);
    case HEADER_RUNTIME: return toolkit->include_count == 0;
    }
    return false;
}

/* Adds our headers that the source may include. NVRTC prefers them to the toolkit's. */
static void add_headers(Arena *arena, const Toolkit *toolkit, Nvrtc *nvrtc) {
    nvrtc->header_texts = arena_array(arena, const char *, header_count + 1);
    nvrtc->header_names = arena_array(arena, const char *, header_count + 1);
    nvrtc->header_count = 0;
    nvrtc->has_libcuxx = toolkit_has(arena, toolkit, "cuda/std/type_traits");
    for (size_t i = 0; i < header_count; i++) {
        if (!is_wanted(arena, &header_all[i], toolkit)) continue;
        nvrtc->header_texts[nvrtc->header_count] = (const char *)header_all[i].text;
        nvrtc->header_names[nvrtc->header_count++] = header_all[i].name;
    }
}

/* ---- compiling --------------------------------------------------------------------------------------------------- */

/* The architectures that this NVRTC compiles for, as " sm_75 sm_80"; all that we know where it is too old to tell. */
static bool list_archs(Arena *arena, const Nvrtc *nvrtc, int wanted, const char **list) {
    size_t known;
    const Arch *all = arch_all(&known);
    int count = 0;
    bool can_say = nvrtc->arch_count != NULL && nvrtc->archs != NULL && nvrtc->arch_count(&count) == NVRTC_SUCCESS;
    int *numbers = arena_array(arena, int, count > 0 ? (size_t)count : 1);
    if (can_say) nvrtc->archs(numbers);
    Text text = {0};
    bool found = !can_say;
    for (int n = 0; n < count; n++) {
        found = found || numbers[n] == wanted;
        for (size_t i = 0; i < known; i++)
            if (arch_number(all[i].name) == numbers[n])
                text_printf(&text, "%s%s", text.size > 0 ? " " : "", all[i].name);
    }
    *list = text_take(&text, arena);
    return found;
}

typedef VEC(const char *) Options;

/* nvcc accepts __int128 by default; NVRTC needs an option, which those before 11.8 may not know. */
static bool knows_int128(const Nvrtc *nvrtc) {
    int major = 0, minor = 0;
    nvrtc->version(&major, &minor);
    return major > 11 || (major == 11 && minor >= 8);
}

/* The options that change the result; the folders of headers are added later, because their names depend on the
 * isolation. */
static void add_options(Arena *arena, const CompileRequest *request, bool with_report, bool int128, Options *options) {
    vec_push(arena, options,
             request->unassembled ? arena_printf(arena, "--gpu-architecture=compute_%s", request->arch + strlen("sm_"))
                                  : arena_printf(arena, "--gpu-architecture=%s", request->arch));
    vec_push(arena, options, "--std=c++17");
    vec_push(arena, options, "-lineinfo");
    if (int128) vec_push(arena, options, "--device-int128");
    if (with_report && !request->unassembled) vec_push(arena, options, "--ptxas-options=-v");
    if (request->max_registers > 0)
        vec_push(arena, options, arena_printf(arena, "--maxrregcount=%d", request->max_registers));
    for (size_t i = 0; i < request->define_count; i++)
        vec_push(arena, options, arena_printf(arena, "-D%s=%s", request->defines[i].name, request->defines[i].value));
}

char *nvrtc_options_text(Arena *arena, const CompileRequest *request) {
    Options options = {0};
    add_options(arena, request, true, true, &options);
    Text text = {0};
    for (size_t i = 0; i < options.count; i++) text_printf(&text, "%s\n", options.at[i]);
    return text_take(&text, arena);
}

static void add_includes(Arena *arena, const Nvrtc *nvrtc, const Toolkit *toolkit, bool root_changed,
                         Options *options) {
    /* With this cooperative_groups.h needs no libcu++, except for atomics of groups. */
    if (!nvrtc->has_libcuxx) vec_push(arena, options, "-D_CG_LIMIT_INCLUDED_DEPENDENCIES");
    for (size_t i = 0; i < toolkit->include_count; i++) {
        const char *folder = toolkit->includes[i];
        if (root_changed) folder += strlen(toolkit->root);
        vec_push(arena, options, arena_printf(arena, "-I%s", *folder != '\0' ? folder : "/"));
    }
}

typedef struct Output {
    int result;
    const char *log, *ptx;
    size_t ptx_size;
    const void *cubin;
    size_t cubin_size;
} Output;

static void *fetch(Arena *arena, NvrtcProgram *program, int (*get_size)(NvrtcProgram *, size_t *),
                   int (*get)(NvrtcProgram *, char *), size_t *size) {
    *size = 0;
    if (get_size(program, size) != NVRTC_SUCCESS || *size == 0) return NULL;
    char *bytes = arena_alloc(arena, *size + 1, 16);
    if (get(program, bytes) == NVRTC_SUCCESS) return bytes;
    *size = 0;
    return NULL;
}

static Output run(Arena *arena, const Nvrtc *nvrtc, const NvrtcJob *job, const Options *options) {
    Output output = {.log = ""};
    NvrtcProgram *program;
    output.result = nvrtc->create(&program, job->request->source, job->request->file, nvrtc->header_count,
                                  nvrtc->header_texts, nvrtc->header_names);
    if (output.result != NVRTC_SUCCESS) return output;
    output.result = nvrtc->compile(program, (int)options->count, options->at);
    size_t size;
    const char *log = fetch(arena, program, nvrtc->log_size, nvrtc->log, &size);
    if (log != NULL) output.log = log;
    output.ptx = fetch(arena, program, nvrtc->ptx_size, nvrtc->ptx, &output.ptx_size);
    if (output.ptx != NULL && output.ptx_size > 0) output.ptx_size = strlen(output.ptx);
    output.cubin = fetch(arena, program, nvrtc->cubin_size, nvrtc->cubin, &output.cubin_size);
    nvrtc->destroy(&program);
    return output;
}

static bool log_has_error(const char *log) {
    static const char *const marks[] = {"error:", "Error:", "ptxas error", "ptxas fatal", "; error", "; fatal"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strstr(log, marks[i]) != NULL) return true;
    return false;
}

/* Compiles again to get the missing messages: with -v NVRTC leaves the assembler's errors out ("uses too much shared
 * data"). The PTX that the assembler rejected comes only from a compile that stops before the assembler. */
static void explain_failure(Arena *arena, const Nvrtc *nvrtc, const NvrtcJob *job, bool root_changed, Output *output) {
    if (!log_has_error(output->log)) {
        Options options = {0};
        add_options(arena, job->request, false, knows_int128(nvrtc), &options);
        add_includes(arena, nvrtc, job->toolkit, root_changed, &options);
        Output second = run(arena, nvrtc, job, &options);
        output->log = arena_printf(arena, "%s%s", output->log, second.log);
    }
    if (strstr(output->log, "ptxas") == NULL || output->ptx != NULL) return;
    Options options = {0};
    vec_push(arena, &options, arena_printf(arena, "--gpu-architecture=compute_%s", job->request->arch + strlen("sm_")));
    Options rest = {0};
    add_options(arena, job->request, false, knows_int128(nvrtc), &rest);
    for (size_t i = 1; i < rest.count; i++) vec_push(arena, &options, rest.at[i]);
    add_includes(arena, nvrtc, job->toolkit, root_changed, &options);
    Output front_end = run(arena, nvrtc, job, &options);
    output->ptx = front_end.ptx;
    output->ptx_size = front_end.ptx_size;
}

/* Whether the compiler ran out of memory. The front end reports that in its log, like an error in the source. */
static bool ran_out_of_memory(const Output *output) {
    return output->result == NVRTC_OUT_OF_MEMORY ||
           (output->result == NVRTC_COMPILATION && strstr(output->log, "catastrophic error: out of memory") != NULL);
}

static void compile_request(Arena *arena, const Nvrtc *nvrtc, const NvrtcJob *job, bool root_changed, Reply *reply) {
    Options options = {0};
    add_options(arena, job->request, true, knows_int128(nvrtc), &options);
    add_includes(arena, nvrtc, job->toolkit, root_changed, &options);
    Output output = run(arena, nvrtc, job, &options);
    if (output.result == NVRTC_COMPILATION) explain_failure(arena, nvrtc, job, root_changed, &output);
    reply->kind = output.result == NVRTC_SUCCESS && output.ptx != NULL ? REPLY_COMPILED
                  : ran_out_of_memory(&output)                         ? REPLY_MEMORY
                  : output.result == NVRTC_COMPILATION                 ? REPLY_REJECTED
                                                                       : REPLY_REFUSED;
    reply->text = nvrtc->error_string(output.result);
    reply->log = output.log;
    reply->ptx = output.ptx;
    reply->ptx_size = output.ptx_size;
    reply->cubin = output.cubin;
    reply->cubin_size = output.cubin_size;
}

static Reply answer(Arena *arena, const NvrtcJob *job) {
    Reply reply = {.kind = REPLY_UNLOADABLE};
    Nvrtc nvrtc;
    if (!load(arena, job->toolkit, &nvrtc, &reply)) return reply;
    if (!list_archs(arena, &nvrtc, job->request != NULL ? arch_number(job->request->arch) : 0, &reply.archs)) {
        reply.kind = REPLY_ARCH;
        if (job->request != NULL) return reply;
    }
    if (!load_builtins(arena, &reply)) compile_nothing(&nvrtc);
    /* reads the toolkit's headers, which cannot be reached after the isolation */
    add_headers(arena, job->toolkit, &nvrtc);
    bool root_changed;
    bool plain = job->request == NULL ||
                 includes_are_plain(job->request->source, job->request->source_size, job->toolkit, &reply.line);
    reply.isolation = isolate(job->toolkit, job->strongest, &root_changed);
    reply.kind = REPLY_PROBED;
    if (job->request == NULL) return reply;
    if (reply.isolation == ISOLATION_SOURCE_CHECK && !plain)
        reply.kind = REPLY_INCLUDE;
    else
        compile_request(arena, &nvrtc, job, root_changed, &reply);
    return reply;
}

void nvrtc_work(void *context, int fd) {
    system_clear_environment(); /* a result that is kept in the cache must not depend on the environment */
    Arena *arena = arena_new();
    Reply reply = answer(arena, context);
    reply_write(fd, &reply);
    arena_free(arena);
}
