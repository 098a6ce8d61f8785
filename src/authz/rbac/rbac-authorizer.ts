/** The authorizer of roles. Its reasons and errors are those of the reference. */
import type {
  Attributes,
  Decision,
  GrantedRules,
  RoleReference,
  SubjectRules,
} from "../../meta/access/access-control.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import { aggregateErrors } from "../../meta/aggregate-errors.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { notFound, StatusError } from "../../meta/status-error.ts";
import type { User } from "../../meta/user.ts";
import { noOpinion } from "../authorizer.ts";
import type { GrantedRule } from "./grant.ts";
import type { RbacIndex } from "./rbac-index.ts";
import { roleKinds } from "./role-store.ts";
import { rulesOfGrants } from "./user-rules.ts";

/** Decides by the roles and bindings of an index. */
export class RbacAuthorizer {
  readonly #index: RbacIndex;
  /** API group of roles. */
  readonly #group: string;

  constructor(index: RbacIndex, group: string) {
    this.#index = index;
    this.#group = group;
  }

  /** Returns the decision about an action. ClusterRoleBindings are checked before the RoleBindings of the namespace. */
  authorize(user: User, attributes: Attributes): Decision {
    const found = this.find(user, attributes);
    if (found) return found.grant.decision;
    const missing = this.#scopes(namespaceOf(attributes)).flatMap(
      (scope) => this.#index.userRules(user, scope).missing,
    );
    if (missing.length === 0) return noOpinion;
    const errors = missing.map((role) => this.#missingRoleText(role));
    return { decision: "no opinion", reason: `RBAC: ${aggregateErrors(errors)}` };
  }

  /** Returns the first rule that allows an action, and the binding that grants it. */
  find(user: User, attributes: Attributes): GrantedRule | undefined {
    for (const scope of this.#scopes(namespaceOf(attributes))) {
      const found = this.#index.userRules(user, scope).find(attributes);
      if (found) return found;
    }
    return undefined;
  }

  /** Lists the rules of a user, for reviews. Rules that several bindings grant are repeated. */
  listRules(user: User, namespace: string): SubjectRules {
    const { rules, missing } = this.#grantedRules(user, namespace);
    return {
      resourceRules: rules.filter(({ resources = [] }) => resources.length > 0).map(resourceAccess),
      pathRules: rules
        .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
        .map(({ verbs, nonResourceURLs = [] }) => ({ verbs, paths: nonResourceURLs })),
      incomplete: false,
      errors: [...new Set(missing.map((role) => this.#missingRoleText(role)))],
    };
  }

  /** Returns the rules of a user, for checks of writes. */
  rulesOfUser(user: User, namespace: string): GrantedRules {
    const { rules, missing } = this.#grantedRules(user, namespace);
    return { rules, missingRoles: missing };
  }

  /**
   * Returns the rules of a role.
   * @throws StatusError 404
   */
  rulesOfRole(role: RoleReference, bindingNamespace: string): readonly RoleRule[] {
    const rules = this.#index.rulesOfRole(role, bindingNamespace);
    if (rules) return rules;
    const resource = pluralNames.get(role.kind);
    if (resource === undefined) throw new StatusError(500, unsupportedKindText(role));
    throw notFound({ group: this.#group, resource }, role.name);
  }

  #grantedRules(user: User, namespace: string) {
    const all = this.#scopes(namespace).map((scope) => this.#index.grantsOf(user, scope));
    return { rules: all.flatMap(rulesOfGrants), missing: all.flatMap(({ missing }) => missing) };
  }

  #scopes(namespace: string): readonly string[] {
    return namespace === "" ? clusterScope : ["", namespace];
  }

  #missingRoleText(role: RoleReference): string {
    const name = singularNames.get(role.kind);
    return name === undefined ? unsupportedKindText(role) : `${name}.${this.#group} ${goQuote(role.name)} not found`;
  }
}

const clusterScope = [""];

/** Names of the kinds of roles in messages. */
type RoleNames = ReadonlyMap<string, string>;

/** Names in the errors of the authorizer. The reference reads roles from its watch cache there. */
const singularNames: RoleNames = new Map([
  [roleKinds.namespaced, "role"],
  [roleKinds.cluster, "clusterrole"],
]);
/** Names in the errors of writes. The reference reads roles from its store there. */
const pluralNames: RoleNames = new Map([
  [roleKinds.namespaced, "roles"],
  [roleKinds.cluster, "clusterroles"],
]);

function unsupportedKindText({ kind }: RoleReference): string {
  return `unsupported role reference kind: ${goQuote(kind)}`;
}

function namespaceOf(attributes: Attributes): string {
  return attributes.isResource ? attributes.namespace : "";
}

function resourceAccess({ verbs, apiGroups = [], resources = [], resourceNames = [] }: RoleRule) {
  return { verbs, groups: apiGroups, resources, ...(resourceNames.length === 0 ? {} : { names: resourceNames }) };
}
