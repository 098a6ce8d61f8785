/** Warnings for requests to deprecated versions of a kind. */

import { releaseMinor } from "../../api/release.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import { machineryLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";

/** The deprecation of a version. */
export interface Deprecation {
  readonly warning: string;
  /** First release without the version: `1.34`. Empty if it is not decided. */
  readonly removedRelease: string;
  /** Annotations of the audit events of requests to the version. */
  readonly annotations: readonly (readonly [key: string, value: string])[];
}

/**
 * Returns the deprecation of a kind's version, if it is deprecated in the served release.
 * @param minor minor number of the served release
 */
export function deprecationOf(
  { group, version, kind, lifecycle, deprecationWarning }: KindDeclaration,
  vocabulary: Vocabulary,
  minor = releaseMinor,
): { readonly deprecation?: Deprecation } {
  const annotationsOf = (removedRelease: string): Deprecation["annotations"] => [
    [vocabulary.bind(machineryLabel("deprecated")), "true"],
    ...(removedRelease === "" ? [] : [[vocabulary.bind(machineryLabel("removed-release")), removedRelease] as const]),
  ];
  if (deprecationWarning !== undefined) {
    return { deprecation: { warning: deprecationWarning, removedRelease: "", annotations: annotationsOf("") } };
  }
  if (!lifecycle || lifecycle.deprecated > minor) return {};
  const { deprecated, removed, replacement } = lifecycle;
  const title = (one: Pick<KindDeclaration, "group" | "kind" | "version">): string =>
    `${formatGroupVersion({ group: vocabulary.bind(one.group), version: one.version })} ${one.kind}`;
  const end = removed === undefined ? "" : `, unavailable in v1.${removed}+`;
  const instead = replacement ? `; use ${title(replacement)}` : "";
  const removedRelease = removed === undefined ? "" : `1.${removed}`;
  return {
    deprecation: {
      warning: `${title({ group, version, kind })} is deprecated in v1.${deprecated}+${end}${instead}`,
      removedRelease,
      annotations: annotationsOf(removedRelease),
    },
  };
}
