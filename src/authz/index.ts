/**
 * User and action to a decision. One file per authorizer; `authorizeBy` puts them in order. What an authorizer would allow
 * can be listed as well, where it knows: for people, by `listRulesBy`.
 */
export {
  type Attributes,
  type Authorizer,
  allowed,
  authorizeBy,
  type Decision,
  noOpinion,
  type PathAttributes,
  type ResourceAttributes,
  type Subject,
} from "./authorizer.ts";
export { authorizePrivilegedGroup, listPrivilegedGroup } from "./privileged-group.ts";
export { authorizePublicPaths, listPublicPaths } from "./public-paths.ts";
export { listRulesBy, type PathRule, type ResourceRule, type RuleLister, type SubjectRules } from "./rules.ts";
