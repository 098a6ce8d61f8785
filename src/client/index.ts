/**
 * `orch/client`: typed access to a cluster for programs and tests.
 *
 *     const client = new Client({ transport: new H2Transport({ url, ca, credentials }) });
 *     const maps = client.api(configMap, "default");
 *     await maps.create({ metadata: { name: "settings" }, data: { colour: "blue" } });
 *
 * This module needs no files and no sockets, so that browsers can load it. In a browser, pass your own transport to
 * `Client`.
 */
import "../base/dispose-symbols.ts";

export { onAbort } from "../base/abort-listeners.ts";
export { type Clock, systemClock, type Timer } from "../base/clock.ts";
export { MetricRegistry } from "../base/metrics.ts";
export type { Random } from "../base/random.ts";
export { keyOf, type ObjectName, splitKey } from "../meta/object-key.ts";
export { hasCode, StatusError } from "../meta/status-error.ts";
export type { KindNames } from "../schema/index.ts";
export {
  Api,
  type ApiOptions,
  type FieldsToApply,
  type NewObject,
  type SubresourceOptions,
  type Table,
  type TableEvent,
  type WatchEvent,
} from "./api.ts";
export { Client, type ClientOptions } from "./client.ts";
export type { ClockAndRandom } from "./clock-and-random.ts";
export { ClusterInfoError, verifyClusterInfo } from "./cluster-info.ts";
export { InexactListError } from "./complete-list.ts";
export {
  Controller,
  type ControllerOptions,
  type Reconcile,
  type ReconcileResult,
  TerminalError,
} from "./controller/controller.ts";
export { type ControllerSource, controllerSource, type KeyMapper, ownerKeys } from "./controller/controller-source.ts";
export { coreEventSink } from "./controller/core-event-sink.ts";
export {
  EventRecorder,
  type EventRecorderOptions,
  type EventSink,
  type Occurrence,
} from "./controller/event-recorder.ts";
export { eventSink } from "./controller/event-sink.ts";
export {
  electionJitter,
  type LeaderElectionOptions,
  LeaderElector,
  LeadershipLostError,
  type LeaseStore,
} from "./controller/leader-election.ts";
export { type DiscoveredType, preferredTypes, type ServedTypes } from "./discovery.ts";
export type {
  BodyEncoding,
  EncodedBody,
  EncodingLoader,
  EncodingName,
  EncodingOptions,
} from "./encoding/body-encoding.ts";
export type { Indexes, IndexFunction } from "./informer/indexed-objects.ts";
export { Informer, type InformerOptions } from "./informer/informer.ts";
export type { AddedContext, DeletedContext, ObjectHandler } from "./informer/object-handler.ts";
export { objectKey } from "./informer/object-key.ts";
export type { ObjectSource, SourceEvent } from "./informer/object-source.ts";
export type { Lister } from "./informer/object-store.ts";
export { isInitialEventsEnd, type ResumingWatchOptions, resumingWatch } from "./informer/resuming-watch.ts";
export type { HistoryItem, ObjectHistory, PastOptions } from "./object-history.ts";
export type { ObjectList } from "./object-list.ts";
export { RateLimiter, type RateLimiterOptions } from "./queue/rate-limiter.ts";
export { WorkQueue, type WorkQueueOptions } from "./queue/work-queue.ts";
export { WorkQueueMetrics } from "./queue/work-queue-metrics.ts";
export type { JsonForm } from "./read-response.ts";
export type {
  ApplyOptions,
  DeleteCallOptions as DeleteOptions,
  ListOptions,
  PatchType,
  Representation,
  RequestParts,
  RequestTarget,
  ResourceType,
  RowOptions,
  WatchOptions,
  WriteOptions,
} from "./requests.ts";
export type { RetryOptions } from "./retry.ts";
export { ConnectionError, type Transport, type TransportRequest, type TransportResponse } from "./transport.ts";
