/** Attribute-based access control: policies in a file, which is read at the start of the server. */
export { abacAuthorizer } from "./abac-authorizer.ts";
export type { Policy } from "./policy.ts";
export { type PolicyFile, type PolicyFileText, readPolicies } from "./read-policies.ts";
