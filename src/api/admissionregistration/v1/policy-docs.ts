/** Descriptions of fields that validating and mutating policies have in common. */
export const paramKindDoc = "The kind of the policy's parameters. Unset: it has none.";
export const matchConstraintsDoc = "Which requests the policy is about; must be set.";
export const variablesDoc = "Expressions that others refer to. A variable sees those before it only.";
export const policyNameDoc = "Name of the policy; while there is none, the binding has no effect.";
export const paramRefDoc = "The parameters with which the policy is applied; unset for one that has none.";
export const matchResourcesDoc = "Narrows the requests that the policy is about. Unset: all of them.";
