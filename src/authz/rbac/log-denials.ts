/** Logs the actions that roles do not allow. */
import type { Logger } from "../../base/logger.ts";
import type { Attributes, Decision } from "../../meta/access/access-control.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { User } from "../../meta/user.ts";
import type { ListedAuthorizer } from "../everything.ts";

/** Detail of the log from which on denied actions are logged. */
export const denialVerbosity = 5;

/** Returns the authorizer. It logs each action about which it has no opinion, if the log is that detailed at the moment. */
export function logDenials({ authorize, list }: ListedAuthorizer, logger: Logger): ListedAuthorizer {
  const log = (user: User, attributes: Attributes, decision: Decision): Decision => {
    if (decision.decision !== "allow") logger.info(denialText(user, attributes));
    return decision;
  };
  return {
    authorize: (user, attributes) => {
      if (logger.verbosity < denialVerbosity) return authorize(user, attributes);
      const decision = authorize(user, attributes);
      if (decision instanceof Promise) return decision.then((later) => log(user, attributes, later));
      return log(user, attributes, decision);
    },
    list,
  };
}

/** Returns the message of the reference. */
function denialText({ name, groups }: User, attributes: Attributes): string {
  const scope =
    attributes.isResource && attributes.namespace !== ""
      ? `in namespace ${goQuote(attributes.namespace)}`
      : "cluster-wide";
  const subject = `user ${goQuote(name)} with groups [${groups.map(goQuote).join(" ")}]`;
  return `RBAC: no rules authorize ${subject} to ${operationText(attributes)} ${scope}`;
}

function operationText(attributes: Attributes): string {
  const verb = goQuote(attributes.verb);
  if (!attributes.isResource) return `${verb} nonResourceURL ${goQuote(attributes.path)}`;
  const { group, resource, subresource, name } = attributes;
  const type = `${resource}${group === "" ? "" : `.${group}`}${subresource === "" ? "" : `/${subresource}`}`;
  return `${verb} resource ${goQuote(type)}${name === "" ? "" : ` named ${goQuote(name)}`}`;
}
