/**
 * All authenticated users may ask who they are and what they may do. Roles will replace this rule: in the reference, the role
 * `system:basic-user` grants the same.
 */
import { allowed, type ListedAuthorizer, noOpinion, noRules } from "../../authz/index.ts";
import type { Authorizer } from "../../meta/access/access-control.ts";
import { group, type Vocabulary } from "../../meta/vocabulary.ts";

const authenticatedUsers = "system:authenticated";

/** Returns the authorizer that allows reviews of the own user. */
export function selfReviewAccess(vocabulary: Vocabulary): ListedAuthorizer {
  const authentication = vocabulary.bind(group("authentication"));
  const authorization = vocabulary.bind(group("authorization"));
  const reviews = [
    { group: authentication, resource: "selfsubjectreviews" },
    { group: authorization, resource: "selfsubjectaccessreviews" },
    { group: authorization, resource: "selfsubjectrulesreviews" },
  ];
  const authorize: Authorizer = ({ groups }, attributes) => {
    if (!attributes.isResource || attributes.verb !== "create" || attributes.subresource !== "") return noOpinion;
    const isReview = reviews.some(
      ({ group, resource }) => group === attributes.group && resource === attributes.resource,
    );
    return isReview && groups.includes(authenticatedUsers) ? allowed : noOpinion;
  };
  return {
    authorize,
    list: ({ groups }) =>
      groups.includes(authenticatedUsers)
        ? {
            ...noRules,
            resourceRules: reviews.map(({ group, resource }) => ({
              verbs: ["create"],
              groups: [group],
              resources: [resource],
            })),
          }
        : noRules,
  };
}
