/** Authentication: finds the user of a request. Each method has its own file. `authenticateBy` tries them in order. */

export { type Authenticator, authenticateBy, type CredentialSource } from "./authenticator.ts";
export { bearerToken, hasSpaceBeforeToken } from "./bearer-token.ts";
export { certificateAuthenticator, certificateValidity, isWithin } from "./client-certificate.ts";
export { AuthenticationError, type TokenAuthenticator, type TokenIdentity } from "./token-authenticator.ts";
export { anonymous, authenticatedGroup, type User, unauthenticatedGroup } from "./user.ts";
export { type AccountTokenOptions, accountTokenAuthenticators } from "./service-accounts/account-token-authenticator.ts";
export { boundClaims } from "./service-accounts/bound-claims.ts";
export { readPrivateKey, readPublicKeys } from "./service-accounts/key-texts.ts";
export { discoveryDocument, discoveryPath, discoveryProblem, keySet, keysPath } from "./service-accounts/openid-documents.ts";
export type { AccountState, ObjectState, SecretState, TokenObjects } from "./service-accounts/token-objects.ts";
export { type SignToken, tokenSigner } from "./service-accounts/token-signer.ts";
export type { TokenCounter, TokenUses, UsedSecret } from "./service-accounts/token-uses.ts";
export { VerificationKeys } from "./service-accounts/verification-keys.ts";
