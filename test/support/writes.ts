/** Writes over the wire, a line each: what a test sends, and what it takes for granted of the answer. */
import type { WireClient, WireResponse } from "./wire-client.ts";

// Loosely typed on purpose, as the client's `json` is: tests look at what came.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

export const patchTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
} as const;

export type PatchType = keyof typeof patchTypes;

/** Creates an object, and fails when that is refused. @returns the object */
export async function created(client: WireClient, collection: string, body: object): Promise<Json> {
  return expectAnswer(201, `creation in ${collection}`, await client.request(collection, { body }));
}

/** Reads an object, and fails when there is none. */
export async function stored(client: WireClient, path: string): Promise<Json> {
  return expectAnswer(200, `GET ${path}`, await client.request(path));
}

export async function isGone(client: WireClient, path: string): Promise<boolean> {
  return (await client.request(path)).status === 404;
}

export function put(client: WireClient, path: string, body: unknown): Promise<WireResponse> {
  return client.request(path, { method: "PUT", body });
}

/** @param body text is sent as it is */
export function patch(client: WireClient, path: string, type: PatchType, body: unknown): Promise<WireResponse> {
  return client.request(path, { method: "PATCH", headers: { "content-type": patchTypes[type] }, body });
}

/** @param options the DeleteOptions of the body; absent: no body */
export function remove(client: WireClient, path: string, options?: object): Promise<WireResponse> {
  return client.request(path, { method: "DELETE", ...(options ? { body: options } : {}) });
}

/** The object without its owners, for tests of something else. */
export function withoutOwners(object: Json): Json {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function expectAnswer(status: number, what: string, answer: WireResponse): Json {
  if (answer.status !== status) throw new Error(`${what} answered ${answer.status}: ${answer.text}`);
  return answer.json;
}
