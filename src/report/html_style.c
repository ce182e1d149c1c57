#include "report/html_style.h"

/* The bytes of style.css and a NUL. Compiled without link-time optimisation, which does not look
 * into assembly. */
__asm__(".section .rodata\n"
        ".globl HTML_STYLE\n"
        ".hidden HTML_STYLE\n"
        "HTML_STYLE:\n"
        ".incbin \"" QUORUM_STYLE_FILE "\"\n"
        ".byte 0\n"
        ".text\n");
