/** The commands that test and explain policies. It is a separate room, because the client program does not need them. */
export type { Judgement } from "../check/judge.ts";
export type { CompletedObjects } from "./change-origins.ts";
export type { WriteOperation } from "./dry-run-write.ts";
export {
  type CompletionParts,
  explainWrite,
  type WriteWhyCommand,
  type WriteWhyParts,
  type WrittenObjectPlace,
} from "./explain-write.ts";
export { fieldChanges } from "./field-changes.ts";
export {
  LabError,
  type LabOutcome,
  type LabRequest,
  type OpenPolicyLab,
  type PolicyLab,
  type PolicyOperation,
} from "./lab.ts";
export { type PolicyTestCommand, testPolicies } from "./test-command.ts";
export type {
  BindingTrace,
  EvaluationTrace,
  ExpressionTrace,
  MutatingBindingTrace,
  MutatingPolicyTrace,
  MutationTrace,
  PolicyTrace,
  VariableTrace,
} from "./trace.ts";
export { explainPolicies, type PolicyWhyCommand } from "./why-command.ts";
