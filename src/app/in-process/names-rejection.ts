/** Waits for the server's decision about the names of a custom type. */
import { type CustomResourceDefinition, customResourceDefinition } from "../../api/index.ts";
import type { Client } from "../../client/index.ts";

/**
 * Waits until a custom type is served, or its names are rejected.
 * @param name that of the definition
 * @returns why its names are rejected; undefined if the type is served
 * @throws if the definition is deleted, the signal is aborted, or the watch ends before
 */
export async function namesRejection(client: Client, name: string, signal?: AbortSignal): Promise<string | undefined> {
  const definitions = client.api(customResourceDefinition);
  const options = signal ? { signal } : {};
  const stored = await definitions.get(name, options);
  const decided = decisionOf(stored);
  if (decided) return decided.rejection;
  const { resourceVersion = "" } = stored.metadata;
  const events = definitions.watch({ fieldSelector: `metadata.name=${name}`, resourceVersion, ...options });
  for await (const { type, object } of events) {
    if (type === "DELETED") throw new Error(`${name} was deleted before its type was served`);
    const decision = decisionOf(object);
    if (decision) return decision.rejection;
  }
  throw new Error(`the watch of ${name} ended before its type was served`);
}

/** Returns the decision in the conditions of a definition. Undefined if there is none yet. */
function decisionOf({ status }: CustomResourceDefinition): { readonly rejection: string | undefined } | undefined {
  const conditions = status?.conditions ?? [];
  const rejected = conditions.find((one) => one.type === "NamesAccepted" && one.status === "False");
  if (rejected) return { rejection: rejected.message ?? "" };
  const isServed = conditions.some((one) => one.type === "Established" && one.status === "True");
  return isServed ? { rejection: undefined } : undefined;
}
