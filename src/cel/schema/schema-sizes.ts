/** Sizes of values in estimates, from the limits in a schema. */
import type { EstimatedNode, SizeEstimator } from "../declarations/index.ts";
import type { DeclaredType } from "./declared-type.ts";

/** Returns an estimator of the sizes of all values that an expression selects from `self` or `oldSelf`. */
export function schemaSizes(root: DeclaredType): SizeEstimator {
  return (node) => {
    const declared = declaredTypeAt(root, node);
    return declared && { min: 0n, max: BigInt(declared.sizeMax) };
  };
}

/**
 * Returns the type of a value that an expression selects from a variable; undefined if the value has another origin. The name
 * of the variable does not count, as in the reference.
 */
export function declaredTypeAt(root: DeclaredType, { path }: EstimatedNode): DeclaredType | undefined {
  if (path.length === 0) return undefined;
  let declared: DeclaredType | undefined = root;
  for (const step of path.slice(1)) {
    if (step === "@items" || step === "@values") declared = declared.element;
    else declared = step === "@keys" ? declared.key : declared.fields?.get(step);
    if (!declared) return undefined;
  }
  return declared;
}
