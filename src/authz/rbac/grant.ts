/** The grant of a role to a user by a binding. */
import type { Decision, RoleReference } from "../../meta/access/access-control.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { StoredBinding } from "./binding-store.ts";
import type { RoleRules } from "./role-store.ts";
import { describeSubject } from "./subjects.ts";

/** A binding that has a user among its subjects, and the rules of its role. */
export class UserGrant {
  readonly binding: StoredBinding;
  /** Text of the first subject of the binding that matches the user. */
  readonly subject: string;
  readonly set: RoleRules;
  #decision: Decision | undefined;

  constructor(binding: StoredBinding, subject: string, set: RoleRules) {
    this.binding = binding;
    this.subject = subject;
    this.set = set;
  }

  /** The decision about an action that a rule of the role allows. */
  get decision(): Decision {
    this.#decision ??= { decision: "allow", reason: `RBAC: allowed by ${this.#description}` };
    return this.#decision;
  }

  get #description(): string {
    const { namespace, name, role } = this.binding;
    const binding =
      namespace === "" ? `ClusterRoleBinding ${goQuote(name)}` : `RoleBinding ${goQuote(`${name}/${namespace}`)}`;
    return `${binding} of ${role.kind} ${goQuote(role.name)} to ${describeSubject(this.subject)}`;
  }
}

/** A rule that allows an action, and its grant. */
export interface GrantedRule {
  readonly grant: UserGrant;
  readonly rule: RoleRule;
}

/** The grants to a user in one namespace, or those of ClusterRoleBindings. */
export interface UserGrants {
  /** In the order in which the rules are checked. */
  readonly grants: readonly UserGrant[];
  /** Roles that bindings name and that cannot be found. */
  readonly missing: readonly RoleReference[];
}
