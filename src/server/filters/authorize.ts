/** Rejects requests that the user may not make. */
import type { Attributes, Authorizer, Decision } from "../../meta/access/access-control.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { forbidden, forbiddenPath, type StatusError } from "../../meta/status-error.ts";
import { groupName, type Vocabulary } from "../../meta/vocabulary.ts";
import type { Filter, Next } from "../chain.ts";
import { escapeMarkup, plainInternalError } from "../render-error.ts";
import type { Call } from "../requests/call.ts";

/** Returns the filter that calls the authorizer for every request. */
export function authorize(authorizer: Authorizer, vocabulary: Vocabulary): Filter {
  const keys = {
    decision: vocabulary.bind(groupName("authorization/decision")),
    reason: vocabulary.bind(groupName("authorization/reason")),
  };
  const settle = (call: Call, decision: Decision, next: Next): Promise<void> => {
    if (call.audit) annotate(call, decision, keys);
    return passIfAllowed(call, decision, next);
  };
  return (call, next) => {
    const result = authorizer(call.user, call.info);
    if (result instanceof Promise) return result.then((decision) => settle(call, decision, next));
    return settle(call, result, next);
  };
}

/** Notes the decision for the audit log. */
function annotate(
  call: Call,
  { decision, reason, error }: Decision,
  keys: { readonly decision: string; readonly reason: string },
): void {
  if (decision !== "allow" && error !== undefined) {
    call.annotate(keys.reason, "internal error");
    return;
  }
  call.annotate(keys.decision, decision === "allow" ? "allow" : "forbid");
  call.annotate(keys.reason, reason);
}

function passIfAllowed(call: Call, { decision, reason, error }: Decision, next: Next): Promise<void> {
  if (decision === "allow") return next(call);
  if (error !== undefined) throw plainInternalError(call, error);
  call.isDenied = true;
  throw forbiddenError(call.user.name, call.info, reason);
}

/** Returns the 403 for a request that is not allowed, with the message of the reference. */
export function forbiddenError(userName: string, attributes: Attributes, reason: string): StatusError {
  const because = reason === "" ? "" : `: ${reason}`;
  const user = `User ${goQuote(userName)} cannot ${attributes.verb}`;
  if (!attributes.isResource) {
    return forbiddenPath(`${escapeMarkup(`${user} path ${goQuote(attributes.path)}`)}${because}`);
  }
  const { group, namespace, resource, subresource, name } = attributes;
  const target = goQuote(subresource === "" ? resource : `${resource}/${subresource}`);
  const scope = namespace === "" ? "at the cluster scope" : `in the namespace ${goQuote(namespace)}`;
  const text = escapeMarkup(`${user} resource ${target} in API group ${goQuote(group)} ${scope}`);
  return forbidden({ group, resource }, name, `${text}${because}`);
}
