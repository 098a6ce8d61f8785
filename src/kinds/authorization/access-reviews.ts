/** Access reviews. They return the decision of the authorizer. */
import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectAccessReviewSpec,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
  SubjectAccessReviewStatus,
} from "../../api/index.ts";
import type { Attributes, Authorizer } from "../../meta/access/access-control.ts";
import type { ActionSelectors } from "../../meta/access/action-selectors.ts";
import type { User } from "../../meta/user.ts";
import type { ComputedKindHandlers } from "../../schema/index.ts";
import { localReviewErrors, selfReviewErrors, subjectReviewErrors } from "./access-review-rules.ts";
import { reviewedSelectors, selectorFaults } from "./reviewed-selectors.ts";

/** Services of the server that access reviews need. */
export interface DecisionServices {
  readonly authorizer: Authorizer;
}

/** Returns the request handlers of SubjectAccessReviews. */
export function subjectAccessReviewHandlers({
  authorizer,
}: DecisionServices): ComputedKindHandlers<SubjectAccessReview> {
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

/** Returns the request handlers of LocalSubjectAccessReviews. */
export function localSubjectAccessReviewHandlers(
  services: DecisionServices,
): ComputedKindHandlers<LocalSubjectAccessReview> {
  return { ...subjectAccessReviewHandlers(services), validateCreate: localReviewErrors };
}

/** Returns the request handlers of SelfSubjectAccessReviews. */
export function selfSubjectAccessReviewHandlers({
  authorizer,
}: DecisionServices): ComputedKindHandlers<SelfSubjectAccessReview> {
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

function subjectOf({ user = "", groups = [], uid = "", extra = {} }: SubjectAccessReviewSpec): User {
  return { name: user, groups, uid, extra };
}

async function review(
  authorizer: Authorizer,
  subject: User,
  spec: SelfSubjectAccessReviewSpec,
): Promise<SubjectAccessReviewStatus> {
  const selectors = spec.resourceAttributes ? reviewedSelectors(spec.resourceAttributes) : undefined;
  const { decision, reason, error } = await authorizer(subject, attributesOf(spec, selectors));
  const faults = [...(error === undefined ? [] : [error]), ...(selectors ? selectorFaults(selectors) : [])];
  return {
    allowed: decision === "allow",
    denied: decision === "deny",
    reason,
    evaluationError: faults.join("; "),
  };
}

function attributesOf(
  { resourceAttributes, nonResourceAttributes }: SelfSubjectAccessReviewSpec,
  selectors: ActionSelectors | undefined,
): Attributes {
  if (!resourceAttributes)
    return { isResource: false, verb: nonResourceAttributes?.verb ?? "", path: nonResourceAttributes?.path ?? "" };
  const { verb = "", group = "", namespace = "", resource = "", subresource = "", name = "" } = resourceAttributes;
  return {
    isResource: true,
    verb,
    group,
    version: resourceAttributes.version || "*",
    namespace,
    resource,
    subresource,
    name,
    selectors: selectors && (() => selectors),
  };
}
