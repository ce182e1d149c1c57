/* The bytes of the network file that QUORUM_NETWORK names. Compiled without link-time optimisation,
 * which does not look into assembly. */

__asm__(".section .rodata\n"
        ".balign 64\n"
        ".globl embedded_network_file\n"
        ".hidden embedded_network_file\n"
        "embedded_network_file:\n"
        ".incbin \"" QUORUM_NETWORK_FILE "\"\n"
        ".globl embedded_network_file_end\n"
        ".hidden embedded_network_file_end\n"
        "embedded_network_file_end:\n"
        ".text\n");
