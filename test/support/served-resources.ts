/** What a server serves, as its discovery tells it. */
import type { WireClient } from "./wire-client.ts";

export interface ServedResource {
  /** `apps/v1`, or `v1` of the core group. */
  readonly groupVersion: string;
  /** Where its group version is: `/apis/apps/v1`. */
  readonly root: string;
  /** In the plural: `deployments`. */
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly subresources: readonly ServedSubresource[];
}

export interface ServedSubresource {
  readonly name: string;
  readonly kind: string;
  /** Absent where it is the parent's. */
  readonly group?: string;
  readonly verbs: readonly string[];
}

interface ResourceList {
  readonly resources: readonly (ServedSubresource & { readonly namespaced: boolean })[];
}

export async function groupVersionsOf(client: WireClient): Promise<readonly string[]> {
  const core = (await client.request("/api")).json as { versions: string[] };
  const { groups } = (await client.request("/apis")).json as { groups: { versions: { groupVersion: string }[] }[] };
  return [...core.versions, ...groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => groupVersion))];
}

/** All resources that are no subresources, in the order of discovery. */
export async function servedResources(client: WireClient): Promise<readonly ServedResource[]> {
  const found: ServedResource[] = [];
  for (const groupVersion of await groupVersionsOf(client)) {
    const root = groupVersion.includes("/") ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
    const { resources } = (await client.request(root)).json as ResourceList;
    const below = (parent: string): ServedSubresource[] =>
      resources
        .filter(({ name }) => name.startsWith(`${parent}/`))
        .map((one) => ({ ...one, name: one.name.slice(parent.length + 1) }));
    for (const resource of resources) {
      if (resource.name.includes("/")) continue;
      found.push({ ...resource, groupVersion, root, subresources: below(resource.name) });
    }
  }
  return found;
}

/** The path of a resource's objects; of a namespaced one in the namespace. */
export function collectionOf({ root, name, namespaced }: ServedResource, namespace = "default"): string {
  return namespaced ? `${root}/namespaces/${namespace}/${name}` : `${root}/${name}`;
}
