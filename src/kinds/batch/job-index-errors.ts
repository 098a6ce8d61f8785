/** The lists of completed and failed indexes of a Job. */
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import { type IndexInterval, parseIndexList } from "../../meta/index-list.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { hasChanged, type JobChange, refuseIf } from "./job-change.ts";

export function indexErrors(change: JobChange): FieldError[] {
  const { spec, now } = change;
  const { completedIndexes = "", failedIndexes } = now;
  const { completions, completionMode, backoffLimitPerIndex } = spec;
  const isAboutCompleted = hasChanged(change, "completedIndexes");
  const isAboutFailed = hasChanged(change, "failedIndexes");
  const failedOnItsOwn = backoffLimitPerIndex === undefined;
  return [
    ...(isAboutCompleted ? listErrors("completedIndexes", completedIndexes, completions) : []),
    ...(isAboutFailed && !failedOnItsOwn ? listErrors("failedIndexes", failedIndexes, completions) : []),
    ...refuseIf(isAboutCompleted && completedIndexes !== "" && completionMode !== "Indexed", () => {
      const why = "cannot set non-empty completedIndexes when non-indexed completion mode";
      return invalidField("status.completedIndexes", completedIndexes, why);
    }),
    ...refuseIf(isAboutFailed && failedIndexes !== undefined && failedOnItsOwn, () => {
      const why = "cannot set non-null failedIndexes when backoffLimitPerIndex is null";
      return invalidField("status.failedIndexes", failedIndexes, why);
    }),
    ...(isAboutCompleted || isAboutFailed ? overlapErrors(change) : []),
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

/** The intervals, or what is wrong with them. */
function tryParse(list: string, completions: number): IndexInterval[] | string {
  try {
    return parseIndexList(list, completions);
  } catch (error) {
    if (error instanceof ParseError) return error.message;
    throw error;
  }
}

/** Lists that do not parse are reported as such. */
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

/** Both lists are in ascending order. */
function firstCommonIndex(left: readonly IndexInterval[], right: readonly IndexInterval[]): number | undefined {
  let position = 0;
  for (const one of left) {
    while (position < right.length && (right[position]?.last ?? 0) < one.first) position++;
    const other = right[position];
    if (other && other.first <= one.last) return Math.max(one.first, other.first);
  }
  return undefined;
}
