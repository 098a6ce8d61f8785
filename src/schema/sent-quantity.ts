/**
 * Quantities as the reference holds them after it has read a request. It compares the items of a list of one owner by what it
 * holds in memory. That is not the amount alone: a text that is canonical is kept, and another one is missing until the
 * quantity is printed.
 */
import { areHeldAlike, parseQuantity } from "../meta/quantity.ts";
import { quantityText } from "./decode-scalar.ts";

/**
 * Returns the form of a quantity that differs from the stored text wherever the reference holds something else for the sent
 * quantity than for the stored one. Undefined if both are held alike.
 * @param sent the member of the body; undefined or null if it has none
 * @param stored the canonical text of what was sent
 * @param isCopied whether the reference copies the struct of the quantity when it prints it, so that the stored quantity
 *   keeps no printed text. It does this with all values of maps.
 */
export function sentQuantityForm(sent: unknown, stored: unknown, isCopied: boolean): string | undefined {
  if (typeof stored !== "string") return undefined;
  // The zero of a missing quantity has no text yet, and a stored 0 has one.
  if (sent === undefined || sent === null) return unprinted(stored);
  const text = quantityText(sent);
  if (isCopied && areHeldAlike(text, stored)) return isRounded(text) ? text : undefined;
  if (text !== stored) return text;
  return parseQuantity(text).keepsText ? undefined : unprinted(text);
}

/** Returns another spelling of the amount, which no stored quantity has: printing adds no zeros. */
function unprinted(text: string): string {
  return text.replace(/^-?/, "$&0");
}

/** Returns whether a resource list rounds the amount up to a thousandth. */
function isRounded(text: string): boolean {
  return /[nu.eE]/.test(text) && parseQuantity(text).nanos % nanosPerMilli !== 0n;
}

const nanosPerMilli = 1_000_000n;
