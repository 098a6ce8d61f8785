/**
 * Authentication by JSON Web Tokens of OpenID providers. The issuers and the rules for their tokens come from flags or from
 * a configuration file (AuthenticationConfiguration).
 */

export { type ConfigurationNames, compileConfiguration } from "./configuration/compile-configuration.ts";
export type { CompiledAuthenticator } from "./configuration/compiled-authenticator.ts";
export { configurationOfFlags, type OpenIdFlags } from "./configuration/flags-configuration.ts";
export { readConfiguration } from "./configuration/read-configuration.ts";
export type { AnonymousConfiguration, AuthenticationConfiguration } from "./configuration/schema.ts";
export type { Fetch, FetchRequest, FetchResponse } from "./issuers/fetch.ts";
export { JwtAuthenticator, type JwtAuthenticatorOptions } from "./jwt-authenticator.ts";
export { hashOf, JwtMetrics, type Outcome } from "./metrics.ts";
export { signatureAlgorithms } from "./tokens/token-header.ts";
