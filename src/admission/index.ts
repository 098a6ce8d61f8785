/** Admission: the plugins' interface, and the class that runs them in order. `plugins/` has the plugins. */
export { Admission, type AdmissionServices, type AdmittedRequest } from "./admission.ts";
export { AdmissionMetrics, type AdmissionPhase } from "./admission-metrics.ts";
export { convertObjects } from "./convert-objects.ts";
export { MutationRounds } from "./mutation-rounds.ts";
export { type FollowedKind, type FollowKinds, ObjectTable } from "./object-table.ts";
export {
  type AdmissionOperation,
  type AdmissionPlugin,
  type AdmissionRequest,
  type MutableRequest,
  type PluginDefinition,
  type PluginResource,
  rejectedRequest,
  type VersionDocuments,
  type VersionedRequest,
} from "./plugin.ts";
export { PluginInitializationError, type ReadPluginConfiguration } from "./plugin-configuration.ts";
