/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * Returns the content of a node: one line per element, with its attributes and, if it has no children, its text. It
 * omits the content of hidden elements, shortens drawings to a checksum, formatted text to its start, and long lists to
 * their first items.
 */
export function outline(node: Node, depth = 0): string {
  const indent = "  ".repeat(depth);
  const text = JSON.stringify(node.textContent);
  if (!isElement(node)) return `${indent}${text}\n`;
  if (node.localName === "svg") return `${indent}${drawing(node)}\n`;
  const attributes = [...node.attributes].map(({ name, value }) => ` ${name}${value && `=${JSON.stringify(value)}`}`);
  const start = `${indent}${node.localName}${attributes.join("")}`;
  if (node.localName === "pre") return `${start} ${JSON.stringify(node.textContent.slice(0, 400))}\n`;
  const children = node.hasAttribute("hidden") ? [] : [...node.childNodes].filter(isShown);
  if (children.length === 1 && !isElement(children[0]!)) return `${start} ${text}\n`;
  const isLong = node.localName === "ul" && children.length > MOST_ITEMS;
  const shown = (isLong ? children.slice(0, ITEMS) : children).map((child) => outline(child, depth + 1)).join("");
  return `${start}\n${shown}${isLong ? `${indent}  … ${children.length - ITEMS} more\n` : ""}`;
}

/** Lists with more items are shortened to the first ones. */
const MOST_ITEMS = 7;
const ITEMS = 3;
const USUAL = ['viewBox="0 0 24 24"', 'aria-hidden="true"', 'focusable="false"'];

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}

function isShown(node: Node): boolean {
  return isElement(node) || node.textContent !== "";
}

/** Returns the attributes of a drawing, and its paths by their start, their length and a checksum. */
function drawing(svg: Element): string {
  const values = [...svg.attributes].map(({ name, value }) => USUAL.includes(`${name}="${value}"`) ? "" : value);
  const paths = [...svg.children].map((path) => {
    const value = path.getAttribute("d") ?? "";
    const sum = [...value].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 999_983, 0);
    return `${value.slice(0, 8)}…${value.length}/${sum}`;
  });
  return `svg ${values.join("").trim()} ${paths.join(" ")}`;
}
