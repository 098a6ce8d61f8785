/** Rejects requests that the user may not make. */
import type { Attributes, Authorizer, Decision } from "../../meta/access/access-control.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { forbidden, forbiddenPath, type StatusError } from "../../meta/status-error.ts";
import type { Filter, Next } from "../chain.ts";
import { escapeMarkup, plainInternalError } from "../render-error.ts";
import type { Call } from "../requests/call.ts";

/** Returns the filter that calls the authorizer for every request. */
export function authorize(authorizer: Authorizer): Filter {
  return (call, next) => {
    const result = authorizer(call.user, call.info);
    if (result instanceof Promise) return result.then((decision) => passIfAllowed(call, decision, next));
    return passIfAllowed(call, result, next);
  };
}

function passIfAllowed(call: Call, { decision, reason, error }: Decision, next: Next): Promise<void> {
  if (decision === "allow") return next();
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
