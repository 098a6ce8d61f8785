/** Comparisons of code that reads and writes the values of fields. */
import { randomFillSync, randomUUID } from "node:crypto";
import { systemRandom } from "../../src/base/random.ts";
import { readGoInt } from "../../src/meta/go-int.ts";
import { type LabelOperator, LabelRequirement, type Labels } from "../../src/meta/label-requirement.ts";
import { canonicalQuantity, parseQuantity } from "../../src/meta/quantity.ts";
import { formatTime, normalizeTime, parseTime } from "../../src/meta/time.ts";
import { timeZoneFault } from "../../src/meta/time-zone.ts";
import { fieldStep, sortSteps } from "../../src/ownership/step.ts";
import type { MemoryComparison, TimeComparison } from "./comparison.ts";

const nowMs = 1_735_689_600_000;
let otherSecondMs = nowMs;

/** Like `LabelRequirement.matches()`, but decides by the operator for each object. */
function matchesByOperator(operator: LabelOperator, values: readonly string[], value: string | undefined): boolean {
  switch (operator) {
    case "exists":
      return value !== undefined;
    case "!":
      return value === undefined;
    case "in":
    case "=":
    case "==":
      return value !== undefined && values.includes(value);
    case "notin":
    case "!=":
      return value === undefined || !values.includes(value);
    default: {
      const [number, bound] = [value, values[0]].map((text) => (text === undefined ? undefined : readGoInt(text)));
      if (typeof number !== "bigint" || typeof bound !== "bigint") return false;
      return operator === "gt" ? number > bound : number < bound;
    }
  }
}

const manyValues = Array.from({ length: 300 }, (_, index) => `value-${index}`);
const labels: readonly Labels[] = Array.from({ length: 100 }, (_, index) => ({
  app: `value-${index * 5}`,
  size: "12",
}));

function requirementComparison(operator: LabelOperator, key: string, values: readonly string[]): TimeComparison {
  const requirement = new LabelRequirement(key, operator, values);
  const text = values.length > 1 ? `${operator} ${values.length} values` : `${operator} one value`;
  return {
    name: `LabelRequirement: ${text}`,
    plainForm: "a `switch` over the operator for each object",
    optimized: () => labels.filter((one) => requirement.matches(one)).length,
    plain: () => labels.filter((one) => matchesByOperator(operator, values, one[key])).length,
  };
}

const steps = ["containers", "nodeName", "restartPolicy", "serviceAccountName", "volumes"].map((name) => `f:${name}`);
const itemSteps = Array.from({ length: 8 }, (_, index) => `k:{"name":"SETTING_${index}"}`);
const stepTypes = ".fkvi";

/** Like `sortSteps()`, without the check whether simple steps are in order. */
function sortAllSteps(all: readonly string[]): readonly string[] {
  const parsed = all.map((step) => ({ step, type: stepTypes.indexOf(step[0] ?? ""), content: contentOf(step) }));
  const isSorted = parsed.every((one, index) => index === 0 || compareParsed(parsed[index - 1] ?? one, one) <= 0);
  return isSorted ? all : parsed.sort(compareParsed).map(({ step }) => step);
}

function contentOf(step: string): unknown {
  return step.startsWith("k") ? Object.entries(JSON.parse(step.slice(2)) as object) : step.slice(2);
}

interface ParsedStep {
  readonly type: number;
  readonly content: unknown;
}

function compareParsed(left: ParsedStep, right: ParsedStep): number {
  const [one, other] = [String(left.content), String(right.content)];
  return left.type - right.type || (one < other ? -1 : one > other ? 1 : 0);
}

const fieldSet: Readonly<Record<string, object>> = Object.fromEntries(
  ["containers", "nodeName", "restartPolicy", "volumes"].map((name) => [`f:${name}`, {}]),
);
const podSpec = { containers: [], nodeName: "node-1", restartPolicy: "Always", volumes: [] };

function countFields(stepOf: (name: string) => string): number {
  let count = 0;
  for (const name in podSpec) if (fieldSet[stepOf(name)] !== undefined) count++;
  return count;
}

/** Comparisons of code for the values of fields. */
export const valueComparisons: readonly TimeComparison[] = [
  {
    name: "systemRandom.uuid",
    plainForm: "a `randomFillSync()` call for each UUID",
    optimized: () => systemRandom.uuid(),
    plain: () => randomFillSync(new Uint8Array(16)) && systemRandom.uuid(),
  },
  {
    name: "parseTime",
    plainForm: "`TimeReader`, which a time with a fraction needs",
    optimized: () => parseTime("2025-01-01T00:00:00Z"),
    plain: () => parseTime("2025-01-01T00:00:00.0Z"),
  },
  {
    name: "normalizeTime",
    plainForm: "`TimeReader`, which a time with a fraction needs",
    optimized: () => normalizeTime("2025-01-01T00:00:00Z"),
    plain: () => normalizeTime("2025-01-01T00:00:00.0Z"),
  },
  {
    name: "formatTime",
    plainForm: "no cache: each call formats a different second",
    optimized: () => formatTime(nowMs),
    plain: () => formatTime((otherSecondMs += 1000)),
  },
  {
    name: "timeZoneFault",
    plainForm: "a new `Intl.DateTimeFormat` for each name",
    optimized: () => timeZoneFault("Europe/Berlin") === undefined,
    plain: () => new Intl.DateTimeFormat("en", { timeZone: "Europe/Berlin" }).resolvedOptions().timeZone !== "",
  },
  {
    name: "parseQuantity",
    plainForm: "the general pattern, which a sign needs",
    optimized: () => parseQuantity("128Mi"),
    plain: () => parseQuantity("+128Mi"),
  },
  {
    name: "canonicalQuantity",
    plainForm: "parsing and printing every quantity",
    optimized: () => canonicalQuantity("128Mi"),
    plain: () => parseQuantity("128Mi").toString(),
  },
  requirementComparison("=", "app", ["value-50"]),
  requirementComparison("in", "app", manyValues),
  requirementComparison("gt", "size", ["10"]),
  {
    name: "fieldStep",
    plainForm: "a new string for each field",
    optimized: () => countFields(fieldStep),
    plain: () => countFields((name) => `f:${name}`),
  },
  {
    name: "sortSteps: names",
    plainForm: "parsing every step before the comparison",
    optimized: () => sortSteps(steps),
    plain: () => sortAllSteps(steps),
  },
  {
    name: "sortSteps: keys of items",
    plainForm: "parsing every step before the comparison",
    optimized: () => sortSteps(itemSteps),
    plain: () => sortAllSteps(itemSteps),
  },
];

/** Comparisons of the memory that values need. */
export const valueMemory: readonly MemoryComparison[] = [
  {
    name: "memory of systemRandom.uuid",
    plainForm: "`randomUUID()`",
    unit: "bytes per UUID",
    count: 100_000,
    optimized: () => Array.from({ length: 100_000 }, () => systemRandom.uuid()),
    plain: () => Array.from({ length: 100_000 }, () => randomUUID()),
  },
];
