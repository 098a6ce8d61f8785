/** Amounts of bytes, of which there are no fractions. */
import { goQuote } from "../../meta/go-quote.ts";
import { parseQuantity } from "../../meta/quantity.ts";
import type { ResourceList } from "./resource-lists.ts";

const byteResources = ["memory", "ephemeral-storage"];

/** Advice on amounts of memory and ephemeral storage that are no whole number. @param path of the list */
export function fractionalBytesWarnings(list: ResourceList | undefined, path: string): string[] {
  return byteResources.flatMap((name) => fractionalAmountWarnings(list?.[name], `${path}[${name}]`));
}

export function fractionalAmountWarnings(text: string | undefined, path: string): string[] {
  if (text === undefined || parseQuantity(text).milliValue() % 1000n === 0n) return [];
  return [`${path}: fractional byte value ${goQuote(text)} is invalid, must be an integer`];
}
