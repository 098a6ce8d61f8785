import type { CronJob } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, ageOf, column, nameColumn } from "../columns.ts";
import { containerColumns, selectorColumn } from "../core/replication-controller/template-columns.ts";

const none = "<none>";

/** Columns of CronJobs in a Table. */
export const cronJobColumns: readonly Column<CronJob>[] = [
  nameColumn,
  column("Schedule", "When to run, in cron format.", ({ spec }) => spec?.schedule ?? ""),
  column("Timezone", "Time zone of the schedule.", ({ spec }) => spec?.timeZone ?? none),
  column("Suspend", "Whether the CronJob is suspended.", ({ spec }) => switchText(spec?.suspend), {
    type: "boolean",
  }),
  column("Active", "Number of Jobs that are running.", ({ status }) => status?.active?.length ?? 0, {
    type: "integer",
  }),
  column("Last Schedule", "How long ago a Job was last started.", ({ status }) =>
    // Null stands for an unknown time.
    status?.lastScheduleTime === undefined ? none : ageOf(status.lastScheduleTime),
  ),
  ageColumn,
  ...containerColumns<CronJob>(({ spec }) => spec?.jobTemplate.spec?.template),
  selectorColumn("Pods of the Jobs.", ({ spec }) => spec?.jobTemplate.spec?.selector),
];

function switchText(value: boolean | undefined): string {
  return value === undefined ? "<unset>" : value ? "True" : "False";
}
