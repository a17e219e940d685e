/* Random games of connect four: the algorithm of docs/examples/connect_four and core/arena.py, written in C.
 *
 * The same games, seeds and choices: a seed and dice of its own for every game, a record with room for chance, the list
 * of legal columns in ascending order, one of them at random by xoshiro128++, bit boards, scores. The total of the
 * scores and lengths is printed, and the benchmark checks that both programs played the same games.
 *
 *     cc -O3 -march=native -o connect_four connect_four.c && ./connect_four GAMES SEED
 */
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MASK 0xFFFFFFFFll
enum { LINE = 301, BOARD_FULL = 302 };

typedef struct {
    int64_t seats, reason, revealed, asked, laid, opened;
    int16_t answer[8];
    int64_t chance_key[8], chance_block[16], chance_count, chance_left;
    int64_t discs[2], moves, is_connect_four;
} Record;

typedef struct {
    int64_t on, count;
    int32_t kind[4], a[4], b[4], c[4], d[4], notice[4], learn[4];
} Events;

static void seed_dice(int64_t *dice, int64_t seed, int64_t stream) {
    int64_t x = (seed ^ (stream * 0x9E3779B9ll)) & MASK, y = (seed >> 32) & MASK;
    for (int k = 0; k < 4; k++) {
        x = (x + 0x9E3779B9ll) & MASK;
        int64_t z = x ^ y;
        z = ((z ^ (z >> 16)) * 0x21F0AAADll) & MASK;
        z = ((z ^ (z >> 15)) * 0x735A2D97ll) & MASK;
        y = (y + z + stream) & MASK;
        dice[k] = z ^ (z >> 15);
    }
    if (!(dice[0] | dice[1] | dice[2] | dice[3])) dice[0] = 1;
}

static void game_seed(int64_t *words, int64_t *dice, int64_t seed, int64_t k) {
    seed_dice(words, seed, k);
    seed_dice(words + 4, seed + 1, k + 0x5BD1E995ll);
    seed_dice(dice, seed + 2, k + 0x2C1B3C6Dll);
}

static int64_t throw_dice(int64_t *d) {
    int64_t d0 = d[0], d1 = d[1], d2 = d[2], d3 = d[3];
    int64_t total = (d0 + d3) & MASK;
    int64_t out = ((((total << 7) & MASK) | (total >> 25)) + d0) & MASK;
    int64_t t = (d1 << 9) & MASK;
    d2 ^= d0;
    d3 ^= d1;
    d1 ^= d2;
    d0 ^= d3;
    d2 ^= t;
    d3 = ((d3 << 11) & MASK) | (d3 >> 21);
    d[0] = d0, d[1] = d1, d[2] = d2, d[3] = d3;
    return out;
}

static int64_t pick(int64_t *dice, int64_t n) { return (throw_dice(dice) * n) >> 32; }

static void setup(Record *s, const int64_t *options, const int64_t *seed) {
    s->seats = options[0];
    for (int k = 0; k < 8; k++) s->chance_key[k] = seed[k] & MASK;
    s->chance_count = s->chance_left = 0;
}

static int64_t actors(const Record *s) { return s->reason ? 0 : 1ll << (s->moves & 1); }

static int legal(const Record *s, int seat, int64_t *out) {
    if (s->reason || (s->moves & 1) != seat) return 0;
    int many = 0;
    int64_t taken = s->discs[0] | s->discs[1];
    for (int column = 0; column < 7; column++)
        if (!((taken >> (column * 7 + 5)) & 1)) out[many++] = column;
    return many;
}

static int has_line(int64_t discs) {
    int64_t pairs = discs & (discs >> 7);
    if (pairs & (pairs >> 14)) return 1;
    pairs = discs & (discs >> 6);
    if (pairs & (pairs >> 12)) return 1;
    pairs = discs & (discs >> 8);
    if (pairs & (pairs >> 16)) return 1;
    pairs = discs & (discs >> 1);
    return (pairs & (pairs >> 2)) != 0;
}

static void apply(Record *s, int seat, int64_t action, Events *e) {
    int64_t taken = s->discs[0] | s->discs[1], bottom = 1ll << (action * 7);
    int64_t lowest = (taken + bottom) & (0x3Fll << (action * 7));
    s->discs[seat] |= lowest & ~taken;
    s->moves++;
    if (e->on) {
        int64_t at = e->count++;
        e->kind[at] = 1, e->a[at] = seat, e->b[at] = action, e->c[at] = e->d[at] = 0, e->notice[at] = e->learn[at] = 511;
    }
    if (has_line(s->discs[seat])) s->reason = LINE;
    else if (s->moves == 42) s->reason = BOARD_FULL;
}

static void scores(const Record *s, int64_t *out) {
    for (int seat = 0; seat < 2; seat++) {
        out[seat] = s->reason == LINE && ((s->moves - 1) & 1) == seat;
        out[8 + seat] = s->reason != LINE || out[seat] == 1 ? 1 : 2;
    }
}

static int chosen_seat(int64_t mask, int64_t *dice) {
    if (mask & (mask - 1)) {
        int many = 0;
        for (int seat = 0; seat < 8; seat++) many += (mask >> seat) & 1;
        int64_t nth = pick(dice, many);
        for (int seat = 0; seat < 8; seat++)
            if ((mask >> seat) & 1 && nth-- == 0) return seat;
    }
    int seat = 0;
    while (!((mask >> seat) & 1)) seat++;
    return seat;
}

static int64_t play_on(Record *s, int64_t *dice, Events *e, int64_t *out, int64_t bound) {
    int64_t done = 0, mask = actors(s);
    while (mask && done < bound) {
        int seat = chosen_seat(mask, dice);
        int many = legal(s, seat, out);
        int64_t code = many > 1 ? out[pick(dice, many)] : out[0];
        e->count = 0;
        apply(s, seat, code, e);
        done++;
        mask = actors(s);
    }
    return done;
}

int main(int argc, char **argv) {
    int64_t games = argc > 1 ? atoll(argv[1]) : 1000000, seed = argc > 2 ? atoll(argv[2]) : 1;
    int64_t words[8], dice[4], points[16] = {0}, options[1] = {2}, out[4096];
    int64_t *lengths = calloc(games, 8), *reasons = calloc(games, 8), *totals = calloc(games, 64);
    static const Record empty;
    Record s;
    Events e = {0};
    struct timespec before, after;
    memset(lengths, 0, games * 8), memset(reasons, 0, games * 8), memset(totals, 0, games * 64);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    int64_t done = 0;
    for (int64_t k = 0; k < games; k++) {
        game_seed(words, dice, seed, k);
        s = empty;
        setup(&s, options, words);
        lengths[k] = play_on(&s, dice, &e, out, 42);
        done += lengths[k];
        reasons[k] = s.reason;
        scores(&s, points);
        for (int seat = 0; seat < 8; seat++) totals[8 * k + seat] = points[seat];
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    int64_t first = 0;
    for (int64_t k = 0; k < games; k++) first += totals[8 * k];
    double seconds = (after.tv_sec - before.tv_sec) + 1e-9 * (after.tv_nsec - before.tv_nsec);
    printf("%lld %lld %.9f\n", (long long)done, (long long)first, seconds);
    return 0;
}
