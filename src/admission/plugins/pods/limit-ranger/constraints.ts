/** The constraints of a LimitRange for one object: smallest and largest amounts, and the ratio of limit and request. */
import type { LimitRangeItem } from "../../../../api/core/v1/limit-range.ts";
import type { DeepReadonly } from "../../../../base/deep-readonly.ts";
import { goFixed } from "../../../../base/go-fixed.ts";
import { parseQuantity, Quantity } from "../../../../meta/quantity.ts";
import type { Amounts } from "../../../../usage/index.ts";

type ReadItem = DeepReadonly<LimitRangeItem>;

/** The requests and limits that are checked. */
export interface CheckedAmounts {
  readonly requests: Amounts;
  /** Undefined for objects that have only requests. */
  readonly limits: Amounts | undefined;
}

/** A constraint for one resource. */
interface Constraint {
  readonly name: string;
  /** The type of objects to which it applies. */
  readonly type: string;
  readonly enforced: Quantity;
  readonly request: Quantity | undefined;
  readonly limit: Quantity | undefined;
}

type Check = (constraint: Constraint) => string | undefined;

/** Returns the messages about amounts that violate an item of a LimitRange. */
export function constraintFaults(item: ReadItem, amounts: CheckedAmounts): readonly string[] {
  const { min, max, maxLimitRequestRatio } = item;
  const { requests, limits } = amounts;
  const faultsOf = (list: ReadItem["max"], check: Check): readonly string[] =>
    Object.entries(list ?? {}).flatMap(([name, text]) => {
      const [request, limit] = [requests.get(name), limits?.get(name)];
      return check({ name, type: item.type, enforced: parseQuantity(text), request, limit }) ?? [];
    });
  return [
    ...faultsOf(min, minFault),
    ...faultsOf(max, limits ? maxFault : maxRequestFault),
    ...(limits ? faultsOf(maxLimitRequestRatio, ratioFault) : []),
  ];
}

function minFault({ name, type, enforced, request, limit }: Constraint): string | undefined {
  const rule = `minimum ${name} usage per ${type} is ${String(enforced)}`;
  if (!request) return `${rule}.  No request is specified`;
  const [requested, limited, bound] = atSamePrecision(request, limit, enforced);
  if (requested < bound) return `${rule}, but request is ${String(request)}`;
  return limit && limited < bound ? `${rule}, but limit is ${String(limit)}` : undefined;
}

function maxFault({ name, type, enforced, request, limit }: Constraint): string | undefined {
  const rule = `maximum ${name} usage per ${type} is ${String(enforced)}`;
  if (!limit) return `${rule}.  No limit is specified`;
  const [requested, limited, bound] = atSamePrecision(request, limit, enforced);
  if (limited > bound) return `${rule}, but limit is ${String(limit)}`;
  return request && requested > bound ? `${rule}, but request is ${String(request)}` : undefined;
}

function maxRequestFault({ name, type, enforced, request }: Constraint): string | undefined {
  const rule = `maximum ${name} usage per ${type} is ${String(enforced)}`;
  if (!request) return `${rule}.  No request is specified`;
  const [requested, , bound] = atSamePrecision(request, undefined, enforced);
  return requested > bound ? `${rule}, but request is ${String(request)}` : undefined;
}

function ratioFault({ name, type, enforced, request, limit }: Constraint): string | undefined {
  const rule = `${name} max limit to request ratio per ${type} is ${String(enforced)}`;
  const [requested, limited] = atSamePrecision(request, limit, enforced);
  if (requested === 0n) return `${rule}, but no request is specified or request is 0`;
  if (limited === 0n) return `${rule}, but no limit is specified or limit is 0`;
  const ratio = Number(limited) / Number(requested);
  const isLarge = enforced.value() > maxMilliValue;
  const isExceeded = isLarge ? ratio > Number(enforced.value()) : ratio * 1000 > Number(enforced.milliValue());
  return isExceeded ? `${rule}, but provided ratio is ${goFixed(ratio)}` : undefined;
}

/** Largest amount in units whose thousandths fit into 64 bits. */
const maxMilliValue = (2n ** 63n - 1n) / 1000n;

/** Returns thousandths, or whole units if one of the amounts is very large. */
function atSamePrecision(
  request = Quantity.zero,
  limit = Quantity.zero,
  enforced = Quantity.zero,
): readonly [request: bigint, limit: bigint, enforced: bigint] {
  const isLarge = [request, limit, enforced].some((amount) => amount.value() > maxMilliValue);
  const read = (amount: Quantity): bigint => (isLarge ? amount.value() : amount.milliValue());
  return [read(request), read(limit), read(enforced)];
}
