/** Rules of updates to controllers. */
import type { LabelSelector } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import { goLabelSelector } from "../meta/go-values.ts";
import { immutableField } from "../meta/immutable-field.ts";

interface WithSelector {
  readonly spec?: { readonly selector?: DeepReadonly<LabelSelector> | null };
}

/** Returns the error of a changed selector, which is immutable. */
export function selectorChangeErrors({ spec }: WithSelector, { spec: old }: WithSelector): FieldError[] {
  const value = spec?.selector;
  return immutableField({ path: "spec.selector", value, old: old?.selector, shown: goLabelSelector(value) });
}

interface WithCollisions {
  readonly status?: { readonly collisionCount?: number };
}

/** Returns the error of a decreased collision count. The count makes the names of Pods unique, so it only grows. */
export function collisionErrors({ status }: WithCollisions, { status: old }: WithCollisions): FieldError[] {
  const [count, before] = [status?.collisionCount, old?.collisionCount];
  if (before === undefined || (count !== undefined && count >= before)) return [];
  return [invalidField("status.collisionCount", count ?? 0, "cannot be decremented")];
}
