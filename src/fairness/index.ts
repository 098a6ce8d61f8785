/**
 * Priority and fairness: shares the seats of the server between priority levels, and those of a level between flows. This room
 * knows neither connections nor responses, so its parts run on any clock.
 */
export { dumpLevels, dumpQueues, dumpRequests } from "./dumps.ts";
export { Fairness, type FairnessOptions, type FlowControlSpecs } from "./fairness.ts";
export type { FlowRequest, WorkEstimate } from "./flow-request.ts";
export type { ActiveFlowSchema } from "./flow-schema.ts";
export { WatchCounts, type WatchedObjects } from "./watch-counts.ts";
export { listEstimate, malformedListEstimate, oneSeat, writeEstimate } from "./work-estimate.ts";
