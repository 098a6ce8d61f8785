/** The device flow (RFC 8628): the user enters a code in a browser on any machine. */
import { sleep } from "../../base/clock.ts";
import type { IssuerDocument } from "./issuer-request.ts";
import { IssuerUnreachableError, LoginError, TokenRejectedError } from "./login-error.ts";
import { type OidcClient, postForm } from "./oidc-client.ts";
import { type LoginTokens, requestTokens } from "./tokens.ts";

/** Code that the user enters, and the page for it. */
export interface DeviceCode {
  /** The page at which the user enters the code. */
  readonly verificationUri: string;
  readonly userCode: string;
  /** The page with the code. Undefined if the issuer has none. */
  readonly completeUri: string | undefined;
}

const grantType = "urn:ietf:params:oauth:grant-type:device_code";
/** Interval of the specification, if the issuer names none. */
const intervalSecondsDefault = 5;
/** Increase of the interval if the issuer requests slower polling, or does not respond. */
const slowDownSeconds = 5;
const intervalSecondsMax = 300;
const expirySecondsMax = 3_600;

/**
 * Requests a code, and waits until the user has logged in with it.
 * @param onCode shows the code to the user
 * @throws LoginError if the user rejects the login, or the code expires
 */
export async function logInWithDevice(
  client: OidcClient,
  { onCode, signal }: { readonly onCode: (code: DeviceCode) => void; readonly signal: AbortSignal },
): Promise<LoginTokens> {
  const { issuer, clock, scopes } = client;
  const { deviceEndpoint: url } = issuer;
  if (url === undefined) throw new LoginError(`${issuer.issuer} does not support the device flow; omit --device`);
  const response = await postForm(client, { url, fields: { scope: scopes.join(" ") }, signal });
  const code = readCode(response, url);
  onCode(code);
  const deadlineMs = clock.monotonicMs() + code.expirySeconds * 1000;
  let { intervalSeconds } = code;
  for (;;) {
    await sleep(clock, intervalSeconds * 1000, signal);
    if (clock.monotonicMs() >= deadlineMs) throw new LoginError("the code has expired; log in again");
    try {
      const fields = { grant_type: grantType, device_code: code.deviceCode };
      return await requestTokens(client, { fields, signal });
    } catch (error) {
      intervalSeconds += additionalSeconds(error);
    }
  }
}

interface ReceivedCode extends DeviceCode {
  readonly deviceCode: string;
  readonly intervalSeconds: number;
  readonly expirySeconds: number;
}

function readCode(response: IssuerDocument, url: string): ReceivedCode {
  const text = (name: string): string => {
    const value = response[name];
    if (typeof value === "string" && value !== "") return value;
    throw new LoginError(`${url}: the response has no ${name}`);
  };
  const complete = response["verification_uri_complete"];
  return {
    deviceCode: text("device_code"),
    userCode: text("user_code"),
    verificationUri: text("verification_uri"),
    completeUri: typeof complete === "string" ? complete : undefined,
    intervalSeconds: seconds(response["interval"], intervalSecondsDefault, intervalSecondsMax),
    expirySeconds: seconds(response["expires_in"], expirySecondsMax, expirySecondsMax),
  };
}

function seconds(value: unknown, fallback: number, max: number): number {
  return typeof value === "number" && value > 0 ? Math.min(value, max) : fallback;
}

/** Returns the increase of the polling interval. @throws the error, if polling cannot succeed any longer */
function additionalSeconds(error: unknown): number {
  if (error instanceof IssuerUnreachableError) return slowDownSeconds;
  if (!(error instanceof TokenRejectedError)) throw error;
  switch (error.code) {
    case "authorization_pending":
      return 0;
    case "slow_down":
      return slowDownSeconds;
    case "expired_token":
      throw new LoginError("the code has expired; log in again", { cause: error });
    case "access_denied":
      throw new LoginError("the login was rejected", { cause: error });
    default:
      throw error;
  }
}
