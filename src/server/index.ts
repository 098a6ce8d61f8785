/**
 * The API server: it handles HTTP requests for the objects of the registry.
 *
 * A request passes `ApiServer.handle`: the filters (`filters/`, in the order of the array in `api-server.ts`), the
 * router (`route.ts`), then the handler of its verb (`verbs/`), which reads top to bottom. `render-error.ts` turns
 * anything thrown into a response.
 *
 * Folders: `requests/` has the request itself, `served/` the table of endpoints, `kind-endpoints/` the endpoints of
 * each kind, `field-owners/` the owners of written fields, `output/` the forms of responses, `offload/` the interface
 * of the second thread, `discovery/` and `openapi/` the documents about the API, `health/` the health checks, and
 * `transport/` HTTP/2 and HTTP/1.1.
 */
export { ApiServer, type ApiServerOptions, type OpenRequest } from "./api-server.ts";
export { type BackupStream, installBackup } from "./backup.ts";
export type { Filter } from "./chain.ts";
export { installDiscovery, type ServiceAddress } from "./discovery/install.ts";
export { installIssuerDocuments, type PublishedDocument } from "./discovery/issuer-documents.ts";
export { FieldOwners } from "./field-owners/field-owners.ts";
export { memoWithUser, type RequestAuthentication } from "./filters/authenticate.ts";
export type { FairnessSettings } from "./filters/fairness.ts";
export { type FaultCode, type FaultOrder } from "./filters/fault-order.ts";
export { type Fault, FaultInjection, type Faults } from "./filters/faults.ts";
export type { FollowedTypes } from "./filters/info.ts";
export { noteAudit, notedCall, requestNotes } from "./filters/note-audit.ts";
export { offloadWrites } from "./filters/offload.ts";
export { type HealthCheck, type HealthChecks, HealthMetrics, installHealth, runCheck } from "./health/health.ts";
export { type PostStartHook, PostStartHooks } from "./health/post-start.ts";
export { type StoredResources, serveKinds, storedResources } from "./kind-endpoints/serve-kinds.ts";
export {
  type EndpointOptions,
  serveConvertedVersion,
  serveStoredVersion,
  verbHandlers,
} from "./kind-endpoints/stored-resource.ts";
export { addMetaMetrics } from "./meta-metrics.ts";
export {
  type GateFigure,
  metricsHandler,
  type ProcessMetrics,
  ServerMetrics,
} from "./metrics.ts";
export { renderItem } from "./offload/render-item.ts";
export {
  type OffloadedDefinition,
  type OffloadedItem,
  type OffloadedRequest,
  type OffloadedResponse,
  type OffloadedTrace,
  type RequestOffload,
  withDefinitions,
} from "./offload/request-offload.ts";
export { installOpenApi } from "./openapi/install.ts";
export { BinaryContents } from "./output/binary-contents.ts";
export { CompressedObjectCache } from "./output/compressed-object-cache.ts";
export type { ProcessFigures } from "./process-metrics.ts";
export type { Call } from "./requests/call.ts";
export type { Exchange, HeaderValue, Peer } from "./requests/exchange.ts";
export { MemoryExchange, type MemoryResponse, wholeBody } from "./requests/memory-exchange.ts";
export { isWebSocketUpgrade } from "./requests/web-socket-handshake.ts";
export { PathTable } from "./route.ts";
export { type EndpointHandler, isCustom, type StoredEndpoint } from "./served/endpoint.ts";
export { ResourceTable, type ServedResource } from "./served/resource-table.ts";
export type { VerbServices } from "./verbs/services.ts";
export { WatchMetrics } from "./verbs/watch-metrics.ts";
export { installVersion, versionInfo } from "./version.ts";
