/** From a checked expression to the range of its cost. */
export { estimateCost } from "./estimate.ts";
