/** Rejects requests that the user may not make. */
import type { Attributes, Authorizer, Decision } from "../../meta/access/access-control.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { StatusError } from "../../meta/status-error.ts";

import { forbidden, forbiddenPath } from "../../meta/status-error.ts";
import type { Filter, Next } from "../chain.ts";
import type { Call } from "../requests/call.ts";

/** Returns the filter that calls the authorizer for every request. */
export function authorize(authorizer: Authorizer): Filter {
  return (call, next) => {
    const result = authorizer(call.user, call.info);
    if (result instanceof Promise) return result.then((decision) => passIfAllowed(call, decision, next));
    return passIfAllowed(call, result, next);
  };
}

function passIfAllowed(call: Call, { decision, reason }: Decision, next: Next): Promise<void> {
  if (decision === "allow") return next();
  call.isDenied = true;
  throw forbiddenError(call.user.name, call.info, reason);
}

/** Returns the 403 for a request that is not allowed, with the message of the reference. */
export function forbiddenError(userName: string, attributes: Attributes, reason: string): StatusError {
  const because = reason === "" ? "" : `: ${reason}`;
  const user = goQuote(escapeMarkup(userName));
  if (!attributes.isResource) {
    return forbiddenPath(`User ${user} cannot ${attributes.verb} path "${escapeMarkup(attributes.path)}"${because}`);
  }
  const { verb, group, namespace, resource, subresource, name } = attributes;
  const target = subresource === "" ? resource : `${resource}/${subresource}`;
  const scope = namespace === "" ? "at the cluster scope" : `in the namespace "${escapeMarkup(namespace)}"`;
  const text = `User ${user} cannot ${verb} resource "${escapeMarkup(target)}" in API group "${escapeMarkup(group)}" ${scope}${because}`;
  return forbidden({ group, resource }, name, text);
}

function escapeMarkup(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
