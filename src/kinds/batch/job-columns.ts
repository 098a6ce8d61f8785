import type { Job } from "../../api/index.ts";
import { humanDuration } from "../../meta/human-duration.ts";
import { parseTime } from "../../meta/time.ts";
import type { Cell, Column, MovingCell } from "../../schema/index.ts";
import { ageColumn, column, isTerminating, nameColumn } from "../columns.ts";
import { containerColumns, selectorColumn } from "../core/replication-controller/template-columns.ts";

/** Columns of Jobs in a Table. */
export const jobColumns: readonly Column<Job>[] = [
  nameColumn,
  column("Status", "Whether the Job is running, or how it has ended.", statusText),
  column("Completions", "Number of succeeded Pods, and of those that must succeed.", completionsText),
  column("Duration", "How long the Job has run.", durationText),
  ageColumn,
  ...containerColumns<Job>(({ spec }) => spec?.template),
  selectorColumn("Pods of the Job.", ({ spec }) => spec?.selector),
];

/** Returns the status. Only the first condition of each type counts. */
function statusText(job: Job): string {
  const { conditions = [] } = job.status ?? {};
  const isTrue = (name: string): boolean => conditions.find(({ type }) => type === name)?.status === "True";
  if (isTrue("Complete")) return "Complete";
  if (isTrue("Failed")) return "Failed";
  if (isTerminating(job)) return "Terminating";
  if (isTrue("Suspended")) return "Suspended";
  return isTrue("FailureTarget") ? "FailureTarget" : "Running";
}

function completionsText({ spec, status }: Job): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

/** Returns the duration. It grows with the time until the Job has completed. */
function durationText({ status }: Job): Cell | MovingCell {
  if (!status?.startTime) return "";
  const startMs = parseTime(status.startTime);
  if (status.completionTime) return humanDuration(parseTime(status.completionTime) - startMs);
  return (nowMs) => humanDuration(nowMs - startMs);
}
