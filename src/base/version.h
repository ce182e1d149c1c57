#pragma once

/* QUORUM_VERSION: what the program calls itself, as text, "1.0"; see cmake/Version.cmake. */
#include <quorum_version.h>
