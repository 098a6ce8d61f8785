/**
 * Field sets in the form of `managedFields`: nested objects whose keys are path steps (`f:spec`, `k:{"name":"web"}`,
 * `v:"a"`, `i:0`). A node without members is a field of the set. A node with members is a field if `.` is one of them.
 * The outermost node is not a field. The keys are in the order of `sortSteps`.
 *
 * Example: `{"f:metadata":{"f:labels":{".":{},"f:app":{}}}}` contains the map of labels and the label `app`.
 *
 * Sets are immutable. Functions never change their arguments, and their results share parts with them.
 */
import { fieldStep, sortSteps } from "./step.ts";

/** A node of a field set. The outermost node is the set itself. */
export interface FieldSet {
  readonly [step: string]: FieldSet;
}

/** A node that is not complete yet. */
export interface FieldSetBuilder {
  [step: string]: FieldSet;
}

/** The empty set. It is also the node of a field that contains no other fields of the set. */
export const noFields: FieldSet = Object.freeze({});

/** The member that marks a node as a field if it contains other fields of the set. */
export const selfStep = ".";

/** Whether a set has no fields. */
export function isEmptySet(set: FieldSet): boolean {
  for (const _ in set) return false;
  return true;
}

/** Whether the node of a step is a field of the set. */
export function isFieldNode(node: FieldSet | undefined): boolean {
  return node !== undefined && (node[selfStep] !== undefined || isEmptySet(node));
}

/** Returns the node marked as a field, with the fields in it. */
export function asFieldNode(below: FieldSet): FieldSet {
  return isEmptySet(below) || below[selfStep] ? below : { [selfStep]: noFields, ...below };
}

/** Returns the set of the fields at these paths. */
export function fieldSet(...paths: readonly (readonly string[])[]): FieldSet {
  let all = noFields;
  for (const path of paths)
    all = union(
      all,
      path.reduceRight<FieldSet>((below, step) => ({ [step]: below }), noFields),
    );
  return all;
}

/** Returns the steps of a path such as `spec.containers.*.image`. `*` matches any step. */
export function stepsOf(path: string): readonly string[] {
  return path.split(".").map((name) => (name === anyStep ? anyStep : fieldStep(name)));
}

const anyStep = "*";

/** Returns the fields of the set that are at or below one of the paths. Items on the way to them are included. */
export function fieldsAtOrBelow(set: FieldSet, paths: readonly (readonly string[])[]): FieldSet {
  const fieldsBelowNode = (
    node: FieldSet,
    left: readonly (readonly string[])[],
    isField: boolean,
  ): FieldSet | undefined =>
    filterNode(node, isField, (below, step) => {
      const matching = left.filter(([first]) => first === step || first === anyStep).map(([, ...rest]) => rest);
      if (matching.length === 0 || matching.some((rest) => rest.length === 0)) return matching[0] && below;
      return fieldsBelowNode(below, matching, isFieldNode(below));
    });
  return fieldsBelowNode(set, paths, false) ?? noFields;
}

/** Whether the field at `path` is in the set. */
export function hasField(set: FieldSet, path: readonly string[]): boolean {
  let node: FieldSet | undefined = set;
  for (const step of path) node = node?.[step];
  return path.length > 0 && isFieldNode(node);
}

/** Returns the fields of both sets. Returns `left` itself if it contains all of them. */
export function union(left: FieldSet, right: FieldSet): FieldSet {
  if (left === right || isEmptySet(right)) return left;
  if (isEmptySet(left)) return right;
  const out: FieldSetBuilder = {};
  let isLeft = true;
  for (const step of stepsOfBoth(left, right)) {
    const [one, other] = [left[step], right[step]];
    const node = one && other ? unionOfNodes(one, other) : (one ?? other ?? noFields);
    if (node !== one) isLeft = false;
    out[step] = node;
  }
  return isLeft ? left : out;
}

function unionOfNodes(left: FieldSet, right: FieldSet): FieldSet {
  const below = union(left, right);
  return isFieldNode(left) || isFieldNode(right) ? asFieldNode(below) : below;
}

/** Returns the fields that are in both sets. */
export function intersection(left: FieldSet, right: FieldSet): FieldSet {
  const commonFields = (node: FieldSet, other: FieldSet, isField: boolean): FieldSet | undefined =>
    filterNode(node, isField, (below, step) => {
      const counterpart = other[step];
      return counterpart && commonFields(below, counterpart, isFieldNode(below) && isFieldNode(counterpart));
    });
  return commonFields(left, right, false) ?? noFields;
}

/** Returns the fields of the first set that are not in the second. */
export function difference(left: FieldSet, right: FieldSet): FieldSet {
  const remainingFields = (node: FieldSet, other: FieldSet, isField: boolean): FieldSet | undefined =>
    filterNode(node, isField, (below, step) => {
      const counterpart = other[step];
      if (counterpart === below) return undefined;
      return counterpart ? remainingFields(below, counterpart, isFieldNode(below) && !isFieldNode(counterpart)) : below;
    });
  if (left === right) return noFields;
  return isEmptySet(right) ? left : (remainingFields(left, right, false) ?? noFields);
}

/** Returns the fields of the first set that are neither in the second nor below one of its fields. */
export function differenceBelow(left: FieldSet, right: FieldSet): FieldSet {
  const remainingFields = (node: FieldSet, other: FieldSet, isField: boolean): FieldSet | undefined =>
    filterNode(node, isField, (below, step) => {
      const counterpart = other[step];
      if (!counterpart) return below;
      return isFieldNode(counterpart) ? undefined : remainingFields(below, counterpart, isFieldNode(below));
    });
  return isEmptySet(right) ? left : (remainingFields(left, right, false) ?? noFields);
}

/** Yields the path of every field. The fields of one level come before those below them. */
export function* fieldsOf(set: FieldSet, prefix: readonly string[] = []): IterableIterator<readonly string[]> {
  for (const step in set) if (step !== selfStep && isFieldNode(set[step])) yield [...prefix, step];
  for (const step in set) {
    const node = set[step];
    if (step !== selfStep && node && !isEmptySet(node)) yield* fieldsOf(node, [...prefix, step]);
  }
}

/** Returns the same set with its steps in order. */
export function sortFieldSet(set: FieldSet): FieldSet {
  const out: FieldSetBuilder = {};
  for (const step of sortSteps(Object.keys(set))) out[step] = sortFieldSet(set[step] ?? noFields);
  return out;
}

/**
 * Returns what is left of a node: the node itself if nothing changes, undefined if nothing is left.
 * @param isField whether the node itself stays a field
 * @param keep returns what is left of each node below it
 */
function filterNode(
  node: FieldSet,
  isField: boolean,
  keep: (below: FieldSet, step: string) => FieldSet | undefined,
): FieldSet | undefined {
  let out: FieldSetBuilder | undefined = isField === isFieldNode(node) ? undefined : {};
  for (const step in node) {
    const below = node[step];
    if (step === selfStep || !below) continue;
    const left = keep(below, step);
    if (!out && left === below) continue;
    out ??= membersBefore(node, step);
    if (left) out[step] = left;
  }
  if (!out) return node;
  if (isField) return asFieldNode(out);
  return isEmptySet(out) ? undefined : out;
}

/**
 * Returns a copy of the members before a step, without the `.` member. A node is copied only from its first changed member
 * on, because nodes are large and most of them do not change.
 */
export function membersBefore(node: FieldSet, end: string): FieldSetBuilder {
  const out: FieldSetBuilder = {};
  for (const step in node) {
    if (step === end) break;
    const below = node[step];
    if (step !== selfStep && below) out[step] = below;
  }
  return out;
}

/** Returns the steps of both nodes, in order. */
function stepsOfBoth(left: FieldSet, right: FieldSet): readonly string[] {
  const steps = Object.keys(left);
  let isSubset = true;
  for (const step in right) {
    if (left[step]) continue;
    steps.push(step);
    isSubset = false;
  }
  return isSubset ? steps : sortSteps(steps);
}
