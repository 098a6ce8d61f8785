/** Everything that compiles expressions of built-in kinds. Only `load-engine.ts` imports this module, when the first write needs it. */
export { AdmissionCompiler } from "./admission-compiler.ts";
export { compileSelector } from "./device-selectors.ts";
