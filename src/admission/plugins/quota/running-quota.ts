/** A quota whose use changes while several requests are checked. */
import type { ResourceQuota } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import {
  type Amounts,
  amountList,
  amountsOf,
  hasSameAmounts,
  type ScopeRequirement,
  scopeRequirements,
} from "../../../usage/index.ts";

/** A quota with the amounts of all requests that were admitted so far. */
export class RunningQuota {
  readonly object: DeepReadonly<ResourceQuota>;
  /** The scopes that an object must be in. */
  readonly requirements: readonly ScopeRequirement[];
  readonly hard: Amounts;
  readonly #storedUse: Amounts;
  used: Amounts;

  constructor(object: DeepReadonly<ResourceQuota>) {
    this.object = object;
    this.requirements = scopeRequirements(object.spec);
    this.hard = amountsOf(object.status?.hard);
    this.#storedUse = amountsOf(object.status?.used);
    this.used = this.#storedUse;
  }

  get name(): string {
    return this.object.metadata.name ?? "";
  }

  /** Whether the stored status is not up to date. */
  get isChanged(): boolean {
    return !hasSameAmounts(this.used, this.#storedUse);
  }

  /** The status to store. */
  get status(): NonNullable<ResourceQuota["status"]> {
    return { ...this.object.status, used: amountList(this.used) };
  }
}
