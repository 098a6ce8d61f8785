/** Waits until a server serves a custom type. */
import type { Client } from "../../client/index.ts";
import { namesRejection } from "../in-process/names-rejection.ts";

/** A server in this process serves a new type after a few milliseconds. */
const waitMs = 10_000;

/** Waits until the type of a definition is served. Returns why it is not, or undefined if it is. */
export async function whyNotEstablished(client: Client, name: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(waitMs);
  try {
    const rejection = await namesRejection(client, name, signal);
    return rejection === undefined ? undefined : `its names are not accepted: ${rejection}`;
  } catch (error) {
    if (!signal.aborted) throw error;
    return `its type was not served within ${waitMs / 1000} seconds`;
  }
}
