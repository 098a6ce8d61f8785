/** Runs the parts of verbs that convert objects. */
import { settle } from "../../schema/index.ts";
import type { StoredEndpoint } from "../served/endpoint.ts";

/**
 * Runs work that may convert objects. If a webhook converts them, the work runs again whenever the result of a conversion was
 * requested.
 * @param work changes nothing until it has all conversions
 * @throws StatusError 500 if the webhook does not convert an object
 */
export function settled<T>({ resource }: StoredEndpoint, work: () => T | Promise<T>): T | Promise<T> {
  return resource.hooks.remoteConversion ? settle(work) : work();
}
