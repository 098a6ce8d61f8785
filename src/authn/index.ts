/**
 * Request to user. One file per method; `authenticateBy` puts them in order.
 */

export { type Authenticator, authenticateBy, type Credentials } from "./authenticator.ts";
export { hasSpaceBeforeToken } from "./bearer-token.ts";
export { certificateAuthenticator, certificateValidity, isWithin } from "./client-certificate.ts";
export { anonymous, authenticatedGroup, type User, unauthenticatedGroup } from "./user.ts";
