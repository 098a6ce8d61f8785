/** Writes elements of SVG. */

type Attributes = Readonly<Record<string, string | number>>;

/**
 * Returns an element.
 * @param content elements, or text that is already escaped
 */
export function element(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${formatValue(value)}"`);
  const open = `<${name}${written.join("")}`;
  return content.length === 0 ? `${open}/>` : `${open}>${content.join("")}</${name}>`;
}

/** Returns a text element. Escapes the text. */
export function text(x: number, y: number, words: string, attributes: Attributes = {}): string {
  return element("text", { x, y, ...attributes }, escape(words));
}

/** Returns a line element. */
export function line(x1: number, y1: number, x2: number, y2: number, className: string): string {
  return element("line", { x1, y1, x2, y2, class: className });
}

/** Escapes a text for SVG. */
export function escape(words: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return words.replaceAll(/[&<>"]/g, (character) => names[character] ?? "");
}

function formatValue(value: string | number): string {
  return typeof value === "string" ? escape(value) : String(Math.round(value * 10) / 10);
}
