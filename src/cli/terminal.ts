/** Where a command reads and writes; tests have their own. */
export interface Terminal {
  /** Against which relative paths are understood. */
  readonly cwd: string;
  /** All of standard input, as far as it is needed. */
  readonly input: AsyncIterable<Buffer>;
  out(text: string): void;
  error(text: string): void;
}

/** What a command cannot go on from; the message says what to do next. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

export const exitCodes = { fine: 0, failed: 1 } as const;

/** `1 object`, `2 objects`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
