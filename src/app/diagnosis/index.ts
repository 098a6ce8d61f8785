/** app/diagnosis: profiles of a process, pages about it, and changes of the detail of its log. */
export { installConfigz } from "./configz.ts";
export { installDiagnosis } from "./install-diagnosis.ts";
