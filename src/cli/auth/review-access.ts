/** Asks the server about the permissions of the user whose actions a command explains. */
import { selfSubjectReview } from "../../api/authentication/v1/self-subject-review.ts";
import {
  type SelfSubjectAccessReviewSpec,
  selfSubjectAccessReview,
} from "../../api/authorization/v1/self-subject-access-review.ts";
import {
  type SubjectAccessReviewStatus,
  subjectAccessReview,
} from "../../api/authorization/v1/subject-access-review.ts";
import { StatusError } from "../../client/index.ts";
import type { Attributes } from "../../meta/access/access-control.ts";
import { impersonatedGroups } from "../../meta/access/impersonated-groups.ts";
import type { User } from "../../meta/user.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import type { ClientContext } from "../context.ts";
import { CommandError } from "../terminal.ts";

/** The clients of a command, and the user of `--as`. */
export type ReviewContext = Pick<ClientContext, "client" | "caller" | "impersonated" | "signal">;

/**
 * Returns the server's decision about an action of the client's user. Some users of `--as` may not ask about themselves, such as the
 * anonymous user. The caller then asks about them.
 * @throws StatusError, also if the caller may not impersonate the user; CommandError if neither of them may ask
 */
export async function reviewAccess(action: Attributes, context: ReviewContext): Promise<SubjectAccessReviewStatus> {
  const { client, signal } = context;
  const spec = reviewSpec(action);
  const review = await unlessForbidden(context, {
    review: selfSubjectAccessReview,
    asUser: () => client.api(selfSubjectAccessReview).create({ metadata: {}, spec }, { signal }),
    asCaller: (user, refusal) => reviewAsCaller({ user, action: spec, refusal }, context),
  });
  return review.status ?? { allowed: false };
}

/** Returns the user as whom the server authenticates the client, after impersonation. @throws StatusError */
export async function reviewUser(context: ReviewContext): Promise<User> {
  const { client, signal } = context;
  return await unlessForbidden<User>(context, {
    review: selfSubjectReview,
    asUser: async () => {
      const review = await client.api(selfSubjectReview).create({ metadata: {} }, { signal });
      const { username = "", groups } = review.status?.userInfo ?? {};
      return { name: username, groups: groups ?? [] };
    },
    asCaller: async (user) => user,
  });
}

/** Returns the members of a review's spec that describe an action. */
export function reviewSpec(
  action: Attributes,
): Pick<SelfSubjectAccessReviewSpec, "resourceAttributes" | "nonResourceAttributes"> {
  if (!action.isResource) return { nonResourceAttributes: { verb: action.verb, path: action.path } };
  const { namespace, verb, group, resource, subresource, name } = action;
  return { resourceAttributes: { namespace, verb, group, resource, subresource, name } };
}

interface Ways<T> {
  /** Kind that `asUser` creates. */
  readonly review: Pick<KindDeclaration, "plural">;
  /** Asks as the user of `--as`. */
  readonly asUser: () => Promise<T>;
  /** Finds the answer with the permissions of the caller. */
  readonly asCaller: (user: User, refusal: StatusError) => Promise<T>;
}

async function unlessForbidden<T>({ impersonated }: ReviewContext, { review, asUser, asCaller }: Ways<T>): Promise<T> {
  try {
    return await asUser();
  } catch (error) {
    // A refusal that names another resource, such as `users`, means that the caller may not impersonate the user.
    if (!impersonated || !isForbidden(error) || error.details?.kind !== review.plural) throw error;
    const { user: name, groups, uid, extra } = impersonated;
    const user = { name, groups: impersonatedGroups(name, groups), ...(uid === undefined ? {} : { uid }), extra };
    return await asCaller(user, error);
  }
}

interface RefusedReview {
  readonly user: User;
  readonly action: ReturnType<typeof reviewSpec>;
  /** Error of the user's own review. */
  readonly refusal: StatusError;
}

async function reviewAsCaller(
  { user: { name, groups, uid, extra = {} }, action, refusal }: RefusedReview,
  { caller, signal }: ReviewContext,
): Promise<{ readonly status?: SubjectAccessReviewStatus | undefined }> {
  const spec = {
    ...action,
    user: name,
    groups: [...groups],
    ...(uid === undefined ? {} : { uid }),
    extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])),
  };
  try {
    return await caller.api(subjectAccessReview).create({ metadata: {}, spec }, { signal });
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new CommandError(
      `${JSON.stringify(name)} may not ask about its own permissions, and you may not create SubjectAccessReviews; ` +
        "an administrator can run this command",
      { cause: refusal },
    );
  }
}

function isForbidden(error: unknown): error is StatusError {
  return error instanceof StatusError && error.code === 403;
}
