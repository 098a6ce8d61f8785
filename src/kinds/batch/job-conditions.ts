import type { Job } from "../../api/index.ts";

/** Whether a condition of the type has the status, by default True. */
export function hasJobCondition({ status }: Job, type: string, value = "True"): boolean {
  return (status?.conditions ?? []).some((one) => one.type === type && one.status === value);
}
