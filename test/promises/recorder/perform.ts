/** Performs the request of an operation over HTTP, and returns its outcome. */
import type { ListPage, Outcome, ReadPoint, Rejection, Request } from "../history/history.ts";
import type { ApiClient, Reply } from "./api-client.ts";
import { documentOf, patchOf, type StoredDocument, sightingOf } from "./documents.ts";

/** More chunks than any correct list has. A server that repeats objects could continue without an end. */
const pagesMax = 100;
const mergePatch = { "content-type": "application/merge-patch+json" };

interface ListDocument {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly StoredDocument[];
}

/** Returns the path of the collection of a history. */
export function collectionOf(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/configmaps`;
}

/**
 * Sends the request.
 * @throws Error if the server responds in a way that no correct server does, such as with status 400
 */
export async function perform(client: ApiClient, namespace: string, request: Request): Promise<Outcome> {
  if (request.kind === "list") return await performList(client, namespace, request);
  const reply = await send(client, collectionOf(namespace), request);
  if (reply.kind !== "response") return failureOf(reply);
  const { status, json } = reply;
  if (status !== 200 && status !== 201) return rejectionOf(status, json);
  if (request.kind !== "delete") return { kind: "object", object: sightingOf(json as StoredDocument) };
  return { kind: "deleted", uid: (json as { readonly details: { readonly uid: string } }).details.uid };
}

function send(client: ApiClient, collection: string, request: Exclude<Request, { kind: "list" }>): Promise<Reply> {
  const path = `${collection}/${request.key}`;
  switch (request.kind) {
    case "create":
      return client.request(collection, { method: "POST", body: documentOf(request) });
    case "update":
      return client.request(path, { method: "PUT", body: documentOf(request, request.expected) });
    case "patch":
      return client.request(path, { method: "PATCH", headers: mergePatch, body: patchOf(request, request.expected) });
    case "empty-patch":
      return client.request(path, { method: "PATCH", headers: mergePatch, body: {} });
    case "delete":
      return client.request(path, { method: "DELETE", body: deleteOptions(request) });
    case "get":
      return client.request(`${path}?${queryOf(request.point)}`);
  }
}

function deleteOptions({ uid, expected }: Extract<Request, { kind: "delete" }>): object {
  const preconditions = {
    ...(uid === undefined ? {} : { uid }),
    ...(expected === undefined ? {} : { resourceVersion: String(expected) }),
  };
  return { kind: "DeleteOptions", apiVersion: "v1", preconditions };
}

function queryOf(point: ReadPoint): string {
  if (point.kind === "latest") return "";
  return `resourceVersion=${"revision" in point ? point.revision : 0}`;
}

async function performList(
  client: ApiClient,
  namespace: string,
  { point, tier, limit }: Extract<Request, { kind: "list" }>,
): Promise<Outcome> {
  const selector = tier === undefined ? "" : `&labelSelector=tier%3D${tier}`;
  const common = `${selector}${limit === undefined ? "" : `&limit=${limit}`}`;
  const match = { latest: "", any: "", "not-older": "NotOlderThan", exact: "Exact" }[point.kind];
  let query = `${queryOf(point)}${match === "" ? "" : `&resourceVersionMatch=${match}`}`;
  const pages: ListPage[] = [];
  for (;;) {
    const reply = await client.request(`${collectionOf(namespace)}?${query}${common}`);
    if (reply.kind !== "response") return failureOf(reply);
    if (reply.status !== 200) return rejectionOf(reply.status, reply.json);
    const { metadata, items } = reply.json as ListDocument;
    pages.push({ revision: Number(metadata.resourceVersion), items: items.map(sightingOf) });
    if (!metadata.continue || pages.length === pagesMax) return { kind: "list", pages };
    query = `continue=${encodeURIComponent(metadata.continue)}`;
  }
}

function failureOf(reply: Exclude<Reply, { kind: "response" }>): Outcome {
  if (reply.kind === "unreachable") return { kind: "rejected", reason: "not-executed" };
  return { kind: "unknown", cause: reply.cause };
}

function rejectionOf(status: number, json: unknown): Outcome {
  const { reason = "", message = "" } = json as { readonly reason?: string; readonly message?: string };
  const rejection = rejections[`${status} ${reason}`];
  if (rejection) return { kind: "rejected", reason: rejection };
  // A full disk is reported before anything is written.
  if (status === 500 && message.includes("database space exceeded"))
    return { kind: "rejected", reason: "not-executed" };
  if (status >= 500) return { kind: "unknown", cause: `${status} ${message}` };
  throw new Error(`a request was answered with ${status} ${reason}: ${message}`);
}

const rejections: Readonly<Record<string, Rejection>> = {
  "404 NotFound": "absent",
  "409 AlreadyExists": "exists",
  "409 Conflict": "conflict",
  "410 Expired": "expired",
  "410 Gone": "expired",
  "429 TooManyRequests": "not-executed",
};
