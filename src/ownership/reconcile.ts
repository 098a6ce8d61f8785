/**
 * Adapts field sets to a schema that has become atomic: sets that were recorded, or sent by a client, may contain parts
 * of a map or a list that has only one owner in the present schema.
 */

import { type FieldSet, type FieldSetBuilder, isEmptySet, membersBefore, noFields, selfStep } from "./field-set.ts";
import { shapeBelow } from "./field-set-of.ts";
import { formOf, type Shape } from "./shape.ts";

/**
 * Returns the set with the parts of atomic maps and lists replaced by the whole. Returns `set` itself if it contains no
 * such parts.
 * @param made a set that was computed with the same shape. Nodes that both sets share need no check.
 */
export function reconcileFieldSet(shape: Shape, set: FieldSet, made: FieldSet = noFields): FieldSet {
  let out: FieldSetBuilder | undefined;
  for (const step in set) {
    const node = set[step] ?? noFields;
    const needsNoCheck = step === selfStep || node === made[step] || isEmptySet(node);
    const below = needsNoCheck ? node : reconcileNode(shapeBelow(shape, step), node, made[step]);
    if (!out && below !== node)
      out = { ...(set[selfStep] ? { [selfStep]: noFields } : {}), ...membersBefore(set, step) };
    if (out) out[step] = below;
  }
  return out ?? set;
}

function reconcileNode(shape: Shape, node: FieldSet, made: FieldSet | undefined): FieldSet {
  const { map, list } = formOf(shape, null);
  return map?.isAtomic || list?.isAtomic ? noFields : reconcileFieldSet(shape, node, made);
}
