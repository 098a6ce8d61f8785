/**
 * Hands writes that would take much processor time to another thread, so that other clients do not wait for them. The
 * cost of a write depends on how much JSON is read, compared and written: on the size of its body, and of the stored
 * object that it changes. All other requests continue to the router of this thread.
 */
import type { User } from "../../authn/index.ts";
import type { CachedObject, EventType } from "../../cache/index.ts";
import type { Filter, Next } from "../chain.ts";
import { streamPieces } from "../output/body-stream.ts";
import type { Output } from "../output/output.ts";
import type { TableForm } from "../output/table.ts";
import { chunksOfBody, writtenAtOnceBytesMax } from "../output/write-body.ts";
import { bodyBytesMax } from "../requests/body.ts";
import type { Call } from "../requests/call.ts";
import type { ResponseHeaders } from "../requests/exchange.ts";
import { isLarge, largeBytes } from "../requests/large-bytes.ts";
import { textParameter } from "../requests/query-parameters.ts";
import type { ResourceRequestInfo } from "../requests/request-info.ts";
import { type ServedEndpoint } from "../served/endpoint.ts";
import { type ResourceTable } from "../served/resource-table.ts";

/** A request to the other thread. Its user has been authenticated and authorized. */
export interface OffloadedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly user: User;
}

/** The response of the other thread. */
export interface OffloadedAnswer {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
}

/** Names of the resource that is read. */
type ResourceName = Pick<OffloadedItem, "group" | "version" | "resource">;

/** One object of a list or a watch that the other thread encodes as a part of the response. */
export interface OffloadedItem {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly output: Output;
  /** Present if the response is a Table. */
  readonly table: TableForm | undefined;
  readonly place: ItemPlace;
  readonly key: string;
  readonly revision: number;
  /** The object's JSON. */
  readonly bytes: Buffer;
  readonly exact: boolean;
}

/** Position of an object in a response: first or later in a list, or in a watch event. */
export type ItemPlace =
  | { readonly in: "list"; readonly isFirst: boolean }
  | { readonly in: "event"; readonly type: EventType };

/** Returns the order to encode an object of a resource as a part of a response. */
export function offloadedItem(
  { group, version, resource }: ResourceName,
  { key, revision, bytes, exact }: CachedObject,
  form: Pick<OffloadedItem, "output" | "table" | "place">,
): OffloadedItem {
  return { group, version, resource, ...form, key, revision, bytes, exact };
}

/** The other thread. */
export interface RequestOffload {
  /**
   * Returns the encoded part of a response for one object.
   * @param signal aborted when the client disconnects or the request's time is over
   * @throws StatusError 503 if the thread has ended
   */
  renderItem(item: OffloadedItem, signal: AbortSignal): Promise<Buffer>;
  /**
   * Returns the response to a request.
   * @param signal aborted when the client disconnects or the request's time is over
   * @throws StatusError 503 if the thread has ended
   */
  handle(request: OffloadedRequest, signal: AbortSignal): Promise<OffloadedAnswer>;
}

/** Returns the filter that hands large writes to `thread`. It runs last, after authorization. */
export function offloadWrites(thread: RequestOffload, resources: ResourceTable): Filter {
  return (call, next) => {
    const { info } = call;
    if (!info.isResource || !writeVerbs.has(info.verb)) return next();
    const served = resources.version(info.group, info.version)?.resources.get(info.resource);
    if (!served || served.subresources.get(info.subresource)?.connection) return next();
    const { endpoint } = served;
    const declared = call.exchange.header("content-length");
    if (declared !== undefined && Number(declared) > bodyBytesMax) return next();
    const isStoredKnown = info.name === "" || (endpoint.resource?.cache.isLoaded ?? true);
    if (declared === undefined || !isStoredKnown) return offloadOnceSizeIsKnown(thread, { call, next, endpoint, info });
    const takesLong = Number(declared) > largeBytes || storesLarge(endpoint, info);
    return takesLong ? relayTo(thread, call, endpoint) : next();
  };
}

const writeVerbs: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);

interface UndecidedWrite {
  readonly call: Call;
  readonly next: Next;
  /** Endpoint of the resource itself, even if the request is for a subresource. */
  readonly endpoint: ServedEndpoint;
  readonly info: ResourceRequestInfo;
}

/**
 * Reads the body if its length was not declared, and loads the stored objects if they are not in the cache. Then
 * decides.
 */
async function offloadOnceSizeIsKnown(
  thread: RequestOffload,
  { call, next, endpoint, info }: UndecidedWrite,
): Promise<void> {
  let bodyBytes = 0;
  try {
    bodyBytes = (await call.readBody(bodyBytesMax)).length;
  } catch {
    // The verb gets the same error when it reads the body. It reports the error in the right order among its other
    // checks.
    return await next();
  }
  if (info.name !== "") await endpoint.resource?.cache.ready();
  const takesLong = bodyBytes > largeBytes || storesLarge(endpoint, info);
  return takesLong ? await relayTo(thread, call, endpoint) : await next();
}

/** Whether the object that the request names is large. */
function storesLarge({ resource, resourceKind }: ServedEndpoint, { name, namespace }: ResourceRequestInfo): boolean {
  if (!resource || name === "") return false;
  const stored = resource.cache.get(resource.key(resourceKind.namespaced ? namespace : "", name));
  return stored !== undefined && isLarge(stored);
}

/** Sends the request to the other thread, and relays the response to the client. */
export async function relayTo(thread: RequestOffload, call: Call, endpoint: ServedEndpoint): Promise<void> {
  if (endpoint.deprecation) call.deprecation = endpoint.deprecation;
  call.dryRun = textParameter(call, "dryRun") === "All";
  const { status, headers, body } = await thread.handle(await offloadedRequest(call), call.signal);
  await relayAnswer(call, { status, headers, body });
}

/** Headers that the other thread does not need. This thread has identified the user and sets the id of the response. */
const omittedHeader = /^(?:authorization|impersonate-.*|audit-id|connection|transfer-encoding)$/;

async function offloadedRequest(call: Call): Promise<OffloadedRequest> {
  const { exchange, method, user } = call;
  const names = exchange.headerNames().filter((name) => !name.startsWith(":") && !omittedHeader.test(name));
  const headers = Object.fromEntries(names.map((name) => [name, exchange.header(name) ?? ""]));
  return { method, target: exchange.target, headers, body: await call.readBody(bodyBytesMax), user };
}

async function relayAnswer(call: Call, { status, headers, body }: OffloadedAnswer): Promise<void> {
  if (call.exchange.isClosed || call.exchange.hasResponse) return;
  const { "audit-id": _, ...kept } = headers;
  if (body.length <= writtenAtOnceBytesMax) call.respond(status, kept, body);
  else await streamPieces(call, call.begin(status, kept), chunksOfBody(body));
}
