/** Compares limits, patterns and formats of two schemas. */
import type { StructuralSchema, ValueConstraints } from "../../../structural/index.ts";
import type { ReportChange } from "./change.ts";

type Limits = Readonly<Partial<Record<string, number>>>;

const largest = ["maximum", "maxLength", "maxItems", "maxProperties"];
const smallest = ["minimum", "minLength", "minItems", "minProperties"];

/** Reports limits that reject more values, and other patterns and formats. */
export function compareLimits(old: StructuralSchema, now: StructuralSchema, report: ReportChange): void {
  const [oldLimits, newLimits] = [limitsOf(old), limitsOf(now)];
  compareBounds(largest, oldLimits, newLimits, report);
  // The sign changes the direction, so that all limits are compared in the same way.
  compareBounds(smallest, oldLimits, newLimits, report, -1);
  compareExclusions(old.constraints, now.constraints, report);
  compareFactors(oldLimits["multipleOf"], newLimits["multipleOf"], report);
  compareTexts("pattern", old.constraints?.pattern ?? "", now.constraints?.pattern ?? "", report);
  compareTexts("format", old.format, now.format, report);
}

function limitsOf({ maxLength, maxItems, maxProperties, constraints = {} }: StructuralSchema): Limits {
  const { maximum, minimum, minLength, minItems, minProperties, multipleOf } = constraints;
  const limits = {
    maximum,
    maxLength,
    maxItems,
    maxProperties,
    minimum,
    minLength,
    minItems,
    minProperties,
    multipleOf,
  };
  return Object.fromEntries(
    Object.entries(limits).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
}

function compareBounds(keywords: readonly string[], old: Limits, now: Limits, report: ReportChange, sign = 1): void {
  for (const keyword of keywords) {
    const [before, after] = [old[keyword], now[keyword]];
    if (after === undefined) continue;
    const isTightened = before === undefined || after * sign < before * sign;
    if (!isTightened) continue;
    const change = before === undefined ? "gets" : sign > 0 ? "has a lower" : "has a higher";
    report("breaks-clients", `${change} ${keyword}`, { before, after });
  }
}

function compareExclusions(old: ValueConstraints = {}, now: ValueConstraints = {}, report: ReportChange): void {
  const bounds = [
    ["maximum", "exclusiveMaximum"],
    ["minimum", "exclusiveMinimum"],
  ] as const;
  for (const [bound, exclusion] of bounds) {
    // Another bound is reported in any case.
    if (now[exclusion] && !old[exclusion] && now[bound] === old[bound]) {
      report("breaks-clients", `excludes the ${bound} itself`, { before: false, after: true });
    }
  }
}

function compareFactors(before: number | undefined, after: number | undefined, report: ReportChange): void {
  if (after === undefined || before === after) return;
  if (before === undefined || before % after !== 0) {
    report("breaks-clients", "must be a multiple of another number", { before, after });
  }
}

function compareTexts(keyword: string, before: string, after: string, report: ReportChange): void {
  if (after === "" || before === after) return;
  if (before === "") report("breaks-clients", `gets a ${keyword}`, { after });
  else report("breaks-clients", `has another ${keyword}`, { before, after });
}
