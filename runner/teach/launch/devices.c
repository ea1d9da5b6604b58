/* The devices that kernels run on. The simulator runs all of them. A GPU runs them as well where there is one,
 * --device allows it, and it runs code for the architecture in use.
 *
 * A GPU is first looked for when something is launched, so that nobody waits for a driver in order to read a lesson.
 * It then stays open for the session. Whether it is used is decided for each launch, because a command at the prompt
 * may have a --device or an --arch of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch.h"
#include "base/file.h"
#include "compile/compile.h"
#include "teach/launch/devices.h"
#include "teach/say.h"
#include "terminal/terminal.h"

static const char default_arch[] = "sm_90";

/* PTX that was compiled for one architecture runs on that one and on all later ones. */
const char *arch_for_gpu(const char *gpu, const char *archs, Arena *arena) {
    const char *best = NULL;
    char *list = arena_string(arena, archs), *rest = NULL;
    for (char *arch = strtok_r(list, " ", &rest); arch != NULL; arch = strtok_r(NULL, " ", &rest))
        if (arch_number(arch) <= arch_number(gpu) && (best == NULL || arch_number(arch) > arch_number(best)))
            best = arch;
    return best;
}

/* On a cluster a GPU may be waited for. */
static Device *open_gpu(Session *session, const char **why) {
    const GpuPlace place = {session->options.launcher, terminal_interrupted()};
    if (place.launch != NULL && isatty(STDERR_FILENO))
        fprintf(stderr, "waiting for a GPU: %s\n",
                text_printable(session->scratch, place.launch, strlen(place.launch)));
    return session->devices.source->open(&place, session->arena, why);
}

static void look(Session *session) {
    Devices *devices = &session->devices;
    if (devices->gpu != NULL || devices->missing != NULL) return;
    const char *why = NULL;
    devices->gpu = devices->source != NULL ? open_gpu(session, &why) : NULL;
    if (devices->gpu == NULL) {
        devices->missing = why != NULL ? why : "this program was built without a GPU device";
        return;
    }
    Toolchain toolchain;
    compile_toolchain(session->arena, session->options.compiler, &toolchain);
    devices->gpu_arch = toolchain.archs != NULL ? arch_for_gpu(devices->gpu->arch, toolchain.archs, session->arena)
                                                : devices->gpu->arch; /* nothing will be compiled anyway */
    if (devices->gpu_arch != NULL && arch_find(devices->gpu_arch) == NULL) devices->gpu_arch = NULL;
}

/* Why no GPU is used although the choice allows one, in scratch; NULL where one is. */
static const char *problem(Session *session) {
    look(session);
    const Devices *devices = &session->devices;
    const char *arch = session->options.arch;
    if (devices->gpu == NULL) return devices->missing;
    const char *name = devices->gpu->about, *own = devices->gpu->arch;
    if (arch != NULL && arch_number(arch) > arch_number(own))
        return arena_printf(session->scratch, "the %s is %s and does not run code for %s", name, own, arch);
    if (arch == NULL && devices->gpu_arch == NULL)
        return arena_printf(session->scratch, "the CUDA compiler here makes no code for the %s, which is %s", name,
                            own);
    return NULL;
}

Device *session_gpu(Session *session) {
    if (session->options.device == DEVICE_SIM) return NULL;
    return problem(session) == NULL ? session->devices.gpu : NULL;
}

const char *session_arch(Session *session) {
    if (session->options.arch != NULL) return session->options.arch;
    return session_gpu(session) != NULL ? session->devices.gpu_arch : default_arch;
}

const char *session_device(Session *session) {
    return session_gpu(session) != NULL ? "gpu" : "sim";
}

const char *session_json_device(const Session *session) {
    return session->options.device == DEVICE_GPU ? "gpu" : "sim";
}

static const char *remedy_for(Session *session) {
    const Devices *devices = &session->devices;
    if (devices->gpu != NULL && session->options.arch != NULL) return "leave --arch out";
    if (devices->gpu != NULL) return "`warpschool doctor` says which toolkit does";
    GpuSurvey survey = {0};
    if (session->options.launcher != NULL) return "see whether the words of --launch give you a GPU";
    const GpuPlace here = {0};
    if (devices->source != NULL) devices->source->survey(&here, session->scratch, &survey);
    return survey.remedy != NULL ? survey.remedy : "`warpschool doctor` says what is missing";
}

bool session_has_device(Session *session, const char **what, const char **remedy) {
    if (session->options.device != DEVICE_GPU) return true;
    const char *why = problem(session);
    if (why == NULL) return true;
    *what = arena_printf(session->scratch, "there is no GPU to run on: %s", why);
    *remedy = arena_printf(session->scratch, "%s, or run it in the simulator: --device sim", remedy_for(session));
    return false;
}

/* Whoever works at a terminal is told once why no GPU is used, not by every command: the reason is kept, and said again
 * when it is another one. A log has it each time. What cannot be read or kept is only said once more. */
static bool was_told(Session *session, const char *why) {
    const char *told = session->devices.told;
    if (told != NULL && text_equal(told, why)) return true;
    session->devices.told = arena_string(session->arena, why);
    if (!isatty(STDOUT_FILENO)) return false;
    char *kept = path_join(session->scratch, path_state_home(session->scratch), "no-gpu");
    size_t size;
    const char *unread;
    told = file_read_text(session->scratch, kept, &size, &unread);
    if (told != NULL && text_equal(told, why)) return true;
    file_write(kept, why, strlen(why));
    return false;
}

void say_devices(Session *session) {
    if (session->options.device != DEVICE_AUTO || session->options.errorfile) return;
    const char *why = problem(session);
    if (why == NULL || was_told(session, why)) return;
    say_gap(session);
    if (session->devices.gpu == NULL)
        say_styled(session, ROLE_DIM, "No GPU here: kernels run in the simulator. doctor says why.");
    else
        say_styled(session, ROLE_DIM, "Kernels run in the simulator alone: %s.", why);
}
