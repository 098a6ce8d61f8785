/** Loads the authentication configuration again when its file changes. */
import { statSync } from "node:fs";
import { ConfigurationError, type JwtAuthenticator, type JwtMetrics } from "../../authn/jwt/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { RepeatedTask } from "../../base/repeated-task.ts";
import { readIfPresent } from "../machine/files.ts";
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
  #version: string;
  /** The last content that was loaded, or that can never be loaded. */
  #content: string;
  /** When the file is loaded again, if it does not change before. */
  #retryAtMs = Number.POSITIVE_INFINITY;

  constructor(options: ConfigurationWatchOptions) {
    this.#options = options;
    this.#content = options.content;
    // The file may have changed since it was read, so the first look always reads it.
    this.#version = "";
    this.#task = new RepeatedTask({ clock: options.clock, intervalMs: lookMs, run: () => this.#look() });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#task[Symbol.asyncDispose]();
  }

  async #look(): Promise<void> {
    const { path, clock, metrics, logger } = this.#options;
    const version = fileVersion(path);
    if (version === this.#version && clock.monotonicMs() < this.#retryAtMs) return;
    this.#version = version;
    this.#retryAtMs = Number.POSITIVE_INFINITY;
    try {
      if (!(await this.#load())) return;
      logger.info("reloaded the authentication configuration", { path });
      metrics.reloaded("success", clock.nowMs());
    } catch (error) {
      if (!(error instanceof ConfigurationError)) this.#retryAtMs = clock.monotonicMs() + retryMs;
      logger.error("the authentication configuration cannot be reloaded", error, { path });
      metrics.reloaded("failure", clock.nowMs());
    }
  }

  /** Loads the file. Returns false if its content is not new. */
  async #load(): Promise<boolean> {
    const { path, read, authenticator } = this.#options;
    const content = readIfPresent(path);
    if (content === undefined) throw new Error(`file ${path} does not exist`);
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

/** Returns a text that differs after each change of a file. */
function fileVersion(path: string): string {
  const { mtimeNs = 0n, size = 0n, ino = 0n } = statSync(path, { bigint: true, throwIfNoEntry: false }) ?? {};
  return `${mtimeNs} ${size} ${ino}`;
}
