/** The grant of a role to a user by a binding. */
import type { Decision } from "../../meta/access/access-control.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { StoredBinding } from "./binding-store.ts";
import type { RoleRules } from "./role-store.ts";
import { describeSubject } from "./subjects.ts";

/** A binding that has a user among its subjects, and the rules of its role. */
export class UserGrant {
  readonly binding: StoredBinding;
  readonly set: RoleRules;
  readonly #userSubjects: ReadonlySet<string>;
  #decision: Decision | undefined;

  /** @param userSubjects texts of all subjects that match the user */
  constructor(binding: StoredBinding, set: RoleRules, userSubjects: ReadonlySet<string>) {
    this.binding = binding;
    this.set = set;
    this.#userSubjects = userSubjects;
  }

  /** The decision about an action that a rule of the role allows. */
  get decision(): Decision {
    this.#decision ??= { decision: "allow", reason: `RBAC: allowed by ${this.#description}` };
    return this.#decision;
  }

  get #description(): string {
    const { namespace, name, role, subjects } = this.binding;
    const subject = subjects.find((text) => this.#userSubjects.has(text)) ?? "";
    const binding =
      namespace === "" ? `ClusterRoleBinding ${goQuote(name)}` : `RoleBinding ${goQuote(`${name}/${namespace}`)}`;
    return `${binding} of ${role.kind} ${goQuote(role.name)} to ${describeSubject(subject)}`;
  }
}

/** A rule that allows an action, and its grant. */
export interface GrantedRule {
  readonly grant: UserGrant;
  readonly rule: RoleRule;
}

/** A binding that has a user among its subjects, and whose role cannot be found. */
export interface MissingRole {
  readonly binding: StoredBinding;
}
