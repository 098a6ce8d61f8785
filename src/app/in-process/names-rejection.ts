/** Waits for the server's decision about the names of a custom type. */
import { customResourceDefinition } from "../../api/index.ts";
import type { Client } from "../../client/index.ts";

/**
 * Waits until a custom type is served, or its names are rejected.
 * @param name that of the definition
 * @returns why its names are rejected; undefined if the type is served
 * @throws if the signal is aborted, or the watch ends before
 */
export async function namesRejection(client: Client, name: string, signal?: AbortSignal): Promise<string | undefined> {
  const definitions = client.api(customResourceDefinition);
  // Without a version, a watch begins with the present state.
  const options = { fieldSelector: `metadata.name=${name}`, ...(signal ? { signal } : {}) };
  for await (const { object } of definitions.watch(options)) {
    const conditions = object.status?.conditions ?? [];
    const rejection = conditions.find(({ type, status }) => type === "NamesAccepted" && status === "False");
    if (rejection) return rejection.message ?? "";
    if (conditions.some(({ type, status }) => type === "Established" && status === "True")) return undefined;
  }
  throw new Error(`the watch of ${name} ended before its type was served`);
}
