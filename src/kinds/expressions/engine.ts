/** Everything that compiles expressions. Only `load-engine.ts` imports this module, when the first write needs it. */
export { ruleErrors, storedExpressions } from "../custom-types/definition-rules.ts";
export { RuleCheck } from "../custom-types/rule-check.ts";
export { ruleTree } from "../custom-types/rule-tree.ts";
export { AdmissionCompiler } from "./admission-compiler.ts";
export { compileSelector } from "./device-selectors.ts";
