/** Rules of the lists of completed and failed indexes in a Job's status. */
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import { type IndexInterval, parseIndexList } from "../../meta/index-list.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { hasChanged, type JobChange, rejectIf } from "./job-change.ts";

/** Returns the errors of changed lists. */
export function indexErrors(change: JobChange): FieldError[] {
  const { spec, now } = change;
  const { completedIndexes = "", failedIndexes } = now;
  const { completions, completionMode, backoffLimitPerIndex } = spec;
  const hasNewCompleted = hasChanged(change, "completedIndexes");
  const hasNewFailed = hasChanged(change, "failedIndexes");
  const hasNoIndexLimit = backoffLimitPerIndex === undefined;
  return [
    ...(hasNewCompleted ? listErrors("completedIndexes", completedIndexes, completions) : []),
    ...(hasNewFailed && !hasNoIndexLimit ? listErrors("failedIndexes", failedIndexes, completions) : []),
    ...rejectIf(hasNewCompleted && completedIndexes !== "" && completionMode !== "Indexed", () => {
      const why = "cannot set non-empty completedIndexes when non-indexed completion mode";
      return invalidField("status.completedIndexes", completedIndexes, why);
    }),
    ...rejectIf(hasNewFailed && failedIndexes !== undefined && hasNoIndexLimit, () => {
      const why = "cannot set non-null failedIndexes when backoffLimitPerIndex is null";
      return invalidField("status.failedIndexes", failedIndexes, why);
    }),
    ...(hasNewCompleted || hasNewFailed ? overlapErrors(change) : []),
  ];
}

function listErrors(
  field: "completedIndexes" | "failedIndexes",
  list: string | undefined,
  completions: number | undefined,
): FieldError[] {
  if (list === undefined || completions === undefined) return [];
  const parsed = tryParse(list, completions);
  if (typeof parsed !== "string") return [];
  return [invalidField(`status.${field}`, list, `error parsing ${field}: ${parsed}`)];
}

/** Returns the intervals, or the error message. */
function tryParse(list: string, completions: number): IndexInterval[] | string {
  try {
    return parseIndexList(list, completions);
  } catch (error) {
    if (error instanceof ParseError) return error.message;
    throw error;
  }
}

/** Returns the error of an index in both lists. Malformed lists are reported separately. */
function overlapErrors({ spec, now }: JobChange): FieldError[] {
  const { completedIndexes = "", failedIndexes } = now;
  if (spec.completions === undefined || failedIndexes === undefined) return [];
  const completed = tryParse(completedIndexes, spec.completions);
  const failed = tryParse(failedIndexes, spec.completions);
  if (typeof completed === "string" || typeof failed === "string") return [];
  const index = firstCommonIndex(completed, failed);
  if (index === undefined) return [];
  const why = `failedIndexes and completedIndexes overlap at index: ${index}`;
  return [invalidField("status.failedIndexes", failedIndexes, why)];
}

/** Returns the first common index. Both lists must be in ascending order. */
function firstCommonIndex(left: readonly IndexInterval[], right: readonly IndexInterval[]): number | undefined {
  let position = 0;
  for (const one of left) {
    while (position < right.length && (right[position]?.last ?? 0) < one.first) position++;
    const other = right[position];
    if (other && other.first <= one.last) return Math.max(one.first, other.first);
  }
  return undefined;
}
