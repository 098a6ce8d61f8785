/** The authorizer that expressions ask. Equal questions about one request get one decision. */
import { reasonOf } from "../../base/reason-of.ts";
import { type AuthorizationDecision, type AuthorizationQuery, DecisionMemo } from "../../cel/index.ts";
import type { Attributes, Authorizer, Decision } from "../../meta/access/access-control.ts";

/** Decisions about one request. */
export class AuthorizerDecisions extends DecisionMemo {
  constructor(authorize: Authorizer) {
    super((query) => {
      const decision = authorize(query.user, attributesOf(query));
      return decision instanceof Promise ? decision.then(answerOf, failureOf) : answerOf(decision);
    });
  }
}

function attributesOf(query: AuthorizationQuery): Attributes {
  if (!query.isResource) return { isResource: false, verb: query.verb, path: query.path };
  const { verb, group, version, namespace, resource, subresource, name, fieldSelector, labelSelector } = query;
  const action = { isResource: true, verb, group, version, namespace, resource, subresource, name } as const;
  if (!fieldSelector && !labelSelector) return action;
  const none = { requirements: [] };
  return { ...action, selectors: () => ({ field: fieldSelector ?? none, label: labelSelector ?? none }) };
}

function answerOf({ decision, reason, error }: Decision): AuthorizationDecision {
  return { isAllowed: decision === "allow", reason, ...(error === undefined ? {} : { error }) };
}

function failureOf(error: unknown): AuthorizationDecision {
  return { isAllowed: false, reason: "", error: reasonOf(error) };
}
