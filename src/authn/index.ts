/**
 * Authentication: finds the user of a request. Each method has its own file. `authenticateBy` tries them in order.
 */

export { type AnonymousAccess, anonymousAuthenticator } from "./anonymous.ts";
export { AuthenticationMetrics, type AttemptResult, TokenCacheMetrics } from "./authentication-metrics.ts";
export {
  type AuthenticationMethods,
  type AuthenticationOutcome,
  type Authenticator,
  authenticateBy,
  type CredentialSource,
  type Identity,
  isIdentity,
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
