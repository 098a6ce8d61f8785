/**
 * Kinds whose objects are answered and never kept: a question is posted and comes back with its answer, or what is read is
 * found out while it is read. The declaration says with which verbs.
 */
import type { FieldError } from "../meta/field-error.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { User } from "../meta/user.ts";
import type { HookContext } from "./hook-context.ts";

/** What an answer may depend on besides the request's object. */
export interface AnswerContext extends HookContext {
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly user: User;
  /** True: what the answer would bring about is only checked. */
  readonly dryRun: boolean;
}

/** An object as it is answered; its kind and version are those that were asked. */
export type Answer<T> = Omit<T, "kind" | "apiVersion">;

export interface KindAnswers<T = ApiObject> {
  /** True: whatever is posted, nothing changes in the cluster. */
  readonly changesNothing?: boolean;
  /**
   * What is wrong with a posted object, before anything comes of it. Changes nothing.
   * @throws StatusError for what is no matter of fields
   */
  readonly validateCreate?: (object: T, context: AnswerContext) => readonly FieldError[];
  /**
   * The answer to a posted object, which may be changed and answered itself; undefined: what it asks for is done.
   * @throws StatusError
   */
  readonly create?: (object: T, context: AnswerContext) => Answer<T> | undefined | Promise<Answer<T> | undefined>;
  /** @throws StatusError 404 */
  readonly get?: (name: string, context: AnswerContext) => Answer<T> | Promise<Answer<T>>;
  /** In the order of the answer. */
  readonly list?: (context: AnswerContext) => readonly Answer<T>[] | Promise<readonly Answer<T>[]>;
}
