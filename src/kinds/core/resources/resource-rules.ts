/** Requests and limits of compute resources. */
import {
  type ResourceRequirements,
  resourceRequirements,
  volumeResourceRequirements,
} from "../../../api/core/v1/resources.ts";
import type { PodSpec } from "../../../api/index.ts";
import { getOwn } from "../../../base/own-property.ts";
import { type FieldError, forbiddenField, invalidField, requiredField } from "../../../meta/field-error.ts";
import { parseQuantity } from "../../../meta/quantity.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { at } from "../../reporting.ts";
import { placedContainers } from "../container/containers.ts";
import { reportClaimUses } from "../container/resource-claim-rules.ts";
import { goQuantity } from "./go-quantity.ts";
import { type ResourceList, roundUpToMilli } from "./resource-lists.ts";
import { containerResourceErrors, isHugePages, isPagesOf, isWhole, mayOvercommit } from "./resource-names.ts";

/** What is asked of resources depends on where they stand, so that the rules of what holds them check them. */
export const resourceRules: readonly RuleEntry[] = [
  rulesFor(resourceRequirements, { defaults: roundUp }),
  rulesFor(volumeResourceRequirements, { defaults: roundUp }),
];

function roundUp({ limits, requests }: { limits?: Record<string, string>; requests?: Record<string, string> }): void {
  roundUpToMilli(limits);
  roundUpToMilli(requests);
}

/** What resources are held against. */
export interface ResourceCheck {
  /** What is wrong with the name of a resource, reported at `path`. */
  readonly nameErrors: (name: string, path: () => string) => readonly FieldError[];
  /** Whether huge pages may be broken, because they were before. Asked when they are. */
  readonly allowsBrokenPages: () => boolean;
}

const containerCheck: ResourceCheck = { nameErrors: containerResourceErrors, allowsBrokenPages: () => false };

/** Names and amounts of a list of container resources. */
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

/** @param claimNames of the Pod, of which `resources` may use claims */
export function reportResources(
  { limits = {}, requests = {}, claims = [] }: ResourceRequirements,
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
  /** Of the resource. */
  readonly name: string;
  readonly text: string;
}

function reportResource(context: ValidationContext, path: () => string, amount: Amount, check: ResourceCheck): void {
  for (const error of check.nameErrors(amount.name, path)) context.report(error);
  reportAmount(context, path, amount);
}

/** Amounts are not negative, and whole where the resource comes in pieces. */
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

/** Whether some amount of huge pages in the spec is no whole number of them. */
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
