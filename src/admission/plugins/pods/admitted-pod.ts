/** The Pod in a request, as plugins read and change it. */
import type { Pod, PodSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import type { AdmissionRequest, MutableRequest } from "../../plugin.ts";

/** A Pod that a plugin may change. */
export interface ChangeablePod extends Pod {
  spec: PodSpec;
}

const emptySpec: DeepReadonly<PodSpec> = { containers: [] };

/** Returns the Pod that the request stores. If it has no spec, it gets an empty one, which validation rejects later. */
export function podToChange({ object }: MutableRequest): ChangeablePod {
  const pod = object as ChangeablePod;
  pod.spec ??= { containers: [] };
  return pod;
}

/** Returns the Pod that the request stores. It must not be changed. */
export function podToCheck({ object }: AdmissionRequest): DeepReadonly<Pod> {
  return object as DeepReadonly<Pod>;
}

/** Returns the spec of the Pod that the request stores. It must not be changed. */
export function specToCheck(request: AdmissionRequest): DeepReadonly<PodSpec> {
  return podToCheck(request).spec ?? emptySpec;
}
