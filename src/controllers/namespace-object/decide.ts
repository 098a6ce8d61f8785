/** What is missing of an object that every namespace has. Pure. */
import type { Namespace } from "../../api/core/v1/namespace.ts";
import type { ApiObject } from "../../meta/object-meta.ts";

export interface Observed<T extends ApiObject> {
  /** Undefined: there is no such namespace. */
  readonly namespace: Readonly<Namespace> | undefined;
  readonly object: Readonly<T> | undefined;
}

export type Action<T> =
  | { readonly type: "none" }
  | { readonly type: "create" }
  | { readonly type: "update"; readonly object: T };

/** @param repair the object as it must be; undefined: it is fine */
export function decide<T extends ApiObject>(
  { namespace, object }: Observed<T>,
  repair: (object: Readonly<T>) => T | undefined,
): Action<T> {
  if (!namespace || namespace.metadata.deletionTimestamp !== undefined) return { type: "none" };
  if (!object) return { type: "create" };
  const repaired = repair(object);
  return repaired ? { type: "update", object: repaired } : { type: "none" };
}
