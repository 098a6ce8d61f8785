/** Decides whether an object that every namespace must have is missing or wrong. A pure function. */
import type { Namespace } from "../../api/core/v1/namespace.ts";
import type { ApiObject } from "../../meta/object-meta.ts";

/** A namespace, and the object that it must have. */
export interface ObservedNamespaceObject<T extends ApiObject> {
  /** Undefined if the namespace does not exist. */
  readonly namespace: Readonly<Namespace> | undefined;
  readonly object: Readonly<T> | undefined;
}

/** The request that corrects the object, or none. */
export type NamespaceObjectAction<T> =
  | { readonly type: "none" }
  | { readonly type: "create" }
  | { readonly type: "update"; readonly object: T };

/** Returns what to do about the object. @param repair returns the corrected object, or undefined if it is correct */
export function decide<T extends ApiObject>(
  { namespace, object }: ObservedNamespaceObject<T>,
  repair: (object: Readonly<T>) => T | undefined,
): NamespaceObjectAction<T> {
  if (!namespace || namespace.metadata.deletionTimestamp !== undefined) return { type: "none" };
  if (!object) return { type: "create" };
  const repaired = repair(object);
  return repaired ? { type: "update", object: repaired } : { type: "none" };
}
