/** The types of objects that a server has, as people name them. */
import { type DiscoveredType, preferredTypes } from "../../client/index.ts";
import { formatGroupResource } from "../../meta/group-version.ts";

export interface ServedType extends DiscoveredType {
  /** Empty where the server says none. */
  readonly singular: string;
  readonly shortNames: readonly string[];
  /** Names for several types together: `all`. */
  readonly categories: readonly string[];
  /** False where the server has a version of it that it would rather be asked for. */
  readonly isPreferred: boolean;
}

/** @param types in the order of preference: of groups, and of the versions of each */
export function namedTypes(types: readonly DiscoveredType[]): readonly ServedType[] {
  const preferred = new Set(preferredTypes(types));
  return types.map((type) => {
    const { singular = "", short = [], categories = [] } = type.names ?? {};
    return { ...type, singular, shortNames: short, categories, isPreferred: preferred.has(type) };
  });
}

/** `deployment.apps`, `pod`: what stands before the name of an object where types are mixed. */
export function typeTitle({ group, singular, plural }: ServedType): string {
  return formatGroupResource({ group, resource: singular || plural });
}
