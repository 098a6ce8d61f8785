/** Whether a request fits into the quotas of its namespace, and what it adds to their use. */
import type { SharedObject } from "../../../meta/object-meta.ts";
import { ParseError } from "../../../meta/parse-error.ts";
import type { Quantity } from "../../../meta/quantity.ts";
import { StatusError } from "../../../meta/status-error.ts";
import {
  type Amounts,
  increaseOf,
  isInAllScopes,
  type ScopeRequirement,
  selectAmounts,
  type UsageMeasure,
} from "../../../usage/index.ts";
import { type AdmissionRequest, rejectedRequest } from "../../plugin.ts";
import type { LimitedResource } from "./quota-configuration.ts";
import { amountTexts, scopeText, scopeTexts } from "./quota-texts.ts";
import type { RunningQuota } from "./running-quota.ts";

/** A request that is checked, and how its object is measured. */
export interface QuotaRequest {
  readonly request: AdmissionRequest;
  readonly measure: UsageMeasure;
  /** Resources that can only be used within a quota. */
  readonly limitedResources: readonly LimitedResource[];
}

/**
 * Returns the amounts that the request adds to each quota that counts its object.
 * @throws StatusError if the request exceeds a quota, in the reference's words
 */
export function checkRequest(
  quotas: readonly RunningQuota[],
  quotaRequest: QuotaRequest,
): ReadonlyMap<RunningQuota, Amounts> {
  const { request, measure } = quotaRequest;
  const none = new Map<RunningQuota, Amounts>();
  const object = request.object as SharedObject;
  const limits = limitsOf(quotaRequest, object);
  if (!limits) return none;
  const { matching, covered, coveredScopes } = matchingQuotas(quotas, quotaRequest, object);
  const added = addedAmounts(quotaRequest, object);
  if (added.size === 0) return none;
  const uncovered = [...limits.names].filter((name) => !covered.has(name)).sort();
  if (uncovered.length > 0) throw rejectedRequest(request, `insufficient quota to consume: ${uncovered.join(",")}`);
  const uncoveredScopes = limits.scopes.filter(({ scopeName }) => !coveredScopes.has(scopeName));
  if (uncoveredScopes.length > 0 && measure.isInScope) {
    throw new StatusError(500, `insufficient quota to match these scopes: ${scopeTexts(uncoveredScopes)}`);
  }
  return new Map(matching.map((quota) => [quota, fittingAmounts(quota, added, request)]));
}

/** The amounts and scopes of an object that a quota must cover. */
interface RequiredQuota {
  readonly names: ReadonlySet<string>;
  readonly scopes: readonly ScopeRequirement[];
}

/** Returns undefined if the configuration has an invalid scope. As in the reference, the request is then not checked. */
function limitsOf(
  { request: { resource }, measure, limitedResources }: QuotaRequest,
  object: SharedObject,
): RequiredQuota | undefined {
  const names = new Set<string>();
  const scopes: ScopeRequirement[] = [];
  try {
    for (const { matchScopes } of limitedResources) {
      scopes.push(...matchScopes.filter((scope) => measure.isInScope?.(scope, object)));
    }
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
  for (const { group, resource: plural, matchContains } of limitedResources) {
    if (group !== resource.group || plural !== resource.resource) continue;
    for (const [name, amount] of measure.usageOf(object)) {
      if (amount.sign > 0 && matchContains.some((part) => name.includes(part))) names.add(name);
    }
  }
  return { names, scopes };
}

/** The quotas that count an object, and what all quotas cover. */
interface MatchingQuotas {
  readonly matching: readonly RunningQuota[];
  /** Names of the amounts that the matching quotas limit. */
  readonly covered: ReadonlySet<string>;
  /** Names of the scopes of any quota that the object is in. */
  readonly coveredScopes: ReadonlySet<string>;
}

function matchingQuotas(
  quotas: readonly RunningQuota[],
  { request, measure }: QuotaRequest,
  object: SharedObject,
): MatchingQuotas {
  const matching: RunningQuota[] = [];
  const covered = new Set<string>();
  const coveredScopes = new Set<string>();
  for (const quota of quotas) {
    for (const scopeName of scopesWith(quota, measure, object)) coveredScopes.add(scopeName);
    const names = quota.namesFor(measure);
    if (names.length === 0 || !isInAllScopes(measure, quota.requirements, object)) continue;
    const missing = measure.missingAmounts?.(names, object);
    if (missing !== undefined) throw rejectedRequest(request, `failed quota: ${quota.name}: ${missing}`);
    if (!names.every((name) => quota.hasUse(name))) {
      throw rejectedRequest(request, `status unknown for quota: ${quota.name}, resources: ${names.join(",")}`);
    }
    matching.push(quota);
    for (const name of names) covered.add(name);
  }
  return { matching, covered, coveredScopes };
}

/** Returns the scopes of a quota that the object is in. @throws StatusError 500 if one of them has invalid values */
function scopesWith(
  { name, requirements }: RunningQuota,
  measure: UsageMeasure,
  object: SharedObject,
): readonly string[] {
  return requirements.flatMap((requirement) => {
    try {
      return measure.isInScope?.(requirement, object) ? [requirement.scopeName] : [];
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      const problem = `error on matching scope ${scopeText(requirement)}: ${error.message}`;
      throw new StatusError(500, `error matching scopes of quota ${name}, err: ${problem}`, { cause: error });
    }
  });
}

/** Returns the amounts that the request adds, without zeros. */
function addedAmounts({ request, measure }: QuotaRequest, object: SharedObject): Amounts {
  const usage = measure.usageOf(object);
  const negative = [...usage].filter(([, amount]) => amount.sign < 0).map(([name]) => name);
  if (negative.length > 0) {
    throw rejectedRequest(request, `quota usage is negative for resource(s): ${negative.sort().join(",")}`);
  }
  return selectAmounts(
    request.operation === "UPDATE" ? increaseOf(usage, previousUsage(request, measure)) : usage,
    (_, amount) => !amount.isZero,
  );
}

function previousUsage(request: AdmissionRequest, measure: UsageMeasure): Amounts {
  if (request.oldObject) return measure.usageOf(request.oldObject);
  throw rejectedRequest(request, "unable to get previous usage since prior version of object was not found");
}

/** Returns the amounts that a quota limits. @throws StatusError if they exceed the quota */
function fittingAmounts(quota: RunningQuota, added: Amounts, request: AdmissionRequest): Amounts {
  const requested = new Map<string, Quantity>();
  const exceeded: ExceededAmount[] = [];
  for (const [name, amount] of added) {
    const limit = quota.limitOf(name);
    if (!limit) continue;
    requested.set(name, amount);
    const used = quota.useOf(name);
    if ((used?.add(amount) ?? amount).compare(limit) > 0) exceeded.push({ name, amount, used, limit });
  }
  if (exceeded.length === 0) return requested;
  const textOf = (amountOf: (one: ExceededAmount) => Quantity | undefined): string =>
    amountTexts(new Map(exceeded.flatMap((one) => amountEntries(one.name, amountOf(one)))));
  const texts = [
    `requested: ${textOf(({ amount }) => amount)}`,
    `used: ${textOf(({ used }) => used)}`,
    `limited: ${textOf(({ limit }) => limit)}`,
  ];
  throw rejectedRequest(request, `exceeded quota: ${quota.name}, ${texts.join(", ")}`);
}

/** An amount that exceeds a quota. */
interface ExceededAmount {
  readonly name: string;
  readonly amount: Quantity;
  readonly used: Quantity | undefined;
  readonly limit: Quantity;
}

function amountEntries(name: string, amount: Quantity | undefined): readonly (readonly [string, Quantity])[] {
  return amount ? [[name, amount]] : [];
}
