/** Compares limits, patterns and formats of two schemas. */
import type { StructuralSchema, ValueConstraints } from "../../../structural/index.ts";
import { checkedFormat } from "../../../structural/validate/index.ts";
import type { ReportChange } from "./change.ts";

type Limits = Readonly<Partial<Record<string, number>>>;

const largest = ["maximum", "maxLength", "maxItems", "maxProperties"];
const smallest = ["minimum", "minLength", "minItems", "minProperties"];

/** Reports limits that reject more values, and other patterns and formats. */
export function compareLimits(old: StructuralSchema, now: StructuralSchema, report: ReportChange): void {
  const [oldLimits, newLimits] = [limitsOf(old), limitsOf(now)];
  const differs = (keyword: string): boolean => !isSameIntegerBound(keyword, old, now);
  compareBounds(largest.filter(differs), oldLimits, newLimits, report);
  // The sign changes the direction, so that all limits are compared in the same way.
  compareBounds(smallest.filter(differs), oldLimits, newLimits, report, -1);
  for (const bound of exclusions) {
    if (differs(bound[0])) compareExclusion(bound, old.constraints, now.constraints, report);
  }
  compareFactors(oldLimits["multipleOf"], newLimits["multipleOf"], report);
  compareTexts("pattern", old.constraints?.pattern ?? "", now.constraints?.pattern ?? "", report);
  compareFormats(old, now, report);
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

const exclusions = [
  ["maximum", "exclusiveMaximum"],
  ["minimum", "exclusiveMinimum"],
] as const;

function compareExclusion(
  [bound, exclusion]: (typeof exclusions)[number],
  old: ValueConstraints = {},
  now: ValueConstraints = {},
  report: ReportChange,
): void {
  // Another bound is reported in any case.
  if (now[exclusion] && !old[exclusion] && now[bound] === old[bound]) {
    report("breaks-clients", `excludes the ${bound} itself`, { before: false, after: true });
  }
}

/** Whether a bound allows the same integers: a minimum of 1 is an excluded minimum of 0. */
function isSameIntegerBound(keyword: string, old: StructuralSchema, now: StructuralSchema): boolean {
  const bound = exclusions.find(([name]) => name === keyword);
  if (!bound || old.type !== "integer" || now.type !== "integer") return false;
  return lastInteger(bound, old.constraints) === lastInteger(bound, now.constraints);
}

/** Returns the greatest or the least integer that a bound allows; undefined if there is no bound. */
function lastInteger(
  [bound, exclusion]: (typeof exclusions)[number],
  constraints: ValueConstraints = {},
): number | undefined {
  const limit = constraints[bound];
  if (limit === undefined) return undefined;
  const isExcluded = constraints[exclusion] === true;
  if (bound === "maximum") return isExcluded ? Math.ceil(limit) - 1 : Math.floor(limit);
  return isExcluded ? Math.floor(limit) + 1 : Math.ceil(limit);
}

function compareFactors(before: number | undefined, after: number | undefined, report: ReportChange): void {
  if (after === undefined || before === after) return;
  if (before === undefined || before % after !== 0) {
    report("breaks-clients", "must be a multiple of another number", { before, after });
  }
}

/** Reports another format of texts. Servers ignore formats of other values, and formats that they do not know. */
function compareFormats(old: StructuralSchema, now: StructuralSchema, report: ReportChange): void {
  const [before, after] = [checkedFormat(old.format), checkedFormat(now.format)];
  if (before !== after && mayBeText(now)) compareTexts("format", before && old.format, after && now.format, report);
}

function mayBeText({ type, isIntOrString }: StructuralSchema): boolean {
  return isIntOrString || type === "string" || type === "";
}

function compareTexts(keyword: string, before: string, after: string, report: ReportChange): void {
  if (after === "" || before === after) return;
  if (before === "") report("breaks-clients", `gets a ${keyword}`, { after });
  else report("breaks-clients", `has another ${keyword}`, { before, after });
}
