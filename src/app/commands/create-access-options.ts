/** Flags of `orch create` for roles and bindings, and the request that they describe. */
import { type AccessRequest, accessProblems } from "../../cli/index.ts";
import type { FlagSpec, FlagValues } from "../flags/flag-spec.ts";
import { UsageError } from "../flags/usage-error.ts";

const roleGroup = "Roles";
const bindingGroup = "Bindings of roles";

/** Flags of `orch create` for roles and bindings. */
export const accessFlags = [
  {
    name: "verb",
    type: "list",
    default: [],
    placeholder: "VERB",
    group: roleGroup,
    doc: "Allowed verb, such as get; * for all verbs.",
  },
  {
    name: "resource",
    type: "list",
    default: [],
    placeholder: "RESOURCE",
    group: roleGroup,
    doc: "Resource to which the verbs apply: pods, deployments.apps, pods/log for a subresource, or * for all resources.",
  },
  {
    name: "resource-name",
    type: "list",
    keepsCommas: true,
    default: [],
    placeholder: "NAME",
    group: roleGroup,
    doc: "Name of an object to which the verbs apply. Repeat the flag for several names. Default: all objects.",
  },
  {
    name: "non-resource-url",
    type: "list",
    default: [],
    placeholder: "PATH",
    group: roleGroup,
    doc: "Path that is no resource, such as /metrics or /logs/*, to which the verbs of a ClusterRole apply.",
  },
  {
    name: "aggregation-rule",
    type: "list",
    default: [],
    placeholder: "LABEL=VALUE",
    group: roleGroup,
    doc: "Labels of the ClusterRoles whose rules the ClusterRole combines.",
  },
  {
    name: "role",
    type: "string",
    placeholder: "NAME",
    group: bindingGroup,
    doc: "Role that a RoleBinding grants.",
  },
  {
    name: "clusterrole",
    type: "string",
    placeholder: "NAME",
    group: bindingGroup,
    doc: "ClusterRole that the binding grants.",
  },
  {
    name: "user",
    type: "list",
    keepsCommas: true,
    default: [],
    placeholder: "USER",
    group: bindingGroup,
    doc: "User who gets the role. Repeat the flag for several users.",
  },
  {
    name: "group",
    type: "list",
    keepsCommas: true,
    default: [],
    placeholder: "GROUP",
    group: bindingGroup,
    doc: "Group whose members get the role. Repeat the flag for several groups.",
  },
  {
    name: "serviceaccount",
    type: "list",
    keepsCommas: true,
    default: [],
    placeholder: "NAMESPACE:NAME",
    group: bindingGroup,
    doc: "Service account that gets the role. Repeat the flag for several accounts.",
  },
] as const satisfies readonly FlagSpec[];

type AccessFlag = (typeof accessFlags)[number];

const roleFlagNames = ["verb", "resource", "resource-name"] as const;
const subjectFlagNames = ["clusterrole", "user", "group", "serviceaccount"] as const;

/** Kinds by the word that names them, with the flags that they have. */
const kinds = {
  role: { kind: "Role", flagNames: roleFlagNames },
  clusterrole: { kind: "ClusterRole", flagNames: [...roleFlagNames, "non-resource-url", "aggregation-rule"] },
  rolebinding: { kind: "RoleBinding", flagNames: ["role", ...subjectFlagNames] },
  clusterrolebinding: { kind: "ClusterRoleBinding", flagNames: subjectFlagNames },
} as const satisfies Record<
  string,
  { readonly kind: AccessRequest["kind"]; readonly flagNames: readonly AccessFlag["name"][] }
>;

/** Names of the flags by the word after `orch create` that they belong to. */
export const accessFlagNames: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(kinds).map(([word, { flagNames }]) => [word, flagNames]),
);

/**
 * Returns the role or the binding that the words and flags describe. Undefined if they describe another object.
 * @throws UsageError with every problem
 */
export function accessRequest(values: FlagValues<AccessFlag>, words: readonly string[]): AccessRequest | undefined {
  const [word = "", ...names] = words;
  if (!isAccessWord(word)) return undefined;
  const request = requestOf(kinds[word].kind, values, names[0] ?? "");
  const problems = [
    ...(names.length === 1 ? [] : [`exactly one NAME is required, got ${names.length}`]),
    ...accessProblems(request),
  ];
  if (problems.length > 0) throw new UsageError(problems);
  return request;
}

function isAccessWord(word: string): word is keyof typeof kinds {
  return Object.hasOwn(kinds, word);
}

function requestOf(kind: AccessRequest["kind"], values: FlagValues<AccessFlag>, name: string): AccessRequest {
  if (kind === "Role" || kind === "ClusterRole") {
    return {
      kind,
      name,
      verbs: values.verb,
      resources: values.resource,
      resourceNames: values["resource-name"],
      nonResourceUrls: values["non-resource-url"],
      aggregationLabels: values["aggregation-rule"],
    };
  }
  const { role, clusterrole: clusterRole, user: users, group: groups, serviceaccount: accounts } = values;
  return { kind, name, role, clusterRole, users, groups, accounts };
}
