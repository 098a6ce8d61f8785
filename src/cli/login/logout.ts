/** `orch logout`: removes stored logins, and ends them at their issuers. */
import { LoginError, revokeRefreshToken } from "../../client/oidc/index.ts";
import { printable } from "../screen/printable.ts";
import { exitCodes } from "../terminal.ts";
import { registeredClient } from "./log-in.ts";
import type { LoginHost } from "./login-host.ts";
import { parseSession, type Session } from "./session.ts";

/** The logins to end. */
export interface LogoutCommand {
  /** Undefined: all issuers. */
  readonly issuerUrl: string | undefined;
  /** Undefined: all clients of the issuer. */
  readonly clientId: string | undefined;
}

/** The parts of the machine that a logout uses. */
export type LogoutHost = Pick<LoginHost, "send" | "sessions" | "terminal" | "clock" | "random" | "signal">;

/**
 * Removes the stored logins that the command selects, and revokes their refresh tokens. A login is removed even if its
 * issuer does not revoke it.
 * @returns the exit code: 1 if an issuer did not revoke a token
 */
export async function logout(command: LogoutCommand, host: LogoutHost): Promise<number> {
  const { sessions, terminal, signal } = host;
  let endedCount = 0;
  let exitCode: number = exitCodes.fine;
  for (const id of await sessions.list()) {
    const end = async (): Promise<void> => {
      const text = await sessions.read(id);
      const session = text === undefined ? undefined : parseSession(text);
      if (text === undefined || !isSelected(session, command)) return;
      endedCount++;
      try {
        terminal.out(line(await endLogin(session, host)));
      } catch (error) {
        if (!(error instanceof LoginError)) throw error;
        exitCode = exitCodes.failed;
        terminal.error(line(`orch logout: ${failureText(session, error)}`));
      } finally {
        await sessions.remove(id);
      }
    };
    await sessions.exclusively(id, end, signal);
  }
  if (endedCount === 0) terminal.out(line(nothingStored(command)));
  return exitCode;
}

/** A damaged file belongs to no issuer, so that only a logout of all issuers removes it. */
function isSelected(session: Session | undefined, { issuerUrl, clientId }: LogoutCommand): boolean {
  if (issuerUrl !== undefined && session?.issuerUrl !== issuerUrl) return false;
  return clientId === undefined || session?.clientId === clientId;
}

/** Revokes the tokens of a login. Returns a line about the result. */
async function endLogin(session: Session | undefined, host: LogoutHost): Promise<string> {
  if (!session) return "removed a damaged login";
  const { refreshToken } = session;
  const title = `logged out at ${session.issuerUrl} as ${session.idToken.subject}`;
  if (refreshToken === undefined) return title;
  const client = await registeredClient({ ...session, scopes: [] }, host);
  const isRevoked = await revokeRefreshToken(client, { refreshToken, signal: host.signal });
  return isRevoked ? title : `${title}; the issuer has no endpoint to revoke tokens`;
}

function failureText(session: Session | undefined, { message }: LoginError): string {
  return `removed the login at ${session?.issuerUrl}, but its refresh token was not revoked: ${message}`;
}

function nothingStored({ issuerUrl, clientId }: LogoutCommand): string {
  if (issuerUrl === undefined) return "no login is stored";
  return `no login at ${issuerUrl} ${clientId === undefined ? "" : `of the client ${clientId} `}is stored`;
}

function line(text: string): string {
  return `${printable(text)}\n`;
}
