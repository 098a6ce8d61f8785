/** The kinds whose types the expressions of a policy are checked against. Pure functions. */
import type { ValidatingAdmissionPolicySpec } from "../../api/admissionregistration/v1/validating-admission-policy.ts";
import { compareText } from "../../base/compare-text.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { formatGroupVersionKind, type GroupVersionKind, parseGroupVersion } from "../../meta/group-version.ts";

/** Number of kinds against which a policy is checked at most, as in the reference. */
const kindsMax = 10;

/** Returns the kinds of a resource in a version. The empty group stands for all groups. */
export type KindsOfResource = (group: string, version: string, resource: string) => readonly GroupVersionKind[];

type ResourceRule = NonNullable<
  NonNullable<DeepReadonly<ValidatingAdmissionPolicySpec>["matchConstraints"]>["resourceRules"]
>[number];

/**
 * Returns the kinds that the rules of a policy name, sorted by group, version and kind. As in the reference, rules with wildcards and
 * subresources do not count.
 */
export function matchedKinds(
  spec: DeepReadonly<ValidatingAdmissionPolicySpec>,
  kindsOf: KindsOfResource,
): readonly GroupVersionKind[] {
  const found = new Map<string, GroupVersionKind>();
  for (const rule of spec.matchConstraints?.resourceRules ?? []) {
    let count = 0;
    for (const kind of kindsOfRule(rule, kindsOf)) {
      found.set(formatGroupVersionKind(kind), kind);
      count++;
      // As in the reference, the limit is one of each rule, but ends the search.
      if (count === kindsMax) return sorted([...found.values()]);
    }
  }
  return sorted([...found.values()]);
}

function* kindsOfRule(rule: ResourceRule, kindsOf: KindsOfResource): Generator<GroupVersionKind> {
  const groups = namesOf(rule.apiGroups);
  const versions = namesOf(rule.apiVersions);
  const resources = (rule.resources ?? []).filter((resource) => !/[*/]/.test(resource)).toSorted(compareText);
  for (const group of groups) {
    for (const version of versions) for (const resource of resources) yield* kindsOf(group, version, resource);
  }
}

/** Returns the names in order. Empty if one of them is a wildcard. */
function namesOf(names: readonly string[] = []): readonly string[] {
  return names.some((name) => name.includes("*")) ? [] : names.toSorted(compareText);
}

function sorted(kinds: readonly GroupVersionKind[]): readonly GroupVersionKind[] {
  return kinds.toSorted(
    (one, other) =>
      compareText(one.group, other.group) ||
      compareText(one.version, other.version) ||
      compareText(one.kind, other.kind),
  );
}

/** Returns the kind of a policy's parameters. Undefined if it has none. */
export function parameterKind({
  paramKind,
}: DeepReadonly<ValidatingAdmissionPolicySpec>): GroupVersionKind | undefined {
  const version = parseGroupVersion(paramKind?.apiVersion ?? "");
  return version && paramKind?.kind ? { ...version, kind: paramKind.kind } : undefined;
}
