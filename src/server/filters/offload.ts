/**
 * Hands writes that would take much processor time to another thread, so that other clients do not wait for them. The
 * cost of a write depends on how much JSON is read, compared and written: on the size of its body, and of the stored
 * object that it changes. All other requests continue to the router of this thread.
 */
import type { Resource } from "../../registry/index.ts";
import type { Filter, Next } from "../chain.ts";
import { relayTo } from "../offload/relay.ts";
import type { RequestOffload } from "../offload/request-offload.ts";
import { bodyBytesMax } from "../requests/body.ts";
import type { Call } from "../requests/call.ts";
import { isLarge, largeBytes } from "../requests/large-bytes.ts";
import type { ResourceRequestInfo } from "../requests/request-info.ts";
import { isWrite } from "../requests/write-verbs.ts";
import { type ServedEndpoint } from "../served/endpoint.ts";
import { type ResourceTable } from "../served/resource-table.ts";

/** Returns the filter that hands large writes to `thread`. It runs last, after authorization. */
export function offloadWrites(thread: RequestOffload, resources: ResourceTable): Filter {
  return (call, next) => {
    const { info } = call;
    if (!isWrite(info)) return next(call);
    const served = resources.version(info.group, info.version)?.resources.get(info.resource);
    if (!served || served.subresources.get(info.subresource)?.connection) return next(call);
    const { endpoint } = served;
    const contentLength = call.exchange.header("content-length");
    if (contentLength !== undefined && Number(contentLength) > bodyBytesMax) return next(call);
    const isStoredSizeKnown = info.name === "" || (endpoint.resource?.cache.isLoaded ?? true);
    if (contentLength === undefined || !isStoredSizeKnown)
      return offloadOnceSizeIsKnown(thread, { call, next, endpoint, info });
    const takesLong = Number(contentLength) > largeBytes || isCachedObjectLarge(endpoint, info);
    return takesLong ? relayTo(thread, call, endpoint) : next(call);
  };
}

interface UndecidedWrite {
  readonly call: Call;
  readonly next: Next;
  /** Endpoint of the resource itself, even if the request is for a subresource. */
  readonly endpoint: ServedEndpoint;
  readonly info: ResourceRequestInfo;
}

/**
 * Reads the body if its length was not declared, and the stored object if the cache is not loaded. Then decides.
 */
async function offloadOnceSizeIsKnown(
  thread: RequestOffload,
  { call, next, endpoint, info }: UndecidedWrite,
): Promise<void> {
  let bodyBytes = 0;
  try {
    bodyBytes = (await call.readBody(bodyBytesMax)).length;
  } catch {
    // The verb gets the same error when it reads the body. It reports the error in the right order among its other
    // checks.
    return await next(call);
  }
  const takesLong = bodyBytes > largeBytes || (await isStoredObjectLarge(endpoint, info));
  return takesLong ? await relayTo(thread, call, endpoint) : await next(call);
}

/** Whether the object that the request names is large. Reads it from the store if the cache is not loaded. */
async function isStoredObjectLarge(endpoint: ServedEndpoint, info: ResourceRequestInfo): Promise<boolean> {
  const { resource } = endpoint;
  if (!resource || info.name === "" || resource.cache.isLoaded) return isCachedObjectLarge(endpoint, info);
  const stored = await resource.cache.read(keyOf(resource, endpoint, info));
  return stored !== undefined && isLarge(stored);
}

/** Whether the object that the request names is large, according to a cache that is loaded. */
function isCachedObjectLarge(endpoint: ServedEndpoint, info: ResourceRequestInfo): boolean {
  const { resource } = endpoint;
  if (!resource || info.name === "") return false;
  const stored = resource.cache.get(keyOf(resource, endpoint, info));
  return stored !== undefined && isLarge(stored);
}

function keyOf(resource: Resource, { resourceKind }: ServedEndpoint, { namespace, name }: ResourceRequestInfo): string {
  return resource.key(resourceKind.namespaced ? namespace : "", name);
}
