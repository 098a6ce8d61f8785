/** Names of resources, and the properties that follow from a name. */
import { type FieldError, invalidField, notSupportedField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { GoText } from "../../../meta/go-quote.ts";
import { ParseError } from "../../../meta/parse-error.ts";
import { parseQuantity, type Quantity } from "../../../meta/quantity.ts";
import { hugePagesPrefix, isExtended, isHugePages, isNative } from "../../../meta/resources/resource-names.ts";

const containerResources: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);

/** Resources that count objects. */
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

/** Whether an amount of huge pages is a multiple of the page size in the resource's name. */
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

/** Whether the resource can be overcommitted, so that limits may exceed requests. */
export function mayOvercommit(name: string): boolean {
  return isNative(name) && !isHugePages(name);
}

/** Whether amounts of the resource must be whole numbers. */
export function isWhole(name: string): boolean {
  return objectCounts.has(name) || isExtended(name);
}

/** Returns the name for an error message, which shows it without quotes. */
export function goResourceName(name: string): GoText {
  return new GoText(name);
}

/**
 * Returns the errors of a resource name in the requests or limits of a container.
 * @param path returns the path of the errors
 */
export function containerResourceErrors(name: string, path: () => string): FieldError[] {
  return containerResourceFaults(name).map((message) => invalidField(path(), goResourceName(name), message));
}

/** Returns the messages about a resource name in the requests or limits of a container. */
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

/** Resources that can be requested for a whole Pod. */
const podResources = ["cpu", "memory"];

/** Whether the resource can be requested for a whole Pod. */
export function isPodResource(name: string): boolean {
  return podResources.includes(name);
}

/**
 * Returns the errors of a resource name in the requests or limits of a whole Pod.
 * @param path returns the path of the errors
 */
export function podResourceErrors(name: string, path: () => string): FieldError[] {
  if (isPodResource(name)) return [];
  const faults = nameFaults(name);
  if (faults.length === 0) return [notSupportedField(path(), goResourceName(name), podResources)];
  return faults.map((message) => invalidField(path(), goResourceName(name), message));
}

/** Returns the messages about a name that is not a valid resource name. */
export function nameFaults(name: string): string[] {
  const faults = checkFormat("qualifiedName", name);
  if (faults.length > 0 || name.includes("/") || isStandard(name)) return faults;
  return ["must be a standard resource type or fully qualified"];
}

/** Whether a quota can limit the resource. Names with a domain are checked separately. */
export function isQuotaResource(name: string): boolean {
  return isStandard(name) && name !== "storage";
}

function isStandard(name: string): boolean {
  return standardResources.has(name) || isHugePages(name) || isHugePages(name.replace(/^requests\./, ""));
}
