/** The types of this group, and the kinds that declare them. */
export { type Overhead, type RuntimeClass, runtimeClass, type Scheduling } from "./v1/runtime-class.ts";
