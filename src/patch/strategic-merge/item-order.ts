/**
 * Sorts a merged list. Items in the patch have the order of the patch, other items that of the live list. When both
 * orders are interleaved, an item that is not in the patch precedes an item in the patch only if it precedes it in the
 * live list.
 */
import type { JsonList } from "../../base/json-object.ts";
import { type IdentityOf, positionsOf } from "./item-identity.ts";

/** The two orders of a merged list. */
export interface ItemOrder {
  /** Items in the order of the patch. */
  readonly patch: JsonList;
  /** Items in the order of the live list. */
  readonly live: JsonList;
  readonly identityOf: IdentityOf;
}

interface PositionedItem {
  readonly item: unknown;
  readonly position: number;
  /** Position in the live list. Undefined if the item is not in the live list. */
  readonly live: number | undefined;
}

/** Greater than every position. Items without a position keep their order at the end. */
const unknownPosition = Number.MAX_SAFE_INTEGER;

/** Returns the items in the combined order of the patch and the live list. */
export function orderItems(items: JsonList, { patch, live, identityOf }: ItemOrder): unknown[] {
  const patchPositions = positionsOf(patch, identityOf);
  const livePositions = positionsOf(live, identityOf);
  const named: PositionedItem[] = [];
  const others: PositionedItem[] = [];
  for (const item of items) {
    const identity = identityOf(item);
    const livePosition = livePositions.get(identity);
    const position = patchPositions.get(identity);
    if (position === undefined) others.push({ item, position: livePosition ?? unknownPosition, live: livePosition });
    else named.push({ item, position, live: livePosition });
  }
  return interleave(others.sort(byPosition), named.sort(byPosition)).map((placed) => placed.item);
}

function byPosition(left: PositionedItem, right: PositionedItem): number {
  return left.position - right.position;
}

function interleave(others: readonly PositionedItem[], named: readonly PositionedItem[]): readonly PositionedItem[] {
  const all: PositionedItem[] = [];
  let next = 0;
  for (const one of named) {
    for (let other = others[next]; other && precedesInLiveList(other, one); other = others[next]) {
      all.push(other);
      next++;
    }
    all.push(one);
  }
  return all.concat(others.slice(next));
}

function precedesInLiveList(left: PositionedItem, right: PositionedItem): boolean {
  return left.live !== undefined && right.live !== undefined && left.live < right.live;
}
