/** Rules of the requests and limits of compute resources. */
import {
  type ResourceRequirements,
  resourceRequirements,
  volumeResourceRequirements,
} from "../../../api/core/v1/resources.ts";
import type { PodSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { getOwn } from "../../../base/own-property.ts";
import { type FieldError, forbiddenField, invalidField, requiredField } from "../../../meta/field-error.ts";
import { parseQuantity } from "../../../meta/quantity.ts";
import { isHugePages } from "../../../meta/resources/resource-names.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { at } from "../../reporting.ts";
import { placedContainers } from "../container/containers.ts";
import { reportClaimUses } from "../container/resource-claim-rules.ts";
import { goQuantity } from "./go-quantity.ts";
import { type ResourceList, roundUpToMilli } from "./resource-lists.ts";
import { containerResourceErrors, isPagesOf, isWhole, mayOvercommit } from "./resource-names.ts";

/**
 * Only fills in defaults. The rules of the owner, such as a container, validate its resources, because they differ by
 * owner.
 */
export const resourceRules: readonly RuleEntry[] = [
  rulesFor(resourceRequirements, { defaults: roundUp }),
  rulesFor(volumeResourceRequirements, { defaults: roundUp }),
];

function roundUp({ limits, requests }: { limits?: Record<string, string>; requests?: Record<string, string> }): void {
  roundUpToMilli(limits);
  roundUpToMilli(requests);
}

/** Checks of resources that depend on their owner. */
export interface ResourceCheck {
  /** Returns the errors of a resource name. */
  readonly nameErrors: (name: string, path: () => string) => readonly FieldError[];
  /**
   * Whether huge pages need not be whole pages, because the stored object has such an amount. Called only for such
   * amounts.
   */
  readonly allowsBrokenPages: () => boolean;
}

const containerCheck: ResourceCheck = { nameErrors: containerResourceErrors, allowsBrokenPages: () => false };

/** Reports invalid names and amounts in a list of container resources. */
export function reportContainerResources(
  context: ValidationContext,
  part: string,
  list: ResourceList,
  check: ResourceCheck = containerCheck,
): void {
  for (const [name, text] of Object.entries(list)) {
    const path = (): string => at(context, `${part}[${name}]`);
    reportResource(context, path, { name, text }, check);
    reportPages(context, path, { name, text }, check);
  }
}

/**
 * Reports invalid requests, limits and claims.
 * @param check.claimNames names of the Pod's claims
 */
export function reportResources(
  { limits = {}, requests = {}, claims = [] }: DeepReadonly<ResourceRequirements>,
  context: ValidationContext,
  check: ResourceCheck & { readonly claimNames: ReadonlySet<string> },
): void {
  reportContainerResources(context, "limits", limits, check);
  for (const [name, text] of Object.entries(requests)) {
    const path = (): string => at(context, `requests[${name}]`);
    reportResource(context, path, { name, text }, check);
    reportRequest(context, { name, text }, getOwn(limits, name));
    reportPages(context, path, { name, text }, check);
  }
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  if (names.some(isHugePages) && !names.includes("cpu") && !names.includes("memory")) {
    context.report(forbiddenField(at(context, ""), "HugePages require cpu or memory"));
  }
  reportClaimUses(claims, check.claimNames, context);
}

interface Amount {
  /** Name of the resource. */
  readonly name: string;
  readonly text: string;
}

function reportResource(context: ValidationContext, path: () => string, amount: Amount, check: ResourceCheck): void {
  for (const error of check.nameErrors(amount.name, path)) context.report(error);
  reportAmount(context, path, amount);
}

/** Reports amounts that are negative, or fractions of something that has none. */
export function reportAmount(context: ValidationContext, path: () => string, { name, text }: Amount): void {
  const amount = parseQuantity(text);
  if (amount.sign < 0) context.report(invalidField(path(), text, "must be greater than or equal to 0"));
  if (isWhole(name) && amount.milliValue() % 1000n !== 0n) {
    context.report(invalidField(path(), goQuantity(text), "must be an integer"));
  }
}

function reportPages(
  context: ValidationContext,
  path: () => string,
  { name, text }: Amount,
  { allowsBrokenPages }: ResourceCheck,
): void {
  if (!isHugePages(name) || isPagesOf(name, text) || allowsBrokenPages()) return;
  context.report(invalidField(path(), text, `${text} is not positive integer multiple of ${name}`));
}

/** Whether some amount of huge pages in the spec is not a whole number of pages. */
export function hasBrokenPages(spec: PodSpec): boolean {
  const held = placedContainers(spec).map(({ container }) => container.resources ?? {});
  const lists = [spec.overhead, ...held.flatMap(({ limits, requests }) => [limits, requests])];
  return lists.some((list = {}) => {
    return Object.entries(list).some(([name, text]) => isHugePages(name) && !isPagesOf(name, text));
  });
}

/** Compares a request with the limit of the same resource. */
function reportRequest(context: ValidationContext, { name, text }: Amount, limit: string | undefined): void {
  if (limit === undefined) {
    if (mayOvercommit(name)) return;
    context.report(requiredField(at(context, "limits"), "Limit must be set for non overcommitable resources"));
    return;
  }
  const order = parseQuantity(text).compare(parseQuantity(limit));
  if (order === 0) return;
  if (!mayOvercommit(name)) {
    context.report(invalidField(at(context, "requests"), text, `must be equal to ${name} limit of ${limit}`));
  } else if (order > 0) {
    const why = `must be less than or equal to ${name} limit of ${limit}`;
    context.report(invalidField(at(context, "requests"), text, why));
  }
}
