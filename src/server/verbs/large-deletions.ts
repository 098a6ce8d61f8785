/** Deletion of the large objects of a collection. The other thread handles one DELETE request for each of them. */
import type { CachedObject } from "../../cache/index.ts";
import { splitKey } from "../../meta/object-key.ts";
import type { StatusResponse } from "../../meta/status.ts";
import { StatusError } from "../../meta/status-error.ts";
import type { ObjectDeleteOptions } from "../../registry/index.ts";
import type { RequestOffload } from "../offload/request-offload.ts";
import { isLarge } from "../requests/large-bytes.ts";
import { type EndpointRequest, type StoredEndpoint } from "../served/endpoint.ts";

/**
 * Returns a function that deletes a large object in the other thread. For a small object, that function returns
 * undefined.
 */
export function largeDeletions(
  thread: RequestOffload,
  { call, endpoint }: EndpointRequest<StoredEndpoint>,
  { dryRun, ...options }: ObjectDeleteOptions,
): (object: CachedObject) => Promise<void> | undefined {
  const { group, version, resource } = endpoint.resourceKind;
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const body = Buffer.from(JSON.stringify({ ...options, ...(dryRun ? { dryRun: ["All"] } : {}) }));
  const headers = { "content-type": "application/json" };
  return (object) => {
    if (!isLarge(object)) return undefined;
    const { namespace, name } = splitKey(object.key);
    const namespacePath = namespace === "" ? "" : `/namespaces/${namespace}`;
    const target = `${root}${namespacePath}/${resource}/${name}`;
    const request = { method: "DELETE", target, headers, body, user: call.user, resource: { group, resource } };
    const response = thread.handle(request, call.signal);
    return response.then(throwIfFailed);
  };
}

function throwIfFailed({ status: code, body }: Awaited<ReturnType<RequestOffload["handle"]>>): void {
  if (code < 400) return;
  const { message, reason, details } = JSON.parse(body.toString("utf8")) as StatusResponse;
  throw new StatusError(code, message ?? "", {
    ...(reason ? { reason } : {}),
    ...(details ? { details } : {}),
  });
}
