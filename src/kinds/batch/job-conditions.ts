import type { Job } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";

/** Whether the Job has a condition of the type with the status `value`, by default True. */
export function hasJobCondition({ status }: DeepReadonly<Job>, type: string, value = "True"): boolean {
  return (status?.conditions ?? []).some((one) => one.type === type && one.status === value);
}
