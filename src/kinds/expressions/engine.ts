/** Everything that compiles expressions. Only `load-engine.ts` imports this module, when the first write needs it. */
export { AdmissionCompiler } from "./admission-compiler.ts";
export { compileSelector } from "./device-selectors.ts";
