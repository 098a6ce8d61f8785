/** Loads the authentication configuration again when its file changes. */
import { type JwtAuthenticator, type JwtMetrics } from "../../authn/jwt/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { RepeatedTask } from "../../base/repeated-task.ts";
import { ConfigurationError } from "../../meta/configuration-error.ts";
import { WatchedFile } from "../machine/watched-file.ts";
import type { JwtSettings } from "./jwt-settings.ts";

/** Time between two looks at the file. */
const lookMs = 1_000;
/** Time after which a file that could not be loaded is loaded again, although it has not changed. */
const retryMs = 60_000;

/** File to watch, the content that is in effect, and the authenticator that gets new issuers. */
export interface ConfigurationWatchOptions {
  readonly path: string;
  /** The content that the server has loaded. */
  readonly content: string;
  /** The access without credentials in this content. It cannot change while the server runs. */
  readonly anonymous: JwtSettings["anonymous"];
  /** Returns the issuers in a content. Throws a ConfigurationError if it cannot be used. */
  readonly read: (content: string) => Promise<JwtSettings>;
  readonly authenticator: JwtAuthenticator;
  readonly metrics: JwtMetrics;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Watches a configuration file. A content that cannot be used changes nothing. */
export class ConfigurationWatch implements AsyncDisposable {
  readonly #options: ConfigurationWatchOptions;
  readonly #task: RepeatedTask;
  /** The file may have changed since it was loaded, so the first look always reads it. */
  readonly #file: WatchedFile;
  /** The last content that was loaded, or that can never be loaded. */
  #content: string;
  /** When the file is loaded again, if it does not change before. */
  #retryAtMs = Number.POSITIVE_INFINITY;

  constructor(options: ConfigurationWatchOptions) {
    this.#options = options;
    this.#content = options.content;
    this.#file = new WatchedFile(options.path);
    this.#task = new RepeatedTask({ clock: options.clock, intervalMs: lookMs, run: () => this.#look() });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#task[Symbol.asyncDispose]();
  }

  async #look(): Promise<void> {
    const { path, clock, metrics, logger } = this.#options;
    if (clock.monotonicMs() >= this.#retryAtMs) this.#file.forget();
    try {
      const content = this.#file.readIfChanged();
      if (content === undefined) return;
      this.#retryAtMs = Number.POSITIVE_INFINITY;
      if (!(await this.#load(content))) return;
      logger.info("reloaded the authentication configuration", { path });
      metrics.reloaded("success", clock.nowMs());
    } catch (error) {
      if (!(error instanceof ConfigurationError)) this.#retryAtMs = clock.monotonicMs() + retryMs;
      logger.error("the authentication configuration cannot be reloaded", error, { path });
      metrics.reloaded("failure", clock.nowMs());
    }
  }

  /** Loads the content of the file. Returns false if it is not new. */
  async #load(content: string): Promise<boolean> {
    const { read, authenticator } = this.#options;
    if (content === this.#content) return false;
    try {
      const { authenticators, anonymous } = await read(content);
      if (JSON.stringify(anonymous) !== JSON.stringify(this.#options.anonymous)) {
        throw new ConfigurationError("anonymous: Forbidden: changed from initial configuration file");
      }
      await authenticator.replace(authenticators);
    } catch (error) {
      if (error instanceof ConfigurationError) this.#content = content;
      throw error;
    }
    this.#content = content;
    return true;
  }
}
