#include <stdio.h>
#include <string.h>

#include "chain/chain.h"
#include "chain/scanner.h"

static void note_block(ChainSurvey *survey, const Scanner *scanner) {
    survey->blocks++;
    survey->games += scanner->header.games;
    survey->plies += scanner->header.plies;
    survey->kept += scanner->header.kept;
    survey->intact_end = scanner->block_end;
    survey->damaged_inside = survey->damages > 0;
}

static void note_damage(ChainSurvey *survey, const Scanner *scanner) {
    if (survey->damages++ == 0)
        snprintf(survey->first_damage, sizeof survey->first_damage, "%s", scanner->message);
}

bool chain_survey(const char *path, ChainSurvey *survey, Reason *error) {
    Scanner scanner;
    if (!scanner_open(&scanner, path, error))
        return false;
    memset(survey, 0, sizeof *survey);
    memcpy(survey->description, scanner.file.description, sizeof survey->description);
    survey->intact_end = scanner.block_end;
    for (ScanStatus status; (status = scanner_next(&scanner)) != SCAN_END;) {
        if (status == SCAN_BLOCK)
            note_block(survey, &scanner);
        else
            note_damage(survey, &scanner);
    }
    scanner_close(&scanner);
    return scanner.fault == 0 || reason_set(error, "%s: %s", path, scanner.message);
}
