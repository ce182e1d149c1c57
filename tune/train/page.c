#include "train/page.h"

#include <inttypes.h>

#include "base/format.h"
#include "report/chart.h"

bool page_save_losses(const TrainerState *state, int64_t epochs, const char *path, Reason *error) {
    static const char *const HEADINGS[] = {"Epoch", "Training loss", "Validation loss"};
    ChartPoint training[TRAINER_EPOCHS_MAX], validation[TRAINER_EPOCHS_MAX];
    const size_t count = (size_t)state->epoch;
    HtmlPage page;
    html_begin(&page, "quorum-train");
    html_paragraph(&page, "%" PRId64 " of %" PRId64 " epochs %s learned.", state->epoch, epochs,
                   format_plural(state->epoch, "is", "are"));
    for (size_t i = 0; i < count; i++) {
        training[i] = (ChartPoint){(double)(i + 1), state->training_loss[i]};
        validation[i] = (ChartPoint){(double)(i + 1), state->validation_loss[i]};
    }
    chart_add(&page, &(Chart){.title = "Loss against epochs",
                              .x_name = "epochs",
                              .y_name = "loss",
                              .x_whole = true,
                              .y_fitted = true,
                              .series = {{"training", training, count, 0},
                                         {"validation", validation, count, 0}},
                              .series_count = 2});
    html_table_begin(&page, HEADINGS, ARRAY_LENGTH(HEADINGS));
    for (size_t i = 0; i < count; i++) {
        html_cell(&page, HTML_NUMBER, "%zu", i + 1);
        html_cell(&page, HTML_NUMBER, "%.6f", state->training_loss[i]);
        html_cell(&page, HTML_NUMBER, "%.6f", state->validation_loss[i]);
    }
    html_table_end(&page);
    return html_save(&page, path, error);
}
