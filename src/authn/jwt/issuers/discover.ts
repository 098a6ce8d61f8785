/** Finds the keys of an issuer with OpenID Connect Discovery. */
import { goFields } from "../../../base/go-field-name.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { documentLimits, parseObject } from "../tokens/parse-token.ts";
import { type IssuerConnection, requestDocument } from "./fetch.ts";

/** Where an issuer is described. */
export interface IssuerAddress {
  readonly issuerUrl: string;
  /** URL of the discovery document. Undefined: below the URL of the issuer. */
  readonly discoveryUrl: string | undefined;
}

const wellKnownPath = "/.well-known/openid-configuration";

/**
 * Returns the URL of the issuer's keys.
 * @throws Error if there is no discovery document, or it belongs to another issuer
 */
export async function discoverKeys(
  { issuerUrl, discoveryUrl }: IssuerAddress,
  connection: IssuerConnection,
): Promise<string> {
  const address = discoveryUrl ?? `${issuerUrl.replace(/\/$/, "")}${wellKnownPath}`;
  const { status, body } = await requestDocument(address, connection);
  if (status !== 200) throw new Error(`the discovery document has the status ${status}`);
  const document = parseObject(body, documentLimits) ?? {};
  const { issuer = "", jwks_uri: keysUrl = "" } = goFields(document, ["issuer", "jwks_uri"]);
  if (typeof issuer !== "string" || typeof keysUrl !== "string") {
    throw new Error("oidc: failed to decode provider discovery object");
  }
  if (issuer !== issuerUrl) {
    const found = `expected ${goQuote(issuerUrl)} got ${goQuote(issuer)}`;
    throw new Error(`oidc: issuer did not match the issuer returned by provider, ${found}`);
  }
  return keysUrl;
}
