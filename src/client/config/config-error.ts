/** What is wrong with client configuration: every fault with its file, field, value and the rule that it breaks. */

export interface ConfigProblem {
  readonly file: string;
  /** `users[admin].user.exec.command`; empty for the file as a whole. */
  readonly field: string;
  /** As JSON; absent where there is none, or where it is secret. */
  readonly value?: string;
  /** What it has to be, or what is wrong. */
  readonly rule: string;
}

/** Whoever wrote the configuration can mend it. One line of the message for each problem. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[], options?: { readonly cause?: unknown }) {
    super(problems.map(describe).join("\n"), options);
    this.problems = problems;
  }
}

function describe({ file, field, value, rule }: ConfigProblem): string {
  return [file, field, value, rule].filter((part) => part !== undefined && part !== "").join(": ");
}

const shownCharactersMax = 100;

/** A value in an error, cut where it is long. */
export function shown(value: unknown): string {
  const text = typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length <= shownCharactersMax ? text : `${text.slice(0, shownCharactersMax)}…`;
}
