/** The authorization code flow with PKCE (RFC 7636), in a browser that returns to this machine (RFC 8252). */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Random } from "../../base/random.ts";
import { LoginError } from "./login-error.ts";
import { describeError, type OidcClient } from "./oidc-client.ts";
import { type LoginTokens, requestTokens } from "./tokens.ts";

/** A login that waits for the browser. */
export interface BrowserLogin {
  /** The page at which the user logs in. */
  readonly url: string;
  /** Whether the query of a redirect belongs to this login. Other programs can send requests, too. */
  readonly accepts: (query: URLSearchParams) => boolean;
  /** Exchanges the code of the redirect for tokens. @throws LoginError if the user or the issuer rejected the login */
  readonly finish: (query: URLSearchParams, signal: AbortSignal) => Promise<LoginTokens>;
}

/** Characters of `state`, `nonce` and the PKCE verifier. 43 of them hold 256 bits. */
const secretCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const secretLength = 43;

/** Starts a login. @throws LoginError if the issuer has no authorization endpoint */
export function beginBrowserLogin(client: OidcClient, redirectUri: string): BrowserLogin {
  const { issuer, clientId, scopes, random } = client;
  if (issuer.authorizationEndpoint === undefined) {
    throw new LoginError(`${issuer.issuer} has no authorization endpoint; use --device`);
  }
  const [state, nonce, verifier] = [secretText(random), secretText(random), secretText(random)];
  const url = new URL(issuer.authorizationEndpoint);
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    state,
    nonce,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    // Without it, issuers return a refresh token for `offline_access` only at the first login.
    ...(scopes.includes("offline_access") ? { prompt: "consent" } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return {
    url: url.href,
    accepts: (query) => isEqual(query.get("state") ?? "", state),
    finish: async (query, signal) => {
      const code = codeOf(query, issuer.issuer);
      const fields = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
      return await requestTokens(client, { fields, nonce, signal });
    },
  };
}

/** Returns the code of a redirect. RFC 9207 lets the issuer name itself, which reveals mixed-up redirects. */
function codeOf(query: URLSearchParams, issuer: string): string {
  const redirectIssuer = query.get("iss") ?? issuer;
  if (redirectIssuer !== issuer) throw new LoginError("the redirect of the browser comes from another issuer");
  const error = query.get("error");
  if (error !== null) {
    throw new LoginError(`the issuer rejected the login: ${describeError(error, query.get("error_description"))}`);
  }
  const code = query.get("code") ?? "";
  if (code === "") throw new LoginError("the redirect of the browser has no code");
  return code;
}

function secretText(random: Random): string {
  const character = (): string => secretCharacters.charAt(random.below(secretCharacters.length));
  return Array.from({ length: secretLength }, character).join("");
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
