/** The reference's error messages for malformed JSON, which users and scripts know. */
import { goQuote } from "../../meta/go-quote.ts";
import { DecodeError } from "../decode-error.ts";
import { byteOf } from "./byte-text.ts";

/**
 * Returns the error for the character at `at`, or for the end of the text if there is none.
 * @param context what was being read: `looking for beginning of value`, `after array element`, ...
 */
export function unexpectedCharacter(text: string, at: number, context: string): DecodeError {
  const codePoint = text.codePointAt(at);
  if (codePoint === undefined) return new DecodeError("syntax", "unexpected end of JSON input");
  return invalidCharacter(codePoint, context);
}

/**
 * Returns the error for the character at `at`, which is inside a number, literal or escape. There, the reference
 * reports the end of the text as a blank.
 */
export function unexpectedInToken(text: string, at: number, context: string): DecodeError {
  return invalidCharacter(text.codePointAt(at) ?? 0x20, context);
}

function invalidCharacter(codePoint: number, context: string): DecodeError {
  return new DecodeError(
    "syntax",
    `invalid character ${quoteByte(byteOf(codePoint) ?? firstByteOf(codePoint))} ${context}`,
  );
}

/** Returns the first UTF-8 byte of a character, because the reference reads bytes and reports only the first. */
function firstByteOf(codePoint: number): number {
  if (codePoint < 0x80) return codePoint;
  if (codePoint < 0x800) return 0xc0 | (codePoint >> 6);
  if (codePoint < 0x10000) return 0xe0 | (codePoint >> 12);
  return 0xf0 | (codePoint >> 18);
}

function quoteByte(byte: number): string {
  const character = String.fromCharCode(byte);
  if (character === "'") return "'\\''";
  return character === '"' ? `'"'` : `'${goQuote(character).slice(1, -1)}'`;
}
