/** The users as which the controllers of a cluster act. */
import { type ControllerName, controllerNames } from "../../controllers/index.ts";
import type { User } from "../../meta/user.ts";
import { systemNamespace, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";

/** User of the controller manager itself, the same in both vocabularies. */
export const managerUser: User = { name: "system:kube-controller-manager", groups: [] };

/** Returns the user of a controller: its ServiceAccount, or the controller manager if it has none. */
export function controllerUser({ account }: ControllerName, vocabulary: VocabularyName): User {
  if (account === undefined) return managerUser;
  const namespace = vocabularies[vocabulary].bind(systemNamespace("system"));
  return {
    name: `system:serviceaccount:${namespace}:${account}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
  };
}

/** Returns the names of the users of all built-in controllers, and of the controller manager. */
export function controllerUserNames(vocabulary: VocabularyName): ReadonlySet<string> {
  const users = Object.values<ControllerName>(controllerNames).map((one) => controllerUser(one, vocabulary));
  return new Set([managerUser, ...users].map(({ name }) => name));
}
