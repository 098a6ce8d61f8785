/** Base64 with the alphabet for URLs, as the reference reads texts of the format `byte`. */
import { ParseError } from "../../../meta/parse-error.ts";

const lineEnds = /[\r\n]/g;
const complete = /^(?:[\w-]{4})*(?:[\w-]{2}==|[\w-]{3}=)?$/;
const digit = /^[\w-]$/;

/** Returns the bytes. Line ends do not count. @throws ParseError with the position of the first fault */
export function decodeUrlBase64(text: string): Uint8Array {
  const digits = text.replaceAll(lineEnds, "");
  if (!complete.test(digits)) throw new ParseError(`illegal base64 data at input byte ${faultPosition(text)}`);
  return new Uint8Array(Buffer.from(digits, "base64url"));
}

/** Returns the byte at which decoding stops. All characters before it have one byte. */
function faultPosition(text: string): number {
  let count = 0;
  for (let position = 0; position < text.length; position++) {
    const character = text[position] ?? "";
    if (isLineEnd(character)) continue;
    if (digit.test(character)) count++;
    else return character === "=" ? paddingFault(text, position, count % 4) : position;
  }
  return text.length - (count % 4);
}

/** Returns the position of the fault in the padding that begins at `start`, or behind the padding. */
function paddingFault(text: string, start: number, digitsBefore: number): number {
  if (digitsBefore < 2) return start;
  let position = afterLineEnds(text, start + 1);
  if (digitsBefore === 2) {
    if (position === text.length) return position;
    if (text[position] !== "=") return position - 1;
    position = afterLineEnds(text, position + 1);
  }
  return position;
}

function afterLineEnds(text: string, start: number): number {
  let position = start;
  while (isLineEnd(text[position])) position++;
  return position;
}

function isLineEnd(character: string | undefined): boolean {
  return character === "\r" || character === "\n";
}
