export { allSettledOf } from "./all-settled-of.ts";
export { ControllerManager, type ControllerManagerOptions } from "./controller-manager.ts";
export type { ControllerContext, ControllerSpec } from "./controller-spec.ts";
export { mapSome } from "./map-some.ts";
export type { MonitoredObject } from "./object-monitors.ts";
export { reportFailure } from "./report-failure.ts";
export { selectControllers } from "./selection.ts";
export type { TypeCatalog } from "./type-catalog.ts";
export { unlessGone } from "./unless-gone.ts";
