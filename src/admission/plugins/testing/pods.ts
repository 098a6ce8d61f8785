/** Requests with Pods, for tests of plugins. */
import type { ApiObject } from "../../../meta/object-meta.ts";
import type { AdmissionRequest } from "../../index.ts";
import { configMapRequest } from "../../testing/requests.ts";

/** Returns the create of a Pod in the namespace `default`, with other parts if the test names them. */
export function podRequest(
  spec: object,
  { metadata, ...parts }: Partial<AdmissionRequest<ApiObject>> & { readonly metadata?: object } = {},
): AdmissionRequest<ApiObject> {
  const pod = { kind: "Pod", apiVersion: "v1", metadata: { name: "a", namespace: "default", ...metadata }, spec };
  return configMapRequest({
    kind: { group: "", version: "v1", kind: "Pod" },
    resource: { group: "", version: "v1", resource: "pods" },
    object: pod,
    ...parts,
  });
}
