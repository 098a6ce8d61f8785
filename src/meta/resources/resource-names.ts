/** Names of resources such as cpu, and the properties that follow from a name. */
import { checkFormat } from "../formats.ts";
import { allSpellings, label } from "../vocabulary.ts";

/** Beginning of the names of huge pages, before the size of a page: `hugepages-2Mi`. */
export const hugePagesPrefix = "hugepages-";
/** Beginning of the names under which quotas limit requests: `requests.cpu`. */
export const requestsPrefix = "requests.";
/** Beginning of the names under which quotas limit limits: `limits.cpu`. */
export const limitsPrefix = "limits.";

/** Domains of the product's own resources, in both vocabularies. */
const nativePrefixes = allSpellings(label(""));

/** Whether the resource is a size of huge pages. */
export function isHugePages(name: string): boolean {
  return name.startsWith(hugePagesPrefix);
}

/** Whether the name has no domain, or a domain of the product. */
export function isNative(name: string): boolean {
  return !name.includes("/") || nativePrefixes.some((prefix) => name.includes(prefix));
}

/** Whether it is an extended resource, such as devices or licences. */
export function isExtended(name: string): boolean {
  if (isNative(name) || name.startsWith(requestsPrefix)) return false;
  return checkFormat("qualifiedName", requestsPrefix + name).length === 0;
}
