import type { Job } from "../../api/index.ts";

/** Whether the Job has a condition of the type with the status `value`, by default True. */
export function hasJobCondition({ status }: Job, type: string, value = "True"): boolean {
  return (status?.conditions ?? []).some((one) => one.type === type && one.status === value);
}
