/** The smallest role that allows an action, and the binding that gives it to a user. */
import { parseAccountUserName } from "../accounts/account-names.ts";
import type { Attributes } from "./access-control.ts";
import type { BoundSubject } from "./role-grants.ts";
import type { RoleRule } from "./role-rule.ts";

/** A role with one rule, and its binding, as documents without a version. */
export interface RoleProposal {
  readonly role: {
    readonly kind: "Role" | "ClusterRole";
    readonly metadata: ProposedMetadata;
    readonly rules: readonly [RoleRule];
  };
  readonly binding: {
    readonly kind: "RoleBinding" | "ClusterRoleBinding";
    readonly metadata: ProposedMetadata;
    readonly subjects: readonly [BoundSubject];
    readonly roleRef: { readonly kind: string; readonly name: string };
  };
}

interface ProposedMetadata {
  readonly name: string;
  readonly namespace?: string;
}

/** Verbs about objects that have no name yet, or about all objects. Rules for them cannot name objects. */
const verbsWithoutName = new Set(["create", "deletecollection"]);

/** Returns the rule that allows only this action. */
export function smallestRule(action: Attributes): RoleRule {
  const verbs = [action.verb];
  if (!action.isResource) return { verbs, nonResourceURLs: [action.path] };
  const { verb, group, resource, subresource, name } = action;
  const resources = [subresource === "" ? resource : `${resource}/${subresource}`];
  const isCreation = verbsWithoutName.has(verb) && subresource === "";
  return { apiGroups: [group], resources, ...(name === "" || isCreation ? {} : { resourceNames: [name] }), verbs };
}

/** Returns the smallest role for an action and its binding to a user. In a namespace, both have this namespace. */
export function proposeRole(action: Attributes, userName: string): RoleProposal {
  const namespace = action.isResource ? action.namespace : "";
  const prefix = namespace === "" ? "Cluster" : "";
  const metadata = { name: proposedName(action), ...(namespace === "" ? {} : { namespace }) };
  const role = { kind: `${prefix}Role`, metadata, rules: [smallestRule(action)] } as const;
  return {
    role,
    binding: {
      kind: `${prefix}RoleBinding`,
      metadata,
      subjects: [subjectFor(userName)],
      roleRef: { kind: role.kind, name: metadata.name },
    },
  };
}

/** Longest part of a name that comes from an action. */
const nameLengthMax = 100;

/** Returns a name such as `get-pods-log` or `get-metrics`, from letters that are valid in names. */
function proposedName(action: Attributes): string {
  const words = action.isResource
    ? [action.verb, action.resource, action.subresource, action.name]
    : [action.verb, ...action.path.split("/")];
  const name = words
    .map((word) => word.replaceAll("*", "all").replace(/[^\w.:-]/g, "-"))
    .filter((word) => word !== "")
    .join("-");
  return name.slice(0, nameLengthMax);
}

function subjectFor(userName: string): BoundSubject {
  const account = parseAccountUserName(userName);
  return account ? { kind: "ServiceAccount", ...account } : { kind: "User", name: userName };
}
