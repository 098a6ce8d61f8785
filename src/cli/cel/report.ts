/** The output of `orch cel` about one evaluation. */
import type { Range, RuleExcess } from "../../cel/index.ts";
import { printable } from "../screen/printable.ts";

/** The outcome of an expression on one object. */
export type CelOutcome = CelValue | CelChecked | CelFailure;

/** The estimated cost of an expression. */
export interface CelEstimate {
  /** The least and the greatest cost of any evaluation. */
  readonly estimate: Range;
  /** Undefined if the server would accept a rule with this estimate, or if there is no schema. */
  readonly excess: RuleExcess | undefined;
}

/** An expression with a value. */
export interface CelValue extends CelEstimate {
  readonly kind: "value";
  /** In the notation of the language. */
  readonly text: string;
  /** As JSON. */
  readonly json: unknown;
  readonly type: string;
  /** The cost of the evaluation. */
  readonly cost: number;
}

/** An expression that was not evaluated, because there is a schema, but no object. */
export interface CelChecked extends CelEstimate {
  readonly kind: "checked";
  readonly type: string;
}

/** An expression that cannot be compiled, or whose evaluation fails. */
export interface CelFailure extends Partial<CelEstimate> {
  readonly kind: "failure";
  /** Faults of the text have several lines, which show the line and the column. */
  readonly message: string;
  /** Undefined if the text of the expression has faults. */
  readonly type?: string;
  /** Undefined if the expression was not evaluated, or not to its end. */
  readonly cost?: number;
}

/** Whether the expression has a value or could have one, and the server would accept it as a rule. */
export function isAccepted(outcome: CelOutcome): boolean {
  return outcome.kind !== "failure" && outcome.excess === undefined;
}

const labelWidth = 11;
/** Estimates of at least this cost are unlimited in practice. */
const unboundedCost = 2n ** 63n;

function line(label: string, text: string): string {
  return `${label.padEnd(labelWidth)}${printable(text)}`;
}

function costLines({ cost, estimate, excess }: Partial<CelEstimate> & { cost?: number }): readonly string[] {
  const lines = cost === undefined ? [] : [line("cost", String(cost))];
  if (estimate) lines.push(line("estimate", estimateText(estimate)));
  if (excess) lines.push(line("rejected", excess.message));
  for (const { path, keyword } of excess?.missingLimits() ?? [])
    lines.push(line("advice", `set ${keyword} of ${path}`));
  return lines;
}

function estimateText({ min, max }: Range): string {
  if (min === max) return String(max);
  return max >= unboundedCost ? `at least ${min}, without limit` : `${min} to ${max}`;
}

/** Returns the lines that show an outcome to a person. */
export function outcomeLines(outcome: CelOutcome): readonly string[] {
  if (outcome.kind === "checked") return [line("type", outcome.type), ...costLines(outcome)];
  if (outcome.kind === "value") {
    return [line("result", outcome.text), line("type", outcome.type), ...costLines(outcome)];
  }
  // Faults of the text have lines that point at a column, so they are printed as they are.
  if (outcome.type === undefined) return outcome.message.split("\n").map(printable);
  return [line("error", outcome.message), line("type", outcome.type), ...costLines(outcome)];
}

/** Returns an outcome as a value that is printed as JSON. */
export function outcomeJson(outcome: CelOutcome): Record<string, unknown> {
  const { estimate, excess, type } = outcome;
  const cost = outcome.kind === "checked" ? undefined : outcome.cost;
  return {
    ...(outcome.kind === "value" ? { result: outcome.json } : {}),
    ...(outcome.kind === "failure" ? { error: outcome.message } : {}),
    ...(type === undefined ? {} : { type }),
    ...(cost === undefined ? {} : { cost }),
    ...(estimate === undefined ? {} : { estimate: { min: estimate.min, max: estimate.max } }),
    ...(excess === undefined ? {} : { rejected: excess.message, missingLimits: excess.missingLimits() }),
  };
}
