/** How policies came to their decisions, for a person. */
import { type Tree, textAt, treeAt, treesAt } from "../../manifests/index.ts";
import type { User } from "../../meta/user.ts";
import { printable, printableLine } from "../screen/printable.ts";
import type { LabOutcome } from "./lab.ts";
import type { PlacedObject, PolicyFiles } from "./policy-files.ts";
import type { BindingTrace, EvaluationTrace, ExpressionTrace, PolicyTrace } from "./trace.ts";

/** Longest value in a line. */
const valueCharsMax = 40;

/** Returns the explanation of an outcome. */
export function explanation(outcome: LabOutcome, user: User, files: PolicyFiles): string {
  const { isAllowed, code, message, warnings, audit, title, policies } = outcome;
  const verdict = isAllowed ? "allowed" : `denied with ${code}`;
  const lines = [
    `${title} by ${user.name}: ${verdict}`,
    ...(isAllowed ? [] : [`  ${message}`]),
    ...warnings.map((warning) => `  warning: ${warning}`),
    ...Object.entries(audit).map(([key, value]) => `  audit: ${key}: ${value}`),
    ...policies.flatMap((trace) => ["", ...policyLines(trace, policyNamed(files, trace.name))]),
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

function policyNamed({ policies }: PolicyFiles, name: string): PlacedObject | undefined {
  return policies.find(({ object }) => textAt(treeAt(object, "metadata"), "name") === name);
}

function policyLines(
  { name, rules, mismatch, fault, bindings }: PolicyTrace,
  found: PlacedObject | undefined,
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
    ...bindings.flatMap((binding) => bindingLines(binding, spec)),
  ];
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

function bindingLines({ name, mismatch, fault, evaluations }: BindingTrace, spec: Tree | undefined): string[] {
  if (fault !== undefined) return [`  binding ${name}: cannot be used: ${fault}`];
  if (mismatch !== undefined) return [`  binding ${name}: does not match because of its ${mismatch}`];
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
  const line = printableLine(value);
  const shown = line.length > valueCharsMax ? `${line.slice(0, valueCharsMax - 3)}...` : line;
  return [{ cells: [name, shown, `cost ${cost}`, printableLine(text)], error }];
}
