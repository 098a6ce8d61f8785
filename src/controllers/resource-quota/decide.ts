/** Decides which status a quota gets. A pure function. */
import type { ResourceQuota } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { getOwn } from "../../base/own-property.ts";
import { parseQuantity } from "../../meta/quantity.ts";
import {
  type AmountList,
  type Amounts,
  amountList,
  amountsOf,
  hasSameAmounts,
  raiseAmounts,
  selectAmounts,
} from "../../usage/index.ts";

/** A quota, and what the objects of its namespace use. */
export interface ObservedQuota {
  readonly quota: DeepReadonly<ResourceQuota>;
  /** Amounts that could be measured, by the names in the quota. */
  readonly measured: Amounts;
  /** Whether the server may still store objects that the quota includes already. */
  readonly isRising: boolean;
}

/** The new status of a quota. */
export interface QuotaDecision {
  /** Undefined if the status is up to date. */
  readonly status: NonNullable<ResourceQuota["status"]> | undefined;
  /**
   * Whether the quota must be measured again soon. Its use may be less than its status says, or new limits take effect while the
   * server stores objects that it has checked without them.
   */
  readonly isProvisional: boolean;
}

/**
 * Returns the status that a quota should have. Amounts that could not be measured keep their values. While the use is rising, no
 * amount becomes less: the server includes an object before it stores it, so the object may be missing from the measurement.
 */
export function decide({ quota, measured, isRising }: ObservedQuota): QuotaDecision {
  const hard = amountsOf(quota.spec?.hard);
  const storedUse = amountsOf(quota.status?.used);
  const isLimited = (name: string): boolean => hard.has(name);
  const exact = selectAmounts(new Map([...storedUse, ...measured]), isLimited);
  const used = isRising ? selectAmounts(greaterOf(exact, storedUse), isLimited) : exact;
  const isComplete = quota.status?.hard !== undefined && quota.status.used !== undefined;
  const isUpToDate =
    isComplete && hasSameAmounts(hard, amountsOf(quota.status?.hard)) && hasSameAmounts(used, storedUse);
  const hasNewLimits = [...hard.keys()].some((name) => !storedUse.has(name) && used.has(name));
  return {
    status: isUpToDate ? undefined : { hard: amountList(hard), used: amountList(used) },
    isProvisional: hasNewLimits || !hasSameAmounts(used, exact),
  };
}

function greaterOf(one: Amounts, other: Amounts): Amounts {
  const most = new Map(one);
  raiseAmounts(most, other);
  return most;
}

/** Whether any amount of the second list is greater than that of the first. */
export function isRaised(before: AmountList = {}, after: AmountList = {}): boolean {
  return Object.entries(after).some(([name, text]) => {
    const previous = getOwn(before, name) ?? "0";
    return text !== previous && parseQuantity(text).compare(parseQuantity(previous)) > 0;
  });
}
