/** The credentials that both servers of this run trust. */
import { join } from "node:path";
import { createCredentials, type SharedCredentials } from "../../test/authentication/reference/shared-credentials.ts";

const directory = join(import.meta.dirname, "../../.cache/compare/credentials");

let shared: Promise<SharedCredentials> | undefined;

/** Returns the credentials of this run. The first call creates them. */
export function sharedCredentials(): Promise<SharedCredentials> {
  shared ??= createCredentials(directory);
  return shared;
}
