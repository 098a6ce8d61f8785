/** Requests and limits of compute resources. */
import {
  type ResourceRequirements,
  resourceRequirements,
  volumeResourceRequirements,
} from "../../api/core/v1/resources.ts";
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { parseQuantity, type Quantity } from "../../meta/quantity.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";
import { type ResourceList, roundUpToMilli } from "./resource-lists.ts";
import { containerResourceErrors, isHugePages, isWhole, mayOvercommit, pageSizeOf } from "./resource-names.ts";

export const resourceRules: readonly RuleEntry[] = [
  rulesFor(resourceRequirements, { defaults: roundUp, validate: reportRequirements }),
  rulesFor(volumeResourceRequirements, { defaults: roundUp }),
];

function roundUp({ limits, requests }: { limits?: Record<string, string>; requests?: Record<string, string> }): void {
  roundUpToMilli(limits);
  roundUpToMilli(requests);
}

function reportRequirements({ limits = {}, requests = {} }: ResourceRequirements, context: ValidationContext): void {
  reportContainerResources(context, "limits", limits);
  reportContainerResources(context, "requests", requests);
  for (const [name, request] of Object.entries(requests))
    reportRequest(context, { name, request, limit: limits[name] });
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  if (names.some(isHugePages) && !names.includes("cpu") && !names.includes("memory")) {
    context.report(forbiddenField(at(context, ""), "HugePages require cpu or memory"));
  }
}

/** Names and amounts of a list of container resources. */
export function reportContainerResources(context: ValidationContext, part: string, list: ResourceList): void {
  for (const [name, text] of Object.entries(list)) {
    const path = (): string => at(context, `${part}[${name}]`);
    for (const error of containerResourceErrors(name, path)) context.report(error);
    reportAmount(context, path, { name, text });
    if (isHugePages(name) && !isMultipleOfPage(parseQuantity(text), pageSizeOf(name))) {
      context.report(invalidField(path(), text, `${text} is not positive integer multiple of ${name}`));
    }
  }
}

/** Amounts are not negative, and whole where the resource comes in pieces. */
export function reportAmount(
  context: ValidationContext,
  path: () => string,
  { name, text }: { readonly name: string; readonly text: string },
): void {
  const amount = parseQuantity(text);
  if (amount.sign < 0) context.report(invalidField(path(), text, "must be greater than or equal to 0"));
  if (isWhole(name) && amount.milliValue() % 1000n !== 0n) {
    context.report(invalidField(path(), text, "must be an integer"));
  }
}

function isMultipleOfPage(amount: Quantity, pageText: string): boolean {
  const page = readQuantity(pageText);
  if (page === undefined || page.sign <= 0 || page.milliValue() % 1000n !== 0n) return false;
  return amount.value() % page.value() === 0n;
}

function readQuantity(text: string): Quantity | undefined {
  try {
    return parseQuantity(text);
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

interface Request {
  readonly name: string;
  readonly request: string;
  readonly limit: string | undefined;
}

/** Compares a request with the limit of the same resource. */
function reportRequest(context: ValidationContext, { name, request, limit }: Request): void {
  if (limit === undefined) {
    if (mayOvercommit(name)) return;
    context.report(requiredField(at(context, "limits"), "Limit must be set for non overcommitable resources"));
    return;
  }
  const order = parseQuantity(request).compare(parseQuantity(limit));
  if (order === 0) return;
  if (!mayOvercommit(name)) {
    context.report(invalidField(at(context, "requests"), request, `must be equal to ${name} limit of ${limit}`));
  } else if (order > 0) {
    const why = `must be less than or equal to ${name} limit of ${limit}`;
    context.report(invalidField(at(context, "requests"), request, why));
  }
}
