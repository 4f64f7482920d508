// What is heard and felt at the table, where somebody has chosen so: cards, chips, a win, one's turn. The sounds are
// made here, from noise and tones.

import { setting } from "./settings.js";

/** @typedef {import("./words.js").TableEvent} TableEvent */
/** @typedef {"card" | "chip" | "win"} Sound */

/** Seconds between two sounds of one moment. */
const APART = 0.09;
const MOST_AT_ONCE = 4;
/** How long a phone trembles, in milliseconds; pauses stand between. */
const TREMBLES = { turn: [30], win: [40, 60, 40] };
/** Frequency in Hz, when it begins and how long it rings, in seconds. */
const RINGS = {
  chip: [
    [2900, 0, 0.05],
    [4300, 0.03, 0.05],
  ],
  win: [
    [660, 0, 0.16],
    [880, 0.12, 0.24],
  ],
};

/** @type {Record<string, Sound>} */
const HEARD = {
  CardDealt: "card",
  PacketDealt: "card",
  BoardCardDealt: "card",
  HoleTurned: "card",
  FlopTurned: "card",
  TurnRiverTurned: "card",
  BetPlaced: "chip",
  BetChanged: "chip",
  TokePlaced: "chip",
  InsuranceBet: "chip",
  PlayBetMade: "chip",
  HandDoubled: "chip",
  HandSplit: "chip",
};

/** @type {AudioContext | null} */
let audio = null;

/**
 * @param {AudioContext} to
 * @param {number} at
 * @param {number} loud
 * @param {number} seconds
 */
function fading(to, at, loud, seconds) {
  const gain = to.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(to.destination);
  return gain;
}

/**
 * A card slides over the felt: a short hiss.
 *
 * @param {AudioContext} to
 * @param {number} at
 */
function slide(to, at) {
  const seconds = 0.07;
  const noise = to.createBuffer(1, Math.ceil(to.sampleRate * seconds), to.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  const source = to.createBufferSource();
  source.buffer = noise;
  const band = to.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = 2600;
  source.connect(band).connect(fading(to, at, 0.2, seconds));
  source.start(at);
}

/**
 * @param {AudioContext} to
 * @param {number} at
 * @param {number[][]} rings
 */
function ring(to, at, rings) {
  for (const [frequency, after, seconds] of rings) {
    const tone = to.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(fading(to, at + after, 0.08, seconds));
    tone.start(at + after);
    tone.stop(at + after + seconds);
  }
}

/** @param {Sound[]} sounds */
function play(sounds) {
  if (!sounds.length || document.hidden || setting("sounds") !== "on") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume(); // a browser is silent until somebody has touched the page
  for (const [number, sound] of sounds.slice(0, MOST_AT_ONCE).entries()) {
    const at = audio.currentTime + number * APART;
    if (sound === "card") slide(audio, at);
    else ring(audio, at, RINGS[sound]);
  }
}

/** @param {keyof typeof TREMBLES} why */
function tremble(why) {
  if (setting("haptics") === "on") navigator.vibrate?.(TREMBLES[why]);
}

/**
 * What has just been shown.
 *
 * @param {TableEvent[]} events
 * @param {number[]} boxes one's own
 */
export function sense(events, boxes) {
  const won = events.some(
    ({ type, spot, pays, owner }) => type === "WagerSettled" && pays > 0 && owner !== "dealers" && boxes.includes(spot),
  );
  play([...events.flatMap(({ type }) => HEARD[type] ?? []), ...(won ? /** @type {Sound[]} */ (["win"]) : [])]);
  if (won) tremble("win");
}

/** It is one's turn. */
export const senseTurn = () => tremble("turn");
