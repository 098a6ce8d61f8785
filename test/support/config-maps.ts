/** Helpers for ConfigMaps. Tests use them where the kind does not matter. */
import type { WireClient, WireResponse } from "./wire-client.ts";

/** Path of the ConfigMaps in the namespace `default`. */
export const mapsPath = "/api/v1/namespaces/default/configmaps";
/** Path of the ConfigMaps in all namespaces. */
export const allMapsPath = "/api/v1/configmaps";

/** Fields and namespace of a ConfigMap that a test creates. */
export interface MapFields {
  readonly data?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly namespace?: string;
}

/** Creates a ConfigMap and returns the response. Throws if the server rejects it. */
export async function createMap(client: WireClient, name: string, fields: MapFields = {}): Promise<WireResponse> {
  const { data, labels, namespace = "default" } = fields;
  const body = { metadata: { name, ...(labels ? { labels } : {}) }, ...(data ? { data } : {}) };
  const answer = await client.request(`/api/v1/namespaces/${namespace}/configmaps`, { body });
  if (answer.status !== 201) throw new Error(`${name} was not created: ${answer.text}`);
  return answer;
}

/**
 * Sets members of `data` with a merge patch and returns the new resourceVersion. Throws if the server rejects the
 * patch.
 */
export async function changeMap(client: WireClient, name: string, data: Record<string, string>): Promise<string> {
  const answer = await client.request(`${mapsPath}/${name}`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: { data },
  });
  if (answer.status !== 200) throw new Error(`${name} was not changed: ${answer.text}`);
  return answer.json.metadata.resourceVersion;
}

/** Deletes a ConfigMap of the namespace `default`. Throws if the server rejects the request. */
export async function deleteMap(client: WireClient, name: string): Promise<void> {
  const answer = await client.request(`${mapsPath}/${name}`, { method: "DELETE" });
  if (answer.status !== 200) throw new Error(`${name} was not deleted: ${answer.text}`);
}

/** Returns the current resourceVersion of a collection. */
export async function listVersion(client: WireClient, target = mapsPath): Promise<string> {
  return (await client.request(`${target}?limit=1`)).json.metadata.resourceVersion;
}

/** Creates a namespace. Throws if the server rejects it. */
export async function createNamespace(client: WireClient, name: string): Promise<void> {
  const answer = await client.request("/api/v1/namespaces", { body: { metadata: { name } } });
  if (answer.status !== 201) throw new Error(`namespace ${name} was not created: ${answer.text}`);
}

/** Returns the names of the items of a list response. */
export function namesOf(list: WireResponse): string[] {
  return list.json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
}
