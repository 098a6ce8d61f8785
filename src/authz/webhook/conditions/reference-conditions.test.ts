import { expect, test } from "vitest";
import type { Attributes } from "../../../meta/access/access-control.ts";
import type { ActionSelectors } from "../../../meta/access/action-selectors.ts";
import { formatFieldError } from "../../../meta/field-error.ts";
import type { FieldRequirement } from "../../../meta/field-selector.ts";
import { type LabelOperator, LabelRequirement } from "../../../meta/label-requirement.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { compileConditions } from "./compile-conditions.ts";
import recorded from "./fixtures/reference-conditions.json" with { type: "json" };
import { checkConditions } from "./load-conditions.ts";

interface RecordedRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** Spec of the SubjectAccessReview that the reference got. */
interface RecordedSpec {
  readonly user: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly resourceAttributes?: {
    readonly namespace?: string;
    readonly verb?: string;
    readonly group?: string;
    readonly version?: string;
    readonly resource?: string;
    readonly subresource?: string;
    readonly name?: string;
    readonly fieldSelector?: { readonly requirements: readonly RecordedRequirement[] };
    readonly labelSelector?: { readonly requirements: readonly RecordedRequirement[] };
  };
  readonly nonResourceAttributes?: { readonly path: string; readonly verb: string };
}

const labelOperators: Readonly<Record<string, LabelOperator>> = { In: "in", NotIn: "notin", Exists: "exists" };

function attributesOf({ resourceAttributes, nonResourceAttributes }: RecordedSpec): Attributes {
  if (nonResourceAttributes) return { isResource: false, ...nonResourceAttributes };
  const { fieldSelector, labelSelector, ...texts } = resourceAttributes ?? {};
  const empty = { namespace: "", verb: "", group: "", version: "", resource: "", subresource: "", name: "" };
  const selectors: ActionSelectors = {
    field: {
      requirements: (fieldSelector?.requirements ?? []).map(
        ({ key, operator, values: [value = ""] = [] }): FieldRequirement => ({
          field: key,
          operator: operator === "In" ? "=" : "!=",
          value,
        }),
      ),
    },
    label: {
      requirements: (labelSelector?.requirements ?? []).map(
        ({ key, operator, values = [] }) => new LabelRequirement(key, labelOperators[operator] ?? "!", values),
      ),
    },
  };
  return { isResource: true, ...empty, ...texts, selectors: () => selectors };
}

/** Returns the result of one condition: a boolean, or the message of its error without the text of the condition. */
function evaluate(expression: string, spec: RecordedSpec): boolean | string {
  const { user: name, groups = [], uid, extra } = spec;
  const user = { name, groups, ...(uid === undefined ? {} : { uid }), ...(extra === undefined ? {} : { extra }) };
  const match = compileConditions([expression], vocabularies.kubernetes);
  const { isExcluded, errors } = match(user, attributesOf(spec), () => 0);
  const [error] = errors;
  if (error === undefined) return !isExcluded;
  return error.replace(`cel evaluation error: expression '${expression}' resulted in error: `, "");
}

const requests = recorded.requests as readonly { readonly name: string; readonly spec: RecordedSpec }[];

test.each(recorded.conditions)(
  "the reference and this server evaluate a match condition alike: $expression",
  ({ expression, results }) => {
    expect(requests.map(({ spec }) => evaluate(expression, spec))).toEqual(results);
  },
);

test.each(recorded.rejected)(
  "the reference and this server reject a match condition with the same message: $expression",
  async ({ expression, message }) => {
    const checkCondition = await checkConditions(vocabularies.kubernetes);
    const path = "authorizers[0].matchConditions[0].expression";
    const fault = checkCondition(path, expression);
    expect(fault && formatFieldError(fault)).toBe(`${path}: ${message}`);
  },
);
