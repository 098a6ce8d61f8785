/** Authentication: finds the user of a request. Each method has its own file. `authenticateBy` tries them in order. */

export { type Authenticator, authenticateBy, type CredentialSource } from "./authenticator.ts";
export { hasSpaceBeforeToken } from "./bearer-token.ts";
export { certificateAuthenticator, certificateValidity, isWithin } from "./client-certificate.ts";
export { AuthenticationError, type TokenAuthenticator, type TokenIdentity } from "./token-authenticator.ts";
export { anonymous, authenticatedGroup, type User, unauthenticatedGroup } from "./user.ts";
