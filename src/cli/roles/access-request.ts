/** Roles and bindings that `orch create` makes from flags. The rules and the texts of errors are those of kubectl. */

/** A role, with one rule for each group of its resources. */
export interface RoleRequest {
  readonly kind: "Role" | "ClusterRole";
  readonly name: string;
  readonly verbs: readonly string[];
  /** Resources as `RESOURCE`, `RESOURCE.GROUP` or `RESOURCE.GROUP/SUBRESOURCE`. A star stands for all. */
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  /** Only of a ClusterRole. */
  readonly nonResourceUrls: readonly string[];
  /** Labels of the ClusterRoles whose rules a ClusterRole combines, each as `NAME=VALUE`. */
  readonly aggregationLabels: readonly string[];
}

/** A binding of a role. */
export interface BindingRequest {
  readonly kind: "RoleBinding" | "ClusterRoleBinding";
  readonly name: string;
  /** Name of the bound Role. Undefined for a ClusterRole. */
  readonly role: string | undefined;
  readonly clusterRole: string | undefined;
  readonly users: readonly string[];
  readonly groups: readonly string[];
  /** Service accounts, each as `NAMESPACE:NAME`. */
  readonly accounts: readonly string[];
}

/** A role or a binding that a command line describes. */
export type AccessRequest = RoleRequest | BindingRequest;

const pathVerbs: readonly string[] = ["*", "get", "post", "put", "delete", "patch", "head", "options"];

/** Whether the request is for a role. */
export function isRoleRequest(request: AccessRequest): request is RoleRequest {
  return request.kind === "Role" || request.kind === "ClusterRole";
}

/** Returns the problems of a request that can be found without a server. */
export function accessProblems(request: AccessRequest): readonly string[] {
  return isRoleRequest(request) ? roleProblems(request) : bindingProblems(request);
}

function roleProblems(request: RoleRequest): readonly string[] {
  const { kind, verbs, resources, resourceNames, nonResourceUrls, aggregationLabels } = request;
  if (aggregationLabels.length > 0) {
    const hasRules = [verbs, resources, resourceNames, nonResourceUrls].some(({ length }) => length > 0);
    return [
      ...(hasRules
        ? ["aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames"]
        : []),
      ...(aggregationLabels.every((label) => label.includes("="))
        ? []
        : ["--aggregation-rule: malformed pair, expect string=string"]),
    ];
  }
  const needed = kind === "Role" ? "at least one resource" : "one of resource or nonResourceURL";
  return [
    ...(verbs.length === 0 ? ["at least one verb must be specified"] : []),
    ...(resources.length + nonResourceUrls.length === 0 ? [`${needed} must be specified`] : []),
    ...(resources.some((text) => /^[./]|^$/.test(text))
      ? ["resource must be specified if apiGroup/subresource specified"]
      : []),
    ...(nonResourceUrls.length === 0 ? [] : verbs.filter((verb) => !pathVerbs.includes(verb))).map(
      (verb) => `invalid verb: '${verb}' for nonResourceURL`,
    ),
    ...nonResourceUrls.flatMap(pathProblems),
  ];
}

function pathProblems(path: string): readonly string[] {
  if (path === "*") return [];
  if (!path.startsWith("/")) return ["nonResourceURL should start with /"];
  const hasInnerStar = path.slice(0, -1).includes("*");
  return hasInnerStar ? ["nonResourceURL only supports wildcard matches when '*' is at the end"] : [];
}

function bindingProblems({ kind, role, clusterRole, accounts }: BindingRequest): readonly string[] {
  const isMissing = kind === "ClusterRoleBinding" && !clusterRole;
  return [
    ...(isMissing ? ["--clusterrole is required"] : []),
    ...(kind === "RoleBinding" && !role === !clusterRole
      ? ["exactly one of clusterrole or role must be specified"]
      : []),
    ...(accounts.every((account) => /^[^:]+:[^:]+$/.test(account))
      ? []
      : ["serviceaccount must be <namespace>:<name>"]),
  ];
}
