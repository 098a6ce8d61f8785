/** Finds the stored login, renews its tokens, or lets the user log in again. */
import { LoginError, refreshTokens, TokenRejectedError } from "../../client/oidc/index.ts";
import { logIn, registeredClient } from "./log-in.ts";
import type { LoginHost } from "./login-host.ts";
import {
  formatSession,
  isUsable,
  type LoginSettings,
  parseSession,
  type Session,
  sessionId,
  sessionOf,
} from "./session.ts";
import { withClientSecret } from "./with-client-secret.ts";

/**
 * Returns a session with a usable ID token.
 * @param repair command line that stores a new login, for errors
 * @throws LoginError if the login has expired and no user can be asked, or if the issuer rejects the login
 */
export async function currentSession(settings: LoginSettings, host: LoginHost, repair: string): Promise<Session> {
  const stored = await storedSession(settings, host);
  if (stored && isUsable(stored, host.clock.nowMs())) return stored;
  return await withClientSecret(settings, stored, async (complete) => {
    const renewed = stored?.refreshToken === undefined ? undefined : await renewedSession(complete, host);
    if (renewed) return renewed;
    if (host.isInteractive) return await logIn(complete, host);
    const problem = stored ? "the login has expired" : "no login is stored";
    throw new LoginError(`${problem}; run \`${repair}\``);
  });
}

/** Returns the stored session. Undefined if there is none, or if its file is damaged. */
export async function storedSession(settings: LoginSettings, { sessions }: LoginHost): Promise<Session | undefined> {
  const text = await sessions.read(sessionId(settings));
  return text === undefined ? undefined : parseSession(text);
}

/**
 * Renews the tokens. Only one process does it at a time, because issuers revoke a login whose refresh token is used
 * twice. Returns undefined if the refresh token is not valid.
 */
async function renewedSession(settings: LoginSettings, host: LoginHost): Promise<Session | undefined> {
  const { sessions, clock, signal } = host;
  const id = sessionId(settings);
  const renew = async (): Promise<Session | undefined> => {
    const stored = await storedSession(settings, host);
    if (stored && isUsable(stored, clock.nowMs())) return stored;
    if (stored?.refreshToken === undefined) return undefined;
    const { idToken, refreshToken } = stored;
    const client = await registeredClient(settings, host);
    const tokens = await refreshTokens(client, { subject: idToken.subject, refreshToken, signal });
    const session = sessionOf(settings, tokens);
    await sessions.write(id, formatSession(session));
    return session;
  };
  try {
    return await sessions.exclusively(id, renew, signal);
  } catch (error) {
    if (error instanceof TokenRejectedError && error.code === "invalid_grant") return undefined;
    throw error;
  }
}
