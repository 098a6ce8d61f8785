/** The functions of the language, and the releases that brought them. */
export type {
  AuthorizationDecision,
  AuthorizationQuery,
  PathQuery,
  ResourceQuery,
  SynchronousAuthorizer,
} from "./cluster/authorizer/authorizer.ts";
export {
  type AuthorizerContext,
  AuthorizerValue,
  requestResourceValue,
} from "./cluster/authorizer/authorizer-values.ts";
export { type Decide, DecisionMemo } from "./cluster/authorizer/decision-memo.ts";
export { type AuthorizerTypes, type ClusterTypes, clusterTypes } from "./cluster/cluster-types.ts";
export { declareFunction, globalOverload, memberOverload } from "./declare.ts";
export {
  type ClusterEnvironments,
  clusterEnvironments,
  type EnvironmentChoice,
  type Release,
} from "./releases.ts";
