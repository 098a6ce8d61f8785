/** The version of a custom type that clients use unless they name another one. */
import { compareVersions } from "../../../schema/index.ts";
import type { DefinitionVersion } from "../definition.ts";

/** Returns the served version that discovery lists first. If none is served, all versions count. */
export function preferredVersion(versions: readonly DefinitionVersion[]): DefinitionVersion | undefined {
  const served = versions.filter(({ isServed }) => isServed);
  const candidates = served.length > 0 ? served : versions;
  return candidates.toSorted((left, right) => compareVersions(left.name, right.name))[0];
}
