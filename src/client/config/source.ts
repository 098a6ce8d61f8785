/** What reading configuration needs of the machine; handed in, so that this room asks for nothing by itself. */

export interface ConfigSource {
  /**
   * @returns undefined when there is no such file
   * @throws Error when it is there and cannot be read, or has more bytes than that
   */
  readFile(path: string, limits: { readonly bytesMax: number }): Promise<Buffer | undefined>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What relative paths that stand in no file are relative to. */
  readonly cwd: string;
  readonly homeDir: string;
}

/** Runs credential plugins. */
export interface ProcessRunner {
  /** Why a plugin cannot ask the user on standard input; undefined when it is a terminal, and free. */
  readonly noTerminal: string | undefined;
  /**
   * Runs a program to its end.
   * @throws the signal's reason when it is aborted; the program, and what it has started, is gone then, or soon
   */
  run(request: ProcessRequest): Promise<ProcessOutcome>;
}

export interface ProcessRequest {
  /** A path, or a name that is looked for in the folders of `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether it gets the terminal as standard input, or nothing. */
  readonly interactive: boolean;
  readonly stdoutBytesMax: number;
  readonly signal: AbortSignal;
}

export type ProcessOutcome =
  | {
      readonly kind: "ended";
      /** Undefined when a signal ended it. */
      readonly code: number | undefined;
      readonly stdout: Buffer;
      /** The end of what it wrote to standard error, where that was not the terminal. */
      readonly stderr: string;
    }
  | { readonly kind: "missing" }
  | { readonly kind: "too much output" }
  /** The system would not start it. */
  | { readonly kind: "not started"; readonly reason: string };
