/** The authorizer of roles. Its reasons and errors are those of the reference. */
import { distinct } from "../../base/distinct.ts";
import { fairTurns } from "../../base/fair-turns.ts";
import type {
  Attributes,
  Decision,
  GrantedRules,
  RoleReference,
  SubjectRules,
} from "../../meta/access/access-control.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import { ruleAllows } from "../../meta/access/rule-match.ts";
import { aggregateErrors } from "../../meta/aggregate-errors.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { notFound, StatusError } from "../../meta/status-error.ts";
import type { User } from "../../meta/user.ts";
import { noOpinion } from "../authorizer.ts";
import { UserGrant } from "./grant.ts";
import type { RbacIndex } from "./rbac-index.ts";
import { type RoleRules, roleKinds } from "./role-store.ts";

/** Decides by the roles and bindings of an index. */
export class RbacAuthorizer {
  readonly #index: RbacIndex;
  /** API group of roles. */
  readonly #group: string;

  constructor(index: RbacIndex, group: string) {
    this.#index = index;
    this.#group = group;
  }

  /**
   * Returns the decision about an action. ClusterRoleBindings are checked before the RoleBindings of the namespace. Waits only if the
   * user has very many bindings.
   */
  authorize(user: User, attributes: Attributes): Decision | Promise<Decision> {
    const missing: RoleReference[] = [];
    for (const scope of scopesOf(attributes)) {
      const rules = this.#index.userRules(user, scope);
      if (!rules) return this.#authorizeInTurns(user, attributes);
      const found = rules.find(attributes);
      if (found) return found.grant.decision;
      missing.push(...rules.missing);
    }
    return this.#undecided(missing);
  }

  /** Lists the rules of a user, for reviews. Rules that several bindings grant are repeated. */
  async listRules(user: User, namespace: string): Promise<SubjectRules> {
    const { rules, missing, isComplete } = await this.#grantedRules(user, namespace);
    const errors = missing.map((role) => this.#missingRoleText(role));
    if (!isComplete) errors.push(`only ${rulesMax} rules of roles are listed`);
    return {
      resourceRules: rules.filter(({ resources = [] }) => resources.length > 0).map(resourceAccess),
      pathRules: rules
        .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
        .map(({ verbs, nonResourceURLs = [] }) => ({ verbs, paths: nonResourceURLs })),
      incomplete: !isComplete,
      errors: distinct(errors),
    };
  }

  /** Returns the rules of a user, for checks of writes, but at most 10,000. */
  async rulesOfUser(user: User, namespace: string): Promise<GrantedRules> {
    const { rules, missing } = await this.#grantedRules(user, namespace);
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

  /** Checks all bindings of the user. Other requests run meanwhile. */
  async #authorizeInTurns(user: User, attributes: Attributes): Promise<Decision> {
    const missing: RoleReference[] = [];
    const seen = new Set<RoleRules>();
    for (const scope of scopesOf(attributes)) {
      for (const grant of this.#index.grantsOf(user, scope)) {
        if (!(grant instanceof UserGrant)) {
          if (missing.length < missingMax) missing.push(grant.binding.role);
        } else if (!seen.has(grant.set)) {
          seen.add(grant.set);
          if (grant.set.rules.some((rule) => ruleAllows(rule, attributes))) return grant.decision;
        }
        if (fairTurns.isOver) await fairTurns.next();
      }
    }
    return this.#undecided(missing);
  }

  #undecided(missing: readonly RoleReference[]): Decision {
    if (missing.length === 0) return noOpinion;
    const errors = missing.map((role) => this.#missingRoleText(role));
    return { decision: "no opinion", reason: `RBAC: ${aggregateErrors(errors)}` };
  }

  async #grantedRules(user: User, namespace: string) {
    const rules: RoleRule[] = [];
    const missing: RoleReference[] = [];
    for (const scope of scopesIn(namespace)) {
      for (const grant of this.#index.grantsOf(user, scope)) {
        if (!(grant instanceof UserGrant)) {
          if (missing.length < missingMax) missing.push(grant.binding.role);
        } else {
          rules.push(...grant.set.rules.slice(0, rulesMax + 1 - rules.length));
          if (rules.length > rulesMax) return { rules: rules.slice(0, rulesMax), missing, isComplete: false };
        }
        if (fairTurns.isOver) await fairTurns.next();
      }
    }
    return { rules, missing, isComplete: true };
  }

  #missingRoleText(role: RoleReference): string {
    const name = singularNames.get(role.kind);
    return name === undefined ? unsupportedKindText(role) : `${name}.${this.#group} ${goQuote(role.name)} not found`;
  }
}

const clusterScope = [""];

/** Number of missing roles that a decision about a user with very many bindings names. */
const missingMax = 1000;

/** Number of rules that are listed or compared. A user who has more of them has very many bindings or very large roles. */
const rulesMax = 10_000;

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

function scopesOf(attributes: Attributes): readonly string[] {
  return scopesIn(attributes.isResource ? attributes.namespace : "");
}

/** Returns the namespaces of the bindings that apply. */
function scopesIn(namespace: string): readonly string[] {
  return namespace === "" ? clusterScope : ["", namespace];
}

function resourceAccess({ verbs, apiGroups = [], resources = [], resourceNames = [] }: RoleRule) {
  return { verbs, groups: apiGroups, resources, ...(resourceNames.length === 0 ? {} : { names: resourceNames }) };
}
