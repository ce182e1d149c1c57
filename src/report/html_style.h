#pragma once

/* The style sheet of every page, style.css. */
extern const char HTML_STYLE[];
