/** Names of resources, and what is known about the amounts that they stand for. */
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { allSpellings, label } from "../../meta/vocabulary.ts";

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

/** The text of the page size in the name of a huge pages resource. */
export function pageSizeOf(name: string): string {
  return name.slice(hugePagesPrefix.length);
}

/** True for names without a domain, and for those of the product. */
export function isNative(name: string): boolean {
  return !name.includes("/") || nativePrefixes.some((prefix) => name.includes(prefix));
}

/** Resources of others: devices, licences. */
export function isExtended(name: string): boolean {
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

/** What is wrong with the name of a resource that a container asks for, reported at `path`. */
export function containerResourceErrors(name: string, path: () => string): FieldError[] {
  if (containerResources.has(name)) return [];
  const errors = checkFormat("qualifiedName", name);
  if (name.includes("/")) {
    if (!isNative(name) && !isExtended(name)) errors.push("doesn't follow extended resource name standard");
  } else {
    if (errors.length === 0 && !isStandard(name)) errors.push("must be a standard resource type or fully qualified");
    if (!isHugePages(name)) errors.push("must be a standard resource for containers");
  }
  return errors.map((message) => invalidField(path(), name, message));
}

function isStandard(name: string): boolean {
  return standardResources.has(name) || isHugePages(name) || isHugePages(name.replace(/^requests\./, ""));
}
