/** The interface between quotas and the objects of one resource. */
import type { SharedObject } from "../meta/object-meta.ts";
import type { Amounts } from "./amounts.ts";

/** A requirement on a scope of objects. */
export interface ScopeRequirement {
  readonly scopeName: string;
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`. Configurations may contain others. */
  readonly operator: string;
  readonly values?: readonly string[];
}

/** A write, as far as quotas distinguish writes. */
export interface CountedWrite {
  readonly operation: string;
  /** Empty for the object itself. */
  readonly subresource: string;
}

/** Measures what the objects of one resource use. */
export interface UsageMeasure {
  /** Whether such a write can use more than before. */
  isCounted(write: CountedWrite): boolean;
  /** Whether objects of this resource use what the name in a quota stands for. */
  hasName(name: string): boolean;
  /** Returns what an object uses, by the names in quotas. */
  usageOf(object: SharedObject): Amounts;
  /** Returns what an object must specify before these amounts can be limited. Absent: objects need nothing. */
  missingAmounts?(names: readonly string[], object: SharedObject): string | undefined;
  /**
   * Whether an object is in a scope. Absent: objects are in no scope, so that quotas with scopes do not count them.
   * @throws ParseError with the reference's text if the requirement has invalid values
   */
  isInScope?(requirement: ScopeRequirement, object: SharedObject): boolean;
}

/** Returns the name under which quotas count the objects of a resource: `count/deployments.apps`. */
export function countName({ group, resource }: { readonly group: string; readonly resource: string }): string {
  return group === "" ? `count/${resource}` : `count/${resource}.${group}`;
}
