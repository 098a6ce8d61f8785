export { ControllerManager, type ControllerManagerOptions } from "./controller-manager.ts";
export type { ControllerContext, ControllerName, ControllerSpec } from "./controller-spec.ts";
export { forEachConcurrently } from "./for-each-concurrently.ts";
export { ignoreNotFound } from "./ignore-not-found.ts";
export { mapConcurrently } from "./map-concurrently.ts";
export type { MonitoredObject, ObjectMonitors } from "./object-monitors.ts";
export { reportFailure } from "./report-failure.ts";
export { selectControllers } from "./selection.ts";
export type { TypeCatalog } from "./type-catalog.ts";
