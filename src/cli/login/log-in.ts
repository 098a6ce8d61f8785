/** Logs a user in, and stores the tokens. */
import {
  beginBrowserLogin,
  type DeviceCode,
  discoverIssuer,
  LoginError,
  type LoginTokens,
  logInWithDevice,
  type OidcClient,
} from "../../client/oidc/index.ts";
import { printable } from "../screen/printable.ts";
import type { LoginHost } from "./login-host.ts";
import { formatSession, type LoginSettings, type Session, sessionId, sessionOf } from "./session.ts";

/** Time that the user has to log in with the browser. */
const browserLoginMs = 300_000;

/** Discovers the issuer, and returns the client of the settings. @throws LoginError */
export async function registeredClient(
  settings: Pick<LoginSettings, "issuerUrl" | "clientId" | "clientSecret" | "scopes">,
  host: Pick<LoginHost, "send" | "clock" | "random" | "signal">,
): Promise<OidcClient> {
  const { issuerUrl, clientId, clientSecret, scopes } = settings;
  const { send, clock, random, signal } = host;
  const issuer = await discoverIssuer(issuerUrl, { send, signal });
  return { issuer, clientId, clientSecret, scopes, send, clock, random };
}

/** Lets the user log in, and stores the session. @throws LoginError */
export async function logIn(settings: LoginSettings, host: LoginHost): Promise<Session> {
  const client = await registeredClient(settings, host);
  const tokens = await (settings.usesDevice ? withDevice(client, host) : withBrowser(client, settings, host));
  const session = sessionOf(settings, tokens);
  await host.sessions.write(sessionId(settings), formatSession(session));
  return session;
}

async function withDevice(client: OidcClient, { terminal, signal }: LoginHost): Promise<LoginTokens> {
  const onCode = ({ verificationUri, userCode, completeUri }: DeviceCode): void => {
    const shortcut = completeUri === undefined ? "" : `, or open ${completeUri}`;
    terminal.error(`${printable(`open ${verificationUri} and enter the code ${userCode}${shortcut}`)}\n`);
  };
  return await logInWithDevice(client, { onCode, signal });
}

async function withBrowser(client: OidcClient, settings: LoginSettings, host: LoginHost): Promise<LoginTokens> {
  const { terminal, clock, signal } = host;
  await using listener = await host.listen(settings.port);
  const login = beginBrowserLogin(client, listener.redirectUri);
  const isOpen = settings.opensBrowser && host.openBrowser(login.url);
  terminal.error(
    `${isOpen ? "log in with your browser, or open this URL" : "open this URL in a browser"}:\n${login.url}\n`,
  );
  const late = new AbortController();
  using _ = clock.after(browserLoginMs, () =>
    late.abort(new LoginError(`the browser did not return within ${browserLoginMs / 1000} s; log in again`)),
  );
  const query = await listener.receive(login.accepts, AbortSignal.any([signal, late.signal]));
  return await login.finish(query, signal);
}
