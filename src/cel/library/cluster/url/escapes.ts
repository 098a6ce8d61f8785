/** Escapes in the parts of a URL, as Go's `net/url` reads and writes them. All texts are byte texts. */
import { ParseError } from "../../../../meta/parse-error.ts";
import { quoteByteText } from "./byte-text.ts";

/** Places with different rules: each may contain other characters without an escape. `zone` is that of an IPv6 address. */
export type UrlPart = "path" | "host" | "zone" | "user" | "query" | "fragment";

/** Characters that need no escape, besides letters and digits, as the content of a character class. */
const plainCharacters = {
  path: "$&+,\\-./:;=@_~",
  host: "!\"$&'()*+,\\-.:;<=>[\\]_~",
  user: "$&+,\\-.;=_~",
  fragment: "!$&()*+,\\-./:;=?@_~",
} as const;

type EscapedPart = keyof typeof plainCharacters;

const foreignCharacters: Readonly<Record<EscapedPart, RegExp>> = {
  path: foreignTo("path"),
  host: foreignTo("host"),
  user: foreignTo("user"),
  fragment: foreignTo("fragment"),
};

function foreignTo(part: EscapedPart): RegExp {
  return new RegExp(`[^A-Za-z0-9${plainCharacters[part]}]`, "g");
}

/** Returns `bytes` with escapes for all characters that the part cannot contain. */
export function escapeBytes(bytes: string, part: EscapedPart): string {
  return bytes.replace(foreignCharacters[part], escapeOf);
}

function escapeOf(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

const notInEncodedText: Readonly<Record<"path" | "fragment", RegExp>> = {
  path: new RegExp(`[^A-Za-z0-9!'()*[\\]%${plainCharacters.path}]`),
  fragment: new RegExp(`[^A-Za-z0-9'@[\\]%${plainCharacters.fragment}]`),
};

/** Whether `bytes` can be written as a path or fragment as they are. Their escapes are not checked. */
export function isEncoded(bytes: string, part: "path" | "fragment"): boolean {
  return !notInEncodedText[part].test(bytes);
}

/** An escape or the start of one. In hosts, also an ASCII character that hosts cannot contain. */
const anyEscape = /%[^]{0,2}/g;
// oxlint-disable-next-line no-control-regex
const anyEscapeOrForeign = new RegExp(`%[^]{0,2}|[^A-Za-z0-9${plainCharacters.host}%\\x80-\\xff]`, "g");
const wholeEscape = /^%[0-9A-Fa-f]{2}$/;

/** Returns `bytes` with their escapes resolved. In a query, `+` is a space. @throws ParseError with Go's text */
export function unescapeBytes(bytes: string, part: UrlPart): string {
  const isHost = part === "host" || part === "zone";
  for (const found of bytes.match(isHost ? anyEscapeOrForeign : anyEscape) ?? []) checkEscape(found, part);
  const spaced = part === "query" ? bytes.replaceAll("+", " ") : bytes;
  return spaced.replace(anyEscape, byteOf);
}

function checkEscape(found: string, part: UrlPart): void {
  if (!found.startsWith("%")) throw new ParseError(`invalid character ${quoteByteText(found)} in host name`);
  if (!wholeEscape.test(found) || !isAllowedEscape(found, part)) {
    throw new ParseError(`invalid URL escape ${quoteByteText(found)}`);
  }
}

/** A host can only escape bytes outside ASCII and `%`, a zone only what it could contain anyway, a space and `%`. */
function isAllowedEscape(escape: string, part: UrlPart): boolean {
  if (escape === "%25" || (part !== "host" && part !== "zone")) return true;
  const byte = byteOf(escape);
  if (part === "host") return byte >= "\x80";
  return byte === " " || escapeBytes(byte, "host") === byte;
}

function byteOf(escape: string): string {
  return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
}
