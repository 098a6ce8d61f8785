/** What clients of versions that are on their way out are told, whatever they ask for. */
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import { release } from "../release.ts";

export interface Deprecation {
  readonly warning: string;
  /** The first release without the version: `1.34`; empty where that is not decided. */
  readonly removedRelease: string;
}

/**
 * For an endpoint: whether the release that is served tells its clients to go elsewhere.
 * @param minor of the release
 */
export function deprecationOf(
  { group, version, kind, lifecycle }: KindDeclaration,
  vocabulary: Vocabulary,
  minor = Number(release.minor),
): { readonly deprecation?: Deprecation } {
  if (!lifecycle || lifecycle.deprecated > minor) return {};
  const { deprecated, removed, replacement } = lifecycle;
  const title = (one: Pick<KindDeclaration, "group" | "kind" | "version">): string =>
    `${formatGroupVersion({ group: vocabulary.bind(one.group), version: one.version })} ${one.kind}`;
  const end = removed === undefined ? "" : `, unavailable in v1.${removed}+`;
  const instead = replacement ? `; use ${title(replacement)}` : "";
  return {
    deprecation: {
      warning: `${title({ group, version, kind })} is deprecated in v1.${deprecated}+${end}${instead}`,
      removedRelease: removed === undefined ? "" : `1.${removed}`,
    },
  };
}
