#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/integers.h"
#include "tools/topology/boxes.h"
#include "tools/topology/report.h"

#define MARGIN      16
#define HEAD_LINES  5
#define HEAD_HEIGHT 128
#define LINE_HEIGHT 20

/* Wide letters of the title and of a line; what is longer than the most is cut off. */
#define TITLE_LETTER    11
#define LINE_LETTER     7
#define MOST_HEAD_WIDTH 1000

/* Colours that all eyes tell apart (M. Okabe, K. Ito, 2002), for light pages and then for dark
 * ones. Written out for each, as programs other than browsers know no variables of style sheets. */
static const char STYLE[] =
    "<style>\n"
    "text{font-family:system-ui,sans-serif;fill:#1a1a1a}\n"
    ".title{font-size:17px;font-weight:600}.line{font-size:13px}.name{font-size:12px}\n"
    ".small{font-size:9px;fill:#5c5c5c}.number{font-size:13px;font-weight:600}\n"
    "rect,line{stroke:#8a8a8a;stroke-width:1}.page{fill:#ffffff;stroke:none}\n"
    ".package{fill:#f2f2f2}.node{fill:#e3eef7;stroke-width:2}.l3,.free{fill:#ffffff}\n"
    ".core{fill:#ececec}.thrifty{stroke-dasharray:5 3}.off{fill:none;stroke-dasharray:3 2}\n"
    ".worker{fill:#0072b2}.on-worker{fill:#ffffff}.saver{fill:#e69f00}.on-saver{fill:#000000}\n"
    "@media (prefers-color-scheme:dark){text{fill:#ececec}.small{fill:#a9adb3}\n"
    "rect,line{stroke:#767b82}.page{fill:#16181b;stroke:none}.package{fill:#202328}\n"
    ".node{fill:#1d3040}.l3,.free{fill:#16181b}.core{fill:#2a2e34}.off{fill:none}\n"
    ".worker{fill:#56b4e9}.on-worker,.on-saver{fill:#000000}.saver{fill:#e69f00}}\n"
    "</style>\n";

typedef struct Painter {
    const TopologyReport *report;
    FILE *file;
    int *first_worker; /* first worker seated on each PU, from 1; 0 without */
    int *worker_count; /* how many are */
    bool *usable;      /* by the plan */
} Painter;

static void write_escaped(FILE *file, const char *text) {
    static const char *const WRITTEN[0x7f] = {
        ['<'] = "&lt;", ['>'] = "&gt;", ['&'] = "&amp;", ['"'] = "&quot;"};
    for (const char *at = text; *at != '\0'; at++) {
        const unsigned char letter = (unsigned char)*at;
        const bool shows = letter >= 0x20 && letter < 0x7f;
        if (shows && WRITTEN[letter])
            fputs(WRITTEN[letter], file);
        else
            fputc(shows ? letter : '?', file);
    }
}

static void write_text(FILE *file, int x, int y, const char *class, const char *text) {
    fprintf(file, "<text x=\"%d\" y=\"%d\" class=\"%s\">", x, y, class);
    write_escaped(file, text);
    fputs("</text>\n", file);
}

static void write_box(FILE *file, const Box *box, const char *class) {
    fprintf(file, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" class=\"%s\"/>\n",
            box->x, box->y, box->width, box->height, class);
}

static void paint_pu(const Painter *painter, const Box *box) {
    const MachinePu *pu = &painter->report->machine->pus[box->index];
    FILE *file = painter->file;
    char text[32];
    int workers = painter->worker_count[box->index];
    const char *class = "free", *small = "small", *number = "number";
    if (!painter->usable[box->index])
        class = "off";
    if (workers > 0) {
        class = pu->efficiency > 0 ? "saver" : "worker";
        small = pu->efficiency > 0 ? "small on-saver" : "small on-worker";
        number = pu->efficiency > 0 ? "number on-saver" : "number on-worker";
    }
    write_box(file, box, class);
    snprintf(text, sizeof text, "%d", pu->os_index);
    write_text(file, box->x + 3, box->y + 10, small, text);
    if (!painter->usable[box->index])
        fprintf(file, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", box->x + 4,
                box->y + box->height - 4, box->x + box->width - 4, box->y + 4);
    if (workers == 0)
        return;
    if (workers == 1)
        snprintf(text, sizeof text, "%d", painter->first_worker[box->index]);
    else
        snprintf(text, sizeof text, "%d+%d", painter->first_worker[box->index], workers - 1);
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" class=\"%s\">%s</text>\n",
            box->x + box->width / 2, box->y + 27, number, text);
}

static bool is_thrifty(const Painter *painter, const Box *core) {
    return painter->report->machine->pus[core->children[0].index].efficiency > 0;
}

static void name_node(const Painter *painter, const Box *box, char *text, size_t size) {
    const Machine *machine = painter->report->machine;
    char memory[32] = "";
    if (box->index < 0) {
        snprintf(text, size, "no node");
        return;
    }
    const MachineNode *node = &machine->nodes[box->index];
    if (machine->memory_known && node->memory_bytes > 0)
        format_bytes(node->memory_bytes, memory, sizeof memory);
    else if (machine->memory_known)
        snprintf(memory, sizeof memory, "no memory");
    snprintf(text, size, "node %d%s%s%s", node->os_index, memory[0] != '\0' ? ", " : "", memory,
             box->child_count == 0 ? " only" : "");
}

static void name_box(const Painter *painter, const Box *box, char *text, size_t size) {
    static const char *const NAMES[] = {
        [BOX_PACKAGE] = "package", [BOX_L3] = "L3 group", [BOX_CORE] = "core"};
    if (box->kind == BOX_NODE)
        name_node(painter, box, text, size);
    else
        snprintf(text, size, "%s %d", NAMES[box->kind], box->index);
}

static void paint(const Painter *painter, const Box *box) {
    static const char *const CLASSES[] = {
        [BOX_PACKAGE] = "package", [BOX_NODE] = "node", [BOX_L3] = "l3", [BOX_CORE] = "core"};
    char name[64];
    if (box->kind == BOX_PU) {
        paint_pu(painter, box);
        return;
    }
    const bool is_core = box->kind == BOX_CORE;
    write_box(painter->file, box,
              is_core && is_thrifty(painter, box) ? "core thrifty" : CLASSES[box->kind]);
    name_box(painter, box, name, sizeof name);
    if (is_core)
        write_text(painter->file, box->x + 3, box->y + 10, "small", name);
    else
        write_text(painter->file, box->x + 8, box->y + 15, "name", name);
    for (int i = 0; i < box->child_count; i++)
        paint(painter, &box->children[i]);
}

static const char *const FREEDOM_TEXTS[] = {
    [PLAN_UNBOUND] = "Nothing is bound: the kernel moves threads about as it likes.",
    [PLAN_BOUND_NODE] = "The kernel moves threads about within their node.",
    [PLAN_BOUND_L3] = "The kernel moves threads about within their level 3 group.",
    [PLAN_BOUND_CORE] = "Each thread stays on its core.",
};

/* What stands above the boxes, the first line being the title. */
typedef struct Head {
    char lines[HEAD_LINES][512];
} Head;

static void fill_head(const TopologyReport *report, Head *head) {
    char policy[128];
    numa_policy_format(report->policy, policy, sizeof policy);
    const char *const lines[HEAD_LINES] = {
        report->source ? report->source : "This machine",
        "",
        FREEDOM_TEXTS[report->plan->binding],
        "Small: processor. Large: the thread that begins there (3+2: thread",
        "3 and two more). Crossed: not to be used. Dashed core: efficient.",
    };
    for (int i = 0; i < HEAD_LINES; i++)
        snprintf(head->lines[i], sizeof head->lines[i], "%s", lines[i]);
    snprintf(head->lines[1], sizeof head->lines[1], "%d %s, NumaPolicy %s, ThreadPlacement %s",
             report->plan->worker_count,
             format_plural(report->plan->worker_count, "thread", "threads"), policy,
             placement_name(report->placement));
}

/* About what the head takes: what letters look like is for the viewer to say. */
static int head_width(const Head *head) {
    int width = TITLE_LETTER * (int)strlen(head->lines[0]);
    for (int i = 1; i < HEAD_LINES; i++) {
        const int line = LINE_LETTER * (int)strlen(head->lines[i]);
        width = int_max(width, line);
    }
    return int_min(width, MOST_HEAD_WIDTH);
}

static void paint_head(const Painter *painter, const Head *head) {
    int y = MARGIN + 14;
    write_text(painter->file, MARGIN, y, "title", head->lines[0]);
    y += 2;
    for (int i = 1; i < HEAD_LINES; i++)
        write_text(painter->file, MARGIN, y += LINE_HEIGHT, "line", head->lines[i]);
}

static void gather(Painter *painter) {
    const Machine *machine = painter->report->machine;
    const Plan *plan = painter->report->plan;
    for (int i = 0; i < plan->worker_count; i++) {
        int seat = plan->workers[i].seat;
        if (painter->worker_count[seat]++ == 0)
            painter->first_worker[seat] = i + 1;
    }
    for (int i = 0; i < plan->pu_count; i++)
        painter->usable[machine_find_pu(machine, plan->pus[i])] = true;
}

static void paint_all(const Painter *painter, const Box *root) {
    Head head;
    fill_head(painter->report, &head);
    int right = root->x + root->width, head_right = MARGIN + head_width(&head);
    int width = int_max(head_right, right) + MARGIN;
    int height = root->y + root->height + MARGIN;
    fprintf(painter->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "style=\"max-width:100%%;height:auto\" "
            "viewBox=\"0 0 %d %d\">\n",
            width, height, width, height);
    fputs(STYLE, painter->file);
    fprintf(painter->file, "<rect width=\"%d\" height=\"%d\" class=\"page\"/>\n", width, height);
    paint_head(painter, &head);
    for (int i = 0; i < root->child_count; i++)
        paint(painter, &root->children[i]);
    fputs("</svg>\n", painter->file);
}

bool topology_write_svg(const TopologyReport *report, FILE *file) {
    size_t count = (size_t)report->machine->pu_count;
    Painter painter = {
        .report = report,
        .file = file,
        .first_worker = calloc(count, sizeof(int)),
        .worker_count = calloc(count, sizeof(int)),
        .usable = calloc(count, sizeof(bool)),
    };
    Box *root = boxes_create(report->machine, MARGIN, MARGIN + HEAD_HEIGHT - BOX_TITLE);
    const bool good = painter.first_worker && painter.worker_count && painter.usable && root;
    if (good) {
        gather(&painter);
        paint_all(&painter, root);
    }
    boxes_destroy(root);
    free(painter.first_worker);
    free(painter.worker_count);
    free(painter.usable);
    return good;
}
