/** Errors of client configuration. */

/** One problem, with its location and the rule that it breaks. */
export interface ConfigProblem {
  readonly file: string;
  /** `users[admin].user.exec.command`. Empty for the file as a whole. */
  readonly field: string;
  /** The value as JSON. Undefined if there is none, or if it is secret. */
  readonly value?: string;
  /** The rule that the value breaks, such as "must be a URL". */
  readonly rule: string;
}

/**
 * The client configuration is invalid. The message has one line per problem.
 * @example
 * ```ts
 * try {
 *   await using connected = await connect({ path: "orch.yaml" });
 * } catch (error) {
 *   if (!(error instanceof ConfigError)) throw error;
 *   for (const { file, field, rule } of error.problems) console.error(file, field, rule);
 * }
 * ```
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  /** All problems that were found. */
  readonly problems: readonly ConfigProblem[];

  /**
   * @param problems all problems that were found, at least one
   * @param options `cause` is the error that revealed the problems
   */
  constructor(problems: readonly ConfigProblem[], options?: { readonly cause?: unknown }) {
    super(problems.map(describe).join("\n"), options);
    this.problems = problems;
  }
}

function describe({ file, field, value, rule }: ConfigProblem): string {
  return [file, field, value, rule].filter((part) => part !== undefined && part !== "").join(": ");
}

/**
 * Returns what a value of a wrong type is, for an error message. The value itself is not shown, because a file that is
 * not a client configuration may have secrets anywhere.
 */
export function typeTitle(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return "a text";
    case "boolean":
      return "true or false";
    case "object":
      return "a mapping";
    default:
      return "a number";
  }
}

const shownCharactersMax = 100;

/** Returns a value as JSON for an error message, truncated to 100 characters. */
export function shownValue(value: unknown): string {
  const text = typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length <= shownCharactersMax ? text : `${text.slice(0, shownCharactersMax)}…`;
}
