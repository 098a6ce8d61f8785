/**
 * Admission plugins, one file each, and the order in which they are asked.
 */
export { namespaceLifecycle } from "./namespace-lifecycle.ts";
export { Admission, type AdmissionPlugin, type AdmissionRequest, type Operation } from "./plugin.ts";
