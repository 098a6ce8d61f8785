/** Lets through what the user may do. */
import type { Attributes, Authorizer } from "../../authz/index.ts";
import type { StatusError } from "../../meta/status-error.ts";
import { forbidden, forbiddenPath } from "../../meta/status-error.ts";
import type { Filter } from "../chain.ts";

export function authorize(authorizer: Authorizer): Filter {
  return async (call, next) => {
    const { decision, reason } = await authorizer(call.user, call.info);
    if (decision !== "allow") throw refusal(call.user.name, call.info, reason);
    await next();
  };
}

/** The answer to a request that is not allowed. */
export function refusal(userName: string, attributes: Attributes, reason: string): StatusError {
  const because = reason === "" ? "" : `: ${reason}`;
  const user = escapeMarkup(userName);
  if (!attributes.isResource) {
    return forbiddenPath(`User "${user}" cannot ${attributes.verb} path "${escapeMarkup(attributes.path)}"${because}`);
  }
  const { verb, group, namespace, resource, subresource, name } = attributes;
  const what = subresource === "" ? resource : `${resource}/${subresource}`;
  const where = namespace === "" ? "at the cluster scope" : `in the namespace "${escapeMarkup(namespace)}"`;
  const text = `User "${user}" cannot ${verb} resource "${escapeMarkup(what)}" in API group "${escapeMarkup(group)}" ${where}${because}`;
  return forbidden({ group, resource }, name, text);
}

function escapeMarkup(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
