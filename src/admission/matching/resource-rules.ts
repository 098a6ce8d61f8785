/** Rules that select requests by operation, resource, scope and name. */
import type { AdmissionRequest, VersionedRequest } from "../plugin.ts";

/** A rule of a policy or webhook. `*` matches everything. */
export interface MatchRule {
  readonly operations?: readonly string[] | null;
  readonly apiGroups?: readonly string[] | null;
  readonly apiVersions?: readonly string[] | null;
  /** `pods`, `pods/log`, `pods/*`, and the same with `*` for the resource. `*` does not match subresources. */
  readonly resources?: readonly string[] | null;
  readonly scope?: string | null;
  /** Names of objects. Empty or absent: all names. Webhooks have no names. */
  readonly resourceNames?: readonly string[] | null;
}

/**
 * Returns the version of the request that a rule matches; undefined if none matches.
 * @param isExact whether only the version of the request counts. Otherwise the rules also see the versions that serve the same objects.
 */
export function versionMatching(
  rules: readonly MatchRule[],
  request: AdmissionRequest,
  isExact: boolean,
): VersionedRequest | undefined {
  for (const rule of rules) if (matches(rule, request, request)) return request;
  if (isExact) return undefined;
  const { equivalents } = request;
  if (equivalents.length === 0) return undefined;
  for (const rule of rules) {
    const version = equivalents.find((one) => matches(rule, one, request));
    if (version) return version;
  }
  return undefined;
}

function matches(rule: MatchRule, version: VersionedRequest, request: AdmissionRequest): boolean {
  return mismatchedMember(rule, version, request) === undefined;
}

/** Returns the first member of a rule that does not match a version of a request. Undefined if all match. */
export function mismatchedMember(
  rule: MatchRule,
  { resource }: VersionedRequest,
  request: AdmissionRequest,
): keyof MatchRule | undefined {
  if (!contains(rule.operations, request.operation)) return "operations";
  if (!contains(rule.apiGroups, resource.group)) return "apiGroups";
  if (!contains(rule.apiVersions, resource.version)) return "apiVersions";
  if (!containsResource(rule.resources, resource.resource, request.subresource)) return "resources";
  if (!isInScope(rule.scope, request)) return "scope";
  return namesObject(rule.resourceNames, request) ? undefined : "resourceNames";
}

function contains(accepted: readonly string[] | null | undefined, value: string): boolean {
  return accepted?.some((one) => one === "*" || one === value) ?? false;
}

function containsResource(
  accepted: readonly string[] | null | undefined,
  resource: string,
  subresource: string,
): boolean {
  return accepted?.some((one) => matchesResource(one, resource, subresource)) ?? false;
}

function matchesResource(accepted: string, resource: string, subresource: string): boolean {
  const slash = accepted.indexOf("/");
  const acceptedResource = slash < 0 ? accepted : accepted.slice(0, slash);
  if (acceptedResource !== "*" && acceptedResource !== resource) return false;
  const acceptedSubresource = slash < 0 ? "" : accepted.slice(slash + 1);
  return acceptedSubresource === "*" || acceptedSubresource === subresource;
}

function isInScope(scope: string | null | undefined, { namespace }: AdmissionRequest): boolean {
  switch (scope ?? "*") {
    case "*":
      return true;
    case "Namespaced":
      return namespace !== "";
    case "Cluster":
      return namespace === "";
    default:
      return false;
  }
}

function namesObject(names: readonly string[] | null | undefined, request: AdmissionRequest): boolean {
  return !names || names.length === 0 || names.includes(request.name);
}
