/** Whether somebody may do something: the authorizer's word, as the answer to a question. */
import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectAccessReviewSpec,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
  SubjectAccessReviewStatus,
} from "../../api/index.ts";
import type { Attributes, Authorizer, Subject } from "../../authz/index.ts";
import type { KindAnswers } from "../../schema/index.ts";
import { localReviewErrors, selfReviewErrors, subjectReviewErrors } from "./access-review-rules.ts";
import { unreadSelectors } from "./unread-selectors.ts";

export interface DecisionServices {
  readonly authorizer: Authorizer;
}

export function subjectAccessReviewAnswers({ authorizer }: DecisionServices): KindAnswers<SubjectAccessReview> {
  return {
    changesNothing: true,
    validateCreate: subjectReviewErrors,
    create: async ({ metadata, spec }) => ({
      metadata,
      spec,
      status: await review(authorizer, subjectOf(spec), spec),
    }),
  };
}

export function localSubjectAccessReviewAnswers(services: DecisionServices): KindAnswers<LocalSubjectAccessReview> {
  return { ...subjectAccessReviewAnswers(services), validateCreate: localReviewErrors };
}

export function selfSubjectAccessReviewAnswers({ authorizer }: DecisionServices): KindAnswers<SelfSubjectAccessReview> {
  return {
    changesNothing: true,
    validateCreate: selfReviewErrors,
    create: async ({ metadata, spec }, { user }) => ({
      metadata,
      spec,
      status: await review(authorizer, user, spec),
    }),
  };
}

function subjectOf({ user = "", groups = [] }: SubjectAccessReviewSpec): Subject {
  return { name: user, groups };
}

async function review(
  authorizer: Authorizer,
  subject: Subject,
  spec: SelfSubjectAccessReviewSpec,
): Promise<SubjectAccessReviewStatus> {
  const { decision, reason } = await authorizer(subject, attributesOf(spec));
  return {
    allowed: decision === "allow",
    denied: decision === "deny",
    reason,
    evaluationError: unreadSelectors(spec.resourceAttributes).join("; "),
  };
}

function attributesOf({ resourceAttributes: asked, nonResourceAttributes }: SelfSubjectAccessReviewSpec): Attributes {
  if (!asked)
    return { isResource: false, verb: nonResourceAttributes?.verb ?? "", path: nonResourceAttributes?.path ?? "" };
  const { verb = "", group = "", namespace = "", resource = "", subresource = "", name = "" } = asked;
  return { isResource: true, verb, group, version: asked.version || "*", namespace, resource, subresource, name };
}
