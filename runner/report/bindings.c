/* The parameters that a launch was made with, as a person reads them. */
#include "report/draw.h"

char *draw_bindings(Arena *arena, const Style *style, const Prepared *prepared) {
    Text out = {0};
    text_add(&out, "");
    for (size_t i = 0; i < prepared->binding_count; i++) {
        if (prepared->spec != NULL && !launch_uses(prepared->spec, prepared->bindings[i].name)) continue;
        text_printf(&out, "%s%s = %lld", out.size > 0 ? ", " : "", prepared->bindings[i].name,
                    (long long)prepared->bindings[i].value);
    }
    return style_clean_line(arena, style, text_take(&out, arena));
}

char *draw_timed_sizes(Arena *arena, const Style *style, const LaunchReport *report) {
    if (report->gpu == NULL || report->gpu->timed == NULL) return NULL;
    return draw_bindings(arena, style, report->gpu->timed);
}
