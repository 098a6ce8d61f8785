/**
 * User and action to a decision. One file per authorizer; `authorizeBy` puts them in order.
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
export { authorizePrivilegedGroup } from "./privileged-group.ts";
export { authorizePublicPaths } from "./public-paths.ts";
