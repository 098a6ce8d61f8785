/** The containers of a Pod that use resources. */
import type { Container, PodSpec } from "../api/index.ts";
import type { DeepReadonly } from "../base/deep-readonly.ts";

/** Whether an init container keeps running beside the main containers. */
export function isRestartable({ restartPolicy }: Pick<Container, "restartPolicy">): boolean {
  return restartPolicy === "Always";
}

/** Returns the main containers. Empty if the required list is missing, which is possible before validation. */
export function mainContainers(spec: DeepReadonly<PodSpec> | undefined): readonly Container[] {
  return (spec?.containers as Container[] | null | undefined) ?? [];
}
