/** The version of a custom type that clients use unless they name another one. */
import { compareText } from "../../../base/compare-text.ts";
import type { DefinitionVersion } from "../definition.ts";

/** Returns the served version that discovery lists first. If none is served, all versions count. */
export function preferredVersion(versions: readonly DefinitionVersion[]): DefinitionVersion | undefined {
  const served = versions.filter(({ isServed }) => isServed);
  const candidates = served.length > 0 ? served : versions;
  return candidates.toSorted((left, right) => compareVersions(left.name, right.name))[0];
}

const stabilities = ["", "beta", "alpha"];

/** Orders `v2`, `v1`, `v1beta2`, `v1beta1`, `v1alpha1`, and then all other names alphabetically. */
function compareVersions(left: string, right: string): number {
  const [leftParts, rightParts] = [partsOf(left), partsOf(right)];
  if (!leftParts || !rightParts) return leftParts ? -1 : rightParts ? 1 : compareText(left, right);
  const differences = leftParts.map((part, index) => part - (rightParts[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Returns the numbers that order a version, the most important first. Undefined for names of another form. */
function partsOf(name: string): readonly number[] | undefined {
  const found = /^v(?<major>[1-9]\d*)(?:(?<stability>alpha|beta)(?<minor>[1-9]\d*))?$/.exec(name)?.groups;
  if (!found) return undefined;
  const { major, stability = "", minor = "0" } = found;
  return [stabilities.indexOf(stability), -Number(major), -Number(minor)];
}
