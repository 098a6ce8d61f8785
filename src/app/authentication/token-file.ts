/** The file of static tokens. It is read at the start, so that all processes of the server accept the same tokens. */
import { type TokenAuthenticator, TokenFileError, tokenFileAuthenticator } from "../../authn/index.ts";
import type { Logger } from "../../base/logger.ts";
import type { AuthenticationConfig, LoadedAuthentication } from "../config/authentication-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { StartupError } from "../machine/startup-error.ts";

const flag = "--token-auth-file";

/**
 * Returns the content of the file of static tokens. Undefined if there is none.
 * @throws StartupError if the file is missing or malformed
 */
export function readTokenFile({ tokenFile: path }: AuthenticationConfig): string | undefined {
  if (path === undefined) return undefined;
  const content = readFlagFile(flag, path);
  try {
    tokenFileAuthenticator(content, () => undefined);
  } catch (error) {
    if (error instanceof TokenFileError) throw new StartupError(`${flag}: ${path}: ${error.message}`, { cause: error });
    throw error;
  }
  return content;
}

/** Returns the method for static tokens. Empty if there is no file. */
export function tokenFile(
  { tokenFile: path = "", tokenFileContent }: LoadedAuthentication,
  { logger }: { readonly logger: Logger },
): readonly TokenAuthenticator[] {
  if (tokenFileContent === undefined) return [];
  return [tokenFileAuthenticator(tokenFileContent, (problem) => logger.warning(`${flag}: ${path}: ${problem}`))];
}
