/** Selectors of a request, as authorizers see them. */
import type { FieldRequirement } from "../field-selector.ts";
import type { LabelRequirement } from "../label-requirement.ts";

/** The requirements of a selector, or why it cannot be parsed. The authorizer decides what follows from a bad selector. */
export type SelectorRequirements<Requirement> =
  | { readonly requirements: readonly Requirement[] }
  | { readonly parseError: string };

/** The selectors of a list, watch or deletion of a collection. */
export interface ActionSelectors {
  readonly field: SelectorRequirements<FieldRequirement>;
  readonly label: SelectorRequirements<LabelRequirement>;
}
