/* What can compile on this machine. */
#include "arch.h"
#include "base/file.h"
#include "compile/attempt.h"

static bool probe_nvrtc(const CompileSetup *setup, const Toolkit *toolkit, Arena *arena, Toolchain *toolchain) {
    Text bytes = {0};
    ChildStatus status;
    int signal_number;
    Reply reply;
    NvrtcJob job = {.toolkit = toolkit, .strongest = setup->strongest};
    if (toolkit->library == NULL && !toolkit->by_loader) return false;
    bool found = attempt_child(setup, nvrtc_work, &job, NULL, &bytes, &status, &signal_number) &&
                 reply_read(bytes.data, bytes.size, arena, &reply) && reply.kind == REPLY_PROBED;
    text_free(&bytes);
    if (!found) return false;
    toolchain->nvrtc_path = reply.library;
    toolchain->nvrtc_major = reply.major;
    toolchain->nvrtc_minor = reply.minor;
    toolchain->archs = reply.archs;
    toolchain->isolation = isolation_name[reply.isolation];
    return true;
}

/* Every architecture that we know and on which PTX from clang runs. */
static const char *archs_above(Arena *arena, const char *own) {
    size_t count;
    const Arch *all = arch_all(&count);
    Text text = {0};
    text_add(&text, "");
    for (size_t i = 0; i < count; i++)
        if (clang_newest_arch(own, arch_number(all[i].name)) > 0)
            text_printf(&text, "%s%s", text.size > 0 ? " " : "", all[i].name);
    return text_take(&text, arena);
}

static void probe_clang(const CompileSetup *setup, Arena *arena, Toolchain *toolchain) {
    CompileRequest nobody = {.file = ""};
    CompileResult result = {.diags = diag_list(arena)};
    Reply reply;
    bool answered = clang_choose(setup, &nobody, arena, &toolchain->clang_path, &reply, &result);
    if (toolchain->clang_path == NULL) return;
    if (!answered || reply.kind != REPLY_PROBED) {
        toolchain->clang_problem = answered && reply.text != NULL ? reply.text : "it cannot be started";
        return;
    }
    toolchain->clang_major = reply.major;
    toolchain->clang_minor = reply.minor;
    toolchain->clang_archs = reply.archs;
    if (!toolchain->uses_clang) return;
    toolchain->archs = archs_above(arena, reply.archs);
    toolchain->isolation = isolation_name[reply.isolation];
}

static bool has_header(Arena *arena, const Toolkit *toolkit, const char *header) {
    for (size_t i = 0; i < toolkit->include_count; i++)
        if (file_exists(path_join(arena, toolkit->includes[i], header))) return true;
    return false;
}

/* Every clang that was found, one a line, including the one that is used. */
static const char *clang_others(Arena *arena, const CompileSetup *setup) {
    size_t count;
    const char *const *programs = clang_find(arena, setup->root, &count);
    Text text = {0};
    text_add(&text, "");
    for (size_t i = 0; i < count; i++) text_printf(&text, "%s%s", i > 0 ? "\n" : "", programs[i]);
    return text_take(&text, arena);
}

void compile_toolchain(Arena *arena, CompilerChoice choice, Toolchain *toolchain) {
    CompileSetup setup = compile_setup(arena);
    Toolkit toolkit = toolkit_find(arena, setup.root);
    *toolchain = (Toolchain){
        .nvrtc_path = toolkit.library,
        .include_path = toolkit.include_count > 0 ? toolkit.includes[0] : NULL,
        .has_cccl = has_header(arena, &toolkit, "cuda/atomic"),
        .searched = toolkit.searched,
        .nvrtc_others = toolkit_others(arena, setup.root, toolkit.library),
        .clang_others = clang_others(arena, &setup),
        .cache_path = setup.cache,
    };
    bool probed = probe_nvrtc(&setup, &toolkit, arena, toolchain);
    toolchain->uses_clang = choice == COMPILER_CLANG || (choice == COMPILER_AUTO && !probed && toolkit.library == NULL);
    probe_clang(&setup, arena, toolchain);
}
