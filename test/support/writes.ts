/** Short functions that send requests and check the status of the response. */
import type { WireClient, WireResponse } from "./wire-client.ts";

// Deliberately untyped, like `json` of the client: tests read arbitrary fields of responses.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** Media types of patches by their short names. */
export const patchTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
} as const;

/** Short name of a patch type. */
export type PatchType = keyof typeof patchTypes;

/** Creates an object and returns it. Throws if the server rejects it. */
export async function createObject(client: WireClient, collection: string, body: object): Promise<Json> {
  return expectResponse(201, `creation in ${collection}`, await client.request(collection, { body }));
}

/** Reads an object and returns it. Throws if it does not exist. */
export async function getObject(client: WireClient, path: string): Promise<Json> {
  return expectResponse(200, `GET ${path}`, await client.request(path));
}

/** Whether the object does not exist. */
export async function isGone(client: WireClient, path: string): Promise<boolean> {
  return (await client.request(path)).status === 404;
}

/** Replaces an object with PUT and returns the response. */
export function put(client: WireClient, path: string, body: unknown): Promise<WireResponse> {
  return client.request(path, { method: "PUT", body });
}

/** Sends a patch and returns the response. A text body is sent unchanged. */
export function patch(client: WireClient, path: string, type: PatchType, body: unknown): Promise<WireResponse> {
  return client.request(path, { method: "PATCH", headers: { "content-type": patchTypes[type] }, body });
}

/**
 * Deletes an object and returns the response. `options` are the DeleteOptions in the body. If absent, the request has
 * no body.
 */
export function deleteObject(client: WireClient, path: string, options?: object): Promise<WireResponse> {
  return client.request(path, { method: "DELETE", ...(options ? { body: options } : {}) });
}

/** Returns the object without its managed fields. */
export function withoutManagedFields(object: Json): Json {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function expectResponse(status: number, what: string, answer: WireResponse): Json {
  if (answer.status !== status) throw new Error(`${what} answered ${answer.status}: ${answer.text}`);
  return answer.json;
}
