/** Fields that hold a number or a percentage, such as the limits of a rolling update. */
import { goIntFaultText, readGoInt } from "./go-int.ts";
import { GoText, goQuote } from "./go-quote.ts";
import { ParseError } from "./parse-error.ts";

/** A number, or a percentage such as `25%`. */
export type IntOrString = number | string;

/** Direction in which a percentage is rounded to a whole number. */
export type Rounding = "up" | "down";

/**
 * Returns the number itself, or the percentage of `total` rounded to a whole number.
 * @throws ParseError if a text is not a whole number followed by `%`
 */
export function scaledValue(value: IntOrString, { total, rounding }: { total: number; rounding: Rounding }): number {
  if (typeof value === "number") return value;
  const share = (percentOf(value) * total) / 100;
  // Adding zero turns -0, which a negative percentage can give, into 0.
  return (rounding === "up" ? Math.ceil(share) : Math.floor(share)) + 0;
}

function percentOf(text: string): number {
  if (!text.endsWith("%")) throw invalidValue("invalid type: string is not a percentage");
  const digits = text.slice(0, -1);
  const value = readGoInt(digits);
  if (typeof value === "bigint") return Number(value);
  throw invalidValue(`invalid value ${goQuote(text)}: ${goIntFaultText(digits, value, "Atoi")}`);
}

function invalidValue(why: string): ParseError {
  return new ParseError(`invalid value for IntOrString: ${why}`);
}

/** Returns the value as messages show it: as the Go struct that the reference holds it in. */
export function goIntOrString(value: IntOrString): GoText {
  const [type, number, text] = typeof value === "number" ? [0, value, ""] : [1, 0, value];
  return new GoText(`intstr.IntOrString{Type:${type}, IntVal:${number}, StrVal:${goQuote(text)}}`);
}
