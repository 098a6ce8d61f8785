/** Amounts of several resources, by the resource's name. */
import { parseQuantity, Quantity } from "../meta/quantity.ts";

/** Amounts by resource name. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** Amounts as objects contain them. */
export type AmountList = Readonly<Record<string, string>>;

/** Returns the amounts in a list of an object. */
export function amountsOf(list: AmountList | undefined): Amounts {
  return new Map(Object.entries(list ?? {}).map(([name, text]) => [name, parseQuantity(text)]));
}

/** Returns the amounts as an object contains them, sorted by name. */
export function amountList(amounts: Amounts): Record<string, string> {
  return Object.fromEntries([...amounts.keys()].sort().map((name) => [name, String(amounts.get(name))]));
}

/** Adds amounts to the sums. */
export function addAmounts(sums: Map<string, Quantity>, amounts: Amounts): void {
  for (const [name, amount] of amounts) sums.set(name, sums.get(name)?.add(amount) ?? amount);
}

/** Sets each amount to the greater one of the two. */
export function raiseAmounts(most: Map<string, Quantity>, amounts: Amounts): void {
  for (const [name, amount] of amounts) {
    const present = most.get(name);
    if (!present || amount.compare(present) > 0) most.set(name, amount);
  }
}

const zero = parseQuantity("0");

/** Returns how much more the first amounts are than the second. Amounts that are not more become zero. */
export function increaseOf(amounts: Amounts, previous: Amounts): Amounts {
  const increase = new Map<string, Quantity>();
  for (const [name, amount] of amounts) {
    const difference = amount.sub(previous.get(name) ?? Quantity.zero);
    increase.set(name, difference.sign > 0 ? difference : zero);
  }
  return increase;
}

/** Returns the amounts whose names satisfy the condition. */
export function selectAmounts(amounts: Amounts, isSelected: (name: string, amount: Quantity) => boolean): Amounts {
  return new Map([...amounts].filter(([name, amount]) => isSelected(name, amount)));
}

/** Whether both have the same names and amounts. The notation of the amounts does not matter. */
export function hasSameAmounts(one: Amounts, other: Amounts): boolean {
  if (one.size !== other.size) return false;
  for (const [name, amount] of one) if (other.get(name)?.compare(amount) !== 0) return false;
  return true;
}
