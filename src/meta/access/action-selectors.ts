/** Selectors of a request, as authorizers see them. */
import type { FieldRequirement } from "../field-selector.ts";
import type { LabelRequirement } from "../label-requirement.ts";

/**
 * The requirements of one selector. An object must meet all of them, so an authorizer may ignore those that could not be
 * parsed. Its decision then applies to more objects.
 */
export interface SelectorRequirements<Requirement> {
  /** The requirements that could be parsed. */
  readonly requirements: readonly Requirement[];
  /** Why the selector could not be parsed completely. Absent for a valid selector. */
  readonly parseError?: string;
}

/** The selectors of a list, watch or deletion of a collection. */
export interface ActionSelectors {
  readonly field: SelectorRequirements<FieldRequirement>;
  readonly label: SelectorRequirements<LabelRequirement>;
}
