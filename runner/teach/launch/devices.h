/* The devices that kernels run on, and the architecture that they are compiled for. */
#ifndef WARPSCHOOL_TEACH_DEVICES_H
#define WARPSCHOOL_TEACH_DEVICES_H

#include "teach/session.h"

/* The GPU that launches run on, or NULL: none, none that can run what is compiled, or --device sim. The first call
 * looks for one. */
Device *session_gpu(Session *session);
/* The architecture that kernels are compiled for: --arch, else the GPU's own, else sm_90. */
const char *session_arch(Session *session);
/* "gpu" where a GPU takes part, else "sim": the `device` of expressions. */
const char *session_device(Session *session);
/* The `device` of JSON: "gpu" where --device gpu asked for it, else "sim". */
const char *session_json_device(const Session *session);
/* False where --device gpu asks for a GPU and there is none to use: *what and *remedy (in scratch) say why and what to
 * do. */
bool session_has_device(Session *session, const char **what, const char **remedy);
/* Says once, in a dim line, that launches run on the simulator alone although a GPU would have been used. */
void say_devices(Session *session);
/* The newest of archs ("sm_75 sm_80", what the compiler knows) that runs on a GPU of architecture gpu; NULL: none. */
const char *arch_for_gpu(const char *gpu, const char *archs, Arena *arena);

#endif
