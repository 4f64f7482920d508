// The small tools of the drawing: SVG nodes and where they lie.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | null | undefined>} Attributes */
/** @typedef {[number, number, number, number]} Box */

/**
 * One SVG node with its attributes and children; a string child is text, a missing one is left out.
 *
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function el(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== null) node.setAttribute(key, String(value));
  for (const child of children) if (child !== undefined && child !== null) node.append(child);
  return node;
}

/**
 * A number short enough for an attribute.
 *
 * @param {number} number
 */
export const short = (number) => Math.round(number * 100) / 100;

/**
 * The transform attribute of something that lies at a point, turned by an angle in degrees.
 *
 * @param {number} x
 * @param {number} y
 */
export const lying = (x, y, turn = 0) => `translate(${short(x)} ${short(y)})${turn ? ` rotate(${short(turn)})` : ""}`;

/**
 * A drawing that stands alone on a page, with its name.
 *
 * @param {string} label
 * @param {Box} box left, top, width and height
 * @param {{ width: number, height: number }} size
 * @param {...Node} children
 */
export function alone(label, box, size, ...children) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return el(
    "svg",
    {
      ...named,
      viewBox: box.map(short).join(" "),
      width: short(size.width),
      height: short(size.height),
      class: "drawn",
    },
    ...children,
  );
}
