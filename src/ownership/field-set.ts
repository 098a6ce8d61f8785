/**
 * Sets of fields, in the form in which clients see them in `managedFields`: nested objects whose keys are the steps of a
 * path (`f:spec`, `k:{"name":"web"}`, `v:"a"`, `i:0`). A node without members is a field of the set; one with members is
 * one if `.` is among them. The outermost node is no field. Keys stand in the order of `inOrder`.
 *
 *     {"f:metadata":{"f:labels":{".":{},"f:app":{}}}}     the labels, and the label app
 *
 * Sets are values: nothing here changes what it is given, and results share parts with it.
 */
import { fieldStep, inOrder } from "./step.ts";

export interface FieldSet {
  readonly [step: string]: FieldSet;
}

/** While it is made. */
export interface FieldSetBuilder {
  [step: string]: FieldSet;
}

/** The set without fields, and the node of a field with none below. */
export const noFields: FieldSet = Object.freeze({});

/** Marks a field that has others below. */
export const selfStep = ".";

export function isEmptySet(set: FieldSet): boolean {
  for (const _ in set) return false;
  return true;
}

/** Whether the node below a step is a field of the set. */
export function isMember(node: FieldSet | undefined): boolean {
  return node !== undefined && (node[selfStep] !== undefined || isEmptySet(node));
}

/** The node itself as a field, with what is below it. */
export function asMember(below: FieldSet): FieldSet {
  return isEmptySet(below) || below[selfStep] ? below : { [selfStep]: noFields, ...below };
}

/** A set of the fields at these paths. */
export function fieldSet(...paths: readonly (readonly string[])[]): FieldSet {
  let all = noFields;
  for (const path of paths)
    all = union(
      all,
      path.reduceRight<FieldSet>((below, step) => ({ [step]: below }), noFields),
    );
  return all;
}

/** `spec.containers.*.image` as steps; `*` stands for any step. */
export function stepsOf(path: string): readonly string[] {
  return path.split(".").map((name) => (name === anyStep ? anyStep : fieldStep(name)));
}

const anyStep = "*";

/** What is at or below one of these paths, and the items on the way there. */
export function keptBelow(set: FieldSet, paths: readonly (readonly string[])[]): FieldSet {
  const kept = (node: FieldSet, left: readonly (readonly string[])[], isField: boolean): FieldSet | undefined =>
    remains(node, isField, (below, step) => {
      const matching = left.filter(([first]) => first === step || first === anyStep).map(([, ...rest]) => rest);
      if (matching.length === 0 || matching.some((rest) => rest.length === 0)) return matching[0] && below;
      return kept(below, matching, isMember(below));
    });
  return kept(set, paths, false) ?? noFields;
}

export function hasField(set: FieldSet, path: readonly string[]): boolean {
  let node: FieldSet | undefined = set;
  for (const step of path) node = node?.[step];
  return path.length > 0 && isMember(node);
}

/** Fields of either set; the first set itself where it has them all. */
export function union(left: FieldSet, right: FieldSet): FieldSet {
  if (left === right || isEmptySet(right)) return left;
  if (isEmptySet(left)) return right;
  const out: FieldSetBuilder = {};
  let isLeft = true;
  for (const step of mergedSteps(left, right)) {
    const [one, other] = [left[step], right[step]];
    const node = one && other ? unionOfNodes(one, other) : (one ?? other ?? noFields);
    if (node !== one) isLeft = false;
    out[step] = node;
  }
  return isLeft ? left : out;
}

function unionOfNodes(left: FieldSet, right: FieldSet): FieldSet {
  const below = union(left, right);
  return isMember(left) || isMember(right) ? asMember(below) : below;
}

/** Fields of both sets. */
export function intersection(left: FieldSet, right: FieldSet): FieldSet {
  const common = (node: FieldSet, other: FieldSet, isField: boolean): FieldSet | undefined =>
    remains(node, isField, (below, step) => {
      const counterpart = other[step];
      return counterpart && common(below, counterpart, isMember(below) && isMember(counterpart));
    });
  return common(left, right, false) ?? noFields;
}

/** Fields of the first set that are none of the second. */
export function difference(left: FieldSet, right: FieldSet): FieldSet {
  const rest = (node: FieldSet, other: FieldSet, isField: boolean): FieldSet | undefined =>
    remains(node, isField, (below, step) => {
      const counterpart = other[step];
      if (counterpart === below) return undefined;
      return counterpart ? rest(below, counterpart, isMember(below) && !isMember(counterpart)) : below;
    });
  if (left === right) return noFields;
  return isEmptySet(right) ? left : (rest(left, right, false) ?? noFields);
}

/** Fields of the first set that are neither in the second nor below one of its fields. */
export function differenceBelow(left: FieldSet, right: FieldSet): FieldSet {
  const rest = (node: FieldSet, other: FieldSet, isField: boolean): FieldSet | undefined =>
    remains(node, isField, (below, step) => {
      const counterpart = other[step];
      if (!counterpart) return below;
      return isMember(counterpart) ? undefined : rest(below, counterpart, isMember(below));
    });
  return isEmptySet(right) ? left : (rest(left, right, false) ?? noFields);
}

/** Every field, those of a level before those below. */
export function* fieldsOf(set: FieldSet, prefix: readonly string[] = []): IterableIterator<readonly string[]> {
  for (const step in set) if (step !== selfStep && isMember(set[step])) yield [...prefix, step];
  for (const step in set) {
    const node = set[step];
    if (step !== selfStep && node && !isEmptySet(node)) yield* fieldsOf(node, [...prefix, step]);
  }
}

/** The same set with its steps in order. */
export function sorted(set: FieldSet): FieldSet {
  const out: FieldSetBuilder = {};
  for (const step of inOrder(Object.keys(set))) out[step] = sorted(set[step] ?? noFields);
  return out;
}

/**
 * What is left of a node: the node itself when nothing changes, undefined when nothing is left.
 * @param isField whether the node stays a field
 * @param keep what is left of each node below
 */
function remains(
  node: FieldSet,
  isField: boolean,
  keep: (below: FieldSet, step: string) => FieldSet | undefined,
): FieldSet | undefined {
  let out: FieldSetBuilder | undefined = isField === isMember(node) ? undefined : {};
  for (const step in node) {
    const below = node[step];
    if (step === selfStep || !below) continue;
    const left = keep(below, step);
    if (!out && left === below) continue;
    out ??= stepsBefore(node, step);
    if (left) out[step] = left;
  }
  if (!out) return node;
  if (isField) return asMember(out);
  return isEmptySet(out) ? undefined : out;
}

/** A copy of what stands before a step, but for the node itself as a field: nodes are large, and most stay as they are. */
export function stepsBefore(node: FieldSet, end: string): FieldSetBuilder {
  const out: FieldSetBuilder = {};
  for (const step in node) {
    if (step === end) break;
    const below = node[step];
    if (step !== selfStep && below) out[step] = below;
  }
  return out;
}

/** The steps of both, in order. */
function mergedSteps(left: FieldSet, right: FieldSet): readonly string[] {
  const steps = Object.keys(left);
  let isSubset = true;
  for (const step in right) {
    if (left[step]) continue;
    steps.push(step);
    isSubset = false;
  }
  return isSubset ? steps : inOrder(steps);
}
