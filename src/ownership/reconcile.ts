/**
 * Sets of fields that were recorded, or written by a client, while something had parts with owners of their own that has
 * one owner now.
 */

import { type FieldSet, type FieldSetBuilder, isEmptySet, noFields, selfStep } from "./field-set.ts";
import { shapeBelow } from "./field-set-of.ts";
import { formOf, type Shape } from "./shape.ts";

/** Whoever owns a part of what has one owner owns the whole; the set itself where nothing is such a part. */
export function reconciled(shape: Shape, set: FieldSet): FieldSet {
  let isSame = true;
  const out: FieldSetBuilder = {};
  for (const step in set) {
    const node = set[step] ?? noFields;
    const below = step === selfStep || isEmptySet(node) ? node : reconciledNode(shapeBelow(shape, step), node);
    if (below !== node) isSame = false;
    out[step] = below;
  }
  return isSame ? set : out;
}

function reconciledNode(shape: Shape, node: FieldSet): FieldSet {
  const { map, list } = formOf(shape, null);
  return map?.isAtomic || list?.isAtomic ? noFields : reconciled(shape, node);
}
