/** The flag `--explain-denials`: adds to denials what would allow the request. */
import type {
  AccessControl,
  Attributes,
  Authorizer,
  Decision,
  ResourceAction,
} from "../../meta/access/access-control.ts";
import { explainDenial } from "../../meta/access/explain-denial.ts";
import { ruleAllows } from "../../meta/access/rule-match.ts";
import type { User } from "../../meta/user.ts";
import { group, type Vocabulary } from "../../meta/vocabulary.ts";

/**
 * Returns the authorizer whose denials explain what is missing, to users whose roles let them list the roles and bindings that
 * could allow the action. Others get the same decision as without it. Two decisions are not explained: an explicit denial, because
 * no role changes it, and one with an error, because its response is not a denial. The roles alone decide who gets an explanation,
 * so that a denial costs no further request to a webhook.
 */
export function explainDenials({ authorize, roles }: AccessControl, vocabulary: Vocabulary): Authorizer {
  const rbacGroup = vocabulary.bind(group("rbac.authorization"));
  const explained = async (user: User, action: Attributes, decision: Decision): Promise<Decision> => {
    const namespace = action.isResource ? action.namespace : "";
    const inCluster = await roles.rulesOfUser(user, "");
    const { rules } = namespace === "" ? inCluster : await roles.rulesOfUser(user, namespace);
    const mayList = (list: ResourceAction): boolean =>
      (list.namespace === "" ? inCluster.rules : rules).some((rule) => ruleAllows(rule, list));
    if (!roleLists(namespace, rbacGroup).every(mayList)) return decision;
    const reasons = [decision.reason, explainDenial(user, action, rules)].filter((text) => text !== "");
    return { ...decision, reason: reasons.join("; ") };
  };
  const explainIfUndecided = (user: User, action: Attributes, decision: Decision): Decision | Promise<Decision> =>
    decision.decision === "no opinion" && decision.error === undefined ? explained(user, action, decision) : decision;
  return (user, action) => {
    const decision = authorize(user, action);
    if (decision instanceof Promise) return decision.then((later) => explainIfUndecided(user, action, later));
    return explainIfUndecided(user, action, decision);
  };
}

/** Returns the requests for the roles and bindings that can allow something in a namespace, or in the cluster if it is empty. */
function roleLists(namespace: string, rbacGroup: string): readonly ResourceAction[] {
  const list = (resource: string, place: string): ResourceAction => ({
    isResource: true,
    verb: "list",
    group: rbacGroup,
    version: "v1",
    namespace: place,
    resource,
    subresource: "",
    name: "",
  });
  const inCluster = [list("clusterroles", ""), list("clusterrolebindings", "")];
  return namespace === "" ? inCluster : [list("roles", namespace), list("rolebindings", namespace), ...inCluster];
}
