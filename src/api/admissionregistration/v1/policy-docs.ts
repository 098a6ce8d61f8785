/** What fields of policies are about, said once for all versions. */
export const paramKindDoc = "The kind of the policy's parameters. Unset: it has none.";
export const matchConstraintsDoc = "Which requests the policy is about; must be set.";
export const validationsDoc = "Conditions that the requests have to meet, all of them.";
export const auditAnnotationsDoc = "Annotations for the audit events of the requests.";
export const variablesDoc = "Expressions that others refer to. A variable sees those before it only.";
export const typeCheckingDoc = "What came of checking the expressions. Unset: it was not done yet.";
export const expressionWarningsDoc = "The expressions that do not fit.";
export const policyConditionsDoc = "Aspects of the policy's state.";
export const policyNameDoc = "Name of the policy; while there is none, the binding has no effect.";
export const paramRefDoc = "The parameters with which the policy is applied; unset for one that has none.";
export const matchResourcesDoc = "Narrows the requests that the policy is about. Unset: all of them.";
export const validationActionsDoc =
  "What follows from a condition that is not met: Deny, Warn, Audit, or several of them but not Deny with Warn.";
