/** The interface of the second thread, to which this thread hands large requests and parts of responses. */
import type { NoteScope, SentNotes } from "../../audit/index.ts";
import type { User } from "../../authn/index.ts";
import type { CachedObject, EventType } from "../../cache/index.ts";
import type { GroupResource } from "../../meta/group-version.ts";
import type { SpanLink } from "../../tracing/index.ts";
import type { Output } from "../output/output.ts";
import type { TableForm } from "../output/table.ts";
import type { ResponseHeaders } from "../requests/exchange.ts";

/** A request to the other thread. Its user has been authenticated and authorized. */
export interface OffloadedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly user: User;
  readonly resource: GroupResource;
  /** Present if the request is recorded for the audit log: what the other thread must note. */
  readonly audit?: NoteScope;
  /** Present if the request is traced. */
  readonly trace?: OffloadedTrace;
  /** Present if the type is custom. */
  readonly definition?: OffloadedDefinition;
}

/** The span to which the steps of a request in the other thread belong. */
export interface OffloadedTrace extends SpanLink {
  readonly auditId: string;
}

/** The definition of a custom type. The other thread does not read definitions from the store. */
export interface OffloadedDefinition {
  readonly name: string;
  /** The definition as clients get it. */
  readonly json: Buffer;
}

/** The response of the other thread. */
export interface OffloadedResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
  /** Notes for the audit log, if the request has `audit`. */
  readonly audit?: SentNotes;
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
  readonly position: ItemPosition;
  readonly key: string;
  readonly revision: number;
  /** The object's JSON. */
  readonly bytes: Buffer;
  readonly needsExactJson: boolean;
  /** Present if the type is custom. */
  readonly definition?: OffloadedDefinition;
}

/** Position of an object in a response: first or later in a list, or in a watch event. */
export type ItemPosition =
  | { readonly in: "list"; readonly isFirst: boolean }
  | { readonly in: "event"; readonly type: EventType };

/** Returns the item for which the other thread encodes an object as a part of a response. */
export function offloadedItem(
  { group, version, resource }: ResourceName,
  { key, revision, bytes, needsExactJson }: CachedObject,
  form: Pick<OffloadedItem, "output" | "table" | "position">,
): OffloadedItem {
  return { group, version, resource, ...form, key, revision, bytes, needsExactJson };
}

/** The second thread, as this thread calls it. */
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
  handle(request: OffloadedRequest, signal: AbortSignal): Promise<OffloadedResponse>;
}

/** Returns a thread that gets the definition of the type with each request for a custom type. */
export function withDefinitions(
  thread: RequestOffload,
  definitionOf: (resource: GroupResource) => OffloadedDefinition | undefined,
): RequestOffload {
  const defined = <T extends object>(work: T, resource: GroupResource): T => {
    const definition = definitionOf(resource);
    return definition ? { ...work, definition } : work;
  };
  return {
    renderItem: (item, signal) => thread.renderItem(defined(item, item), signal),
    handle: (request, signal) => thread.handle(defined(request, request.resource), signal),
  };
}
