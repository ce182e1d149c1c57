#include "report/html_style.h"

/* clang-format off */

/* Rows as blocks of lines `heading value`, in as many columns as there is room for. */
#define CARDS(table)                                                                               \
    table "," table " tbody{display:block}" table " thead{display:none}\n"                         \
    table " tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));"  \
    "column-gap:1.5rem;background:var(--panel);border-radius:.4rem;margin-bottom:.6rem;"           \
    "padding:.4rem .7rem}\n"                                                                       \
    table " td{display:flex;gap:.7rem;border:0;padding:.08rem 0;min-width:0;text-align:left;"      \
    "white-space:normal}\n"                                                                        \
    table " .w," table " .c{grid-column:1/-1}\n"                                                   \
    table " td::before{flex:0 0 6.2rem;content:attr(data-name);color:var(--soft);font-weight:400;" \
    "font-family:system-ui,sans-serif;font-size:.85rem}\n"                                         \
    table " td span{min-width:0;overflow-wrap:anywhere}\n"

const char *const HTML_STYLE =
    ":root{color-scheme:light dark;--paper:#fff;--panel:#f3f5f7;--ink:#1b1f24;--soft:#55606b;"
    "--line:#d3d9df;--good:#00664a;--bad:#a33a00;--one:#0072b2;--two:#b84f00;--three:#3d3d3d}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#14171b;--panel:#1d2228;--ink:#e6e9ed;"
    "--soft:#a7b1bc;--line:#3a424c;--good:#4fd1a5;--bad:#f2a36b;--one:#56b4e9;--two:#e69f00;"
    "--three:#d0d0d0}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:75rem;padding:1rem;background:var(--paper);color:var(--ink);"
    "font:16px/1.5 system-ui,sans-serif;overflow-wrap:break-word}\n"
    "h1{font-size:1.6rem;line-height:1.25;margin:.2rem 0 1rem}\n"
    "h2{font-size:1.2rem;margin:2rem 0 .7rem;border-bottom:1px solid var(--line)}\n"
    "dl{margin:0}dt{color:var(--soft);font-size:.85rem}dd{margin:0}\n"
    ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.7rem}\n"
    ".figures div{background:var(--panel);border-radius:.4rem;padding:.5rem .8rem}\n"
    ".figures dd{font-size:1.3rem;line-height:1.3;font-variant-numeric:tabular-nums}\n"
    ".facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:.4rem 1.5rem}\n"
    ".facts div{min-width:0}\n"
    "table{width:100%;border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.3rem .5rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}\n"
    "th{position:sticky;top:0;background:var(--panel);font-weight:600;white-space:nowrap}\n"
    ".n{text-align:right;white-space:nowrap}\n"
    ".w{min-width:7rem;overflow-wrap:anywhere}\n"
    ".c{min-width:9rem;font-family:ui-monospace,monospace;font-size:.8rem;overflow-wrap:anywhere}\n"
    ".y,.x{white-space:nowrap}\n"
    ".y{color:var(--good)}.y span::before{content:'\\2713\\00a0'}\n"
    ".x{color:var(--bad);font-weight:600}.x span::before{content:'\\2717\\00a0'}\n"
    ".bars{display:grid;grid-template-columns:fit-content(40%) minmax(0,1fr) fit-content(36%);"
    "gap:.25rem .7rem;align-items:center;font-variant-numeric:tabular-nums}\n"
    ".bar{display:contents}.bar span{min-width:0;overflow-wrap:anywhere}\n"
    ".bar i{display:block;height:.95rem;background:var(--panel);border:1px solid var(--line)}\n"
    ".bar b{display:block;height:100%;background:var(--one)}\n"
    ".bar .s1{background:repeating-linear-gradient(45deg,var(--two) 0 5px,transparent 5px 8px)}\n"
    ".chart{margin:0}.chart+.chart{margin-top:1.2rem}.chart figcaption{color:var(--soft);font-size:.85rem}\n"
    ".plot{position:relative;height:19rem;margin:.8rem 1.5rem 1.9rem 3.4rem}\n"
    ".plot svg{position:absolute;width:100%;height:100%;overflow:visible}\n"
    ".plot path{fill:none;vector-effect:non-scaling-stroke}\n"
    ".grid{stroke:var(--line);stroke-width:1}\n"
    ".s{stroke-width:2.5;stroke-linejoin:round}\n"
    ".s.s0{stroke:var(--one)}.s.s1{stroke:var(--two);stroke-dasharray:9 5}\n"
    ".s.s2{stroke:var(--three);stroke-dasharray:2 5;stroke-linecap:round}\n"
    ".tick{position:absolute;color:var(--soft);font-size:.8rem;line-height:1;white-space:nowrap;"
    "font-variant-numeric:tabular-nums}\n"
    ".tick.v{right:calc(100% + .5rem);transform:translateY(50%)}\n"
    ".tick.h{top:calc(100% + .5rem);transform:translateX(-50%)}\n"
    ".axis{text-align:center;color:var(--soft);font-size:.85rem}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;margin:.4rem 0 0;padding:0;list-style:none}\n"
    ".legend svg{width:2.6rem;height:.7rem;vertical-align:middle;margin-right:.4rem}\n"
    ".legend path{fill:none}\n"
    "@media(max-width:72rem){\n" CARDS(".many") "}\n"
    "@media(max-width:44rem){\n"
    CARDS(".few")
    ".bars{grid-template-columns:minmax(0,1fr);gap:.6rem}\n"
    ".bar{display:flex;flex-wrap:wrap;gap:.1rem .6rem}.bar i{flex:0 0 100%;order:1}\n"
    ".bar i+span{margin-left:auto}\n"
    ".plot{height:15rem;margin-left:2.9rem}}\n"
    "@media print{th{position:static}}\n";
/* clang-format on */
