/** Matching of requests with the rules and selectors of policies and webhooks. It needs no expressions. */
export { exemptFromPolicies, exemptFromWebhooks, type IsExempt } from "./exempt-resources.ts";
export { type CriteriaOutcome, type CriteriaSource, type Mismatch, RequestCriteria } from "./request-criteria.ts";
export { requestDocument } from "./request-document.ts";
export { type NamespaceReader, namespaceNameOf, RequestNamespace } from "./request-namespace.ts";
export { type MatchRule, versionMatching } from "./resource-rules.ts";
