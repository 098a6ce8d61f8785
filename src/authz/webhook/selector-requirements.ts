/** Selectors of requests in the form in which reviews contain them. */
import type { ActionSelectors } from "../../meta/access/action-selectors.ts";
import type { LabelOperator } from "../../meta/label-requirement.ts";

/** One requirement of a selector in a review. */
export interface ReviewRequirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  /** Empty for operators that test only whether the key exists. */
  readonly values: readonly string[];
}

/** Operators without an entry are left out of reviews. The review then describes a broader action, which is safe. */
const labelOperators: Readonly<Partial<Record<LabelOperator, ReviewRequirement["operator"]>>> = {
  "=": "In",
  "==": "In",
  in: "In",
  "!=": "NotIn",
  notin: "NotIn",
  exists: "Exists",
  "!": "DoesNotExist",
};

/** Returns the requirements of the field selector that could be parsed. */
export function fieldRequirements({ field }: ActionSelectors): readonly ReviewRequirement[] {
  return field.requirements.map(({ field: key, operator, value }) => ({
    key,
    operator: operator === "=" ? "In" : "NotIn",
    values: [value],
  }));
}

/** Returns the requirements of the label selector that could be parsed and that a review can express. */
export function labelRequirements({ label }: ActionSelectors): readonly ReviewRequirement[] {
  return label.requirements.flatMap(({ key, operator: labelOperator, values }) => {
    const operator = labelOperators[labelOperator];
    return operator === undefined ? [] : [{ key, operator, values }];
  });
}
