/** The documents with which other programs verify tokens of service accounts (OpenID Connect Discovery). */
import type { VerificationKey } from "./verification-keys.ts";

/** Path of the public keys. */
export const keysPath = "/openid/v1/jwks";
/** Path of the discovery document. */
export const discoveryPath = "/.well-known/openid-configuration";

/**
 * Returns why an issuer cannot have a discovery document. Undefined if it can: it is a URL with the scheme https, and
 * without a query and a fragment.
 */
export function discoveryProblem(issuer: string): string | undefined {
  if (!URL.canParse(issuer) || new URL(issuer).protocol !== "https:") {
    return `issuer URL must use https scheme, got: ${issuer}`;
  }
  const { search, hash } = new URL(issuer);
  if (search !== "") return `issuer URL may not include a query, got: ${issuer}`;
  return hash === "" ? undefined : `issuer URL may not include a fragment, got: ${issuer}`;
}

/** Returns the discovery document of an issuer, as JSON. */
export function discoveryDocument(issuer: string, keysUrl: string, keys: readonly VerificationKey[]): string {
  return JSON.stringify({
    issuer,
    jwks_uri: keysUrl,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [...new Set(keys.map(signingAlgorithm))].sort(),
  });
}

/** Returns the set of public keys (RFC 7517), as JSON. */
export function keySet(keys: readonly VerificationKey[]): string {
  return JSON.stringify({ keys: keys.map(webKey) });
}

function webKey(key: VerificationKey): Readonly<Record<string, unknown>> {
  const { kty, crv, n, e, x, y } = key.publicKey.export({ format: "jwk" });
  return { use: "sig", kty, kid: key.id, crv, alg: signingAlgorithm(key), x, y, n, e };
}

/** Returns the algorithm with which the reference signs tokens with this key. */
function signingAlgorithm({ algorithms }: VerificationKey): string {
  const [name = ""] = algorithms.keys();
  return name;
}
