/** Rules that several kinds of this group share: limits of lists, unique keys, and names of devices. */
import { duplicateField, invalidField, requiredField, tooLongField, tooManyField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import type { GoText } from "../../meta/go-quote.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFieldFormat, reportFormat } from "../reporting.ts";

/**
 * Reports a list with more than `max` items.
 * @param part path of the list from the value of `context`
 */
export function reportCount(
  context: ValidationContext,
  part: string,
  list: readonly unknown[] | null | undefined,
  max: number,
): void {
  const count = list?.length ?? 0;
  if (count > max) context.report(tooManyField(at(context, part), { count, max }));
}

interface KeyOptions<T> {
  readonly keyOf: (item: T) => string;
  /** Member in the path of the error. Default: none, the path is that of the item. */
  readonly member?: string;
  /** Returns the value in the message. Default: the key. */
  readonly shownOf?: (item: T) => GoText;
}

/** Reports each item whose key an earlier item has. */
export function reportRepeats<T>(
  context: ValidationContext,
  part: string,
  list: readonly T[] | null | undefined,
  { keyOf, member, shownOf }: KeyOptions<T>,
): void {
  const items = list ?? [];
  for (const index of repeatIndexes(items.map(keyOf))) {
    const item = items[index] as T;
    const path = at(context, `${part}[${index}]${member === undefined ? "" : `.${member}`}`);
    context.report(duplicateField(path, shownOf?.(item) ?? keyOf(item)));
  }
}

const requestsMax = 32;

/**
 * Reports references to requests that the claim does not have.
 * @param names names of the claim's requests
 */
export function reportRequestNames(
  context: ValidationContext,
  requests: readonly string[] | null | undefined,
  names: ReadonlySet<string>,
): void {
  (requests ?? []).forEach((name, index) => reportRequestName(context, `requests[${index}]`, name, names));
  reportCount(context, "requests", requests, requestsMax);
  reportRepeats(context, "requests", requests, { keyOf: (name) => name });
}

/**
 * Reports a reference to a request that the claim does not have.
 * @param names names of the claim's requests
 */
export function reportRequestName(
  context: ValidationContext,
  part: string,
  name: string,
  names: ReadonlySet<string>,
): void {
  reportFormat(context, part, "dns1123Label", name);
  if (names.has(name)) return;
  context.report(invalidField(at(context, part), name, "must be the name of a request in the claim"));
}

const poolNameBytesMax = 253;

/** Reports a pool name that is not a path of DNS subdomains. */
export function reportPoolName(context: ValidationContext, part: string, name: string): void {
  if (name === "") {
    context.report(requiredField(at(context, part)));
    return;
  }
  reportBytes(context, part, name, poolNameBytesMax);
  for (const step of name.split("/")) reportFormat(context, part, "dns1123Subdomain", step);
}

/** Reports a text with more than `max` bytes. */
export function reportBytes(context: ValidationContext, part: string, value: string, max: number): void {
  if (Buffer.byteLength(value) > max) context.report(tooLongField(at(context, part), max));
}

const identifierBytesMax = 32;

/** Largest length of an attribute name, in bytes: a domain, a slash and an identifier. */
export const qualifiedNameBytesMax = 63 + 1 + identifierBytesMax;

/** Reports an invalid name of an attribute or capacity. It may start with the domain of a driver. */
export function reportQualifiedName(context: ValidationContext, part: string, name: string): void {
  const demand = (text: string, why: string): boolean => {
    if (text === "") context.report(requiredField(at(context, part), why));
    return text !== "";
  };
  if (!demand(name, "name required")) return;
  const steps = name.split("/");
  const [first = "", second = ""] = steps;
  if (steps.length === 1) reportIdentifier(context, part, first);
  if (steps.length !== 2) return;
  if (demand(first, "the domain must not be empty")) reportFieldFormat(context, part, "csiDriverName", first);
  if (demand(second, "the name must not be empty")) reportIdentifier(context, part, second);
}

function reportIdentifier(context: ValidationContext, part: string, name: string): void {
  reportBytes(context, part, name, identifierBytesMax);
  for (const detail of checkFormat("cIdentifier", name)) {
    context.report({ type: "TypeInvalid", path: at(context, part), value: name, detail });
  }
}
