/** Integers in text, as Go's `strconv` reads them: an optional sign and decimal digits only. */
import { goQuote } from "./go-quote.ts";

/** Why a text is not an integer of the expected width, in Go's words. */
export type IntFault = "invalid syntax" | "value out of range";

const uint64Max = 2n ** 64n - 1n;

/** A number with more significant digits is always out of range. The limit keeps hostile texts cheap. */
const digitsMax = 20;

/**
 * Returns the integer in `text`, or its fault. Digits are read from the left, so too many digits are reported before an
 * invalid character that follows them.
 * @param bits width of the signed integer that must hold the value
 */
export function readGoInt(text: string, bits: 32 | 64 = 64): bigint | IntFault {
  const match = /^([+-]?)(0*)((?:[1-9]\d*)?)/.exec(text);
  const [read = "", sign = "", zeros = "", digits = ""] = match ?? [];
  if (digits.length > digitsMax || BigInt(digits) > uint64Max) return "value out of range";
  if (read.length < text.length || zeros + digits === "") return "invalid syntax";
  const value = BigInt(digits) * (sign === "-" ? -1n : 1n);
  return BigInt.asIntN(bits, value) === value ? value : "value out of range";
}

/** Returns the error text of Go's `strconv` for a text in which `readGoInt` found `fault`. */
export function goIntFaultText(text: string, fault: IntFault, parser: "Atoi" | "ParseInt" | "ParseUint"): string {
  return `strconv.${parser}: parsing ${goQuote(text)}: ${fault}`;
}
