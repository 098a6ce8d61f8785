/** Rules of the resources that a ResourceQuota limits, and of its scopes. */
import type { ResourceQuotaSpec, ScopedResourceSelectorRequirement } from "../../../api/core/v1/resource-quota.ts";
import { invalidField, requiredField } from "../../../meta/field-error.ts";
import { GoText, goQuote } from "../../../meta/go-quote.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { goTextList } from "../../meta/go-values.ts";
import { at } from "../../reporting.ts";
import type { ResourceList } from "./resource-lists.ts";
import { goResourceName, isQuotaResource, nameFaults } from "./resource-names.ts";
import { reportAmount } from "./resource-rules.ts";

/**
 * Reports the errors of a ResourceQuota's spec.
 * @param context at the spec
 */
export function reportQuota(spec: ResourceQuotaSpec, context: ValidationContext): void {
  reportQuotaAmounts(spec.hard, context, "hard");
  const countUnsupported = unsupportedCounter(spec);
  reportScopes(spec, countUnsupported, context);
  reportSelector(spec, countUnsupported, context);
}

/**
 * Reports invalid names and amounts in a list.
 * @param part path of the list from the value of `context`
 */
export function reportQuotaAmounts(list: ResourceList = {}, context: ValidationContext, part: string): void {
  for (const [name, text] of Object.entries(list)) {
    const path = (): string => at(context, `${part}[${name}]`);
    const faults = nameFaults(name);
    if (!name.includes("/") && !isQuotaResource(name)) faults.push("must be a standard resource for quota");
    for (const fault of faults) context.report(invalidField(path(), goResourceName(name), fault));
    reportAmount(context, path, { name, text });
  }
}

const computeResources = ["cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory"];
const podResources: readonly string[] = ["pods", ...computeResources];

/** Resources that a quota with this scope can limit. */
const resourcesByScope: ReadonlyMap<string, readonly string[]> = new Map([
  ["BestEffort", ["pods"]],
  ["NotBestEffort", podResources],
  ["Terminating", podResources],
  ["NotTerminating", podResources],
  ["PriorityClass", podResources],
  ["CrossNamespacePodAffinity", podResources],
]);

const exclusiveScopes = [
  ["BestEffort", "NotBestEffort"],
  ["Terminating", "NotTerminating"],
];

/**
 * Returns a function that counts the limited resources that a scope does not support. It counts them once for each scope,
 * because a client can repeat a scope and limit very many resources.
 */
function unsupportedCounter({ hard = {} }: ResourceQuotaSpec): (scope: string) => number {
  const counts = new Map<string, number>();
  return (scope) => {
    const allowed = resourcesByScope.get(scope);
    if (!allowed) return 0;
    let count = counts.get(scope);
    if (count === undefined) {
      count = Object.keys(hard).filter((name) => isQuotaResource(name) && !allowed.includes(name)).length;
      counts.set(scope, count);
    }
    return count;
  };
}

function countConflicts(scopes: readonly string[]): number {
  return exclusiveScopes.filter((pair) => pair.every((scope) => scopes.includes(scope))).length;
}

function goScopes(scopes: readonly string[] | undefined): GoText {
  return goTextList(scopes, "core.ResourceQuotaScope");
}

type CountUnsupported = ReturnType<typeof unsupportedCounter>;

function reportScopes(
  { scopes = [] }: ResourceQuotaSpec,
  countUnsupported: CountUnsupported,
  context: ValidationContext,
): void {
  // Printed once, because a client can send very many scopes.
  let shownScopes: GoText | undefined;
  const reject = (why: string): void => {
    shownScopes ??= goScopes(scopes);
    context.report(invalidField(at(context, "scopes"), shownScopes, why));
  };
  for (const scope of scopes) {
    if (!resourcesByScope.has(scope)) reject("unsupported scope");
    for (let count = countUnsupported(scope); count > 0; count--) reject("unsupported scope applied to resource");
  }
  for (let count = countConflicts(scopes); count > 0; count--) reject("conflicting scopes");
}

/** Reports an invalid scope selector. The reference leaves the index of the requirement out of the paths. */
function reportSelector(spec: ResourceQuotaSpec, countUnsupported: CountUnsupported, context: ValidationContext): void {
  const requirements = spec.scopeSelector?.matchExpressions ?? [];
  const path = at(context, "scopeSelector.matchExpressions");
  let shownSelector: GoText | undefined;
  for (const requirement of requirements) {
    const { scopeName } = requirement;
    if (!resourcesByScope.has(scopeName)) {
      context.report(invalidField(`${path}.scopeName`, scopeName, "unsupported scope"));
    }
    for (let count = countUnsupported(scopeName); count > 0; count--) {
      shownSelector ??= goSelector(requirements);
      context.report(invalidField(path, shownSelector, "unsupported scope applied to resource"));
    }
    reportOperator(requirement, path, context);
  }
  for (let count = countConflicts(requirements.map(({ scopeName }) => scopeName)); count > 0; count--) {
    context.report(invalidField(path, goScopes(spec.scopes), "conflicting scopes"));
  }
}

function reportOperator(
  { scopeName, operator, values = [] }: ScopedResourceSelectorRequirement,
  path: string,
  context: ValidationContext,
): void {
  const hasNoValues = resourcesByScope.has(scopeName) && scopeName !== "PriorityClass";
  if (hasNoValues && operator !== "Exists") {
    const why =
      "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, " +
      "ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
    context.report(invalidField(`${path}.operator`, operator, why));
  }
  if (operator === "In" || operator === "NotIn") {
    const why = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    if (values.length === 0) context.report(requiredField(`${path}.values`, why));
  } else if (operator === "Exists" || operator === "DoesNotExist") {
    const why = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    if (values.length > 0) context.report(invalidField(`${path}.values`, values, why));
  } else {
    context.report(invalidField(`${path}.operator`, operator, "not a valid selector operator"));
  }
}

function goSelector(requirements: readonly ScopedResourceSelectorRequirement[]): GoText {
  const items = requirements.map(({ scopeName, operator, values }) => {
    const shown = goTextList(values).text;
    return `core.ScopedResourceSelectorRequirement{ScopeName:${goQuote(scopeName)}, Operator:${goQuote(operator)}, Values:${shown}}`;
  });
  const list = `[]core.ScopedResourceSelectorRequirement{${items.join(", ")}}`;
  return new GoText(`core.ScopeSelector{MatchExpressions:${list}}`);
}
