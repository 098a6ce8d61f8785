/** Reads the resources that a server serves from its discovery documents. */
import type { WireClient } from "./wire-client.ts";

/** A served resource with its subresources. */
export interface ServedResource {
  /** `apps/v1`, or `v1` for the core group. */
  readonly groupVersion: string;
  /** Path of the group version, such as `/apis/apps/v1`. */
  readonly root: string;
  /** Plural name, such as `deployments`. */
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly subresources: readonly ServedSubresource[];
}

/** A subresource of a served resource. */
export interface ServedSubresource {
  readonly name: string;
  readonly kind: string;
  /** Group of its kind. Absent if it is that of the resource. */
  readonly group?: string;
  readonly verbs: readonly string[];
}

interface ResourceList {
  readonly resources: readonly (ServedSubresource & { readonly namespaced: boolean })[];
}

/** Returns all served group versions, those of the core group first. */
export async function groupVersionsOf(client: WireClient): Promise<readonly string[]> {
  const core = (await client.request("/api")).json as { versions: string[] };
  const { groups } = (await client.request("/apis")).json as { groups: { versions: { groupVersion: string }[] }[] };
  return [...core.versions, ...groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => groupVersion))];
}

/** Returns all served resources in the order of discovery, without subresources as separate entries. */
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

/** Returns the path of a resource's collection. `namespace` applies only to namespaced resources. */
export function collectionOf({ root, name, namespaced }: ServedResource, namespace = "default"): string {
  return namespaced ? `${root}/namespaces/${namespace}/${name}` : `${root}/${name}`;
}
