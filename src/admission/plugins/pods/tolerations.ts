/** Tolerations of Pods. */
import type { PodSpec, Toleration } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { fairTurns } from "../../../base/fair-turns.ts";

type ReadToleration = DeepReadonly<Toleration>;

/** Adds tolerations of different taints to a Pod. Each replaces those that tolerate the same taint for another time. */
export function addTolerations(spec: PodSpec, added: readonly Toleration[]): void {
  if (added.length === 0) return;
  const { tolerations = [] } = spec;
  const addedByTaint = new Map(added.map((one) => [taintOf(one), one]));
  const existing = new Set(tolerations.map(taintOf));
  spec.tolerations = [
    ...tolerations.map((one) => addedByTaint.get(taintOf(one)) ?? one),
    ...added.filter((one) => !existing.has(taintOf(one))),
  ];
}

/** Returns both lists in one, without tolerations that another one includes. The first of equal tolerations remains. */
export async function mergeTolerations(
  first: readonly Toleration[],
  second: readonly ReadToleration[],
): Promise<Toleration[]> {
  const all = [...first, ...second];
  const merged: ReadToleration[] = [];
  for (const [index, one] of all.entries()) {
    if (fairTurns.isOver) await fairTurns.next();
    if (merged.some((other) => includes(other, one))) continue;
    if (hasWider(all, index)) continue;
    merged.push(one);
  }
  return merged.map((one) => ({ ...one }));
}

/** Whether a later toleration includes the one at `index`, and is different. */
function hasWider(all: readonly ReadToleration[], index: number): boolean {
  const one = all[index] ?? {};
  for (let later = index + 1; later < all.length; later++) {
    const other = all[later] ?? {};
    if (!areEqual(other, one) && includes(other, one)) return true;
  }
  return false;
}

/** Whether each toleration is included in one of the allowed ones. */
export async function areIncluded(
  tolerations: readonly ReadToleration[],
  allowed: readonly ReadToleration[],
): Promise<boolean> {
  for (const one of tolerations) {
    if (fairTurns.isOver) await fairTurns.next();
    if (!allowed.some((other) => includes(other, one))) return false;
  }
  return true;
}

/**
 * Whether `wide` tolerates everything that `narrow` tolerates. As in the reference, a value includes only a toleration whose
 * operator `Equal` is spelled out.
 */
export function includes(wide: ReadToleration, narrow: ReadToleration): boolean {
  if (areEqual(wide, narrow)) return true;
  const { key = "", operator = "", effect = "" } = wide;
  const isAnyKey = key === "" && operator === "Exists";
  if (key !== (narrow.key ?? "") && !isAnyKey) return false;
  if (effect !== "" && effect !== narrow.effect) return false;
  if (effect === "NoExecute" && !isLonger(wide, narrow)) return false;
  if (operator === "Exists") return true;
  const isValue = operator === "Equal" || operator === "";
  return isValue && narrow.operator === "Equal" && (narrow.value ?? "") === (wide.value ?? "");
}

/** Whether `wide` lasts at least as long as `narrow`. Without a time, a toleration lasts forever. */
function isLonger({ tolerationSeconds: wide }: ReadToleration, { tolerationSeconds: narrow }: ReadToleration): boolean {
  return wide === undefined || (narrow !== undefined && narrow <= wide);
}

function areEqual(one: ReadToleration, other: ReadToleration): boolean {
  return (
    (one.key ?? "") === (other.key ?? "") &&
    (one.operator ?? "") === (other.operator ?? "") &&
    (one.value ?? "") === (other.value ?? "") &&
    (one.effect ?? "") === (other.effect ?? "") &&
    one.tolerationSeconds === other.tolerationSeconds
  );
}

/** Returns a text that is the same for tolerations of the same taint. */
function taintOf({ key = "", operator, value = "", effect }: ReadToleration): string {
  return JSON.stringify([key, operator ?? "", value, effect ?? ""]);
}
