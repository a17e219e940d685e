/* Play one game of connect four: the steady bot in seat 0 against random moves in seat 1.
   Build it with: cc play.c -I build/connect-four -L build/connect-four -lconnect_four -o play */
#include <connect_four.h>
#include <stdio.h>
#include <stdlib.h>

static connect_four_record game, seen, states[67];
static connect_four_events events;

static void must(int32_t status) {
    if (status != 0) {
        fprintf(stderr, "the library returned status %d\n", status);
        exit(1);
    }
}

int main(void) {
    int64_t options[] = {2}, seed[8] = {1, 2, 3, 4, 5, 6, 7, 8}, steady[64] = CONNECT_FOUR_SETTING_STEADY;
    int64_t codes[CONNECT_FOUR_ACTIONS], points[16], mask, many, code, played = 0;
    connect_four_scratch *scratch = calloc(1, sizeof *scratch);
    if (scratch == NULL) return 1;
    must(connect_four_new_game(NULL, &game, options, 1, seed));
    for (must(connect_four_actors(&mask, &game)); mask != 0; must(connect_four_actors(&mask, &game))) {
        int64_t seat = mask & 1 ? 0 : 1;
        must(connect_four_legal(&many, &game, seat, codes));
        must(connect_four_view(NULL, &game, seat, &seen));
        scratch->bot = seat == 0 ? CONNECT_FOUR_BOT_STEADY : CONNECT_FOUR_BOT_RANDOM;
        for (int k = 0; k < 64; k++) scratch->setting[k] = steady[k];
        must(connect_four_choose(&code, &seen, codes, many, seat, 100 + played, states, scratch, &events));
        must(connect_four_apply(NULL, &game, seat, code, &events));
        printf("%d", (int)code);
        played++;
    }
    must(connect_four_scores(NULL, &game, points));
    printf("\nseat 0 is number %d after %d moves\n", (int)points[8], (int)played);
    free(scratch);
    return 0;
}
