// The words that the drawing uses for what it is given and for what it makes of it; types only.

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ x: number, y: number, turn?: number }} Pose */
/** @typedef {{ x: number, y: number, w: number, h: number }} Rect */

// --- what is given ---------------------------------------------------------------------------------------------------

/** @typedef {"main" | "equal" | "play" | "side" | "progressive"} Kind */
/** @typedef {{ wager: string, title: string, kind: Kind }} PlacedWager */
/** @typedef {{ title: string, lines: { title: string, pays: string }[] }} PayTable */

/**
 * What lies on a felt, as the server says it.
 *
 * @typedef {object} Layout
 * @property {"boxes" | "showdown"} table
 * @property {string} felt
 * @property {number} boxes
 * @property {PlacedWager[]} wagers
 * @property {string} headline
 * @property {string} rule
 * @property {string} line
 * @property {PayTable[]} tables
 * @property {{ title: string, cards: number }[]} board
 */

/**
 * @typedef {object} Result
 * @property {string} [result]
 * @property {string} [wager]
 * @property {string} [line]
 * @property {string} [name]
 * @property {number} cents
 * @property {string} text
 * @property {string} clause
 * @property {number} [at]
 */

/**
 * @typedef {object} Hand
 * @property {number} place counted from the hand nearest seat 1
 * @property {string[]} cards
 * @property {number} bet
 * @property {number} doubledCard
 * @property {string} total
 * @property {string} [name]
 * @property {string[]} [lammers]
 * @property {string} state
 * @property {Result | null} result
 */

/** @typedef {Record<string, number>} Amounts cents by wager */

/**
 * @typedef {object} Seat
 * @property {number} n
 * @property {string} name
 * @property {number} [colour] what the player has chosen for the name; 0 where nothing was chosen
 * @property {boolean} you
 * @property {boolean} open
 * @property {Amounts} wagers
 * @property {Amounts} tokes
 * @property {Amounts} [lostTokes] the turns in which bets for the dealer were lost
 * @property {number} insurance
 * @property {Hand[]} hands
 * @property {Result[]} results
 * @property {string} sensor
 */

/**
 * A table as it is drawn.
 *
 * @typedef {object} Model
 * @property {string} title
 * @property {Layout} layout
 * @property {Seat[]} seats
 * @property {{ cards: string[], total: string, text: string }} dealer
 * @property {string[]} board
 * @property {{ drawn: number, total: number, cutCard: number | null, past?: boolean }} cards
 * @property {string} phase
 * @property {{ seat: number, hand: number } | null} turn
 * @property {boolean} [turned] seen from the dealer's side
 * @property {boolean} [watched] without a seat to take
 * @property {boolean} [close] on narrow pages seen from close by: a few seats, and the dealer's hand at the foot
 * @property {{ seat: number, hand: number, wager: string } | null} [asked] the wager that a question is about
 */

// --- what is made of it ----------------------------------------------------------------------------------------------

/** @typedef {{ key: string, sig: string, draw: () => SVGElement }} Printed */

/**
 * Something that lies on the felt and moves; `of` is the middle of what it belongs to, `at` the turn in which it is
 * paid.
 *
 * @typedef {object} Piece
 * @property {string} key
 * @property {"card" | "chips" | "paid" | "mark"} kind
 * @property {number} x
 * @property {number} y
 * @property {number} turn
 * @property {string} sig
 * @property {() => SVGElement} draw
 * @property {string} [face]
 * @property {number} [order]
 * @property {Pose} [home]
 * @property {Point} [of]
 * @property {number} [at]
 */

/** @typedef {{ r: number, box?: undefined }} Round */
/** @typedef {{ r?: undefined, box: [number, number], round: number }} Boxed */
/** @typedef {Round | Boxed} Shape */

/**
 * Something that can be pressed.
 *
 * @typedef {object} Place
 * @property {string} key
 * @property {number} x
 * @property {number} y
 * @property {number} turn
 * @property {Shape} shape
 * @property {"place" | "sit" | "clause"} type
 * @property {string} label
 * @property {object} detail
 * @property {string} [title]
 * @property {string} [tag]
 * @property {string} [sig]
 * @property {boolean} [fixed]
 * @property {number} [seat]
 * @property {string} [wager]
 * @property {string} [line]
 * @property {() => SVGElement} [draw]
 * @property {Point} [of]
 * @property {Pose} [home]
 */

/** @typedef {Place & { shape: Boxed }} BoxedPlace */

/**
 * One drawing: a whole table, or a row of a phone.
 *
 * @typedef {object} Stage
 * @property {string} key
 * @property {number} width
 * @property {number} height
 * @property {number} [scale] how much larger it is shown than it is drawn
 * @property {Rect} [view] the part of it that is shown, where that is not the whole
 * @property {string} [label]
 * @property {boolean} [row]
 * @property {number} [acting]
 * @property {Printed[]} printed
 * @property {Piece[]} pieces
 * @property {Place[]} places
 * @property {Map<string, number | undefined>} taken the turns in which chips are taken, by their keys
 * @property {Pose} shoe
 * @property {Pose} rack
 * @property {Pose} tray
 */

export {};
