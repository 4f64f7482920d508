// What is pointed at tells something: under a mouse, by a tap, or by a long press, which presses nothing else.

/** How long a finger rests for a long press, in milliseconds. */
const LONG = 500;

/** @typedef {(target: EventTarget | null, byFinger: boolean) => boolean} Tell whether there was something to tell */

/**
 * Tell what is pointed at inside an element. A tap presses and tells; a long press, or the other mouse button, only
 * tells.
 *
 * After a finger browsers act a mouse that is there without having moved, also when what lies under it is drawn anew:
 * that one is not listened to.
 *
 * @param {HTMLElement} inside
 * @param {Tell} tell
 * @param {() => void} hide
 */
export function tellsWhatIsPointedAt(inside, tell, hide) {
  let finger = false;
  let pressed = false;
  let resting = 0;
  inside.addEventListener("pointermove", ({ pointerType, movementX, movementY }) => {
    if (pointerType === "mouse" && (movementX || movementY)) finger = false;
  });
  inside.addEventListener("pointerover", ({ pointerType, target }) => {
    if (pointerType === "mouse" && !finger && !tell(target, false)) hide();
  });
  inside.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "mouse" && !finger) hide();
  });
  inside.addEventListener("pointerdown", ({ pointerType, target }) => {
    finger = pointerType !== "mouse";
    pressed = false;
    clearTimeout(resting);
    if (finger) resting = setTimeout(() => (pressed = tell(target, true)), LONG);
  });
  for (const end of ["pointerup", "pointercancel"]) inside.addEventListener(end, () => clearTimeout(resting));
  inside.addEventListener("contextmenu", (event) => {
    if (tell(event.target, finger)) event.preventDefault();
  });
  inside.addEventListener(
    "click",
    (event) => {
      const byFinger = finger && event.detail > 0;
      if (byFinger && pressed) {
        event.preventDefault();
        event.stopPropagation();
      } else if (byFinger) tell(event.target, true);
      pressed = false;
    },
    true,
  );
}
