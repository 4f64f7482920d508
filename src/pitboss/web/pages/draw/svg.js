// @ts-nocheck
// The small tools of the drawing: SVG nodes and where they lie.

const SVG = "http://www.w3.org/2000/svg";

/** One SVG node with its attributes and children; a string child is text, a missing one is left out. */
export function el(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== null) node.setAttribute(key, value);
  node.append(...children.filter((child) => child !== undefined && child !== null));
  return node;
}

/** A number short enough for an attribute. */
export const short = (number) => Math.round(number * 100) / 100;

/** The transform attribute of something that lies at a point, turned by so many degrees. */
export const lying = (x, y, turn = 0) => `translate(${short(x)} ${short(y)})${turn ? ` rotate(${short(turn)})` : ""}`;

/** A drawing that stands alone on a page, with its name. */
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
