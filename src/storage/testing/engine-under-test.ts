/** The engine that the engine suite tests. It is opened before each test, and checked and removed after it. */
import { afterEach, beforeEach, expect } from "vitest";
import type { Engine } from "../engine.ts";
import { StorageError } from "../errors.ts";

/** Options with which a test opens an engine. */
export interface EngineTestOptions {
  readonly valueBytesMax?: number;
  /** Awaited after each commit was synced, and before it is announced. */
  readonly commitGate?: () => Promise<void>;
}

/** An opened engine. */
export interface EngineSubject {
  readonly engine: Engine;
  /** Closes the engine and opens it again on the same data. Absent if the data is lost when the engine closes. */
  readonly reopen?: () => Promise<Engine>;
  /** Closes the engine and removes its data. */
  readonly dispose: () => Promise<void>;
}

/** Properties that the interface leaves open. */
export interface EngineTraits {
  /** Whether concurrent writes are decided in the order of their submission. */
  readonly ordersWrites: boolean;
  /** Whether all writes of a commit have the same revision. */
  readonly sharesRevisions: boolean;
  /** Whether the store is in this process. Then a test can hold its commits back, and nothing is on its way to watchers. */
  readonly isLocal: boolean;
  /** Whether writes that wait for a commit are in this process. A closing engine then rejects them. */
  readonly hasOwnQueue: boolean;
}

/** The traits of engines in this process. */
export const localTraits: EngineTraits = {
  ordersWrites: true,
  sharesRevisions: false,
  isLocal: true,
  hasOwnQueue: true,
};

/** Opens an empty engine. */
export type OpenEngine = (options: EngineTestOptions) => Promise<EngineSubject>;

/** Maximum length of a value in the tested engine. */
export const testedValueBytesMax = 64 * 1024;

/** Returns a text as a value. */
export const bytesOf = (text: string): Uint8Array => Buffer.from(text);
/** Returns a value as text. */
export const textOf = (value: Uint8Array | undefined): string | undefined => value && Buffer.from(value).toString();

/** Opens an engine for each test, and checks it afterwards. */
export class EngineUnderTest {
  readonly traits: EngineTraits;
  readonly #open: OpenEngine;
  #subject: EngineSubject | undefined;
  #engine: Engine | undefined;
  #isClosed = false;

  /** Opens an engine for each test of the enclosing `describe()`. */
  constructor(open: OpenEngine, traits: EngineTraits) {
    this.#open = open;
    this.traits = traits;
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

  /** Waits for a write that the engine must reject. Returns the code and details of the error. */
  readonly rejection = async (write: Promise<number>): Promise<object> => {
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

  /** Opens the engine again on the same data. Returns false if the data is lost when the engine closes. */
  readonly reopen = async (): Promise<boolean> => {
    const engine = await this.#subject?.reopen?.();
    this.#engine = engine ?? this.#engine;
    return engine !== undefined;
  };
}
