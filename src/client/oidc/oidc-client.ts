/** The program that logs in, as the issuer has registered it, and requests to the issuer's token endpoint. */
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { Issuer } from "./discovery.ts";
import {
  type IssuerDocument,
  type IssuerResponse,
  parseDocument,
  type SendToIssuer,
  unexpectedStatus,
} from "./issuer-request.ts";
import { LoginError, TokenRejectedError } from "./login-error.ts";

/** A registered client of an issuer. */
export interface OidcClient {
  readonly issuer: Issuer;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  /** Requested scopes, which include `openid`. */
  readonly scopes: readonly string[];
  readonly send: SendToIssuer;
  readonly clock: Clock;
  /** Cryptographically secure. */
  readonly random: Random;
}

/** Form fields of a request. */
export type FormFields = Readonly<Record<string, string>>;

/** A form for an endpoint of the issuer. */
export interface FormRequest {
  readonly url: string;
  readonly fields: FormFields;
  readonly signal: AbortSignal;
}

/** Posts a form as the registered client, and returns the document of the response. @throws as `sendForm()` */
export async function postForm(client: OidcClient, request: FormRequest): Promise<IssuerDocument> {
  return parseDocument(await sendForm(client, request), request.url);
}

/** Posts a form as the registered client. @throws TokenRejectedError if the issuer rejects it */
export async function sendForm(
  { issuer, clientId, clientSecret, send }: OidcClient,
  { url, fields, signal }: FormRequest,
): Promise<IssuerResponse> {
  const isInHeader = clientSecret !== undefined && issuer.secretPlacement === "header";
  const body = new URLSearchParams({
    ...fields,
    ...(isInHeader ? {} : { client_id: clientId }),
    ...(clientSecret === undefined || isInHeader ? {} : { client_secret: clientSecret }),
  });
  const headers = {
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded",
    ...(isInHeader ? { authorization: basicAuthorization(clientId, clientSecret) } : {}),
  };
  const response = await send({ method: "POST", url, headers, body: body.toString(), signal });
  if (response.status === 200) return response;
  const isDescribed = response.status === 400 || response.status === 401;
  if (!isDescribed) throw unexpectedStatus(response, url);
  throw rejection(parseDocument(response, url), url);
}

/** RFC 6749 requires form encoding of both parts. */
function basicAuthorization(clientId: string, clientSecret: string): string {
  const [id, secret] = [clientId, clientSecret].map((part) => new URLSearchParams({ "": part }).toString().slice(1));
  return `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
}

const descriptionCharactersMax = 300;

function rejection({ error, error_description: description }: IssuerDocument, url: string): LoginError {
  if (typeof error !== "string") return new LoginError(`${url}: the issuer rejected the request without an error code`);
  return new TokenRejectedError(`${url}: the issuer rejected the request: ${describeError(error, description)}`, error);
}

/** Returns an error code of the issuer with its description, truncated. */
export function describeError(code: string, description: unknown): string {
  const text = typeof description === "string" && description !== "" ? `${code}: ${description}` : code;
  return text.slice(0, descriptionCharactersMax);
}
