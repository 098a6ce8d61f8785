/** Options of writes as the client library takes them. */
import type { WriteOptions } from "../client/index.ts";
import type { ClientContext, Writing } from "./context.ts";

export function writeOptions(
  { dryRun, fieldManager, fieldValidation }: Writing,
  { signal }: Pick<ClientContext, "signal">,
): WriteOptions & { readonly fieldManager: string } {
  return { dryRun, fieldManager, fieldValidation, signal };
}
