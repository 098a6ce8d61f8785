/** Options of writes as the client library takes them. */
import type { WriteOptions } from "../client/index.ts";
import type { ClientContext, Writing } from "./context.ts";

/** Whatever is only tried out stores nothing, also where it is asked of the server by mistake. */
export function writeOptions(
  { dryRun, fieldManager, fieldValidation }: Writing,
  { signal }: Pick<ClientContext, "signal">,
): WriteOptions & { readonly fieldManager: string } {
  return { dryRun: dryRun !== "none", fieldManager, fieldValidation, signal };
}
