import type { AuthenticationConfig, LoadedAuthentication } from "../config/authentication-config.ts";
import { readTokenFile } from "./token-file.ts";

/**
 * Reads the files that count only at the start of a server.
 * @throws StartupError if one of them cannot be used
 */
export function loadAuthentication(config: AuthenticationConfig): LoadedAuthentication {
  return { ...config, tokenFileContent: readTokenFile(config) };
}
