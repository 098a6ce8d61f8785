/** Schemas of which all, one, some or none must apply to a value. */
import { goQuote } from "../../meta/go-quote.ts";
import type { StructuralSchema, ValueConstraints } from "../structural-schema.ts";
import type { Attempt, SchemaRun, ValueCheck } from "./run.ts";

/**
 * Returns the check of all combinations; undefined if there are none. Adds the matches of the schemas that it reports about.
 * @param compile returns the check of a schema
 */
export function combinationCheck(
  constraints: ValueConstraints,
  compile: (schema: StructuralSchema) => ValueCheck,
): ValueCheck | undefined {
  const { anyOf = [], oneOf = [], allOf = [], not } = constraints;
  const checks: ValueCheck[] = [];
  if (anyOf.length > 0) checks.push(anyOfCheck(anyOf.map(compile)));
  if (oneOf.length > 0) checks.push(oneOfCheck(oneOf.map(compile)));
  if (allOf.length > 0) checks.push(allOfCheck(allOf.map(compile)));
  if (not) checks.push(notCheck(compile(not)));
  if (checks.length === 0) return undefined;
  return (value, run) => {
    for (const check of checks) check(value, run);
  };
}

function take(attempt: Attempt | undefined, run: SchemaRun): void {
  if (!attempt) return;
  run.add(attempt.errors);
  run.matches += attempt.matches;
}

function better(best: Attempt | undefined, attempt: Attempt): Attempt {
  return best && best.matches >= attempt.matches ? best : attempt;
}

function anyOfCheck(checks: readonly ValueCheck[]): ValueCheck {
  return (value, run) => {
    let best: Attempt | undefined;
    for (const check of checks) {
      const attempt = run.attempt(check, value);
      if (attempt.errors.length === 0) {
        take(attempt, run);
        return;
      }
      best = better(best, attempt);
    }
    run.reportCombination(`${goQuote(run.placeName())} must validate at least one schema (anyOf)`);
    take(best, run);
  };
}

function oneOfCheck(checks: readonly ValueCheck[]): ValueCheck {
  return (value, run) => {
    let best: Attempt | undefined;
    let success: Attempt | undefined;
    let successes = 0;
    for (const check of checks) {
      const attempt = run.attempt(check, value);
      if (attempt.errors.length > 0) best = better(best, attempt);
      else {
        success ??= attempt;
        successes++;
      }
    }
    if (successes === 1) {
      take(success, run);
      return;
    }
    const found = successes === 0 ? "Found none valid" : `Found ${successes} valid alternatives`;
    run.reportCombination(`${goQuote(run.placeName())} must validate one and only one schema (oneOf). ${found}`);
    if (successes === 0) take(best, run);
  };
}

function allOfCheck(checks: readonly ValueCheck[]): ValueCheck {
  return (value, run) => {
    let successes = 0;
    for (const check of checks) {
      const attempt = run.attempt(check, value);
      if (attempt.errors.length === 0) successes++;
      take(attempt, run);
    }
    if (successes === checks.length) return;
    const none = successes === 0 ? ". None validated" : "";
    run.reportCombination(`${goQuote(run.placeName())} must validate all the schemas (allOf)${none}`);
  };
}

function notCheck(check: ValueCheck): ValueCheck {
  return (value, run) => {
    if (run.attempt(check, value).errors.length > 0) return;
    run.reportCombination(`${goQuote(run.placeName())} must not validate the schema (not)`);
  };
}
