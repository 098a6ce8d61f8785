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
import type { ClientContext } from "../context.ts";
import { CommandError } from "../terminal.ts";

/** The clients of a command, and the user of `--as`. */
export type ReviewContext = Pick<ClientContext, "client" | "caller" | "impersonated" | "signal">;

/**
 * Returns the server's decision about an action of the client's user. Some users of `--as` may not ask about themselves, such as the
 * anonymous user. The caller then asks about them.
 * @throws StatusError; CommandError if neither of them may ask
 */
export async function reviewAccess(action: Attributes, context: ReviewContext): Promise<SubjectAccessReviewStatus> {
  const { client, signal } = context;
  const spec = reviewSpec(action);
  const review = await unlessForbidden(context, {
    asUser: () => client.api(selfSubjectAccessReview).create({ metadata: {}, spec }, { signal }),
    asCaller: (user) => reviewAsCaller(user, spec, context),
  });
  return review.status ?? { allowed: false };
}

/** Returns the user as whom the server authenticates the client, after impersonation. @throws StatusError */
export async function reviewUser(context: ReviewContext): Promise<User> {
  const { client, signal } = context;
  return await unlessForbidden<User>(context, {
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
  /** Asks as the user of `--as`. */
  readonly asUser: () => Promise<T>;
  /** Finds the answer with the permissions of the caller. */
  readonly asCaller: (user: User) => Promise<T>;
}

async function unlessForbidden<T>({ impersonated }: ReviewContext, { asUser, asCaller }: Ways<T>): Promise<T> {
  try {
    return await asUser();
  } catch (error) {
    if (!impersonated || !isForbidden(error)) throw error;
    const { user: name, groups, uid, extra } = impersonated;
    return await asCaller({
      name,
      groups: impersonatedGroups(name, groups),
      ...(uid === undefined ? {} : { uid }),
      extra,
    });
  }
}

async function reviewAsCaller(
  { name, groups, uid, extra = {} }: User,
  action: ReturnType<typeof reviewSpec>,
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
    );
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof StatusError && error.code === 403;
}
