/**
 * Questions of expressions to an authorizer, and its answers. An evaluation never waits, so an authorizer answers at once.
 * `DecisionMemo` makes one from an authorizer that needs to wait.
 */
import type { SelectorRequirements } from "../../../../meta/access/action-selectors.ts";
import type { FieldRequirement } from "../../../../meta/field-selector.ts";
import type { LabelRequirement } from "../../../../meta/label-requirement.ts";
import type { User } from "../../../../meta/user.ts";

/** Asks whether a user may send a request for a resource of the API. */
export interface ResourceQuery {
  readonly isResource: true;
  readonly user: User;
  readonly verb: string;
  readonly group: string;
  /** `*`, because expressions ask for all versions. */
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Undefined if the expression sets no field selector. */
  readonly fieldSelector?: SelectorRequirements<FieldRequirement> | undefined;
  /** Undefined if the expression sets no label selector. */
  readonly labelSelector?: SelectorRequirements<LabelRequirement> | undefined;
}

/** Asks whether a user may send a request for a path that is not a resource, such as `/healthz`. */
export interface PathQuery {
  readonly isResource: false;
  readonly user: User;
  /** An HTTP method, as the expression spells it. */
  readonly verb: string;
  readonly path: string;
}

/** A question of an expression to an authorizer. */
export type AuthorizationQuery = ResourceQuery | PathQuery;

/** The answer of an authorizer. */
export interface AuthorizationDecision {
  /** False also if the authorizer has no opinion. */
  readonly isAllowed: boolean;
  /** Empty if there is none. */
  readonly reason: string;
  /** Why the authorizer failed. Undefined if it did not fail. A failed authorizer may allow a request nevertheless. */
  readonly error?: string;
}

/** Decides whether users may send requests. */
export interface SynchronousAuthorizer {
  authorize(query: AuthorizationQuery): AuthorizationDecision;
}
