/** Explains a denied action in one line, for the message of the response. */
import { parseAccountUserName } from "../accounts/account-names.ts";
import type { User } from "../user.ts";
import type { Attributes } from "./access-control.ts";
import { isRelated } from "./related-rules.ts";
import type { RoleRule } from "./role-rule.ts";
import { smallestRule } from "./smallest-role.ts";

/** Longest explanation. Names of resources, paths and users can be long. */
const explanationLengthMax = 1000;
/** Verbs of other rules that an explanation lists. */
const verbsMax = 20;

/**
 * Returns the rule that is missing, the kind of binding that it needs, and the verbs that the user's rules allow on the same
 * resource or path.
 * @param rules those of the user in the place of the action
 */
export function explainDenial(user: User, action: Attributes, rules: readonly RoleRule[]): string {
  const namespace = action.isResource ? action.namespace : "";
  const prefix = namespace === "" ? "Cluster" : "";
  const place = namespace === "" ? "" : ` in the namespace ${JSON.stringify(namespace)}`;
  const kind = parseAccountUserName(user.name) ? "ServiceAccount" : "User";
  const verbs = new Set(rules.filter((rule) => isRelated(rule, action)).flatMap((rule) => rule.verbs));
  const others = verbs.size === 0 ? "none" : [...verbs].slice(0, verbsMax).join(", ");
  const text =
    `to allow it, bind a ${prefix}Role with the rule ${JSON.stringify(smallestRule(action))} by a ${prefix}RoleBinding` +
    `${place} to this ${kind}; verbs that roles allow it there so far: ${others}`;
  return text.length > explanationLengthMax ? `${text.slice(0, explanationLengthMax)}...` : text;
}
