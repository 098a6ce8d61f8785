/** The order of API versions: `v2` before `v1`, stable versions before beta and alpha versions, other names last. */
import { compareText } from "../base/compare-text.ts";

const form = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const stages = ["alpha", "beta", undefined] as const;

/** Compares two versions for `sort()`. The most stable and newest version is first. Other names are sorted as texts. */
export function compareVersions(one: string, other: string): number {
  const [ours, theirs] = [form.exec(one), form.exec(other)];
  if (!ours || !theirs) return ours ? -1 : theirs ? 1 : compareText(one, other);
  return (
    stageOf(theirs) - stageOf(ours) ||
    Number(theirs[1]) - Number(ours[1]) ||
    Number(theirs[3] ?? 0) - Number(ours[3] ?? 0)
  );
}

function stageOf([, , stage]: RegExpExecArray): number {
  return stages.indexOf(stage as (typeof stages)[number]);
}
