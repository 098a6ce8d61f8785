/** The flag `--explain-denials`: adds to denials what would allow the request. */
import type {
  AccessControl,
  Attributes,
  Authorizer,
  Decision,
  ResourceAction,
} from "../../meta/access/access-control.ts";
import { explainDenial } from "../../meta/access/explain-denial.ts";
import type { User } from "../../meta/user.ts";
import { group, type Vocabulary } from "../../meta/vocabulary.ts";

/**
 * Returns the authorizer whose denials explain what is missing, to users who may list the roles and bindings that
 * could allow the action. Others get the same decision as without it. An explicit denial is not explained, because no role changes it.
 */
export function explainDenials({ authorize, roles }: AccessControl, vocabulary: Vocabulary): Authorizer {
  const rbacGroup = vocabulary.bind(group("rbac.authorization"));
  const explained = async (user: User, action: Attributes, decision: Decision): Promise<Decision> => {
    const namespace = action.isResource ? action.namespace : "";
    if (!(await mayListRoles(user, namespace))) return decision;
    const { rules } = await roles.rulesOfUser(user, namespace);
    const reasons = [decision.reason, explainDenial(user, action, rules)].filter((text) => text !== "");
    return { ...decision, reason: reasons.join("; ") };
  };
  const mayListRoles = async (user: User, namespace: string): Promise<boolean> => {
    for (const action of roleLists(namespace, rbacGroup)) {
      const { decision } = await authorize(user, action);
      if (decision !== "allow") return false;
    }
    return true;
  };
  const explainIfUndecided = (user: User, action: Attributes, decision: Decision): Decision | Promise<Decision> =>
    decision.decision === "no opinion" ? explained(user, action, decision) : decision;
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
