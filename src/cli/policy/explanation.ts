/** How policies came to their decisions, for a person. */
import { stringifyJson } from "../../codec/index.ts";
import { type Tree, textAt, treeAt, treesAt } from "../../manifests/index.ts";
import type { User } from "../../meta/user.ts";
import { printable, printableLine } from "../screen/printable.ts";
import type { LabOutcome } from "./lab.ts";
import type { PlacedObject, PolicyFiles } from "./policy-files.ts";
import type {
  BindingTrace,
  EvaluationTrace,
  ExpressionTrace,
  MutatingBindingTrace,
  MutationTrace,
  PolicyTrace,
} from "./trace.ts";

/** Longest value in a line. */
const valueCharsMax = 40;

/** Returns the explanation of an outcome. */
export function explanation(outcome: LabOutcome, user: User, files: PolicyFiles): string {
  const { isAllowed, code, message, warnings, audit, title, mutatingPolicies, policies } = outcome;
  const verdict = isAllowed ? "allowed" : `denied with ${code}`;
  const lines = [
    `${title} by ${user.name}: ${verdict}`,
    ...(isAllowed ? [] : [`  ${message}`]),
    ...warnings.map((warning) => `  warning: ${warning}`),
    ...Object.entries(audit).map(([key, value]) => `  audit: ${key}: ${value}`),
    ...mutatingPolicies.flatMap((trace) => [
      "",
      ...policyLines(trace, placedPolicy(files.mutatingPolicies, trace.name), () =>
        trace.bindings.flatMap(mutatingBindingLines),
      ),
    ]),
    ...policies.flatMap((trace) => {
      const found = placedPolicy(files.policies, trace.name);
      const spec = treeAt(found?.object, "spec");
      return ["", ...policyLines(trace, found, () => trace.bindings.flatMap((binding) => bindingLines(binding, spec)))];
    }),
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

function placedPolicy(policies: readonly PlacedObject[], name: string): PlacedObject | undefined {
  return policies.find(({ object }) => textAt(treeAt(object, "metadata"), "name") === name);
}

/** The parts of a trace that policies of all sorts have. */
type CommonTrace = Pick<PolicyTrace, "name" | "rules" | "mismatch" | "fault">;

/** @param bindingLines returns the lines about the bindings of a policy that matches */
function policyLines(
  { name, rules, mismatch, fault }: CommonTrace,
  found: PlacedObject | undefined,
  bindingLines: () => readonly string[],
): string[] {
  const place = found ? `  ${found.placeOf()}` : "";
  const spec = treeAt(found?.object, "spec");
  if (mismatch !== undefined) {
    return [
      `policy ${name}: does not match${place}`,
      ...mismatchLines(mismatch, rules, treeAt(spec, "matchConstraints")),
    ];
  }
  const matching = rules.flatMap((member, index) => (member === undefined ? [`resourceRules[${index}]`] : []));
  return [
    `policy ${name}: matches ${matching.join(", ")}${place}`,
    ...(fault === undefined ? [] : [`  cannot be used: ${fault}`]),
    ...bindingLines(),
  ];
}

/** Returns why a binding is not used. Undefined if it is. */
function unusedLine({ name, mismatch, fault }: Pick<BindingTrace, "name" | "mismatch" | "fault">): string | undefined {
  if (fault !== undefined) return `  binding ${name}: cannot be used: ${fault}`;
  return mismatch === undefined ? undefined : `  binding ${name}: does not match because of its ${mismatch}`;
}

function mutatingBindingLines(binding: MutatingBindingTrace): readonly string[] {
  const { name, applications } = binding;
  const unused = unusedLine(binding);
  if (unused !== undefined) return [unused];
  if (applications.length === 0) return [`  binding ${name}: finds no parameters`];
  return [`  binding ${name}`, ...applications.flatMap(applicationLines)];
}

function applicationLines({ params, isExcluded, changes, faults }: MutationTrace): readonly string[] {
  const nothing = isExcluded ? "its match conditions exclude the request" : "it changes nothing";
  return [
    ...(params === undefined ? [] : [`    with ${params}`]),
    ...changes.map(
      ({ path, sent, result }) =>
        `    ${path}: ${shownValue(sent) ?? "(absent)"} -> ${shownValue(result) ?? "(absent)"}`,
    ),
    ...faults.map((fault) => `    failed: ${fault}`),
    ...(changes.length === 0 && faults.length === 0 ? [`    ${nothing}`] : []),
  ];
}

function shownValue(value: unknown): string | undefined {
  return value === undefined ? undefined : shortened(printableLine(stringifyJson(value)));
}

/** Returns the beginning of a long text. */
function shortened(line: string): string {
  return line.length > valueCharsMax ? `${line.slice(0, valueCharsMax - 3)}...` : line;
}

function mismatchLines(mismatch: string, rules: PolicyTrace["rules"], constraints: Tree | undefined): string[] {
  if (mismatch !== "resourceRules") return [`  because of its ${mismatch}`];
  const sources = treesAt(constraints, "resourceRules");
  return rules.flatMap((member, index) => {
    if (member === undefined) return [];
    const value = sources[index]?.[member];
    return [`  resourceRules[${index}]: ${member} ${JSON.stringify(value ?? null)}`];
  });
}

function bindingLines(binding: BindingTrace, spec: Tree | undefined): readonly string[] {
  const { name, evaluations } = binding;
  const unused = unusedLine(binding);
  if (unused !== undefined) return [unused];
  if (evaluations.length === 0) return [`  binding ${name}: finds no parameters`];
  return [`  binding ${name}`, ...evaluations.flatMap((evaluation) => evaluationLines(evaluation, spec))];
}

/** A line about an expression. */
interface Row {
  /** Name, value, cost and text. */
  readonly cells: readonly [string, string, string, string];
  /** Why it has no value. */
  readonly error: string | undefined;
}

function evaluationLines(evaluation: EvaluationTrace, spec: Tree | undefined): string[] {
  const { params, conditions, variables, validations, messages, annotations } = evaluation;
  const conditionNames = treesAt(spec, "matchConditions").map((one) => textAt(one, "name") ?? "");
  const rows: Row[] = [
    ...conditions.flatMap((trace, index) =>
      row(`matchConditions[${index}] ${conditionNames[index] ?? ""}`.trim(), trace),
    ),
    ...variables.flatMap((variable) => row(`variables.${variable.name}`, variable)),
    ...validations.flatMap((trace, index) => [
      ...row(`validations[${index}]`, trace),
      ...row(`validations[${index}] message`, messages[index]),
    ]),
    ...annotations.flatMap((trace, index) => row(`auditAnnotations[${index}]`, trace)),
  ];
  const all = [...conditions, ...variables, ...validations, ...messages, ...annotations];
  const total = all.reduce((sum, trace) => sum + (trace?.cost ?? 0), 0);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map(({ cells }) => cells[column]?.length ?? 0)));
  return [
    ...(params === undefined ? [] : [`    with ${params}`]),
    ...rows.flatMap(({ cells, error }) => [
      `    ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd(),
      ...(error === undefined ? [] : [`      ${error}`]),
    ]),
    ...(validations.some((trace) => trace !== undefined) ? [] : ["    its validations are not evaluated"]),
    `    cost ${total} in all`,
  ];
}

function row(name: string, trace: ExpressionTrace | undefined): readonly Row[] {
  if (!trace) return [];
  const { value = "error", error, cost, text } = trace;
  return [{ cells: [name, shortened(printableLine(value)), `cost ${cost}`, printableLine(text)], error }];
}
