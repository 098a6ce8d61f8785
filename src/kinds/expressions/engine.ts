/** Everything that compiles expressions of built-in kinds. Only `load-engine.ts` imports this module, when the first write needs it. */
export { AdmissionCompiler } from "../../cel/admission/index.ts";
export { compileSelector } from "./device-selectors.ts";
