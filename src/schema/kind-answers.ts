/**
 * Kinds whose objects are never stored. A client posts a question and receives the answer, or reads an object that the
 * server computes. The kind's declaration lists the verbs.
 */
import type { FieldError } from "../meta/field-error.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { User } from "../meta/user.ts";
import type { HookContext } from "./hook-context.ts";

/** Everything that an answer may depend on besides the object in the request. */
export interface AnswerContext extends HookContext {
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly user: User;
  /** Whether the request is a dry run: its effects are only checked. */
  readonly dryRun: boolean;
}

/** An object in a response. Its kind and version are those of the request. */
export type AnsweredObject<T> = Omit<T, "kind" | "apiVersion">;

/** Handlers of the verbs of a kind that is not stored. */
export interface KindAnswers<T = ApiObject> {
  /** Whether a create never changes anything in the cluster. */
  readonly changesNothing?: boolean;
  /**
   * Returns the errors of a posted object. Runs before `create` and changes nothing.
   * @throws StatusError for other failures than errors in fields
   */
  readonly validateCreate?: (object: T, context: AnswerContext) => readonly FieldError[];
  /**
   * Returns the response to a posted object. It may be the changed object itself. Undefined if the response is a Status
   * that reports success.
   * @throws StatusError
   */
  readonly create?: (
    object: T,
    context: AnswerContext,
  ) => AnsweredObject<T> | undefined | Promise<AnsweredObject<T> | undefined>;
  /** Returns the object of this name. @throws StatusError 404 */
  readonly get?: (name: string, context: AnswerContext) => AnsweredObject<T> | Promise<AnsweredObject<T>>;
  /** Returns all objects, in the order of the response. */
  readonly list?: (context: AnswerContext) => readonly AnsweredObject<T>[] | Promise<readonly AnsweredObject<T>[]>;
}
