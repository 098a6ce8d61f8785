/** Compares the raw limits with those of the study, to show whether they are what the machine can do. */
import { type Measurement, median } from "../figure.ts";
import { agreementTolerance, type StudyLimit } from "../study.ts";
import { alignColumns, formatNumber } from "./table.ts";

interface Limit {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly number[];
  readonly study: StudyLimit;
}

/**
 * Returns a table of the limits that the study found, followed by the reasons for differences. Undefined if the study
 * found none of the limits.
 */
export function renderStudy(measurements: readonly Measurement[]): string | undefined {
  const limits = limitsOf(measurements);
  if (limits.length === 0) return undefined;
  const header = ["raw limit of", "here", "unit", "study", "share", "", "method of the study"];
  const table = alignColumns([header, ...limits.map(rowOf)], [0, 2, 5, 6]);
  const reasons = limits
    .filter((limit) => !agreesWithStudy(limit))
    .map((limit) => `  ${limit.name}: ${reasonOf(limit)}`);
  return reasons.length === 0 ? table : `${table}\n\nreasons for the differences:\n${reasons.join("\n")}`;
}

/** Returns the limits that the study found. A limit that several figures share is returned once. */
function limitsOf(measurements: readonly Measurement[]): readonly Limit[] {
  const limits = new Map<string, Limit>();
  for (const { name, unit, raw } of measurements) {
    const isKnown = raw && [...limits.values()].some(({ values }) => values === raw.values);
    if (raw?.study && !isKnown) limits.set(name, { name, unit, values: raw.values, study: raw.study });
  }
  return [...limits.values()];
}

function shareOf({ values, study }: Limit): number {
  return median(values) / study.value;
}

function agreesWithStudy(limit: Limit): boolean {
  return isNear(shareOf(limit), 1);
}

function isNear(share: number, expected: number): boolean {
  return Math.abs(share / expected - 1) <= agreementTolerance;
}

function rowOf(limit: Limit): string[] {
  const { name, unit, values, study } = limit;
  const verdict = agreesWithStudy(limit) ? "agrees" : "differs";
  return [
    name,
    formatNumber(median(values)),
    unit,
    formatNumber(study.value),
    shareOf(limit).toFixed(2),
    verdict,
    study.taken,
  ];
}

function reasonOf(limit: Limit): string {
  const { differs } = limit.study;
  if (!differs) return "unknown";
  const explainsAll = isNear(shareOf(limit), differs.share);
  return explainsAll
    ? differs.because
    : `${differs.because}; this explains a share of ${differs.share.toFixed(2)}, but not the whole difference`;
}
