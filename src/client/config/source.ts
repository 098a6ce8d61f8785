/**
 * The interface to files, environment variables and programs. Callers implement it, so that this room does not access
 * the machine.
 */

/** Files and environment variables of the machine. */
export interface ConfigSource {
  /**
   * Reads a file.
   * @returns undefined if the file does not exist
   * @throws Error if the file cannot be read, or exceeds `bytesMax`
   */
  readFile(path: string, limits: { readonly bytesMax: number }): Promise<Buffer | undefined>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Folder for relative paths of options and variables. Relative paths in a file are resolved against the file's
   * folder.
   */
  readonly cwd: string;
  readonly homeDir: string;
}

/** Runs credential plugins. */
export interface ProcessRunner {
  /**
   * Why a plugin cannot prompt the user on standard input. Undefined if standard input is a terminal that is available.
   */
  readonly noTerminal: string | undefined;
  /**
   * Runs a program until it ends.
   * @throws the signal's reason if it is aborted. The program and its child processes then end soon
   */
  run(request: ProcessRequest): Promise<ProcessOutcome>;
}

/** A program to run. */
export interface ProcessRequest {
  /** A path, or a name to look up in `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment. Nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether standard input is the terminal. Otherwise it is empty. */
  readonly interactive: boolean;
  readonly stdoutBytesMax: number;
  readonly signal: AbortSignal;
}

/** How a program ended. */
export type ProcessOutcome =
  | {
      readonly kind: "ended";
      /** Undefined if a signal ended the program. */
      readonly code: number | undefined;
      readonly stdout: Buffer;
      /** The end of its standard error. Empty if standard error was the terminal. */
      readonly stderr: string;
    }
  | { readonly kind: "missing" }
  | { readonly kind: "too much output" }
  /** The operating system could not start it. */
  | { readonly kind: "not started"; readonly reason: string };
