/** Converts the objects of a request before they are read. */
import { settle } from "../schema/index.ts";
import type { VersionedRequest } from "./plugin.ts";

/**
 * Converts the objects to versions of the request, so that code that cannot wait can read them.
 * @throws StatusError 500 if a webhook does not convert them
 */
export async function convertObjects(...versions: readonly VersionedRequest[]): Promise<void> {
  await settle(() => versions.map(({ object, oldObject }) => [object, oldObject]));
}
