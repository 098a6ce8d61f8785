/** ConfigMaps, the objects of tests to which the kind does not matter. */
import type { WireClient, WireResponse } from "./wire-client.ts";

export const maps = "/api/v1/namespaces/default/configmaps";
export const allMaps = "/api/v1/configmaps";

export interface MapFields {
  readonly data?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly namespace?: string;
}

/** Creates one, and fails when that is refused. */
export async function createMap(client: WireClient, name: string, fields: MapFields = {}): Promise<WireResponse> {
  const { data, labels, namespace = "default" } = fields;
  const body = { metadata: { name, ...(labels ? { labels } : {}) }, ...(data ? { data } : {}) };
  const answer = await client.request(`/api/v1/namespaces/${namespace}/configmaps`, { body });
  if (answer.status !== 201) throw new Error(`${name} was not created: ${answer.text}`);
  return answer;
}

/** Sets data members, and fails when that is refused. @returns the new resourceVersion */
export async function changeMap(client: WireClient, name: string, data: Record<string, string>): Promise<string> {
  const answer = await client.request(`${maps}/${name}`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: { data },
  });
  if (answer.status !== 200) throw new Error(`${name} was not changed: ${answer.text}`);
  return answer.json.metadata.resourceVersion;
}

export async function deleteMap(client: WireClient, name: string): Promise<void> {
  const answer = await client.request(`${maps}/${name}`, { method: "DELETE" });
  if (answer.status !== 200) throw new Error(`${name} was not deleted: ${answer.text}`);
}

/** The version of the whole collection now. */
export async function listVersion(client: WireClient, target = maps): Promise<string> {
  return (await client.request(`${target}?limit=1`)).json.metadata.resourceVersion;
}

export async function createNamespace(client: WireClient, name: string): Promise<void> {
  const answer = await client.request("/api/v1/namespaces", { body: { metadata: { name } } });
  if (answer.status !== 201) throw new Error(`namespace ${name} was not created: ${answer.text}`);
}

/** The names of a list's items. */
export function namesOf(list: WireResponse): string[] {
  return list.json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
}
