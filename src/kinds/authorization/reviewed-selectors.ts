/** Selectors in access reviews, in text form or as requirements. */
import type { FieldSelectorRequirement, LabelSelectorRequirement, ResourceAttributes } from "../../api/index.ts";
import type { ActionSelectors, SelectorRequirements } from "../../meta/access/action-selectors.ts";
import { parseRequirements } from "../../meta/access/parse-requirements.ts";
import { type FieldRequirement, parseFieldSelector } from "../../meta/field-selector.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { LabelRequirement } from "../../meta/label-requirement.ts";
import { fromLabelSelector, parseLabelSelector } from "../../meta/label-selector.ts";
import { ParseError } from "../../meta/parse-error.ts";

/** Returns the selectors of a review. Undefined if it has none. */
export function reviewedSelectors({ fieldSelector, labelSelector }: ResourceAttributes): ActionSelectors | undefined {
  if (!fieldSelector && !labelSelector) return undefined;
  return {
    field: readSelector(fieldSelector, { readText: parseFieldSelector, readOne: readFieldRequirement }),
    label: readSelector(labelSelector, { readText: parseLabelSelector, readOne: readLabelRequirements }),
  };
}

/** Returns the messages about selectors that could not be parsed completely. */
export function selectorFaults({ field, label }: ActionSelectors): readonly string[] {
  return [...faultsOf("fieldSelector", field), ...faultsOf("labelSelector", label)];
}

function faultsOf(name: string, { requirements, parseError }: SelectorRequirements<unknown>): readonly string[] {
  if (parseError === undefined) return [];
  const part = requirements.length > 0 ? "partially " : "";
  return [`spec.resourceAttributes.${name} ${part}ignored due to parse error`];
}

/** Parsers of a selector in text form and of a single requirement. Both throw a ParseError. */
interface Readers<Sent, Requirement> {
  readonly readText: (selector: string) => { readonly requirements: readonly Requirement[] };
  readonly readOne: (requirement: Sent) => readonly Requirement[];
}

function readSelector<Sent, Requirement>(
  selector: { readonly rawSelector?: string; readonly requirements?: readonly Sent[] } | null | undefined,
  { readText, readOne }: Readers<Sent, Requirement>,
): SelectorRequirements<Requirement> {
  const { rawSelector = "", requirements: sent = [] } = selector ?? {};
  if (sent.length === 0) return parseRequirements(readText, rawSelector);
  const requirements: Requirement[] = [];
  const errors: string[] = [];
  for (const one of sent) {
    try {
      requirements.push(...readOne(one));
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      errors.push(error.message);
    }
  }
  return errors.length === 0 ? { requirements } : { requirements, parseError: errors.join(", ") };
}

function readLabelRequirements(requirement: LabelSelectorRequirement): readonly LabelRequirement[] {
  return fromLabelSelector({ matchExpressions: [requirement] }).requirements;
}

/** Reads a requirement of a field. Fields can only be compared with one value. */
function readFieldRequirement({ key, operator, values = [] }: FieldSelectorRequirement): readonly FieldRequirement[] {
  const [value] = values;
  const isComparison = operator === "In" || operator === "NotIn";
  if (!isComparison || value === undefined || values.length > 1) {
    throw new ParseError(`a field selector cannot have the operator ${goQuote(operator)} with ${values.length} values`);
  }
  return [{ field: key, operator: operator === "In" ? "=" : "!=", value }];
}
