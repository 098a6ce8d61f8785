/** Compares the rules of two schemas: those in the expression language, and conditions such as `oneOf`. */
import { compareText } from "../../../base/compare-text.ts";
import type { StructuralSchema } from "../../../structural/index.ts";
import { checkedFormat } from "../../../structural/validate/index.ts";
import type { ReportChange } from "./change.ts";

/** Reports rules that the old schema does not have. Other messages of a rule do not count. */
export function compareRules(old: StructuralSchema, now: StructuralSchema, report: ReportChange): void {
  const oldRules = new Set(old.rules.map(({ rule }) => rule));
  for (const { rule } of now.rules) {
    if (oldRules.has(rule)) continue;
    const isTransition = /\boldSelf\b/.test(rule);
    const text = isTransition ? "gets a rule about its changes" : "gets a rule";
    report("breaks-clients", text, { after: rule });
  }
}

const conditions = ["allOf", "anyOf", "oneOf", "not"] as const;

/** Keywords whose lists mean the same in any order. */
const unordered: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "enum"]);

/** Reports conditions that the old schema does not have. */
export function compareConditions(old: StructuralSchema, now: StructuralSchema, report: ReportChange): void {
  for (const keyword of conditions) {
    const [before, after] = [conditionText(old, keyword), conditionText(now, keyword)];
    if (after === undefined || before === after) continue;
    report("breaks-clients", `${before === undefined ? "gets" : "has another"} ${keyword}`);
  }
}

function conditionText(schema: StructuralSchema, keyword: (typeof conditions)[number]): string | undefined {
  const condition = schema.constraints?.[keyword];
  // Schemas of integers or texts usually repeat their types as a condition.
  if (condition === undefined || (keyword === "anyOf" && schema.isIntOrString)) return undefined;
  return canonicalText({ [keyword]: condition });
}

/** Returns the same text for conditions that differ only in the order of their parts, or in what servers ignore. */
function canonicalText(condition: unknown): string {
  return JSON.stringify(condition, (name, value: unknown) => {
    if (name === "extensionNames") return undefined;
    if (name === "format") return checkedFormat(String(value));
    if (value instanceof Map) return [...value].toSorted(([one], [other]) => compareText(String(one), String(other)));
    if (value instanceof Set) return [...value].map(String).toSorted(compareText);
    if (Array.isArray(value) && unordered.has(name)) return value.map(canonicalText).toSorted(compareText);
    return typeof value === "bigint" ? String(value) : value;
  });
}
