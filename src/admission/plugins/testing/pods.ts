/** Requests with Pods, for tests of plugins. */
import type { Pod, PodSpec } from "../../../api/index.ts";
import type { AdmissionRequest, MutableRequest } from "../../index.ts";
import { configMapRequest } from "../../testing/requests.ts";

/** Returns a Pod in the namespace `default`. */
export function testPod(spec: object, metadata: object = {}): Pod {
  return {
    kind: "Pod",
    apiVersion: "v1",
    metadata: { name: "a", namespace: "default", ...metadata },
    spec: spec as PodSpec,
  };
}

/** Returns the create of a Pod in the namespace `default`, with other parts if the test names them. */
export function podRequest(
  spec: object,
  { metadata, ...parts }: Partial<MutableRequest> & { readonly metadata?: object } = {},
): MutableRequest {
  return configMapRequest({
    kind: { group: "", version: "v1", kind: "Pod" },
    resource: { group: "", version: "v1", resource: "pods" },
    object: testPod(spec, metadata),
    ...parts,
  });
}

/** Returns the spec of the Pod in a request. */
export function specOf({ object }: AdmissionRequest): PodSpec {
  return (object as Pod).spec ?? { containers: [] };
}
