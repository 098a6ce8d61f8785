/** Revokes tokens. @see RFC 7009 */
import { type OidcClient, sendForm } from "./oidc-client.ts";

/**
 * Revokes a refresh token, and thereby the login. A token that is no longer valid is no error.
 * @returns false if the issuer has no endpoint for revocations
 * @throws LoginError if the issuer does not revoke it
 */
export async function revokeRefreshToken(
  client: OidcClient,
  { refreshToken, signal }: { readonly refreshToken: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const url = client.issuer.revocationEndpoint;
  if (url === undefined) return false;
  await sendForm(client, { url, fields: { token: refreshToken, token_type_hint: "refresh_token" }, signal });
  return true;
}
