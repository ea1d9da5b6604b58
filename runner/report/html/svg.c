/* What all pictures of a page share: the frame with its title and its description, the colours, dots and lanes. */
#include <string.h>

#include "report/html/html.h"

const char svg_mark[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- Written by warpschool report -->\n";

const char svg_style[] = ".ws-paper{fill:none}.ws-dots{fill:none;stroke:#53545b;stroke-width:2;stroke-linecap:round}."
                         "ws-ink{fill:#1b1b1f}.ws-dim{fill:#53545b}.ws-line{stroke:#c9cad1}.ws-once{fill:#cfe3fb}"
                         ".ws-again{fill:#f6cfa4}\n"
                         "@media "
                         "(prefers-color-scheme:dark){.ws-ink{fill:#e9e9ee}.ws-dim{fill:#b0b2bc}.ws-dots{stroke:#"
                         "b0b2bc}.ws-line{stroke:#43454e}"
                         ".ws-once{fill:#1f4166}.ws-again{fill:#6e3f0c}}\n";

static void add_own_style(Text *out) {
    text_printf(out,
                "<style>svg{background:#fff}@media (prefers-color-scheme:dark){svg{background:#17181c}}\n%s</style>\n",
                svg_style);
}

/* In a narrow window a picture shrinks to seven tenths, in which its numbers can still be read, and then scrolls. */
void svg_begin(Text *out, int width, int height, int number, const char *title, const char *description) {
    if (number == 0) text_add(out, svg_mark);
    text_printf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
                "%d\" style=\"min-width:%dpx\" font-family=\"system-ui, sans-serif\" font-size=\"11\" "
                "aria-labelledby=\"picture%d-title picture%d-desc\">\n<title id=\"picture%d-title\">",
                width, height, width, height, width * 7 / 10, number, number, number);
    html_text(out, title);
    text_printf(out, "</title>\n<desc id=\"picture%d-desc\">", number);
    html_text(out, description);
    text_add(out, "</desc>\n");
    if (number == 0) add_own_style(out);
}

void svg_heading(Text *out, const char *text) {
    text_add(out, "<text class=\"ws-ink\" x=\"4\" y=\"16\" font-size=\"13\">");
    html_text(out, text);
    text_add(out, "</text>\n");
}

/* A dashed line for each row: dashes without a length have round ends, which are dots. */
void svg_dots(Text *out, int x, int y, int width, int columns, int height, int rows) {
    text_printf(out, "<path class=\"ws-dots\" stroke-dasharray=\"0 %d\" d=\"", width);
    for (int row = 0; row < rows; row++) text_printf(out, "M%d %dh%d", x, y + row * height, width * (columns - 1) + 1);
    text_add(out, "\"/>\n");
}

void svg_lanes_begin(Text *out) {
    text_add(out, "<g class=\"ws-ink\" text-anchor=\"middle\">\n");
}

void svg_lane(Text *out, int x, int y, int lane, int count) {
    text_printf(out, "<text x=\"%d\" y=\"%d\">%d%s</text>\n", x, y, count > 1 ? count : lane, count > 1 ? "x" : "");
}

void svg_lanes_end(Text *out) {
    text_add(out, "</g>\n");
}

/* Its own colours stand after the description, where svg_begin puts those of a file of its own. */
void svg_alone(Text *out, const char *picture, size_t size) {
    static const char after[] = "</desc>\n";
    const char *head = memmem(picture, size, after, strlen(after));
    size_t first = head != NULL ? (size_t)(head - picture) + strlen(after) : size;
    text_add(out, svg_mark);
    text_add_n(out, picture, first);
    add_own_style(out);
    text_add_n(out, picture + first, size - first);
}
