/** The tokens of a login, and requests for them. */
import { type VerifiedIdToken, verifyIdToken } from "./id-token.ts";
import { LoginError } from "./login-error.ts";
import { type FormFields, type OidcClient, postForm } from "./oidc-client.ts";

/** The tokens that a login returned. */
export interface LoginTokens {
  readonly idToken: VerifiedIdToken;
  /** Undefined if the issuer returned none. The user then logs in again when the ID token has expired. */
  readonly refreshToken: string | undefined;
}

/** Requests tokens from the token endpoint, and verifies the ID token. @throws LoginError */
export async function requestTokens(
  client: OidcClient,
  { fields, nonce, signal }: { readonly fields: FormFields; readonly nonce?: string; readonly signal: AbortSignal },
): Promise<LoginTokens> {
  const response = await postForm(client, { url: client.issuer.tokenEndpoint, fields, signal });
  const { id_token: text, refresh_token: refreshToken } = response;
  const idToken = await verifyIdToken(text, { client, nonce, signal });
  return { idToken, refreshToken: typeof refreshToken === "string" ? refreshToken : undefined };
}

/**
 * Requests new tokens with a refresh token. An issuer that does not replace the refresh token returns none.
 * @throws TokenRejectedError if the refresh token is not valid
 */
export async function refreshTokens(
  client: OidcClient,
  {
    subject,
    refreshToken,
    signal,
  }: { readonly subject: string; readonly refreshToken: string; readonly signal: AbortSignal },
): Promise<LoginTokens> {
  const fields = { grant_type: "refresh_token", refresh_token: refreshToken };
  const tokens = await requestTokens(client, { fields, signal });
  if (tokens.idToken.subject !== subject) throw new LoginError("the issuer refreshed the login of another user");
  return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
}
