/**
 * SelfSubjectRulesReviews. They list the user's permissions in a namespace, as far as the authorizers can list them.
 */
import type { SelfSubjectRulesReview, SubjectRulesReviewStatus } from "../../api/index.ts";
import type { RuleLister, SubjectRules } from "../../meta/access/access-control.ts";
import { aggregateErrors } from "../../meta/aggregate-errors.ts";
import { badRequest } from "../../meta/status-error.ts";
import type { ComputedKindHandlers } from "../../schema/index.ts";

/** Services of the server that SelfSubjectRulesReviews need. */
export interface RuleServices {
  readonly listRules: RuleLister;
}

/** Returns the request handlers. The response does not repeat the request's content. */
export function selfSubjectRulesReviewHandlers({
  listRules,
}: RuleServices): ComputedKindHandlers<SelfSubjectRulesReview> {
  return {
    changesNothing: true,
    validateCreate: ({ spec }) => {
      if (spec.namespace) return [];
      throw badRequest("no namespace on request");
    },
    create: async ({ spec }, { user }) => ({
      metadata: {},
      spec: {},
      status: statusOf(await listRules(user, spec.namespace ?? "")),
    }),
  };
}

function statusOf({ resourceRules, pathRules, incomplete, errors }: SubjectRules): SubjectRulesReviewStatus {
  return {
    resourceRules: resourceRules.map(({ verbs, groups, resources, names = [] }) => ({
      verbs: [...verbs],
      apiGroups: [...groups],
      resources: [...resources],
      resourceNames: [...names],
    })),
    nonResourceRules: pathRules.map(({ verbs, paths }) => ({ verbs: [...verbs], nonResourceURLs: [...paths] })),
    incomplete,
    evaluationError: aggregateErrors(errors),
  };
}
