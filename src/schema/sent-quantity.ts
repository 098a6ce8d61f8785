/**
 * Quantities in the form that the reference has in memory after it has read a request. It compares the items of an
 * applied list in this form. The form is not only the amount: the text is part of it if it is canonical. Otherwise the
 * reference adds the text when it first prints the quantity.
 */
import { haveSameParsedForm, parseQuantity } from "../meta/quantity.ts";
import { quantityText } from "./decode-scalar.ts";

/**
 * Returns the recorded form of a sent quantity. It differs from the stored text if the reference has different forms of
 * the sent and the stored quantity in memory. Undefined if both have the same form.
 * @param sent the member of the body; undefined or null if it has none
 * @param stored the canonical text of the sent quantity
 * @param isCopied whether the reference copies the quantity's struct when it prints it, so that the stored quantity
 * does not keep the printed text. It does this with all values of maps.
 */
export function sentQuantityForm(sent: unknown, stored: unknown, isCopied: boolean): string | undefined {
  if (typeof stored !== "string") return undefined;
  // The zero of a missing quantity has no text yet, but a stored 0 has one.
  if (sent === undefined || sent === null) return unprinted(stored);
  const text = quantityText(sent);
  if (isCopied && haveSameParsedForm(text, stored)) return isRounded(text) ? text : undefined;
  if (text !== stored) return text;
  return parseQuantity(text).keepsText ? undefined : unprinted(text);
}

/** Returns another spelling of the amount. No stored quantity has it, because printing adds no leading zeros. */
function unprinted(text: string): string {
  return text.replace(/^-?/, "$&0");
}

/** Whether the reference rounds the amount up to a thousandth when it is in a resource list. */
function isRounded(text: string): boolean {
  return /[nu.eE]/.test(text) && parseQuantity(text).nanos % nanosPerMilli !== 0n;
}

const nanosPerMilli = 1_000_000n;
