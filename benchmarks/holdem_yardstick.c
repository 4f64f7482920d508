/* Exact Ultimate Texas Hold'em (Blind 500/50/10/3/1.5/1, a pair qualifies, 4x, 2x, 1x) in plain C, one thread:
   suit exchange, each board sorted once, sums by prefix. It shares nothing with the package; amounts are half units.
   Prints the player's total over all outcomes in half units, the hole cards that raise 4x, and the CPU seconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAIRS = 1326, FLOPS = 22100, HANDS = 1081, DEALERS = 990 };

static int straight_high[8192];
static int pair_low[PAIRS], pair_high[PAIRS];
static const int blind[10] = {0, 0, 0, 0, 2, 3, 6, 20, 100, 1000};

static int pair_number(int a, int b) { return a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a; }
static int flop_number(int a, int b, int c) { return c * (c - 1) * (c - 2) / 6 + b * (b - 1) / 2 + a; }
static int top(int ranks) { return 31 - __builtin_clz(ranks); }

static int top_of(int ranks, int wanted)
{
    while (__builtin_popcount(ranks) > wanted) ranks &= ranks - 1;
    return ranks;
}

/* Category from 0 (high card) to 9 (royal flush) above 26 bits that compare within it; one set of ranks for each suit. */
static uint32_t evaluate(const int s[4])
{
    for (int i = 0; i < 4; i++)
        if (__builtin_popcount(s[i]) >= 5) {
            int high = straight_high[s[i]];
            if (high) return (uint32_t)(high == 12 ? 9 : 8) << 26 | high;
            return 5u << 26 | top_of(s[i], 5);
        }
    int all = s[0] | s[1] | s[2] | s[3], four = s[0] & s[1] & s[2] & s[3];
    if (four) return 7u << 26 | top(four) << 13 | top_of(all & ~four, 1);
    int three = ((s[0] & s[1]) | (s[2] & s[3])) & ((s[0] & s[2]) | (s[1] & s[3]));
    int two = (s[0] & s[1]) | (s[2] & s[3]) | (s[0] & s[2]) | (s[1] & s[3]) | (s[0] & s[3]) | (s[1] & s[2]);
    if (three) {
        int best = 1 << top(three);
        if (two & ~best) return 6u << 26 | best << 13 | top_of(two & ~best, 1);
    }
    if (straight_high[all]) return 4u << 26 | straight_high[all];
    if (three) return 3u << 26 | three << 13 | top_of(all & ~three, 2);
    if (!two) return top_of(all, 5);
    int pairs = top_of(two, 2);
    if (pairs & (pairs - 1)) return 2u << 26 | pairs << 13 | top_of(all & ~pairs, 1);
    return 1u << 26 | pairs << 13 | top_of(all & ~pairs, 3);
}

static void sort(uint64_t *items, uint64_t *spare)
{
    for (int shift = 11; shift < 44; shift += 11) {
        int counts[2048] = {0}, sum = 0;
        for (int i = 0; i < HANDS; i++) counts[items[i] >> shift & 2047]++;
        for (int i = 0; i < 2048; i++) { int count = counts[i]; counts[i] = sum; sum += count; }
        for (int i = 0; i < HANDS; i++) spare[counts[items[i] >> shift & 2047]++] = items[i];
        memcpy(items, spare, HANDS * sizeof *items);
    }
}

static int32_t (*gains)[PAIRS];
static int64_t beaten[PAIRS], lost[PAIRS], base[PAIRS], checked[PAIRS];

static void board(const int *cards, const int *suits, int size)
{
    static int32_t gain[PAIRS];
    static uint64_t items[HANDS], spare[HANDS];
    int live[47], n = 0, at = 0;
    for (int card = 0; card < 52; card++)
        if (at < 5 && cards[at] == card) at++; else live[n++] = card;
    n = 0;
    for (int i = 1; i < 47; i++)
        for (int j = 0; j < i; j++, n++) {
            int s[4] = {suits[0], suits[1], suits[2], suits[3]};
            s[live[i] & 3] |= 1 << (live[i] >> 2);
            s[live[j] & 3] |= 1 << (live[j] >> 2);
            items[n] = (uint64_t)evaluate(s) << 11 | n;
        }
    int low_of[HANDS], high_of[HANDS];
    for (int i = 1, k = 0; i < 47; i++) for (int j = 0; j < i; j++, k++) low_of[k] = j, high_of[k] = i;
    sort(items, spare);
    int below[47] = {0}, weak[47] = {0}, all_weak = 0;
    for (int i = 0; i < HANDS && items[i] >> 37 == 0; i++, all_weak++)
        weak[low_of[items[i] & 2047]]++, weak[high_of[items[i] & 2047]]++;
    memset(gain, 0, sizeof gain);
    for (int first = 0, last; first < HANDS; first = last) {
        int wins[HANDS];
        for (last = first; last < HANDS && items[last] >> 11 == items[first] >> 11; last++) {
            int hand = items[last] & 2047;
            wins[last - first] = first - below[low_of[hand]] - below[high_of[hand]];
        }
        for (int i = first; i < last; i++) below[low_of[items[i] & 2047]]++, below[high_of[items[i] & 2047]]++;
        for (int i = first; i < last; i++) {
            int hand = items[i] & 2047, kind = items[i] >> 37, a = low_of[hand], b = high_of[hand];
            int win = wins[i - first], tie = last - below[a] - below[b] + 1 - win, lose = DEALERS - win - tie;
            int few = all_weak - weak[a] - weak[b] + (kind == 0);
            int both_win = kind ? win - few : 0, both_lose = kind ? lose : DEALERS - few;
            int64_t kept = (int64_t)win * blind[kind] + 2 * both_win - 2 * lose - 2 * both_lose;
            int64_t bet = kept + 2 * (win - lose), best = bet > -4 * DEALERS ? bet : -4 * DEALERS;
            int pair = pair_number(live[a], live[b]);
            beaten[pair] += (int64_t)size * win, lost[pair] += (int64_t)size * lose;
            base[pair] += size * kept, checked[pair] += size * best;
            gain[pair] = size * (kept + 4 * (win - lose) - best);
        }
    }
    for (int c = 2; c < 5; c++) for (int b = 1; b < c; b++) for (int a = 0; a < b; a++) {
        int32_t *row = gains[flop_number(cards[a], cards[b], cards[c])];
        for (int pair = 0; pair < PAIRS; pair++) row[pair] += gain[pair];
    }
}

static int exchanges[24][4];

static int moved(int card, int e) { return (card & ~3) | exchanges[e][card & 3]; }

/* All 24 exchanges of every flop with its sums added up: 24 times what raising gains, for the flop and each pair. */
static void raise_on_flops(int64_t *extra)
{
    int64_t *row = malloc(PAIRS * sizeof *row);
    for (int c = 2; c < 52; c++) for (int b = 1; b < c; b++) for (int a = 0; a < b; a++) {
        int lowest = 1, same = 0, flops[24], seen = 0;
        for (int e = 0; e < 24; e++) {
            int x = moved(a, e), y = moved(b, e), z = moved(c, e), t;
            if (x > y) t = x, x = y, y = t;
            if (y > z) t = y, y = z, z = t;
            if (x > y) t = x, x = y, y = t;
            flops[e] = flop_number(x, y, z);
            lowest &= flops[e] >= flop_number(a, b, c);
            same += flops[e] == flop_number(a, b, c);
        }
        if (!lowest) continue;
        seen = 24 / same;
        memset(row, 0, PAIRS * sizeof *row);
        for (int e = 0; e < 24; e++)
            for (int pair = 0; pair < PAIRS; pair++)
                row[pair] += gains[flops[e]][pair_number(moved(pair_low[pair], e), moved(pair_high[pair], e))];
        for (int pair = 0; pair < PAIRS; pair++) {
            int i = pair_low[pair], j = pair_high[pair];
            if (i == a || i == b || i == c || j == a || j == b || j == c || row[pair] <= 0) continue;
            extra[pair] += seen * row[pair] / 24;
        }
    }
    free(row);
}

static void prepare(void)
{
    for (int set = 0; set < 8192; set++)
        for (int high = 3; high < 13; high++) {
            int run = 0;
            for (int down = 0; down < 5; down++) run |= 1 << (high - down + 13) % 13;
            if ((set & run) == run) straight_high[set] = high;
        }
    for (int i = 1, n = 0; i < 52; i++) for (int j = 0; j < i; j++, n++) pair_low[n] = j, pair_high[n] = i;
    int n = 0;
    for (int code = 0; code < 256; code++) {
        int s[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6};
        if ((1 << s[0] | 1 << s[1] | 1 << s[2] | 1 << s[3]) == 15) memcpy(exchanges[n++], s, sizeof s);
    }
    gains = calloc(FLOPS, sizeof *gains);
}

/* How many boards one stands for if its suits' ranks are in falling order, otherwise none. */
static int class_size(const int *s)
{
    if (s[0] < s[1] || s[1] < s[2] || s[2] < s[3]) return 0;
    int same = 1, run = 1;
    for (int i = 1; i < 4; i++) { run = s[i] == s[i - 1] ? run + 1 : 1; same *= run; }
    return 24 / same;
}

int main(void)
{
    clock_t start = clock();
    prepare();
    int k[5];
    for (k[0] = 0; k[0] < 52; k[0]++) for (k[1] = k[0] + 1; k[1] < 52; k[1]++) for (k[2] = k[1] + 1; k[2] < 52; k[2]++)
    for (k[3] = k[2] + 1; k[3] < 52; k[3]++) for (k[4] = k[3] + 1; k[4] < 52; k[4]++) {
        int s[4] = {0};
        for (int i = 0; i < 5; i++) s[k[i] & 3] |= 1 << (k[i] >> 2);
        int size = class_size(s);
        if (size) board(k, s, size);
    }
    static int64_t extra[PAIRS], check[169], raise[169];
    static int many[169];
    raise_on_flops(extra);
    for (int pair = 0; pair < PAIRS; pair++) {
        int i = pair_low[pair], j = pair_high[pair];
        int kind = (i & 3) == (j & 3) ? (i >> 2) * 13 + (j >> 2) : (j >> 2) * 13 + (i >> 2);
        check[kind] += 10 * checked[pair] + extra[pair];
        raise[kind] += 10 * (base[pair] + 8 * (beaten[pair] - lost[pair]));
        many[kind]++;
    }
    int64_t total = 0;
    int raised = 0;
    for (int kind = 0; kind < 169; kind++) {
        total += raise[kind] > check[kind] ? raise[kind] : check[kind];
        raised += raise[kind] > check[kind] ? many[kind] : 0;
    }
    printf("%lld %d %.3f\n", (long long)total, raised, (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}
