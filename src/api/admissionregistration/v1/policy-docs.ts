/** Descriptions of fields that validating and mutating policies share. */
export const paramKindDoc = "Kind of the policy's parameters. Unset if it has none.";
export const matchConstraintsDoc = "Selection of the requests that the policy applies to. Required.";
export const variablesDoc = "Named expressions for use in others. A variable can use only those before it.";
export const policyNameDoc = "Name of the policy. The binding has no effect while the policy does not exist.";
export const paramRefDoc = "Parameters of the policy. Unset if the policy has none.";
export const matchResourcesDoc = "Further selection of the policy's requests. Unset selects all of them.";
