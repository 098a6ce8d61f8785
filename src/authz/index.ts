/**
 * Authorization: decides whether a user may do something. Each authorizer has its own file. `authorizeBy` calls them in
 * order. `listRulesBy` lists what a user may do, as far as the authorizers can list it. The list is meant for display
 * only.
 */
export { allowed, authorizeBy, noOpinion } from "./authorizer.ts";
export { allowEverything, denyEverything, type ListedAuthorizer } from "./everything.ts";
export { authorizePrivilegedGroup } from "./privileged-group.ts";
export { authorizePublicPaths } from "./public-paths.ts";
export { logDenials } from "./rbac/log-denials.ts";
export { RbacAuthorizer } from "./rbac/rbac-authorizer.ts";
export { type BindingContent, RbacIndex } from "./rbac/rbac-index.ts";
export type { RbacScope } from "./rbac/role-store.ts";
export { listRulesBy, noRules } from "./rules.ts";
