// What was caught, as the pages read it: anything can be thrown, and mostly it is an error or a refusal.

/**
 * What the pages read of something caught; a refusal of the server has all of it.
 *
 * @typedef {object} Trouble
 * @property {string} message
 * @property {string} [clause]
 * @property {number} [status]
 * @property {string} [code]
 * @property {Record<string, unknown>} [params]
 */

/**
 * @param {unknown} caught
 * @returns {Trouble}
 */
export const troubleOf = (caught) => (caught instanceof Error ? caught : { message: String(caught) });

/** @param {unknown} caught */
export const messageOf = (caught) => troubleOf(caught).message;
