/** Merges the configuration that a client applies into the stored object. */
import type { ReadonlyJsonObject } from "../base/json-object.ts";
import { equalJson } from "../base/json-tree.ts";
import { getOwn, setOwn } from "../base/own-property.ts";
import { memberShape } from "./compare.ts";
import { haveSameKeys, itemStep } from "./list-items.ts";
import { commonParts, isEmpty } from "./parts.ts";
import type { ListShape, MapShape, Shape } from "./shape.ts";

/**
 * Returns the live value with the fields of `applied` merged into it. The result shares parts with both. Returns `live`
 * itself if nothing changes, and undefined if nothing is left.
 * @throws ItemError for a list item without a usable key
 */
export function merge(shape: Shape, live: unknown, applied: unknown): unknown {
  if (applied === undefined) return live;
  if (live === undefined) return applied;
  const parts = commonParts(shape, live, applied);
  if (!parts) return equalJson(live, applied) ? live : applied;
  return parts.map ? mergeMaps(parts.map, parts.left, parts.right) : mergeLists(parts.list, parts.left, parts.right);
}

function mergeMaps(map: MapShape, live: ReadonlyJsonObject, applied: ReadonlyJsonObject): unknown {
  const out: Record<string, unknown> = {};
  let isLive = true;
  const setMember = (name: string, value: unknown): void => {
    if (value !== live[name]) isLive = false;
    if (value !== undefined) setOwn(out, name, value);
  };
  for (const name in live) setMember(name, merge(memberShape(map, name), live[name], getOwn(applied, name)));
  for (const name in applied) if (!Object.hasOwn(live, name)) setMember(name, applied[name]);
  if (isLive) return live;
  return isEmpty(out) ? undefined : out;
}

/**
 * Returns the merged items. Applied items are in the order in which they were applied. Items that only the live list
 * has keep their position among them. Live items with equal keys are not merged: the applied item replaces all of them.
 */
function mergeLists(list: ListShape, live: readonly unknown[], applied: readonly unknown[]): unknown {
  if (haveSameKeys(list, live, applied)) return mergeInPlace(list, live, applied);
  const liveSteps = live.map((item) => itemStep(list, item));
  const appliedSteps = applied.map((item) => itemStep(list, item));
  const liveItems = new Map<string, unknown>();
  for (const [index, step] of liveSteps.entries()) liveItems.set(step, liveItems.has(step) ? null : live[index]);
  const isApplied = new Set(appliedSteps);
  const shared = appliedSteps.filter((step) => liveItems.has(step));
  const addedSteps = new Set<string>();
  const out: unknown[] = [];
  let nextShared = 0;
  const addApplied = (index: number): void => {
    const step = appliedSteps[index] ?? "";
    addedSteps.add(step);
    if (shared[nextShared] === step) nextShared++;
    const merged = merge(list.items, liveItems.get(step), applied[index]);
    if (merged !== undefined) out.push(merged);
  };
  let [left, right] = [0, 0];
  while (left < live.length || right < applied.length) {
    const step = liveSteps[left];
    if (step !== undefined && right < applied.length) {
      if (step === appliedSteps[right]) {
        addApplied(right++);
        left++;
        continue;
      }
      // The item is applied as well, but the order of the applied items puts another one first.
      if (isApplied.has(step) && shared[nextShared] !== undefined && shared[nextShared] !== step) {
        left++;
        continue;
      }
    }
    if (step !== undefined) {
      if (!isApplied.has(step)) {
        out.push(live[left++]);
        continue;
      }
      if (addedSteps.has(step)) left++;
    }
    if (right < applied.length) addApplied(right++);
  }
  return sameOrMerged(live, out);
}

function mergeInPlace(list: ListShape, live: readonly unknown[], applied: readonly unknown[]): unknown {
  const out = live.map((item, index) => merge(list.items, item, applied[index]));
  return sameOrMerged(
    live,
    out.filter((item) => item !== undefined),
  );
}

function sameOrMerged(live: readonly unknown[], merged: readonly unknown[]): readonly unknown[] | undefined {
  if (merged.length === live.length && merged.every((item, index) => item === live[index])) return live;
  return merged.length > 0 ? merged : undefined;
}
