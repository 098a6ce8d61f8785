/** How requests are selected by labels, wherever that is done. */
import { enumText, type TextSchema } from "../../../schema/index.ts";

/** What the namespace of a request is matched by. */
export const namespaceSelectorDoc =
  "Labels of the object's namespace, or of the object if it is one. Requests without a namespace always match.";

/** What the object of a request is matched by. */
export const objectSelectorDoc =
  "Labels of the new or the old object. Users can evade it with labels of their own, so it is for what they opt in to.";

export const matchPolicyDoc =
  "Whether rules match what they name alone, Exact, or other groups and versions of it as well. Default: Equivalent.";

export const failurePolicyDoc =
  "What happens to a request when the decision fails: Fail refuses it, Ignore goes on. Default: Fail.";

export const failurePolicyType: TextSchema = enumText("v1.FailurePolicyType", ["Fail", "Ignore"]);

export const matchPolicyType: TextSchema = enumText("v1.MatchPolicyType", ["Equivalent", "Exact"]);

export const reinvocationPolicyType: TextSchema = enumText("v1.ReinvocationPolicyType", ["IfNeeded", "Never"]);
