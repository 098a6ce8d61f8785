/** A login as it is stored: the tokens, and the secrets that are needed to renew them. */
import { createHash } from "node:crypto";
import { isJsonObject } from "../../base/json-object.ts";
import type { LoginTokens } from "../../client/oidc/index.ts";

/** How to log in. */
export interface LoginSettings {
  readonly issuerUrl: string;
  readonly clientId: string;
  /** Undefined: that of the stored login, or none. */
  readonly clientSecret: string | undefined;
  /** Includes `openid`. */
  readonly scopes: readonly string[];
  /** Whether the user enters a code on any device, instead of using a browser on this machine. */
  readonly usesDevice: boolean;
  /** Port of the redirect. 0: a free port. */
  readonly port: number;
  readonly opensBrowser: boolean;
}

/** The tokens of a user, and everything that is needed to renew or revoke them. */
export interface Session extends LoginTokens, Pick<LoginSettings, "issuerUrl" | "clientId" | "clientSecret"> {}

/** Returns the session of a new login. */
export function sessionOf({ issuerUrl, clientId, clientSecret }: LoginSettings, tokens: LoginTokens): Session {
  return { issuerUrl, clientId, clientSecret, ...tokens };
}

/** A token that expires sooner is renewed, because a request may take this time. */
const renewalMs = 30_000;

/** Returns the name under which a login is stored. It differs for each issuer, client and list of scopes. */
export function sessionId({ issuerUrl, clientId, scopes }: LoginSettings): string {
  const text = JSON.stringify([issuerUrl, clientId, [...scopes].sort()]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** Whether the ID token of the session can be used for new requests. */
export function isUsable({ idToken }: Session, nowMs: number): boolean {
  return idToken.expiresMs - nowMs > renewalMs;
}

/** Returns the text of a session. */
export function formatSession({ issuerUrl, clientId, idToken, refreshToken, clientSecret }: Session): string {
  return `${JSON.stringify({ issuerUrl, clientId, idToken, refreshToken, clientSecret }, undefined, 2)}\n`;
}

/** Parses a stored session. Returns undefined if the text is damaged: the user then logs in again. */
export function parseSession(text: string): Session | undefined {
  const stored = parseJson(text);
  const idToken = isJsonObject(stored) ? stored["idToken"] : undefined;
  if (!isJsonObject(stored) || !isJsonObject(idToken)) return undefined;
  const { issuerUrl, clientId } = stored;
  if (typeof issuerUrl !== "string" || typeof clientId !== "string") return undefined;
  const { text: tokenText, subject, expiresMs } = idToken;
  if (typeof tokenText !== "string" || typeof subject !== "string" || typeof expiresMs !== "number") return undefined;
  return {
    issuerUrl,
    clientId,
    idToken: { text: tokenText, subject, expiresMs },
    refreshToken: optionalText(stored["refreshToken"]),
    clientSecret: optionalText(stored["clientSecret"]),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
