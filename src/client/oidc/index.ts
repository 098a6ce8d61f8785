/**
 * Login at an OpenID Connect issuer, as the specification requires of clients: in a browser on this machine, or with a
 * code on another device. ID tokens are verified before they are used. The caller sends the requests, so that it
 * decides on certificates, proxies and limits.
 *
 *     const issuer = await discoverIssuer(url, { send, signal });
 *     const login = beginBrowserLogin({ issuer, clientId, ... }, redirectUri);
 *     const { idToken } = await login.finish(query, signal);
 */
export { type BrowserLogin, beginBrowserLogin } from "./browser-flow.ts";
export { type DeviceCode, logInWithDevice } from "./device-flow.ts";
export { discoverIssuer, type Issuer, issuerUrlProblem } from "./discovery.ts";
export type { VerifiedIdToken } from "./id-token.ts";
export type { IssuerRequest, IssuerResponse, SendToIssuer } from "./issuer-request.ts";
export { IssuerUnreachableError, LoginError, TokenRejectedError } from "./login-error.ts";
export type { OidcClient } from "./oidc-client.ts";
export { revokeRefreshToken } from "./revocation.ts";
export { type LoginTokens, refreshTokens } from "./tokens.ts";
