/** The types of a server, with the names that users know. */
import { type DiscoveredType, preferredTypes } from "../../client/index.ts";
import { formatGroupResource } from "../../meta/group-version.ts";

/** A served type with its names. */
export interface ServedType extends DiscoveredType {
  /** Empty if the server does not publish it. */
  readonly singular: string;
  readonly shortNames: readonly string[];
  /** Names of groups of types, such as `all`. */
  readonly categories: readonly string[];
  /** Whether this is the server's preferred version of the type. */
  readonly isPreferred: boolean;
}

/** Adds names and preference to types. @param types in the server's order of preference */
export function namedTypes(types: readonly DiscoveredType[]): readonly ServedType[] {
  const preferred = new Set(preferredTypes(types));
  return types.map((type) => {
    const { singular = "", short = [], categories = [] } = type.names ?? {};
    return { ...type, singular, shortNames: short, categories, isPreferred: preferred.has(type) };
  });
}

/** Returns the prefix of object names where types are mixed: `deployment.apps`, `pod`. */
export function typeTitle({ group, singular, plural }: ServedType): string {
  return formatGroupResource({ group, resource: singular || plural });
}
