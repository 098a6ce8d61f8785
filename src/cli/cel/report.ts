/** The output of `orch cel` about one evaluation. */
import { printable } from "../screen/printable.ts";

/** The outcome of an expression on one object. */
export type CelOutcome = CelValue | CelFailure;

interface CelCosts {
  /** The cost of the evaluation. */
  readonly cost: number;
  /** The least and the greatest cost of any evaluation. */
  readonly estimate: { readonly min: bigint; readonly max: bigint };
}

/** An expression with a value. */
export interface CelValue extends CelCosts {
  readonly kind: "value";
  /** In the notation of the language. */
  readonly text: string;
  /** As JSON. */
  readonly json: unknown;
  readonly type: string;
}

/** An expression that cannot be compiled, or whose evaluation fails. */
export interface CelFailure extends Partial<CelCosts> {
  readonly kind: "failure";
  /** Faults of the text have several lines, which show the line and the column. */
  readonly message: string;
  /** Undefined if the text of the expression has faults. */
  readonly type?: string;
}

const labelWidth = 11;
/** Estimates of at least this cost are unlimited in practice. */
const unboundedCost = 2n ** 63n;

function line(label: string, text: string): string {
  return `${label.padEnd(labelWidth)}${printable(text)}`;
}

function costLines({ cost, estimate }: Partial<CelCosts>): readonly string[] {
  const lines = cost === undefined ? [] : [line("cost", String(cost))];
  if (estimate) lines.push(line("estimate", estimateText(estimate)));
  return lines;
}

function estimateText({ min, max }: CelCosts["estimate"]): string {
  if (min === max) return String(max);
  return max >= unboundedCost ? `at least ${min}, without limit` : `${min} to ${max}`;
}

/** Returns the lines that show an outcome to a person. */
export function outcomeLines(outcome: CelOutcome): readonly string[] {
  if (outcome.kind === "value") {
    return [line("result", outcome.text), line("type", outcome.type), ...costLines(outcome)];
  }
  // Faults of the text have lines that point at a column, so they are printed as they are.
  if (outcome.type === undefined) return outcome.message.split("\n").map(printable);
  return [line("error", outcome.message), line("type", outcome.type), ...costLines(outcome)];
}

/** Returns an outcome as a value that is printed as JSON. */
export function outcomeJson(outcome: CelOutcome): Record<string, unknown> {
  const { cost, estimate, type } = outcome;
  const head = outcome.kind === "value" ? { result: outcome.json } : { error: outcome.message };
  return {
    ...head,
    ...(type === undefined ? {} : { type }),
    ...(cost === undefined ? {} : { cost }),
    ...(estimate === undefined ? {} : { estimate: { min: estimate.min, max: estimate.max } }),
  };
}
