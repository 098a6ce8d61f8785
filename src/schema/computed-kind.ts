/**
 * Computed kinds: their objects are never stored. The server computes the response to a posted object, such as an access
 * review, or the objects that a client reads. The kind's declaration lists the verbs.
 */
import type { AccountTokenIssuer } from "../meta/accounts/account-token.ts";
import type { FieldError } from "../meta/field-error.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { User } from "../meta/user.ts";
import type { HookContext } from "./hook-context.ts";

/** Values that a handler may depend on besides the object in the request. */
export interface HandlerContext extends HookContext {
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly user: User;
  /** Whether the request is a dry run: its effects are only checked. */
  readonly dryRun: boolean;
  readonly accountTokens: AccountTokenIssuer;
}

/** An object that a handler computes. Its kind and version are those of the request. */
export type ComputedObject<T> = Omit<T, "kind" | "apiVersion">;

/** Handlers of the verbs of a computed kind. */
export interface ComputedKindHandlers<T = ApiObject> {
  /** Whether a create never changes anything in the cluster. */
  readonly changesNothing?: boolean;
  /**
   * Returns the errors of a posted object. Runs before `create` and changes nothing.
   * @throws StatusError for other failures than errors in fields
   */
  readonly validateCreate?: (object: T, context: HandlerContext) => readonly FieldError[];
  /**
   * Returns the response to a posted object. It may be the changed object itself. Undefined if the response is a Status
   * that reports success.
   * @throws StatusError
   */
  readonly create?: (
    object: T,
    context: HandlerContext,
  ) => ComputedObject<T> | undefined | Promise<ComputedObject<T> | undefined>;
  /** Returns the object of this name. @throws StatusError 404 */
  readonly get?: (name: string, context: HandlerContext) => ComputedObject<T> | Promise<ComputedObject<T>>;
  /** Returns all objects, in the order of the response. */
  readonly list?: (context: HandlerContext) => readonly ComputedObject<T>[] | Promise<readonly ComputedObject<T>[]>;
}
