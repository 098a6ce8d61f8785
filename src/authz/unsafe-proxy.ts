/**
 * Users who are not authenticated need other permissions for proxies: the verb or the subresource `unsafeproxy` instead of `proxy`.
 * A role for authenticated users then never opens the network of the cluster to everyone.
 */
import type { Authorizer, Decision } from "../meta/access/access-control.ts";

const authenticatedGroup = "system:authenticated";
const proxy = "proxy";
const unsafeProxy = "unsafeproxy";

/** Returns an authorizer that asks another one about `unsafeproxy` if the user is not in `system:authenticated`. */
export function requireUnsafeProxy(authorize: Authorizer): Authorizer {
  return (user, attributes) => {
    if (!attributes.isResource || user.groups.includes(authenticatedGroup)) return authorize(user, attributes);
    const part = attributes.verb === proxy ? "verb" : attributes.subresource === proxy ? "subresource" : undefined;
    if (part === undefined) return authorize(user, attributes);
    const decision = authorize(user, { ...attributes, [part]: unsafeProxy });
    return decision instanceof Promise ? decision.then((later) => explain(later, part)) : explain(decision, part);
  };
}

/** Adds the change to the reason of a decision that does not allow the action. */
function explain(decision: Decision, part: "verb" | "subresource"): Decision {
  if (decision.decision === "allow") return decision;
  const change = `proxy ${part} changed to ${unsafeProxy}`;
  return { ...decision, reason: decision.reason === "" ? change : `${change}\n${decision.reason}` };
}
