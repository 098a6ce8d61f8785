import type { JobSpec } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { HookContext } from "../../schema/index.ts";
import { podTemplateWarnings } from "../core/pod/pod-warnings.ts";
import { productTitle } from "../meta/product-title.ts";

/** If both numbers are exceeded, the lists of indexes may exceed the maximum size of an object. */
const completionsMax = 100_000;
const parallelismMax = 10_000;

/**
 * Warning about a deletion without propagation policy. By default it keeps the Pods, because the first version of the
 * kind did.
 */
export const podsStayAdvice =
  "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning";

/**
 * Returns the warnings about a Job's spec.
 * @param path of the spec, which may be in a template
 */
export function jobSpecWarnings(spec: DeepReadonly<JobSpec> | undefined, path: string, context: HookContext): string[] {
  if (!spec) return [];
  const { completions = 0, parallelism = 0, completionMode, template } = spec;
  const isHuge = completionMode === "Indexed" && completions > completionsMax && parallelism > parallelismMax;
  return [
    ...(isHuge ? [hugeJobAdvice(path, context)] : []),
    ...podTemplateWarnings(`${path}.template`, template, context),
  ];
}

function hugeJobAdvice(path: string, { vocabulary }: HookContext): string {
  const when = "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4";
  const what = "might not be able to track completedIndexes when a big number of indexes fail";
  return `${path}: ${when}, ${productTitle(vocabulary)} ${what}`;
}
