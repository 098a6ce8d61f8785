/** Prints decoded YAML values as Go's `%#v` does. The reference's messages show keys and values in this form. */
import { goQuote } from "../../meta/go-quote.ts";
import { formatFloat64 } from "./number.ts";

const nil = "interface {}(nil)";
/** Maximum length of a print. The value may be the rest of the document. */
const textMax = 65_536;

/** Returns the print of a decoded value, limited to `textMax` characters. */
export function goSyntax(value: unknown): string {
  const text = value === null ? "<nil>" : render(value, textMax);
  return text.length > textMax ? `${text.slice(0, textMax)}...` : text;
}

/** @param room number of characters that may still be shown; the rest is not rendered */
function render(value: unknown, room: number): string {
  if (value === null || room <= 0) return nil;
  if (typeof value === "string") return goQuote(value.slice(0, room));
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : formatFloat64(value);
  if (Array.isArray(value))
    return `[]interface {}{${renderItems(
      value.map((item) => ["", item]),
      room,
    )}}`;
  if (typeof value !== "object") return `${value as boolean | bigint}`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const labelled = entries.map(([key, member]): [string, unknown] => [`${goQuote(key.slice(0, room))}:`, member]);
  return `map[interface {}]interface {}{${renderItems(labelled, room)}}`;
}

function renderItems(items: readonly (readonly [label: string, value: unknown])[], room: number): string {
  let text = "";
  for (const [label, value] of items) {
    if (text.length > room) break;
    text += (text === "" ? "" : ", ") + label + render(value, room - text.length);
  }
  return text;
}
