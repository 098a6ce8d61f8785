/**
 * Text as bytes. Go's strings hold bytes, and an escape in a URL such as `%FF` stands for a byte that need not be part of
 * a character. Here a byte text has one code unit, 0 to 255, for each byte of the UTF-8 form.
 */
import { goQuote } from "../../../../meta/go-quote.ts";

// oxlint-disable-next-line no-control-regex
const ascii = /^[\x00-\x7f]*$/;

/** Returns the bytes of `text`. An unpaired surrogate becomes the bytes of U+FFFD. */
export function toByteText(text: string): string {
  return ascii.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** Returns the text of `bytes`. Bytes that are not UTF-8 become U+FFFD. */
export function fromByteText(bytes: string): string {
  return ascii.test(bytes) ? bytes : Buffer.from(bytes, "latin1").toString("utf8");
}

/** A character in UTF-8, or else a single byte. */
const characters =
  // oxlint-disable-next-line no-control-regex
  /(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})|[^]/g;

/** Returns `bytes` in double quotes, as Go's `%q` prints them. A byte that is not UTF-8 is printed as `\xff`. */
export function quoteByteText(bytes: string): string {
  if (ascii.test(bytes)) return goQuote(bytes);
  const parts = bytes.match(characters) ?? [];
  return `"${parts.map(quotePart).join("")}"`;
}

function quotePart(part: string): string {
  if (part.length === 1 && part >= "\x80") return `\\x${part.charCodeAt(0).toString(16)}`;
  return goQuote(fromByteText(part)).slice(1, -1);
}
