/** Regular expressions in the syntax of RE2, with a time that is linear in the length of the text. */
import { RE2JS, RE2JSException } from "re2js";
import type { FunctionDeclaration } from "../../declarations/index.ts";
import { EvaluationError } from "../../values/index.ts";

/** A compiled regular expression. */
export interface Pattern {
  /** Whether a part of the text matches. */
  matches(text: string): boolean;
  /** Returns the first matching part; undefined if there is none. */
  find(text: string): string | undefined;
  /** Returns matching parts that do not overlap, from left to right. @param limit undefined for all */
  findAll(text: string, limit: number | undefined): string[];
}

/** Patterns with more instructions would match slowly. The limits on cost do not know what a repetition such as `{1000}` costs. */
const instructionsMax = 20_000;
const cachedMax = 500;
const cachedLengthMax = 10_000;

class Re2Pattern implements Pattern {
  readonly #program: RE2JS;

  constructor(program: RE2JS) {
    this.#program = program;
  }

  matches(text: string): boolean {
    return this.#program.test(text);
  }

  find(text: string): string | undefined {
    return this.findAll(text, 1)[0];
  }

  findAll(text: string, limit: number | undefined): string[] {
    const matcher = this.#program.matcher(text);
    const found: string[] = [];
    for (let rest = limit ?? Number.POSITIVE_INFINITY; rest > 0 && matcher.find(); rest--) {
      found.push(matcher.group() ?? "");
    }
    return found;
  }
}

/** Compiled patterns and the errors of invalid ones, the least recently used first. */
const cache = new Map<string, Pattern | EvaluationError>();

/** Returns the compiled pattern, or an error in the words of the reference. */
export function patternOf(source: string): Pattern | EvaluationError {
  const cached = cache.get(source);
  if (cached !== undefined) {
    if (cache.size > cachedMax / 2) {
      cache.delete(source);
      cache.set(source, cached);
    }
    return cached;
  }
  const compiled = compile(source);
  if (source.length <= cachedLengthMax) {
    cache.set(source, compiled);
    if (cache.size > cachedMax) cache.delete(cache.keys().next().value ?? "");
  }
  return compiled;
}

function compile(source: string): Pattern | EvaluationError {
  try {
    const program = RE2JS.compile(source);
    if (program.programSize() > instructionsMax)
      return new EvaluationError("error parsing regexp: expression too large");
    return new Re2Pattern(program);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return new EvaluationError(error.message);
  }
}

/** Compiles a constant pattern in advance: the second argument of a call. */
export const preparePattern: NonNullable<FunctionDeclaration["prepare"]> = ([, source]) => {
  if (typeof source !== "string") return false;
  const pattern = patternOf(source);
  return pattern instanceof EvaluationError ? pattern : true;
};
