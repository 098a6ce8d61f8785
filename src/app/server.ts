/**
 * `orch/server`: a complete API server inside a test or an application. Any number of servers can run side by side in
 * one process.
 *
 *     await using server = await startServer();
 *     const response = await server.request("/api/v1/namespaces");
 *     const namespaces = await response.json();
 */
export { seededRandom } from "../base/random.ts";
export type { Fault, FaultCode, FaultOrder, Faults } from "../server/index.ts";
export type { Engine } from "../storage/index.ts";
export {
  type AdmissionCall,
  type AdmissionFunction,
  admissionOf,
  type KindAdmission,
} from "./in-process/admission-functions.ts";
export type { RestoreOptions, Snapshot } from "./in-process/cluster-host.ts";
export type { DefinitionToApply } from "./in-process/define-type.ts";
export { DurationManualClock as ManualClock } from "./in-process/duration-manual-clock.ts";
export type { AdmissionMatch } from "./in-process/function-matching.ts";
export type { InProcessRequest, InProcessResponse, InProcessUser } from "./in-process/in-process-client.ts";
export type { WebhookFunction, WebhookFunctions, WebhookReview } from "./in-process/memory-webhooks.ts";
export type { PermissionTable } from "./in-process/permission-table.ts";
export type {
  AuthorizationChoice,
  ClientUserOptions,
  RunningServer,
  StartServerOptions,
} from "./in-process/running-server.ts";
export { startServer } from "./in-process/start-server.ts";
