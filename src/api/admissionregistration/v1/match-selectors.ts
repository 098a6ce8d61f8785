/** Descriptions and types of the selectors that webhooks and policies share. */
import { enumText, type TextSchema } from "../../../schema/index.ts";

/** Description of selectors for the namespace of a request. */
export const namespaceSelectorDoc =
  "Selector for the labels of the object's namespace, or of the object if it is a namespace. Requests without a namespace always match.";

/** Description of selectors for the object of a request. */
export const objectSelectorDoc =
  "Selector for the labels of the new or the old object. Users can change labels, so use it only for opt-in webhooks and policies.";

export const matchPolicyDoc =
  "Exact: rules match only the named groups and versions. Equivalent: they also match others that serve the same objects. Default: Equivalent.";

export const failurePolicyDoc =
  "Effect of an error during the decision: Fail rejects the request, Ignore continues. Default: Fail.";

export const failurePolicyType: TextSchema = enumText("v1.FailurePolicyType", ["Fail", "Ignore"]);

export const matchPolicyType: TextSchema = enumText("v1.MatchPolicyType", ["Equivalent", "Exact"]);

export const reinvocationPolicyType: TextSchema = enumText("v1.ReinvocationPolicyType", ["IfNeeded", "Never"]);
