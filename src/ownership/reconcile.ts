/**
 * Sets of fields that were recorded, or written by a client, while something had parts with owners of their own that has
 * one owner now.
 */

import { type FieldSet, type FieldSetBuilder, isEmptySet, noFields, selfStep, stepsBefore } from "./field-set.ts";
import { shapeBelow } from "./field-set-of.ts";
import { formOf, type Shape } from "./shape.ts";

/** Whoever owns a part of what has one owner owns the whole; the set itself where nothing is such a part. */
export function reconciled(shape: Shape, set: FieldSet): FieldSet {
  let out: FieldSetBuilder | undefined;
  for (const step in set) {
    const node = set[step] ?? noFields;
    const below = step === selfStep || isEmptySet(node) ? node : reconciledNode(shapeBelow(shape, step), node);
    if (!out && below !== node) out = { ...(set[selfStep] ? { [selfStep]: noFields } : {}), ...stepsBefore(set, step) };
    if (out) out[step] = below;
  }
  return out ?? set;
}

function reconciledNode(shape: Shape, node: FieldSet): FieldSet {
  const { map, list } = formOf(shape, null);
  return map?.isAtomic || list?.isAtomic ? noFields : reconciled(shape, node);
}
