/** Amounts of resources by name. */
import { invalidField } from "../../../meta/field-error.ts";
import { parseQuantity, Quantity } from "../../../meta/quantity.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { at } from "../../reporting.ts";

export type ResourceList = Readonly<Record<string, string>>;

const milli = 1_000_000n;

/** Rounds amounts finer than a thousandth of a unit up to one; changes the list. */
export function roundUpToMilli(list: Record<string, string> | undefined): void {
  if (list === undefined) return;
  for (const [name, text] of Object.entries(list)) {
    // Other canonical texts are whole multiples of a thousandth.
    if (!/[nu.eE]/.test(text)) continue;
    const amount = parseQuantity(text);
    if (amount.nanos % milli !== 0n) list[name] = Quantity.ofMilli(amount.milliValue(), amount.format).toString();
  }
}

/** Gives every resource that `limits` names and `requests` does not the limit as its request. */
export function requestsFromLimits(limits: ResourceList, requests: ResourceList | undefined): ResourceList {
  return { ...limits, ...requests };
}

/** Sizes of volumes are not negative; of a fraction, messages show the next whole number. */
export function reportVolumeSize(context: ValidationContext, part: string, text: string): void {
  const value = parseQuantity(text).value();
  if (value < 0n) context.report(invalidField(at(context, part), value, "must be a valid resource quantity"));
}
