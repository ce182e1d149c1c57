# quorum_embed(SOURCE FILE): SOURCE puts the bytes of FILE into the program, see src/base/embed.h. They
# are assembled, and link-time optimisation does not look into assembly.
function(quorum_embed source file)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/src/${source}" PROPERTIES
    COMPILE_DEFINITIONS "QUORUM_EMBEDDED_FILE=\"${file}\""
    COMPILE_OPTIONS "-fno-lto" OBJECT_DEPENDS "${file}")
endfunction()
