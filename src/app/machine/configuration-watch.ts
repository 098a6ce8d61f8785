/** Loads a configuration again when its file changes. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { RepeatedTask } from "../../base/repeated-task.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import type { ReloadMetrics } from "./reload-metrics.ts";
import { WatchedFile } from "./watched-file.ts";

/** Time between two looks at the file. */
const lookMs = 1_000;
/** Time after which a file that could not be loaded is loaded again, although it has not changed. */
const retryMs = 60_000;

/** File to watch, the content that is in effect, and how a new content takes effect. */
export interface ConfigurationWatchOptions {
  /** Subject of the file, for the log: `authentication`. */
  readonly subject: string;
  readonly path: string;
  /** The content that the server has loaded. */
  readonly content: string;
  /**
   * Makes a content take effect. Returns false if it means the same as the present one. Throws a ConfigurationError if it can
   * never take effect, and other errors if it might later.
   */
  readonly load: (content: string) => Promise<boolean>;
  readonly metrics: ReloadMetrics;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Watches a configuration file. A content that cannot be used changes nothing. */
export class ConfigurationWatch implements AsyncDisposable {
  readonly #options: ConfigurationWatchOptions;
  /**
   * Resolves after the first look at the file. A running server starts further processes with contents that it read long ago, so the file
   * may have changed since then.
   */
  readonly firstLook: Promise<void>;
  readonly #task: RepeatedTask;
  /** The first look always reads it, because it has not been read through this object before. */
  readonly #file: WatchedFile;
  /** The last content that was loaded, or that can never be loaded. */
  #content: string;
  #contentInEffect: string;
  /** When the file is loaded again, if it does not change before. */
  #retryAtMs = Number.POSITIVE_INFINITY;

  constructor(options: ConfigurationWatchOptions) {
    this.#options = options;
    this.#content = options.content;
    this.#contentInEffect = options.content;
    this.#file = new WatchedFile(options.path);
    this.firstLook = this.#look();
    const run = async (): Promise<void> => {
      await this.firstLook;
      await this.#look();
    };
    this.#task = new RepeatedTask({ clock: options.clock, intervalMs: lookMs, run });
  }

  /** The last content that was loaded. The file may have changed since then, or be malformed. */
  get contentInEffect(): string {
    return this.#contentInEffect;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#task[Symbol.asyncDispose]();
  }

  async #look(): Promise<void> {
    const { subject, path, clock, metrics, logger } = this.#options;
    const content = this.#changedContent();
    if (content === undefined) return;
    this.#retryAtMs = Number.POSITIVE_INFINITY;
    try {
      if (!(await this.#load(content))) return;
      logger.info(`reloaded the ${subject} configuration`, { path });
      metrics.reloaded("success", clock.nowMs());
    } catch (error) {
      this.#reportFailure(error, { isFileFault: error instanceof ConfigurationError });
      if (!(error instanceof ConfigurationError)) this.#retryLater();
    }
  }

  /** Returns the content of the file. Undefined if it has not changed, or cannot be read. */
  #changedContent(): string | undefined {
    if (this.#options.clock.monotonicMs() >= this.#retryAtMs) this.#file.forget();
    try {
      return this.#file.readIfChanged();
    } catch (error) {
      this.#reportFailure(error, { isFileFault: true });
      this.#retryLater();
      return undefined;
    }
  }

  /** Reports a faulty file with its rule only. The stack of any other error is needed to find its cause. */
  #reportFailure(error: unknown, { isFileFault }: { readonly isFileFault: boolean }): void {
    const { subject, path, clock, metrics, logger } = this.#options;
    const message = `the ${subject} configuration cannot be reloaded`;
    if (isFileFault) logger.error(message, undefined, { path, reason: reasonOf(error) });
    else logger.error(message, error, { path });
    metrics.reloaded("failure", clock.nowMs());
  }

  #retryLater(): void {
    this.#retryAtMs = this.#options.clock.monotonicMs() + retryMs;
  }

  /** Loads the content of the file. Returns false if it is not new. */
  async #load(content: string): Promise<boolean> {
    if (content === this.#content) return false;
    try {
      const isNew = await this.#options.load(content);
      this.#content = content;
      this.#contentInEffect = content;
      return isNew;
    } catch (error) {
      if (error instanceof ConfigurationError) this.#content = content;
      throw error;
    }
  }
}
