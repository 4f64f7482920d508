/* A yardstick: six-deck blackjack heads-up, main bet only, written plainly.
 *
 * Dealer peeks and hits soft 17, doubles on any two cards and after splits, pairs split to four hands, aces once with
 * one card each, no surrender, no insurance, blackjack pays 3:2. One card is burned, the cut card lies 52 cards from
 * the back, and the round in which it comes out is finished. The play comes from tables: by up card and the first two
 * cards, for pairs that are split no more, and by softness and total from the third card on.
 */
#include <stdint.h>

enum { STAND, HIT, DOUBLE, DOUBLE_LESS, SPLIT };
enum { CARDS = 312, CUT = 260 };

typedef struct {
    const uint8_t *first;   /* [kind][up][a][b], kinds: as dealt, split, on a lammer, split ace, ... */
    const uint8_t *unsplit; /* [kind][up][a] */
    const uint8_t *later;   /* [kind][up][soft][total] */
} Book;

static uint64_t s[4];
static uint8_t shoe[CARDS + 64];
static int at = CARDS;

static inline uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline uint64_t next(void)
{
    const uint64_t word = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return word;
}

static inline uint32_t below(uint32_t bound)
{
    uint64_t m = (next() >> 32) * bound;
    if ((uint32_t)m < bound) {
        uint32_t shortfall = -bound % bound;
        while ((uint32_t)m < shortfall)
            m = (next() >> 32) * bound;
    }
    return m >> 32;
}

static void shuffle(void)
{
    for (int i = 0; i < CARDS - 1; i++) {
        int j = i + below(CARDS - i);
        uint8_t card = shoe[i];
        shoe[i] = shoe[j];
        shoe[j] = card;
    }
    at = 1;
}

typedef struct { int points, ace, bet; } Hand;

static inline void take(Hand *hand)
{
    int card = shoe[at++];
    hand->points += card + 1;
    hand->ace |= card == 0;
}

static inline int soft(const Hand *hand) { return hand->ace && hand->points <= 11; }
static inline int total(const Hand *hand) { return hand->points + (soft(hand) ? 10 : 0); }

static int settle(const Hand *hands, int count, Hand dealer)
{
    int net = 0, waiting = 0;
    for (int i = 0; i < count; i++)
        waiting |= hands[i].points <= 21;
    while (waiting && (total(&dealer) <= 16 || (total(&dealer) == 17 && soft(&dealer))))
        take(&dealer);
    int end = total(&dealer);
    for (int i = 0; i < count; i++) {
        int mine = total(&hands[i]);
        if (mine > 21)
            net -= hands[i].bet;
        else if (end > 21 || mine > end)
            net += hands[i].bet;
        else if (mine < end)
            net -= hands[i].bet;
    }
    return net;
}

static int play_round(const Book *book) /* the result in half bets */
{
    int one = shoe[at], up = shoe[at + 1], two = shoe[at + 2], hole = shoe[at + 3];
    at += 4;
    int natural = one + two == 9 && (one == 0 || two == 0);
    if (up + hole == 9 && (up == 0 || hole == 0))
        return natural ? 0 : -2;
    if (natural)
        return 3;
    Hand dealer = {up + hole + 2, up == 0 || hole == 0, 0}, hands[4];
    int firsts[4] = {one}, count = 0, made = 1, kind = 0;
    while (count < made) {
        Hand *hand = &hands[count];
        one = firsts[count];
        if (kind)
            two = shoe[at++];
        int does = book->first[((kind * 10 + up) * 10 + one) * 10 + two];
        while (does == SPLIT && made < (one == 0 ? 2 : 4)) {
            kind = one == 0 ? 3 : 1;
            firsts[made++] = two;
            two = shoe[at++];
            does = book->first[((kind * 10 + up) * 10 + one) * 10 + two];
        }
        if (does == SPLIT)
            does = book->unsplit[(kind * 10 + up) * 10 + one];
        *hand = (Hand){one + two + 2, one == 0 || two == 0, 2};
        while (does == HIT) {
            take(hand);
            if (hand->points > 21)
                break;
            does = book->later[((kind * 10 + up) * 2 + soft(hand)) * 22 + total(hand)];
        }
        if (does == DOUBLE) {
            hand->bet = 4;
            take(hand);
        }
        count++;
    }
    return settle(hands, count, dealer);
}

void yardstick(const uint64_t *seed, const uint8_t *first, const uint8_t *unsplit, const uint8_t *later, int64_t rounds,
               int64_t *sums)
{
    Book book = {first, unsplit, later};
    for (int i = 0; i < 4; i++)
        s[i] = seed[i];
    for (int i = 0; i < CARDS; i++)
        shoe[i] = i % 13 < 9 ? i % 13 : 9;
    at = CARDS;
    sums[0] = sums[1] = 0;
    while (rounds-- > 0) {
        if (at >= CUT)
            shuffle();
        int net = play_round(&book);
        sums[0] += net;
        sums[1] += net * net;
    }
}
