/** Estimates of comparisons of the libraries' values. Without these rules, their unknown sizes would count. */
import {
  type CallEstimator,
  type FunctionDeclaration,
  oneRange,
  type Range,
  scaleRange,
  traversalFactor,
} from "../../declarations/index.ts";
import { runtimeTypeName, type Type } from "../../types/index.ts";
import type { ClusterTypes } from "./cluster-types.ts";
import { cidrType, ipType } from "./net/address-values.ts";

/** Largest number of characters of a format's name. */
const formatNameLengthMax = 64n;

/** Adds estimates to the operator `==`. It adds no overload. */
export function equalityEstimates(types: ClusterTypes): readonly FunctionDeclaration[] {
  const { url, format, ...typesOfOneStep } = types;
  const names = new Set([ipType, cidrType, ...Object.values(typesOfOneStep)].map(({ name }) => name));
  const estimate: CallEstimator = ({ args: [left, right] }) => {
    if (!left || !right || !haveSameName(left.type, right.type)) return undefined;
    const name = runtimeTypeName(left.type);
    if (names.has(name)) return { cost: oneRange };
    if (name === format.name) return { cost: traversalOf({ min: 1n, max: formatNameLengthMax }) };
    // As in the reference, the size of the left URL does not count.
    if (name === url.name) return { cost: traversalOf({ min: 1n, max: right.computedSize?.max ?? 1n }) };
    return undefined;
  };
  return [{ name: "_==_", overloads: [], estimate }];
}

function haveSameName(one: Type, other: Type): boolean {
  return one.kind === other.kind && runtimeTypeName(one) === runtimeTypeName(other);
}

function traversalOf(size: Range): Range {
  return scaleRange(size, traversalFactor);
}
