/** Amounts of bytes, of which there are no fractions. */
import { goQuote } from "../../../meta/go-quote.ts";
import { parseQuantity } from "../../../meta/quantity.ts";
import type { ResourceList } from "./resource-lists.ts";

/** Resources that are counted in bytes. */
export const byteResources: readonly string[] = ["memory", "ephemeral-storage"];

/** Advice on amounts of these that are no whole number. @param path of the list */
export function fractionalBytesWarnings(list: ResourceList | undefined, path: string): string[] {
  return byteResources.flatMap((name) => fractionalAmountWarnings(list?.[name], `${path}[${name}]`));
}

export function fractionalAmountWarnings(text: string | undefined, path: string): string[] {
  if (text === undefined || parseQuantity(text).milliValue() % 1000n === 0n) return [];
  return [`${path}: fractional byte value ${goQuote(text)} is invalid, must be an integer`];
}
