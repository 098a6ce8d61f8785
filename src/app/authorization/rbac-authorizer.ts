/** Connects the authorizer of roles with the roles and bindings of the cluster. */
import { type ListedAuthorizer, RbacAuthorizer } from "../../authz/index.ts";
import type { RoleReader } from "../../meta/access/access-control.ts";
import { group, type Vocabulary } from "../../meta/vocabulary.ts";
import type { StoredResources } from "../../server/index.ts";
import { RbacObjects } from "./rbac-objects.ts";

/** The authorizer of the mode RBAC, and the reader of roles, which works in every mode. */
export interface ClusterRbac extends ListedAuthorizer, Disposable {
  readonly roles: RoleReader;
  /** Loads the roles and bindings. Without this call, the first decision loads them. */
  readonly load: () => Promise<void>;
}

/** Returns the authorizer of a cluster. */
export function clusterRbac(resources: StoredResources, vocabulary: Vocabulary): ClusterRbac {
  const objects = new RbacObjects(resources);
  const rbac = new RbacAuthorizer(objects.index, vocabulary.bind(group("rbac.authorization")));
  const onceReady = <T>(read: () => T | Promise<T>): T | Promise<T> =>
    objects.isReady ? read() : objects.ready().then(read);
  return {
    authorize: (user, attributes) => onceReady(() => rbac.authorize(user, attributes)),
    list: (user, namespace) => onceReady(() => rbac.listRules(user, namespace)),
    roles: {
      rulesOfUser: async (user, namespace) => await onceReady(() => rbac.rulesOfUser(user, namespace)),
      rulesOfRole: async (role, namespace) => await onceReady(() => rbac.rulesOfRole(role, namespace)),
    },
    load: () => objects.ready(),
    [Symbol.dispose]: () => objects[Symbol.dispose](),
  };
}
