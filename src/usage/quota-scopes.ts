/** The scopes of a quota, as one list of requirements. */
import type { ResourceQuotaSpec } from "../api/core/v1/resource-quota.ts";
import type { DeepReadonly } from "../base/deep-readonly.ts";
import type { SharedObject } from "../meta/object-meta.ts";
import type { ScopeRequirement, UsageMeasure } from "./usage-measure.ts";

/** Returns the requirements of a quota: those of its scopes, and those of its selector. */
export function scopeRequirements(spec: DeepReadonly<ResourceQuotaSpec> | undefined): readonly ScopeRequirement[] {
  const { scopes = [], scopeSelector } = spec ?? {};
  const ofScopes = scopes.map((scopeName): ScopeRequirement => ({ scopeName, operator: "Exists" }));
  return [...ofScopes, ...(scopeSelector?.matchExpressions ?? [])];
}

/** Whether an object is in all scopes. @throws ParseError if a requirement has invalid values */
export function isInAllScopes(
  measure: UsageMeasure,
  requirements: readonly ScopeRequirement[],
  object: SharedObject,
): boolean {
  return requirements.every((requirement) => measure.isInScope?.(requirement, object) ?? false);
}
