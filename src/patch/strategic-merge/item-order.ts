/**
 * The order of a merged list: items that the patch names stand in the patch's order, the others in that of the live
 * list. Where the two meet, an item of the live list comes first only when it is known to stand before the patch's.
 */
import type { JsonList } from "../../base/json-object.ts";
import { type IdentityOf, positionsOf } from "./item-identity.ts";

export interface ItemOrder {
  /** Items in the order that the patch asks for. */
  readonly patch: JsonList;
  /** Items in the order of the live list. */
  readonly live: JsonList;
  readonly identityOf: IdentityOf;
}

interface Placed {
  readonly item: unknown;
  readonly position: number;
  /** Where the live list has the item; undefined: nowhere. */
  readonly live: number | undefined;
}

/** Beyond every position. Items of no known position keep their order at the end. */
const unknownPosition = Number.MAX_SAFE_INTEGER;

/** The items in the order that patch and live list give them. */
export function orderItems(items: JsonList, { patch, live, identityOf }: ItemOrder): unknown[] {
  const patchPositions = positionsOf(patch, identityOf);
  const livePositions = positionsOf(live, identityOf);
  const named: Placed[] = [];
  const others: Placed[] = [];
  for (const item of items) {
    const identity = identityOf(item);
    const place = livePositions.get(identity);
    const position = patchPositions.get(identity);
    if (position === undefined) others.push({ item, position: place ?? unknownPosition, live: place });
    else named.push({ item, position, live: place });
  }
  return interleave(others.sort(byPosition), named.sort(byPosition)).map((placed) => placed.item);
}

function byPosition(left: Placed, right: Placed): number {
  return left.position - right.position;
}

function interleave(others: readonly Placed[], named: readonly Placed[]): readonly Placed[] {
  const all: Placed[] = [];
  let next = 0;
  for (const one of named) {
    for (let other = others[next]; other && standsBefore(other, one); other = others[next]) {
      all.push(other);
      next++;
    }
    all.push(one);
  }
  return all.concat(others.slice(next));
}

function standsBefore(left: Placed, right: Placed): boolean {
  return left.live !== undefined && right.live !== undefined && left.live < right.live;
}
