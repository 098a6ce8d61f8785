/** Decides by the default roles and bindings as if they were stored, for servers that start without them. */
import { type ListedAuthorizer, RbacAuthorizer, RbacIndex } from "../../authz/index.ts";
import { defaultPolicy } from "../../kinds/index.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import { group, type Vocabulary } from "../../meta/vocabulary.ts";

/** Returns the authorizer. It indexes the roles with the first decision, because some servers only serve administrators. */
export function defaultPermissions(vocabulary: Vocabulary, isEnabled: IsEnabled): ListedAuthorizer {
  let made: RbacAuthorizer | undefined;
  const authorizer = (): RbacAuthorizer => {
    made ??= new RbacAuthorizer(indexOfDefaults(vocabulary, isEnabled), vocabulary.bind(group("rbac.authorization")));
    return made;
  };
  return {
    authorize: (user, attributes) => authorizer().authorize(user, attributes),
    list: (user, namespace) => authorizer().listRules(user, namespace),
  };
}

function indexOfDefaults(vocabulary: Vocabulary, isEnabled: IsEnabled): RbacIndex {
  const { clusterRoles, clusterRoleBindings, roles, roleBindings } = defaultPolicy(vocabulary, isEnabled);
  const index = new RbacIndex();
  for (const { metadata, rules } of [...clusterRoles, ...roles]) {
    index.setRole(metadata.namespace ?? "", metadata.name ?? "", rules);
  }
  for (const { metadata, roleRef, subjects } of [...clusterRoleBindings, ...roleBindings]) {
    index.setBinding(metadata.namespace ?? "", metadata.name ?? "", { roleRef, subjects: subjects ?? [] });
  }
  return index;
}
