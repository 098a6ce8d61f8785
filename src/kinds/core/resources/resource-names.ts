/** Names of resources, and what is known about the amounts that they stand for. */
import { type FieldError, invalidField, notSupportedField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { GoText } from "../../../meta/go-quote.ts";
import { ParseError } from "../../../meta/parse-error.ts";
import { parseQuantity, type Quantity } from "../../../meta/quantity.ts";
import { allSpellings, label } from "../../../meta/vocabulary.ts";

const hugePagesPrefix = "hugepages-";
const requestsPrefix = "requests.";

/** The product's own names, in whatever vocabulary. */
const nativePrefixes = allSpellings(label(""));

const containerResources: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);

/** Counted in whole objects. */
const objectCounts: ReadonlySet<string> = new Set([
  "pods",
  "resourcequotas",
  "services",
  "replicationcontrollers",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "services.nodeports",
  "services.loadbalancers",
]);

const standardResources: ReadonlySet<string> = new Set([
  ...containerResources,
  "storage",
  "requests.cpu",
  "requests.memory",
  "requests.storage",
  "requests.ephemeral-storage",
  "limits.cpu",
  "limits.memory",
  "limits.ephemeral-storage",
  ...objectCounts,
]);

export function isHugePages(name: string): boolean {
  return name.startsWith(hugePagesPrefix);
}

/** Whether the amount of a huge pages resource is a whole number of the pages that the name tells the size of. */
export function isPagesOf(name: string, amount: string): boolean {
  const page = readQuantity(name.slice(hugePagesPrefix.length));
  if (page === undefined || page.sign <= 0 || page.milliValue() % 1000n !== 0n) return false;
  return parseQuantity(amount).value() % page.value() === 0n;
}

function readQuantity(text: string): Quantity | undefined {
  try {
    return parseQuantity(text);
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

/** True for names without a domain, and for those of the product. */
export function isNative(name: string): boolean {
  return !name.includes("/") || nativePrefixes.some((prefix) => name.includes(prefix));
}

/** Resources of others: devices, licences. */
function isExtended(name: string): boolean {
  if (isNative(name) || name.startsWith(requestsPrefix)) return false;
  return checkFormat("qualifiedName", requestsPrefix + name).length === 0;
}

/** Whether more may be promised than there is, so that limits may exceed requests. */
export function mayOvercommit(name: string): boolean {
  return isNative(name) && !isHugePages(name);
}

export function isWhole(name: string): boolean {
  return objectCounts.has(name) || isExtended(name);
}

/** The name of a resource as messages show it: without quotes. */
export function goResourceName(name: string): GoText {
  return new GoText(name);
}

/** Returns the errors of the name of a resource that a container asks for, reported at `path`. */
export function containerResourceErrors(name: string, path: () => string): FieldError[] {
  return containerResourceFaults(name).map((message) => invalidField(path(), goResourceName(name), message));
}

/** Returns what is wrong with the name of a resource that a container asks for, as messages. */
export function containerResourceFaults(name: string): string[] {
  if (containerResources.has(name)) return [];
  const faults = nameFaults(name);
  if (name.includes("/")) {
    if (!isNative(name) && !isExtended(name)) faults.push("doesn't follow extended resource name standard");
  } else if (!isHugePages(name)) {
    faults.push("must be a standard resource for containers");
  }
  return faults;
}

/** Shared by all containers of a Pod. */
const podResources = ["cpu", "memory"];

export function isPodResource(name: string): boolean {
  return podResources.includes(name);
}

/** What is wrong with the name of a resource that a Pod asks for as a whole, reported at `path`. */
export function podResourceErrors(name: string, path: () => string): FieldError[] {
  if (isPodResource(name)) return [];
  const faults = nameFaults(name);
  if (faults.length === 0) return [notSupportedField(path(), goResourceName(name), podResources)];
  return faults.map((message) => invalidField(path(), goResourceName(name), message));
}

/** What is wrong with the name of any resource. */
export function nameFaults(name: string): string[] {
  const faults = checkFormat("qualifiedName", name);
  if (faults.length > 0 || name.includes("/") || isStandard(name)) return faults;
  return ["must be a standard resource type or fully qualified"];
}

/** Whether a quota can limit it, besides what has a domain. */
export function isQuotaResource(name: string): boolean {
  return isStandard(name) && name !== "storage";
}

function isStandard(name: string): boolean {
  return standardResources.has(name) || isHugePages(name) || isHugePages(name.replace(/^requests\./, ""));
}
