/**
 * Keeps claims and objects together while the server runs: looks them through at the start, and from then on every few
 * minutes where something has been written since. Off the path of requests: it reads the caches, a turn at a time.
 */

import type { Logger } from "../base/logger.ts";
import { Repeated } from "../base/repeated.ts";
import type { FeedListener } from "../cache/index.ts";
import { isStorageError } from "../storage/index.ts";
import { repairClaims } from "./claim-repair.ts";
import { claimsOf } from "./claim-values.ts";
import type { Resource } from "./resource.ts";

/** As in the reference. */
const intervalMs = 3 * 60_000;

export class ClaimUpkeep implements FeedListener, AsyncDisposable {
  readonly #resource: Resource;
  readonly #logger: Logger;
  readonly #prefixes: readonly string[];
  #repeated: Repeated | undefined;
  /** Something was written, or may have been, since all was in order. */
  #changed = true;

  constructor(resource: Resource, logger: Logger) {
    this.#resource = resource;
    this.#logger = logger;
    const spaces = claimsOf(resource)?.store.spaces ?? [];
    this.#prefixes = [resource.prefix, ...spaces.map(({ prefix }) => prefix)];
  }

  /** Repairs what is wrong at the start, and then goes on. @throws StorageError */
  async start(): Promise<void> {
    const { feed, clock } = this.#resource.services;
    for (const prefix of this.#prefixes) feed.listen(prefix, this);
    this.#repeated = new Repeated({ clock, intervalMs, run: () => this.#runLater() });
    await this.#run();
  }

  onChanges(): void {
    this.#changed = true;
  }

  onInterrupted(): void {
    this.#changed = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#repeated) return;
    const { feed } = this.#resource.services;
    for (const prefix of this.#prefixes) feed.unlisten(prefix, this);
    await this.#repeated[Symbol.asyncDispose]();
  }

  async #run(): Promise<void> {
    if (!this.#changed) return;
    this.#changed = false;
    try {
      await repairClaims(this.#resource, this.#logger);
    } catch (error) {
      this.#changed = true;
      throw error;
    }
  }

  async #runLater(): Promise<void> {
    try {
      await this.#run();
    } catch (error) {
      if (isStorageError(error, "closed")) return;
      this.#logger.error("claims could not be looked through", error, { resource: this.#resource.kind.resource });
    }
  }
}
