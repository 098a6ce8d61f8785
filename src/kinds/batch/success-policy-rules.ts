/** Rules of a Job's success policy. */
import type { JobSpec, SuccessPolicyRule } from "../../api/index.ts";
import { invalidField, requiredField, tooLongField, tooManyField } from "../../meta/field-error.ts";
import { type IndexInterval, parseIndexList } from "../../meta/index-list.ts";
import { ParseError } from "../../meta/parse-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at, within } from "../reporting.ts";

const rulesMax = 20;
const indexesBytesMax = 64 * 1024;

/**
 * Reports an invalid success policy.
 * @param context at the Job's spec
 */
export function reportSuccessPolicy(spec: JobSpec, context: ValidationContext): void {
  const { successPolicy, completionMode, completions = 0 } = spec;
  if (!successPolicy) return;
  if (completionMode !== "Indexed") {
    context.report(invalidField(at(context, "successPolicy"), successPolicy, "requires indexed completion mode"));
    return;
  }
  const rules = (successPolicy.rules as SuccessPolicyRule[] | null) ?? [];
  const path = (): string => at(context, "successPolicy.rules");
  if (rules.length === 0) {
    const why = "at least one rules must be specified when the successPolicy is specified";
    context.report(requiredField(path(), why));
  }
  if (rules.length > rulesMax) context.report(tooManyField(path(), { count: rules.length, max: rulesMax }));
  rules.forEach((rule, index) => reportRule(rule, completions, within(context, `successPolicy.rules[${index}]`)));
}

function reportRule(rule: SuccessPolicyRule, completions: number, context: ValidationContext): void {
  const { succeededIndexes, succeededCount } = rule;
  if (succeededIndexes === undefined && succeededCount === undefined) {
    const why = "at least one of succeededCount or succeededIndexes must be specified";
    context.report(requiredField(at(context, ""), why));
  }
  const indexCount = succeededIndexes === undefined ? undefined : reportIndexes(succeededIndexes, completions, context);
  if (succeededCount === undefined) return;
  const reject = (bound: number, what: string): void => {
    const why = `must be less than or equal to ${bound} (the number of ${what})`;
    context.report(invalidField(at(context, "succeededCount"), succeededCount, why));
  };
  if (succeededCount > completions) reject(completions, "specified completions");
  if (indexCount !== undefined && succeededCount > indexCount) {
    reject(indexCount, "indexes in the specified succeededIndexes field");
  }
}

/** Reports an invalid list of indexes. Returns the number of indexes, which is 0 if the list is malformed. */
function reportIndexes(text: string, completions: number, context: ValidationContext): number {
  const path = (): string => at(context, "succeededIndexes");
  if (Buffer.byteLength(text) > indexesBytesMax) context.report(tooLongField(path(), indexesBytesMax));
  try {
    return countIndexes(parseIndexList(text, completions));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    context.report(invalidField(path(), text, `error parsing succeededIndexes: ${error.message}`));
    return 0;
  }
}

function countIndexes(intervals: readonly IndexInterval[]): number {
  return intervals.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}
