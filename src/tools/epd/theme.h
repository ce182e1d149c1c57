#pragma once

#include "base/text.h"

/* The part of a position's id that it shares with others of its kind: what follows ": " or " - "
 * ("PET017: bishop vs knight"), else the id without the numbers at its ends ("STS(v1.0)
 * Undermine.001", "28.5.IQ.1121"). May be empty. Any thread. */
Text epd_theme(Text id);
