/* What two people need to agree on a verdict, or to find out why they do not: the key "provenance" of JSON. */
#ifndef WARPSCHOOL_TEACH_PROVENANCE_H
#define WARPSCHOOL_TEACH_PROVENANCE_H

#include "teach/session.h"
#include "teach/workspace.h"

struct json_t;

/* {"program":...,"compiler":...,"pack":{...},"file":{...},"device":...,"schedule":...,"limits":{...}}. file: what was
 * judged or run; may have no text. compiler: "nvrtc 13.0", NULL where none was asked. The reference is the caller's. */
struct json_t *provenance_json(Session *session, const Source *file, const char *compiler);
/* Its "pack": the digest of what a verdict depends on beside the answer. In scratch. */
char *provenance_pack_digest(Session *session);

#endif
