/**
 * Authentication: finds the user of a request. Each method has its own file. `authenticateBy` tries them in order.
 */

export { type AnonymousAccess, anonymousAuthenticator } from "./anonymous.ts";
export {
  type AttemptResult,
  AuthenticationMetrics,
  CertificateMetrics,
  TokenCacheMetrics,
} from "./authentication-metrics.ts";
export {
  type AuthenticationMethods,
  type AuthenticationOutcome,
  type Authenticator,
  authenticateBy,
  type CredentialSource,
  isRecognized,
  type RecognizedUser,
} from "./authenticator.ts";
export { bearerTokenAuthenticator, warnOfIgnoredToken } from "./bearer-token.ts";
export {
  type BootstrapTokenOptions,
  type BootstrapTokenSecret,
  bootstrapTokenAuthenticator,
} from "./bootstrap-token.ts";
export { type CertificatePool, certificateBlocks, emptyPool, parsePool } from "./certificates/certificate-pool.ts";
export { CertificateVerifier } from "./certificates/certificate-verifier.ts";
export { certificateAuthenticator } from "./certificates/client-certificate.ts";
export { type FrontProxyOptions, frontProxyAuthenticator } from "./front-proxy.ts";
export {
  type AccountTokenOptions,
  accountTokenAuthenticators,
} from "./service-accounts/account-token-authenticator.ts";
export { boundClaims } from "./service-accounts/bound-claims.ts";
export { readPrivateKey, readPublicKeys } from "./service-accounts/key-texts.ts";
export {
  discoveryDocument,
  discoveryPath,
  discoveryProblem,
  keySet,
  keysPath,
} from "./service-accounts/openid-documents.ts";
export type { AccountState, ObjectState, SecretState, TokenObjects } from "./service-accounts/token-objects.ts";
export { type SignClaims, tokenSigner } from "./service-accounts/token-signer.ts";
export type { TokenCounter, TokenUses, UsedSecret } from "./service-accounts/token-uses.ts";
export { VerificationKeys } from "./service-accounts/verification-keys.ts";
export {
  AuthenticationError,
  authenticateTokenBy,
  commonAudiences,
  type TokenAuthenticator,
  type TokenIdentity,
  withOwnAudiences,
} from "./token-authenticator.ts";
export { TokenCache } from "./token-cache.ts";
export { TokenFileError, tokenFileAuthenticator } from "./token-file.ts";
export { anonymous, authenticatedGroup, isAnonymous, type User, unauthenticatedGroup } from "./user.ts";
export { credentialRemover, type UserHeaders } from "./user-headers.ts";
export { webSocketTokenAuthenticator } from "./web-socket-token.ts";
