/** The engine of a test in the suite of engines. It is opened before each test, and checked and removed after it. */
import { afterEach, beforeEach, expect } from "vitest";
import type { Engine } from "../engine.ts";
import { StorageError } from "../errors.ts";

export interface EngineTestOptions {
  readonly valueBytesMax?: number;
  /** Awaited between a commit's sync and the moment that anybody hears of it. */
  readonly commitGate?: () => Promise<void>;
}

export interface EngineSubject {
  readonly engine: Engine;
  /** Closes the engine and opens it on the same data; absent when data does not outlive the engine. */
  readonly reopen?: () => Promise<Engine>;
  /** Closes what is open and removes what is left. */
  readonly dispose: () => Promise<void>;
}

export type OpenEngine = (options: EngineTestOptions) => Promise<EngineSubject>;

/** Length of the longest value that the engine under test takes. */
export const testedValueBytesMax = 64 * 1024;

export const bytesOf = (text: string): Uint8Array => Buffer.from(text);
export const textOf = (value: Uint8Array | undefined): string | undefined => value && Buffer.from(value).toString();

export class EngineUnderTest {
  readonly #open: OpenEngine;
  #subject: EngineSubject | undefined;
  #engine: Engine | undefined;
  #isClosed = false;

  /** Opens an engine for each test of the enclosing `describe()`. */
  constructor(open: OpenEngine) {
    this.#open = open;
    beforeEach(async () => {
      this.#subject = await this.#open({ valueBytesMax: testedValueBytesMax });
      this.#engine = this.#subject.engine;
      this.#isClosed = false;
    });
    afterEach(async () => {
      const problems = this.#isClosed ? [] : await this.engine.check();
      await this.#subject?.dispose();
      expect(problems).toEqual([]);
    });
  }

  get engine(): Engine {
    return this.#engine ?? expect.unreachable("no test runs");
  }

  readonly put = (key: string, text: string, expected: number): Promise<number> =>
    this.engine.put(key, bytesOf(text), expected);

  /** Waits for a write that the engine must refuse, and returns what its error says. */
  readonly refusal = async (write: Promise<number>): Promise<object> => {
    const error = await write.then(
      (revision) => expect.unreachable(`written at ${revision}`),
      (reason: unknown) => reason,
    );
    if (!(error instanceof StorageError)) throw error;
    const { code, key, current } = error;
    return { code, key, current: current && { value: textOf(current.value), revision: current.revision } };
  };

  readonly close = async (): Promise<void> => {
    this.#isClosed = true;
    await this.engine[Symbol.asyncDispose]();
  };

  /** Opens the engine again on the same data. Returns false if data does not outlive the engine. */
  readonly reopen = async (): Promise<boolean> => {
    const engine = await this.#subject?.reopen?.();
    this.#engine = engine ?? this.#engine;
    return engine !== undefined;
  };
}
