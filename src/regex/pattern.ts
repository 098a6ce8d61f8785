/** Regular expressions in the syntax of RE2, with a time that is linear in the length of the text. */
import { RE2JS, RE2JSSyntaxException } from "re2js";
import { Matcher } from "./matcher.ts";
import { PatternError } from "./pattern-error.ts";
import { type PatternProgram, readProgram } from "./program.ts";
import { type Translation, translate } from "./reference-syntax.ts";
import { Searcher } from "./searcher.ts";
import { sizeOfPattern } from "./size.ts";

/** A compiled regular expression. */
export interface Pattern {
  /** Whether a part of the text matches. An error says that this takes too many steps, here and below. */
  matches(text: string): boolean | PatternError;
  /** Returns the first matching part; undefined if there is none. */
  find(text: string): string | undefined | PatternError;
  /** Returns matching parts that do not overlap, from left to right. @param limit undefined for all */
  findAll(text: string, limit: number | undefined): readonly string[] | PatternError;
}

/**
 * Patterns with more instructions would match slowly. The limits on cost do not know what a repetition such as `{1000}` costs. The
 * reference accepts up to 3,355,443 instructions.
 */
const instructionsMax = 20_000;

/** The reference has no such limit. Its time for such a text is measured in seconds. */
function tooManySteps(): PatternError {
  return new PatternError("the regular expression takes too many steps for the text");
}

/** A valid pattern. The first match compiles it unless that was necessary to know whether it is valid, and creates the engines. */
class ValidPattern implements Pattern {
  readonly #source: string;
  readonly #compile: () => RE2JS;
  /** Number of instructions, or an estimate. */
  readonly size: number;
  #program: PatternProgram | PatternError | undefined;
  #matcher: Matcher | undefined;
  #searcher: Searcher | undefined;

  constructor(source: string, size: number, compile: () => RE2JS) {
    this.#source = source;
    this.size = size;
    this.#compile = compile;
  }

  matches(text: string): boolean | PatternError {
    const program = this.#compiledProgram();
    if (program instanceof PatternError) return program;
    this.#matcher ??= new Matcher(program);
    return this.#matcher.matches(text) ?? tooManySteps();
  }

  find(text: string): string | undefined | PatternError {
    const matches = this.matches(text);
    if (matches === false) return undefined;
    const found = this.findAll(text, 1);
    return found instanceof PatternError ? found : found[0];
  }

  findAll(text: string, limit: number | undefined): readonly string[] | PatternError {
    const program = this.#compiledProgram();
    if (program instanceof PatternError) return program;
    this.#searcher ??= new Searcher(program);
    return this.#searcher.findAll(text, limit ?? Number.POSITIVE_INFINITY) ?? tooManySteps();
  }

  #compiledProgram(): PatternProgram | PatternError {
    if (this.#program === undefined) {
      const compiled = this.#compile();
      this.#program = compiled.programSize() > instructionsMax ? fault(tooLarge, this.#source) : readProgram(compiled);
    }
    return this.#program;
  }
}

/** How many patterns are cached, in two halves. */
const cachedMax = 500;
/** How many instructions and characters the cached patterns may have together. */
const cachedSizeMax = 200_000;

/** Compiled patterns and the errors of invalid ones that were used since the other half of the cache was full. */
let recent = new Map<string, ValidPattern | PatternError>();
let recentSize = 0;
/** Those that were used before. They are forgotten when the first half is full. */
let earlier: ReadonlyMap<string, ValidPattern | PatternError> = new Map();

/** Returns the compiled pattern, or an error in the words of the reference. */
export function patternOf(source: string): Pattern | PatternError {
  return recent.get(source) ?? remember(source, earlier.get(source) ?? compile(source));
}

function remember(source: string, pattern: ValidPattern | PatternError): Pattern | PatternError {
  recent.set(source, pattern);
  recentSize += source.length + (pattern instanceof PatternError ? pattern.message.length : pattern.size);
  if (recent.size > cachedMax / 2 || recentSize > cachedSizeMax / 2) {
    earlier = recent;
    recent = new Map();
    recentSize = 0;
  }
  return pattern;
}

function compile(source: string): ValidPattern | PatternError {
  const translation = translate(source);
  return isSmall(source) ? compileSmall(source, translation) : compileLater(source, translation);
}

const tooLarge = "expression too large";
const smallLength = 1000;

/** A pattern that is not long, and has no counted repetitions, has few instructions. */
function isSmall(source: string): boolean {
  return source.length <= smallLength && !source.includes("{");
}

function compileSmall(source: string, translation: Translation): ValidPattern | PatternError {
  try {
    const compiled = RE2JS.compile(translation.text);
    return new ValidPattern(source, compiled.programSize(), () => compiled);
  } catch (error) {
    return faultOf(error, source, (part) => translation.original(part));
  }
}

/** Only looks for faults, because compiling a short text such as `a{1000}` takes a millisecond. */
function compileLater(source: string, translation: Translation): ValidPattern | PatternError {
  const { instructions, unclosedClass, unclosedGroups } = sizeOfPattern(source);
  // re2js needs a quadratic time for such a pattern.
  const isSlow = unclosedClass !== undefined && source.length > smallLength;
  if (isSlow) return fault("missing closing ]", source.slice(unclosedClass));
  const syntaxFault = faultOfSyntax(source, translation, unclosedGroups);
  if (syntaxFault) return syntaxFault;
  if (instructions > instructionsMax) return fault(tooLarge, source);
  return new ValidPattern(source, instructions, () => RE2JS.compile(translation.text));
}

/**
 * Returns the fault of a pattern without compiling it; undefined if it has none. re2js looks for faults before it compiles. So a
 * bracket too many at the end keeps it from compiling.
 */
function faultOfSyntax(source: string, translation: Translation, unclosedGroups: number): PatternError | undefined {
  const brackets = ")".repeat(unclosedGroups + 1);
  const probe = translation.text + brackets;
  const withoutBrackets = (part: string): string =>
    probe.endsWith(part) ? part.slice(0, Math.max(0, part.length - brackets.length)) : part;
  try {
    RE2JS.compile(probe);
  } catch (error) {
    const isLast = error instanceof RE2JSSyntaxException && error.getDescription() === "unexpected )";
    if (!isLast) return faultOf(error, source, (part) => translation.original(withoutBrackets(part)));
  }
  return unclosedGroups > 0 ? fault("missing closing )", source) : undefined;
}

function fault(description: string, part: string): PatternError {
  return new PatternError(`error parsing regexp: ${description}: \`${part}\``);
}

/** @param original returns a part of the compiled pattern as it is in the source */
function faultOf(error: unknown, source: string, original: (part: string) => string): PatternError {
  if (!(error instanceof RE2JSSyntaxException)) throw error;
  const description = error.getDescription();
  const part = error.getPattern();
  if (part !== null) return fault(description, withSecondDigit(original(part), source));
  // re2js shows no part for a backslash at the end, and for limits.
  return fault(description, description.startsWith("trailing backslash") ? "" : source);
}

const shortEscape = /^\\x[^{]?$/u;

/** The reference reads two characters after `\x` before it finds that the first one is no digit. */
function withSecondDigit(part: string, source: string): string {
  if (!shortEscape.test(part)) return part;
  const digits = source.slice(source.indexOf(part) + 2);
  return `\\x${Array.from(digits.slice(0, 4)).slice(0, 2).join("")}`;
}
