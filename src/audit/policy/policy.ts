/** The audit policy: which requests are recorded, and how much of them. It is plain data, so that all processes can get it. */
import { trimEndOf } from "../../base/trim-text.ts";
import type { Attributes } from "../../meta/access/access-control.ts";
import type { User } from "../../meta/user.ts";

/** How much of a request is recorded, from nothing to everything. */
export const auditLevels = ["None", "Metadata", "Request", "RequestResponse"] as const;
/** How much of a request is recorded. */
export type AuditLevel = (typeof auditLevels)[number];

/** The moments of a request at which an event is recorded. */
export const auditStages = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"] as const;
/** A moment of a request at which an event is recorded. */
export type AuditStage = (typeof auditStages)[number];

/** Resources of one API group. */
export interface PolicyResources {
  /** Empty for the core group. */
  readonly group: string;
  /** `pods`, `pods/log`, `pods/*`, `*` with `/scale` or `*`. Empty: all resources of the group. */
  readonly resources: readonly string[];
  /** Names of objects. Empty: all objects. */
  readonly resourceNames: readonly string[];
}

/** Conditions, and how much of a matching request is recorded. An empty list of a condition matches all requests. */
export interface AuditRule {
  readonly level: AuditLevel;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly PolicyResources[];
  /** An empty name stands for requests without a namespace. */
  readonly namespaces: readonly string[];
  /** Paths. A `*` as the last character matches any rest. */
  readonly nonResourceURLs: readonly string[];
  /** Stages that are not recorded, those of the policy included. */
  readonly omitStages: readonly AuditStage[];
  readonly omitManagedFields: boolean;
}

/** The rules of a policy, in order. The first one that matches a request applies. */
export interface AuditPolicy {
  readonly rules: readonly AuditRule[];
}

/** Returns the rule for a request. Undefined if no rule matches, so that it is not recorded. @param user absent if unknown */
export function ruleFor({ rules }: AuditPolicy, user: User | undefined, request: Attributes): AuditRule | undefined {
  return rules.find((rule) => matchesUser(rule, user) && matchesRequest(rule, request));
}

function matchesUser({ users, userGroups }: AuditRule, user: User | undefined): boolean {
  if (users.length > 0 && !(user && users.includes(user.name))) return false;
  return userGroups.length === 0 || user?.groups.some((group) => userGroups.includes(group)) === true;
}

function matchesRequest(rule: AuditRule, request: Attributes): boolean {
  const { verbs, namespaces, resources, nonResourceURLs } = rule;
  if (verbs.length > 0 && !verbs.includes(request.verb)) return false;
  if (namespaces.length > 0 || resources.length > 0) return request.isResource && matchesResource(rule, request);
  if (nonResourceURLs.length === 0) return true;
  return !request.isResource && nonResourceURLs.some((pattern) => matchesPath(pattern, request.path));
}

function matchesPath(pattern: string, path: string): boolean {
  if (pattern === "*" || pattern === path) return true;
  return pattern.endsWith("*") && path.startsWith(trimEndOf(pattern, "*"));
}

type ResourceRequest = Extract<Attributes, { isResource: true }>;

function matchesResource({ namespaces, resources }: AuditRule, request: ResourceRequest): boolean {
  if (namespaces.length > 0 && !namespaces.includes(request.namespace)) return false;
  return resources.length === 0 || resources.some((one) => matchesOneOf(one, request));
}

function matchesOneOf({ group, resources, resourceNames }: PolicyResources, request: ResourceRequest): boolean {
  if (group !== request.group) return false;
  if (resources.length === 0) return true;
  if (resourceNames.length > 0 && !resourceNames.includes(request.name)) return false;
  const { resource, subresource } = request;
  const full = subresource === "" ? resource : `${resource}/${subresource}`;
  return resources.some(
    (pattern) =>
      pattern === "*" ||
      pattern === full ||
      pattern === `${resource}/*` ||
      (subresource !== "" && pattern === `*/${subresource}`),
  );
}
