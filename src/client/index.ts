/**
 * `orch/client`: typed access to a cluster, from a program or from a test.
 *
 *     const client = new Client({ transport: new H2Transport({ url, ca, credentials }) });
 *     const maps = client.api(configMap, "default");
 *     await maps.create({ metadata: { name: "settings" }, data: { colour: "blue" } });
 *
 * What needs no files and no sockets is also what a browser can load: give `Client` a transport of its own.
 */
export { StatusError } from "../meta/status-error.ts";
export {
  Api,
  type ApiOptions,
  type Applied,
  type NewObject,
  type ObjectList,
  type OfSubresource,
  type Table,
  type WatchEvent,
} from "./api.ts";
export { Client, type ClientOptions, type DiscoveredType } from "./client.ts";
export type {
  ApplyOptions,
  DeleteOptions,
  ListOptions,
  PatchType,
  ResourceType,
  WatchOptions,
  WriteOptions,
} from "./requests.ts";
export type { RetryOptions } from "./retry.ts";
export { ConnectionError, type Transport, type TransportRequest, type TransportResponse } from "./transport.ts";
