/** A quota whose use rises while several requests are checked. */
import type { ResourceQuota } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { getOwn } from "../../../base/own-property.ts";
import { parseQuantity, type Quantity } from "../../../meta/quantity.ts";
import {
  type AmountList,
  type Amounts,
  amountList,
  type ScopeRequirement,
  scopeRequirements,
  type UsageMeasure,
} from "../../../usage/index.ts";

/** A quota with the amounts of all requests that were admitted so far. It reads only the amounts that requests concern. */
export class RunningQuota {
  readonly object: DeepReadonly<ResourceQuota>;
  /** The scopes that an object must be in. */
  readonly requirements: readonly ScopeRequirement[];
  readonly #hard: AmountList;
  readonly #storedUse: AmountList;
  readonly #newUse = new Map<string, Quantity>();
  readonly #names = new Map<UsageMeasure, readonly string[]>();

  constructor(object: DeepReadonly<ResourceQuota>) {
    this.object = object;
    this.requirements = scopeRequirements(object.spec);
    this.#hard = object.status?.hard ?? {};
    this.#storedUse = object.status?.used ?? {};
  }

  get name(): string {
    return this.object.metadata.name ?? "";
  }

  /** Whether the stored status is not up to date. */
  get isChanged(): boolean {
    return this.#newUse.size > 0;
  }

  /** The status to store. */
  get status(): NonNullable<ResourceQuota["status"]> {
    return { ...this.object.status, used: { ...this.#storedUse, ...amountList(this.#newUse) } };
  }

  /** Returns the names of the limited amounts that objects of a measure use, sorted. */
  namesFor(measure: UsageMeasure): readonly string[] {
    let names = this.#names.get(measure);
    if (!names) {
      names = Object.keys(this.#hard)
        .filter((name) => measure.hasName(name))
        .sort();
      this.#names.set(measure, names);
    }
    return names;
  }

  /** Whether the use of an amount is known. */
  hasUse(name: string): boolean {
    return Object.hasOwn(this.#storedUse, name);
  }

  /** Returns the limit of an amount. Undefined if it is not limited. */
  limitOf(name: string): Quantity | undefined {
    const text = getOwn(this.#hard, name);
    return text === undefined ? undefined : parseQuantity(text);
  }

  /** Returns the present use of an amount. Undefined if it is unknown. */
  useOf(name: string): Quantity | undefined {
    const raised = this.#newUse.get(name);
    if (raised) return raised;
    const text = getOwn(this.#storedUse, name);
    return text === undefined ? undefined : parseQuantity(text);
  }

  /** Adds amounts that are not zero. */
  add(amounts: Amounts): void {
    for (const [name, amount] of amounts) this.#newUse.set(name, this.useOf(name)?.add(amount) ?? amount);
  }
}
