// The forms of table that can be drawn. A layout names its form; a new form has modules of its own and is added here.

/** @import { Layout, Model, Seat, Stage } from "./types.js" */

import { boxTable } from "./box-table.js";
import { boxesTop, layOtherBoxes, layOwnBoxes, ownBoxesHeight, ownBoxesWidth } from "./phone-boxes.js";
import { layOtherShowdown, layOwnShowdown, ownShowdownHeight, showdownTop } from "./phone-showdown.js";
import { showdownTable } from "./showdown-table.js";

/** @typedef {{ width: number, top: number, spare: number, scale: number }} OwnRow the row of one's own seat */
/** @typedef {{ x: number, room: number, acting: boolean }} OthersPlace where a hand of somebody else lies */

/**
 * One form of table: whole, and in the rows of a phone.
 *
 * @typedef {object} Form
 * @property {(model: Model, scale: number) => Stage} whole
 * @property {(model: Model, width: number, scale: number) => Stage} top the dealer's row
 * @property {number} narrowest the width that the rows are drawn for at least when they are made larger
 * @property {(model: Model) => number} column the width that a seat of one's own needs beside others
 * @property {number} othersHigh the height of the row of the other players
 * @property {boolean} net whether others' results are told as one amount
 * @property {(stage: Stage, seat: Seat, hand: number, where: OthersPlace) => void} layOther
 * @property {(model: Model) => number} ownHeight
 * @property {(stage: Stage, model: Model, seat: Seat, where: OwnRow) => void} layOwn
 */

/** @type {Record<Layout["table"], Form>} */
export const FORMS = {
  boxes: {
    whole: boxTable,
    top: boxesTop,
    narrowest: 340,
    column: ownBoxesWidth,
    othersHigh: 138,
    net: false,
    layOther: layOtherBoxes,
    ownHeight: ownBoxesHeight,
    layOwn: layOwnBoxes,
  },
  showdown: {
    whole: showdownTable,
    top: showdownTop,
    narrowest: 390,
    column: () => 340,
    othersHigh: 98,
    net: true,
    layOther: layOtherShowdown,
    ownHeight: ownShowdownHeight,
    layOwn: layOwnShowdown,
  },
};
