/** The admission plugins, one file each, and the class that runs them in order. */
export { namespaceLifecycle } from "./namespace-lifecycle.ts";
export {
  Admission,
  type AdmissionOperation,
  type AdmissionPlugin,
  type AdmissionRequest,
  rejectedRequest,
} from "./plugin.ts";
