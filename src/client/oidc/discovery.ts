/** Reads the configuration document of an OpenID Connect issuer. */
import { getDocument, type IssuerDocument, type SendToIssuer } from "./issuer-request.ts";
import { LoginError } from "./login-error.ts";

/** An issuer and its endpoints. All URLs begin with `https:`. */
export interface Issuer {
  /** Identifier of the issuer, as in the claim `iss`. */
  readonly issuer: string;
  readonly authorizationEndpoint: string | undefined;
  readonly tokenEndpoint: string;
  readonly deviceEndpoint: string | undefined;
  /** Undefined if the issuer cannot revoke tokens. */
  readonly revocationEndpoint: string | undefined;
  readonly jwksUri: string;
  /** How the token endpoint receives the client secret: in the header Authorization, or in the body. */
  readonly secretPlacement: "header" | "body";
}

/** Returns the problem of an issuer URL, or undefined. */
export function issuerUrlProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:") return "must be a URL that begins with https://";
  if (url.username !== "" || url.password !== "") return "may not hold a user or a password";
  return url.search === "" && url.hash === "" ? undefined : "may not have a query or a fragment";
}

/**
 * Reads and validates the configuration of an issuer.
 * @param issuerUrl a URL without problems
 * @throws LoginError if the document is missing or invalid
 */
export async function discoverIssuer(
  issuerUrl: string,
  options: { readonly send: SendToIssuer; readonly signal: AbortSignal },
): Promise<Issuer> {
  const url = `${issuerUrl.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const title = "the configuration of the issuer";
  const document = await getDocument(url, title, options);
  if (document["issuer"] !== issuerUrl) {
    const other = JSON.stringify(document["issuer"])?.slice(0, 200) ?? "none";
    throw new LoginError(`${title} at ${url}: the issuer is ${other}, not ${JSON.stringify(issuerUrl)}`);
  }
  const optional = (name: string): string | undefined => httpsUrl(document, name, `${title} at ${url}`);
  const required = (name: string): string => {
    const value = optional(name);
    if (value !== undefined) return value;
    throw new LoginError(`${title} at ${url}: ${name} is missing`);
  };
  return {
    issuer: issuerUrl,
    authorizationEndpoint: optional("authorization_endpoint"),
    tokenEndpoint: required("token_endpoint"),
    deviceEndpoint: optional("device_authorization_endpoint"),
    revocationEndpoint: optional("revocation_endpoint"),
    jwksUri: required("jwks_uri"),
    secretPlacement: secretPlacementOf(document["token_endpoint_auth_methods_supported"]),
  };
}

function httpsUrl(document: IssuerDocument, name: string, title: string): string | undefined {
  const value = document[name];
  if (value === undefined) return undefined;
  if (typeof value === "string" && URL.canParse(value) && new URL(value).protocol === "https:") return value;
  throw new LoginError(`${title}: ${name} must be a URL that begins with https://`);
}

/** The header is the default of the specification. */
function secretPlacementOf(methods: unknown): Issuer["secretPlacement"] {
  const hasHeader = !Array.isArray(methods) || methods.includes("client_secret_basic");
  return hasHeader ? "header" : "body";
}
