/**
 * Hooks of subresources that accept posted documents or connect clients. Unlike other hooks they are not pure: they
 * read and write objects.
 */
import type { ApiObject } from "../meta/object-meta.ts";
import type { ComputedObject, HandlerContext } from "./computed-kind.ts";
import type { ObjectAccess } from "./object-access.ts";

/** Everything that a handler of a subresource may depend on besides the document in the request. */
export interface SubresourceRequest extends HandlerContext {
  /** Name of the object, from the path of the request. */
  readonly name: string;
  readonly objects: ObjectAccess;
  /** Adds an annotation to the audit event of the request. */
  readonly annotate: (name: string, value: string) => void;
}

/**
 * Checks and completes a posted document. Runs before the validating phase of admission, which sees the completed document.
 * @throws StatusError
 */
export type PostedPreparation<D = ApiObject> = (document: D, request: SubresourceRequest) => Promise<void>;

/**
 * Does what a posted document requests. May change the document.
 * @returns the document to send as response; undefined if the response is a Status that reports success
 * @throws StatusError
 */
export type PostedHook<D = ApiObject> = (
  document: D,
  request: SubresourceRequest,
) => Promise<ComputedObject<ApiObject> | undefined>;

/** The target of a connection. */
export interface Destination {
  /** The node whose agent forwards the connection; empty if it is unknown. */
  readonly nodeName: string;
}

/**
 * Finds the target of a connection.
 * @param options from the query
 * @returns undefined if there is no target yet; the response is then empty
 * @throws StatusError
 */
export type ConnectedHook<O = unknown> = (options: O, request: SubresourceRequest) => Promise<Destination | undefined>;
