/** What subresources do that are posted to or connected. Unlike other hooks these are not pure: they read and write. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { Answer, AnswerContext } from "./kind-answers.ts";
import type { ObjectAccess } from "./object-access.ts";

/** A request to a subresource. */
export interface SubresourceRequest extends AnswerContext {
  /** Of the object, as the path has it. */
  readonly name: string;
  readonly objects: ObjectAccess;
}

/**
 * Does what a posted document asks for. May change the document.
 * @returns the document to answer; undefined: that it is done
 * @throws StatusError
 */
export type PostedHook<D = ApiObject> = (
  document: D,
  request: SubresourceRequest,
) => Promise<Answer<ApiObject> | undefined>;

/** Where a connection leads. */
export interface Destination {
  /** The node whose agent passes it on; empty when nobody knows. */
  readonly nodeName: string;
}

/**
 * Finds out where a connection leads.
 * @param options from the query
 * @returns undefined: nowhere, for there is nothing yet; the answer is empty
 * @throws StatusError
 */
export type ConnectedHook<O = unknown> = (options: O, request: SubresourceRequest) => Promise<Destination | undefined>;
