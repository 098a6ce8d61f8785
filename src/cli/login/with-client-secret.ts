/** Uses the client secret of the stored login where the command line names none. */
import { LoginError, TokenRejectedError } from "../../client/oidc/index.ts";
import type { LoginSettings, Session } from "./session.ts";

/**
 * Runs a part of a login with the client secret of the settings, or else of the stored login.
 * @throws the error of `run`. If the issuer rejects the client, and the secret was the stored one, the error says so: the issuer may have
 * replaced or removed the secret
 */
export async function withClientSecret<T>(
  settings: LoginSettings,
  stored: Session | undefined,
  run: (settings: LoginSettings) => Promise<T>,
): Promise<T> {
  if (settings.clientSecret !== undefined || stored?.clientSecret === undefined) return await run(settings);
  try {
    return await run({ ...settings, clientSecret: stored.clientSecret });
  } catch (error) {
    if (!(error instanceof TokenRejectedError) || error.code !== "invalid_client") throw error;
    const hint =
      "the request had the client secret of the stored login; pass a new secret with --client-secret, " +
      "or remove the stored one with `orch logout`";
    throw new LoginError(`${error.message}; ${hint}`, { cause: error });
  }
}
