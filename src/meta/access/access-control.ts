/**
 * Permissions: the questions that the parts of a server ask, and the answers. `authz/` has the authorizers. Other rooms depend
 * only on these types.
 */
import type { User } from "../user.ts";
import type { ActionSelectors } from "./action-selectors.ts";
import type { RoleRule } from "./role-rule.ts";

/** An action on a resource. */
export interface ResourceAction {
  readonly isResource: true;
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** Returns the selectors of the request. Absent: it has none. */
  readonly selectors?: (() => ActionSelectors) | undefined;
}

/** An action on a path that is not a resource, such as `/version`. */
export interface PathAction {
  readonly isResource: false;
  readonly verb: string;
  readonly path: string;
}

/** An action to authorize. */
export type Attributes = ResourceAction | PathAction;

/** The result of an authorizer. */
export interface Decision {
  readonly decision: "allow" | "deny" | "no opinion";
  /** The reason, for the response and the log. Empty if there is none. */
  readonly reason: string;
  /** Why an authorizer failed. It may have decided nevertheless. */
  readonly error?: string;
}

/**
 * Returns the decision about an action. Returns it synchronously if possible, because most decisions only need data in
 * memory.
 */
export type Authorizer = (user: User, attributes: Attributes) => Decision | Promise<Decision>;

/** An allowed action on resources. `*` stands for all verbs, groups or resources. */
export interface ResourceAccessRule {
  readonly verbs: readonly string[];
  readonly groups: readonly string[];
  /** Plural names. A subresource is written as `pods/log`. */
  readonly resources: readonly string[];
  /** Names of objects. Absent: all names. */
  readonly names?: readonly string[];
}

/** An allowed action on paths that are not resources. */
export interface PathRule {
  readonly verbs: readonly string[];
  /** A `*` as the last character matches any suffix. */
  readonly paths: readonly string[];
}

/** The rules that apply to a user. */
export interface SubjectRules {
  readonly resourceRules: readonly ResourceAccessRule[];
  readonly pathRules: readonly PathRule[];
  /** Whether the user may be allowed more than the list contains. */
  readonly incomplete: boolean;
  /** Errors that occurred. The listed rules are valid nevertheless. */
  readonly errors: readonly string[];
}

/** Lists the rules by which an authorizer decides, in a namespace and outside namespaces. */
export type RuleLister = (user: User, namespace: string) => SubjectRules | Promise<SubjectRules>;

/** The rules that roles grant to a user. */
export interface GrantedRules {
  readonly rules: readonly RoleRule[];
  /** Roles that do not exist, although bindings name them. The rules are valid nevertheless. */
  readonly missingRoles: readonly RoleReference[];
}

/** The role that a binding names. */
export interface RoleReference {
  readonly kind: string;
  readonly name: string;
}

/** Reads roles and bindings, whether or not an authorizer uses them. */
export interface RoleReader {
  /** Returns the rules that bindings grant to a user in a namespace. Empty: in the whole cluster. */
  rulesOfUser(user: User, namespace: string): Promise<GrantedRules>;
  /**
   * Returns the rules of a role.
   * @param namespace of the binding that names the role. Empty: of a ClusterRoleBinding
   * @throws StatusError 404
   */
  rulesOfRole(role: RoleReference, namespace: string): Promise<readonly RoleRule[]>;
}

/** All that the parts of a server ask about permissions. */
export interface AccessControl {
  readonly authorize: Authorizer;
  readonly listRules: RuleLister;
  readonly roles: RoleReader;
}
