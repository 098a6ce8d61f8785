/**
 * Sets of fields that were recorded, or written by a client, while something had parts with owners of their own that has
 * one owner now.
 */

import { type FieldSet, type FieldSetBuilder, isEmptySet, noFields, selfStep, stepsBefore } from "./field-set.ts";
import { shapeBelow } from "./field-set-of.ts";
import { formOf, type Shape } from "./shape.ts";

/**
 * Whoever owns a part of what has one owner owns the whole; the set itself where nothing is such a part.
 * @param made a set that was made of the same shape: what both share need not be looked at
 */
export function reconciled(shape: Shape, set: FieldSet, made: FieldSet = noFields): FieldSet {
  let out: FieldSetBuilder | undefined;
  for (const step in set) {
    const node = set[step] ?? noFields;
    const isSettled = step === selfStep || node === made[step] || isEmptySet(node);
    const below = isSettled ? node : reconciledNode(shapeBelow(shape, step), node, made[step]);
    if (!out && below !== node) out = { ...(set[selfStep] ? { [selfStep]: noFields } : {}), ...stepsBefore(set, step) };
    if (out) out[step] = below;
  }
  return out ?? set;
}

function reconciledNode(shape: Shape, node: FieldSet, made: FieldSet | undefined): FieldSet {
  const { map, list } = formOf(shape, null);
  return map?.isAtomic || list?.isAtomic ? noFields : reconciled(shape, node, made);
}
