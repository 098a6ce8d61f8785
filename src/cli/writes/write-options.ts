/** Converts the flags of write commands to options of the client library. */
import type { WriteOptions } from "../../client/index.ts";
import type { ClientContext, Writing } from "../context.ts";

/**
 * Returns the write options. Every dry run sets `dryRun`, so that even a request of a client-side dry run would store
 * nothing.
 */
export function writeOptions(
  { dryRun, fieldManager, fieldValidation }: Writing,
  { signal }: Pick<ClientContext, "signal">,
): WriteOptions & { readonly fieldManager: string } {
  return { dryRun: dryRun !== "none", fieldManager, fieldValidation, signal };
}
