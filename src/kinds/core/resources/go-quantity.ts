/** Prints quantities as Go structs. Some error messages of the reference show them in this form. */
import { GoText, goQuote } from "../../../meta/go-quote.ts";
import { parseQuantity, type Quantity } from "../../../meta/quantity.ts";
import type { ResourceList } from "./resource-lists.ts";

const billionthScale = -9;

/** Returns a quantity as a Go struct. */
export function goQuantity(text: string): GoText {
  const quantity = parseQuantity(text);
  const { value, scale } = scaledValue(quantity);
  const amount = `resource.int64Amount{value:${value}, scale:${scale}}`;
  const big = "resource.infDecAmount{Dec:(*inf.Dec)(nil)}";
  return new GoText(`resource.Quantity{i:${amount}, d:${big}, s:${goQuote(text)}, Format:${goQuote(quantity.format)}}`);
}

/** Returns the quantity as the smallest whole number times a power of 1,000. */
function scaledValue({ nanos }: Quantity): { readonly value: bigint; readonly scale: number } {
  let [value, scale] = [nanos, billionthScale];
  while (scale < 0 && value % 1000n === 0n) {
    value /= 1000n;
    scale += 3;
  }
  return { value, scale };
}

/** Returns a list of resource amounts as a Go map. */
export function goResourceList(list: ResourceList): GoText {
  const names = Object.keys(list).sort();
  if (names.length === 0) return new GoText("core.ResourceList(nil)");
  const amounts = names.map((name) => `${goQuote(name)}:${goQuantity(list[name] ?? "0").text}`);
  return new GoText(`core.ResourceList{${amounts.join(", ")}}`);
}
