/** Lists of resource amounts by name. */
import { invalidField } from "../../../meta/field-error.ts";
import { parseQuantity, Quantity } from "../../../meta/quantity.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { at } from "../../reporting.ts";

/** Quantities by resource name. */
export type ResourceList = Readonly<Record<string, string>>;

const milli = 1_000_000n;

/** Rounds amounts up to a thousandth of a unit. Changes the list. */
export function roundUpToMilli(list: Record<string, string> | undefined): void {
  if (list === undefined) return;
  for (const [name, text] of Object.entries(list)) {
    // Amounts without these characters are multiples of a thousandth.
    if (!/[nu.eE]/.test(text)) continue;
    const amount = parseQuantity(text);
    if (amount.nanos % milli !== 0n) list[name] = Quantity.ofMilli(amount.milliValue(), amount.format).toString();
  }
}

/** Returns the requests, and uses the limit of each resource without one. */
export function requestsFromLimits(limits: ResourceList, requests: ResourceList | undefined): ResourceList {
  return { ...limits, ...requests };
}

/** Reports a negative volume size. The message shows the size rounded up to a whole number. */
export function reportVolumeSize(context: ValidationContext, part: string, text: string): void {
  const value = parseQuantity(text).value();
  if (value < 0n) context.report(invalidField(at(context, part), value, "must be a valid resource quantity"));
}
