/** Warnings about byte amounts that are not whole numbers. */
import { goQuote } from "../../../meta/go-quote.ts";
import { parseQuantity } from "../../../meta/quantity.ts";
import type { ResourceList } from "./resource-lists.ts";

/** Names of resources that are measured in bytes. */
export const byteResources: readonly string[] = ["memory", "ephemeral-storage"];

/**
 * Returns the warnings about amounts in a list of resources.
 * @param path of the list
 */
export function fractionalBytesWarnings(list: ResourceList | undefined, path: string): string[] {
  return byteResources.flatMap((name) => fractionalAmountWarnings(list?.[name], `${path}[${name}]`));
}

/**
 * Returns a warning if the amount is not a whole number.
 * @param path of the amount
 */
export function fractionalAmountWarnings(text: string | undefined, path: string): string[] {
  if (text === undefined || parseQuantity(text).milliValue() % 1000n === 0n) return [];
  return [`${path}: fractional byte value ${goQuote(text)} is invalid, must be an integer`];
}
