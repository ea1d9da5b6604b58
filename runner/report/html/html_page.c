/* The frame of a page: its style sheet, its first and its last bytes. */
#include "report/html/html.h"

const char html_mark[] = "<!DOCTYPE html>\n<!-- Written by warpschool report -->\n";

/* Contrast of text, 4.5 to 1 and more on both papers (WCAG 2, level AA). */
const char html_style[] =
    ":root{color-scheme:light dark;--ink:#1b1b1f;--paper:#fff;--dim:#53545b;--line:#c9cad1;--tint:#f2f3f6;"
    "--good:#0b6b2f;--bad:#a8161b;--link:#0b57a4;--shade:rgba(0,0,0,.3);--keyword:#7b2d8b;--number:#8a4300}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e9e9ee;--paper:#17181c;--dim:#b0b2bc;--line:#43454e;"
    "--tint:#22242a;--good:#7fd99a;--bad:#ff9a94;--link:#8fc1ff;--shade:rgba(255,255,255,.35);--keyword:#dcb0f0;"
    "--number:#f0b97a}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1rem;max-width:60rem;color:var(--ink);background:var(--paper);"
    "font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}\n"
    "h1,h2,h3,h4,h5,h6{line-height:1.25;margin:1.6em 0 .5em}h1{margin-top:.5em}\n"
    "h2{border-top:1px solid var(--line);padding-top:1em}\n"
    "a{color:var(--link)}.dim,figcaption,caption{color:var(--dim)}\n"
    ".strong{font-weight:600}.good{color:var(--good);font-weight:600}.bad{color:var(--bad);font-weight:600}\n"
    "code,pre,.source td,.source tbody "
    "th{font-family:ui-monospace,monospace;font-size:.9em}code{background:var(--tint);"
    "padding:.1em .25em}pre code{padding:0}\n"
    "pre{background:var(--tint);padding:.75em;margin:0;white-space:pre;overflow-wrap:normal}\n"
    /* A shadow at the side on which there is more: what is of the paper's colour scrolls along and covers it at the
       end. */
    ".box{overflow-x:auto;margin:1em 0;max-width:100%;background:"
    "linear-gradient(to right,var(--paper) 40%,transparent) 0/3rem 100% no-repeat local,"
    "linear-gradient(to left,var(--paper) 40%,transparent) 100%/3rem 100% no-repeat local,"
    "linear-gradient(to right,var(--shade),transparent) 0/1rem 100% no-repeat scroll,"
    "linear-gradient(to left,var(--shade),transparent) 100%/1rem 100% no-repeat scroll}\n"
    "table{border-collapse:collapse;overflow-wrap:normal}caption{text-align:left;padding:.25em 0}\n"
    "th,td{padding:.25em .6em;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}\n"
    ".meaning{min-width:14rem}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    ".source th,.source td{padding:0 .4em;border:0}.source thead th{border-bottom:1px solid var(--line)}\n"
    ".source td{text-align:right;white-space:nowrap}.source .text{text-align:left;white-space:pre}.source tbody "
    "th{font-weight:400;color:var(--dim)}\n"
    ".source .hot td,.source .hot th{background:var(--tint);font-weight:600}\n"
    /* Words of CUDA C++: comments, strings, CUDA's own words, keywords, numbers. */
    "i.c{color:var(--dim)}i.s{color:var(--good)}i.u{color:var(--link)}i.k{color:var(--keyword)}i.n{color:var(--number)}"
    "i[class]{font-style:normal}"
    "\n"
    "blockquote{margin:1em 0;padding-left:1em;border-left:.25em solid var(--line)}\n"
    ".question{border:1px solid var(--line);padding:.25em 1em;margin:1em 0}summary{cursor:pointer}\n"
    "figure{margin:1em 0}figcaption p{margin:.2em 0}svg{display:block}\n"
    ".box svg{max-width:100%;height:auto}\n"
    "@media (max-width:40rem){.source thead th,.source td,.source tbody th{font-size:.75em}}\n"
    "@media print{body{max-width:none;padding:0}.box{overflow:visible}pre{white-space:pre-wrap}"
    ".box svg{min-width:0!important}h2,h3,h4{break-after:avoid}figure,tr{break-inside:avoid}}\n";

void html_picture(HtmlPictures *pictures, const Text *out, HtmlPictureKind kind, size_t begin) {
    if (kind != HTML_PICTURE_RACE) pictures->count++;
    if (pictures->arena != NULL) vec_push(pictures->arena, &pictures->drawn, (HtmlPicture){kind, begin, out->size});
}

void html_begin(Text *out, const char *title) {
    text_add(out, html_mark);
    text_add(out, "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"generator\" content=\"warpschool\">\n"
                  /* A second fence: nothing is fetched and nothing runs, whatever the page holds. */
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src 'unsafe-inline'\">\n");
    html_element(out, "title", NULL, title);
    text_printf(out, "<style>\n%s%s</style>\n</head>\n<body>\n", html_style, svg_style);
}

void html_end(Text *out) {
    text_add(out, "</body>\n</html>\n");
}
