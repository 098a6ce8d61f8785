/**
 * Decides by roles and bindings in the slowest and plainest way: it looks at every binding, every subject and every rule. It
 * shares no code with the index, and no tricks, so that tests can compare both.
 */

/** A rule, as YAML or JSON has it. */
export interface PlainRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** A Role. A ClusterRole has no namespace. */
export interface PlainRole {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules: readonly PlainRule[] | null;
}

/** A RoleBinding. A ClusterRoleBinding has no namespace. */
export interface PlainBinding {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly roleRef: { readonly kind: string; readonly name: string };
  readonly subjects?: readonly { readonly kind: string; readonly name: string; readonly namespace?: string }[];
}

/** An action of a user. An action on a path has only `verb` and `path`. */
export interface PlainAction {
  readonly user: string;
  readonly groups: readonly string[];
  readonly verb: string;
  readonly path?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Returns whether the roles allow the action. */
export function slowlyAllows(
  roles: readonly PlainRole[],
  bindings: readonly PlainBinding[],
  action: PlainAction,
): boolean {
  for (const binding of bindings) {
    const scope = binding.metadata.namespace;
    if (scope !== undefined && (action.path !== undefined || scope !== action.namespace)) continue;
    if (!isSubject(binding, action)) continue;
    for (const role of roles) {
      const isNamed =
        role.metadata.name === binding.roleRef.name &&
        (binding.roleRef.kind === "Role"
          ? scope !== undefined && role.metadata.namespace === scope
          : role.metadata.namespace === undefined);
      if (isNamed && (role.rules ?? []).some((rule) => matches(rule, action))) return true;
    }
  }
  return false;
}

/** Returns whether one rule covers the action. */
function matches(rule: PlainRule, action: PlainAction): boolean {
  if (!rule.verbs.some((verb) => verb === "*" || verb === action.verb)) return false;
  const { path } = action;
  if (path !== undefined) {
    for (const pattern of rule.nonResourceURLs ?? []) {
      if (pattern === path) return true;
      if (pattern.endsWith("*") && path.startsWith(pattern.replace(/\*+$/, ""))) return true;
    }
    return false;
  }
  if (!(rule.apiGroups ?? []).some((group) => group === "*" || group === action.group)) return false;
  const names = rule.resourceNames ?? [];
  if (names.length > 0 && !names.includes(action.name ?? "")) return false;
  const subresource = action.subresource ?? "";
  for (const resource of rule.resources ?? []) {
    if (resource === "*") return true;
    if (subresource === "" && resource === action.resource) return true;
    if (subresource !== "" && resource === `${action.resource}/${subresource}`) return true;
    if (subresource !== "" && resource === `*/${subresource}`) return true;
  }
  return false;
}

function isSubject({ metadata, subjects = [] }: PlainBinding, { user, groups }: PlainAction): boolean {
  return subjects.some(({ kind, name, namespace }) => {
    if (kind === "User") return name === user;
    if (kind === "Group") return groups.includes(name);
    return user === `system:serviceaccount:${namespace ?? metadata.namespace}:${name}`;
  });
}
