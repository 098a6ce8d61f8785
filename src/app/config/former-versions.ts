/**
 * Group versions that earlier releases served. `--runtime-config` accepts them without an effect, so that command lines for
 * the reference work.
 */
import type { GroupVersion } from "../../meta/group-version.ts";
import { group, type Name, type Vocabulary } from "../../meta/vocabulary.ts";

const formerVersions: readonly (readonly [group: Name, ...versions: string[]])[] = [
  ["apps", "v1beta1", "v1beta2"],
  [group("authentication"), "v1alpha1"],
  [group("authorization"), "v1beta1"],
  ["autoscaling", "v2beta1", "v2beta2"],
  ["batch", "v1beta1"],
  [group("certificates"), "v1beta1"],
  [group("coordination"), "v1beta1"],
  [group("discovery"), "v1beta1"],
  [group("events"), "v1beta1"],
  ["extensions", "v1beta1"],
  [group("flowcontrol.apiserver"), "v1beta1", "v1beta2", "v1beta3"],
  [group("networking"), "v1alpha1"],
  [group("node"), "v1alpha1", "v1beta1"],
  ["policy", "v1beta1"],
  [group("rbac.authorization"), "v1alpha1", "v1beta1"],
  [group("scheduling"), "v1alpha1", "v1beta1"],
  [group("apiextensions"), "v1beta1"],
  [group("apiregistration"), "v1beta1"],
];

/** Returns the names of groups that earlier releases served. */
export function formerGroups(vocabulary: Vocabulary): ReadonlySet<string> {
  return new Set(formerVersions.map(([name]) => vocabulary.bind(name)));
}

/** Whether an earlier release served the version, and this release does not. */
export function isFormerVersion(groupVersion: GroupVersion, vocabulary: Vocabulary): boolean {
  return formerVersions.some(
    ([name, ...versions]) => vocabulary.bind(name) === groupVersion.group && versions.includes(groupVersion.version),
  );
}
