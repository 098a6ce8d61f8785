/** The admission plugins, one file each, and the class that runs them in order. */
export { namespaceLifecycle } from "./namespace-lifecycle.ts";
export { Admission, type AdmissionPlugin, type AdmissionRequest, type Operation } from "./plugin.ts";
