/** The types of objects that a server has, as it lists them. */
import type { ResourceType } from "../../client/index.ts";
import { formatGroupResource } from "../../meta/group-version.ts";

export interface ServedType extends ResourceType {
  readonly singular: string;
  readonly shortNames: readonly string[];
  /** Names for several types together: `all`. */
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  /** False where the server has a version of it that it would rather be asked for. */
  readonly isPreferred: boolean;
}

/** What aggregated discovery says, as far as it is asked for here. */
export interface DiscoveryList {
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly {
      readonly version: string;
      readonly resources?: readonly {
        readonly resource: string;
        readonly responseKind?: { readonly kind: string };
        readonly scope: string;
        readonly singularResource?: string;
        readonly verbs?: readonly string[];
        readonly shortNames?: readonly string[];
        readonly categories?: readonly string[];
      }[];
    }[];
  }[];
}

/** In the order of the documents, which is that of preference: of groups, and of the versions of each. */
export function readDiscovery(lists: readonly DiscoveryList[]): readonly ServedType[] {
  const preferred = new Set<string>();
  const found: ServedType[] = [];
  for (const group of lists.flatMap(({ items = [] }) => items)) {
    const name = group.metadata?.name ?? "";
    for (const { version, resources = [] } of group.versions ?? []) {
      for (const resource of resources) {
        const id = formatGroupResource({ group: name, resource: resource.resource });
        found.push({
          group: name,
          version,
          kind: resource.responseKind?.kind ?? "",
          plural: resource.resource,
          namespaced: resource.scope === "Namespaced",
          singular: resource.singularResource ?? "",
          shortNames: resource.shortNames ?? [],
          categories: resource.categories ?? [],
          verbs: resource.verbs ?? [],
          isPreferred: !preferred.has(id),
        });
        preferred.add(id);
      }
    }
  }
  return found;
}

/** `deployment.apps`, `pod`: what stands before the name of an object where types are mixed. */
export function typeTitle({ group, singular, plural }: ServedType): string {
  return formatGroupResource({ group, resource: singular || plural });
}
