/** Parses quoted texts like Go, in double or single quotes. */
import { TemplateError } from "./template.ts";

const simple: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

/** Escapes of bytes in hexadecimal or octal digits, and of code points. */
const numbered = /x([0-9a-fA-F]{2})|([0-7]{3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})/y;

/**
 * Returns the content of a quoted text. @param quoted the text with its quotes @throws TemplateError for an unknown
 * escape
 */
export function unquote(quoted: string): string {
  const quote = quoted.charAt(0);
  const text = quoted.slice(1, -1);
  if (!text.includes("\\")) return text;
  const pieces: Buffer[] = [];
  for (let at = 0; at < text.length; ) {
    const backslash = text.indexOf("\\", at);
    const plainEnd = backslash < 0 ? text.length : backslash;
    pieces.push(Buffer.from(text.slice(at, plainEnd)));
    if (backslash < 0) break;
    const { bytes, length } = unescaped(text, backslash + 1, quote);
    pieces.push(bytes);
    at = backslash + 1 + length;
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** Returns the bytes of an escape, and its length after the backslash. */
function unescaped(text: string, at: number, quote: string): { readonly bytes: Buffer; readonly length: number } {
  const letter = text.charAt(at);
  const character = letter === quote ? quote : simple[letter];
  if (character !== undefined) return { bytes: Buffer.from(character), length: 1 };
  numbered.lastIndex = at;
  const [all = "", hexByte, octalByte, short, long] = numbered.exec(text) ?? [];
  const byte = hexByte === undefined ? Number.parseInt(octalByte ?? "", 8) : Number.parseInt(hexByte, 16);
  if (byte <= 0xff) return { bytes: Buffer.of(byte), length: all.length };
  const code = Number.parseInt(short ?? long ?? "", 16);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  if (code <= 0x10ffff && !isSurrogate) return { bytes: Buffer.from(String.fromCodePoint(code)), length: all.length };
  throw new TemplateError(
    `${JSON.stringify(`\\${letter}`)} is not an escape sequence; valid are \\n, \\t, \\\\, \\${quote}, \\x41, \\u00e9`,
    { serverText: `unquote string ${quote}${text}${quote} error invalid syntax` },
  );
}
