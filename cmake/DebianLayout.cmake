# CPack runs this on what it is about to pack: it moves and compresses what Debian's policy wants
# elsewhere, or otherwise than another system.

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)

set(root "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr")
set(doc "${root}/share/doc/quorum")

# Sections that say which compiler it was.
file(GLOB programs "${root}/bin/*")
execute_process(COMMAND "${CPACK_QUORUM_STRIP}" --remove-section=.comment --remove-section=.note
                        ${programs} COMMAND_ERROR_IS_FATAL ANY)

# Programs of the section games (policy 11.11). A root shell does not look there, and who measures
# is often root: a link serves it.
file(MAKE_DIRECTORY "${root}/games")
file(GLOB programs RELATIVE "${root}/bin" "${root}/bin/*")
foreach(program IN LISTS programs)
  file(RENAME "${root}/bin/${program}" "${root}/games/${program}")
  file(CREATE_LINK "../games/${program}" "${root}/bin/${program}" SYMBOLIC)
endforeach()

# The link above, and that the package is not Debian's own.
file(WRITE "${root}/share/lintian/overrides/quorum"
  "quorum: package-section-games-but-has-usr-bin\n"
  "quorum: initial-upload-closes-no-bugs *\n")

# Policy 12.5 and 12.7.
file(READ "${doc}/LICENSE" license)
file(REMOVE "${doc}/LICENSE")
file(WRITE "${doc}/copyright" "${license}")
file(RENAME "${doc}/CHANGELOG.md" "${doc}/changelog")
file(GLOB_RECURSE pages "${doc}/*.md")
foreach(page IN LISTS pages) # their links
  file(READ "${page}" text)
  string(REGEX REPLACE "(\\]\\([./]*)LICENSE\\)" "\\1copyright)" text "${text}")
  string(REGEX REPLACE "(\\]\\([./]*)CHANGELOG\\.md\\)" "\\1changelog.gz)" text "${text}")
  file(WRITE "${page}" "${text}")
endforeach()
file(WRITE "${doc}/changelog.Debian"
  "quorum (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
  "  * Packed from a build folder by cpack.\n\n"
  " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")

# Policy 12.1: manual pages are compressed, without time or name so that two builds agree.
file(GLOB compressed "${root}/share/man/man6/*.6")
list(APPEND compressed "${doc}/changelog" "${doc}/changelog.Debian")
execute_process(COMMAND gzip -9nf ${compressed} COMMAND_ERROR_IS_FATAL ANY)
file(CHMOD "${doc}/copyright" "${doc}/changelog.Debian.gz" "${root}/share/lintian/overrides/quorum"
     PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
file(CHMOD "${root}/games" "${root}/share/lintian" "${root}/share/lintian/overrides"
     PERMISSIONS ${CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS}) # whatever mask made them
