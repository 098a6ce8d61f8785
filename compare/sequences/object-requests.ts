/** Requests for an object of any kind. */
import type { KindDeclaration } from "../../src/schema/index.ts";
import type { Answer } from "../suite.ts";

/**
 * Returns the body of an update. It gets the object's resource version if updates of the kind need one.
 * @param text object in JSON, without a resource version
 * @param read requests the stored object
 */
export async function updateText(kind: KindDeclaration, text: string, read: () => Promise<Answer>): Promise<string> {
  if (kind.rules.unconditionalUpdate) return text;
  const { json } = await read();
  const version: unknown = json?.metadata?.resourceVersion ?? "1";
  return text.replace('"metadata":{', `"metadata":{"resourceVersion":${JSON.stringify(version)},`);
}

/** Options of a deletion that waits neither for dependents nor for a Pod's processes. */
export const deletionAtOnce = { propagationPolicy: "Background", gracePeriodSeconds: 0 } as const;
