/**
 * Keeps claims and objects consistent while the server runs. It checks all of them at the start, every three minutes if
 * something was written since, and at once when a record is removed although an object still holds its value. It reads
 * the caches in short turns, so that requests are not delayed.
 */

import type { Logger } from "../../base/logger.ts";
import { RepeatedTask } from "../../base/repeated-task.ts";
import { CachedObject, type FeedListener } from "../../cache/index.ts";
import { type Change, isStorageError } from "../../storage/index.ts";
import { objectKey } from "../bound-kind.ts";
import type { Resource } from "../resource.ts";
import { repairClaims } from "./claim-repair.ts";
import type { ClaimSpace } from "./claim-space.ts";
import { claimsOf } from "./claim-values.ts";

/** The reference's interval. */
const intervalMs = 3 * 60_000;

/** Checks and repairs the claims of one resource until it is disposed. */
export class ClaimUpkeep implements AsyncDisposable {
  readonly #resource: Resource;
  readonly #logger: Logger;
  readonly #listeners: readonly (readonly [prefix: string, listener: FeedListener])[];
  #repeated: RepeatedTask | undefined;
  /** Whether something was written, or may have been, since the last check succeeded. */
  #mayBeInconsistent = true;
  /** Resolves when the scheduled checks have ended. Checks run one after another. */
  #scheduledChecks: Promise<void> = Promise.resolve();
  #isCheckScheduled = false;
  #disposed = false;

  constructor(resource: Resource, logger: Logger) {
    this.#resource = resource;
    this.#logger = logger;
    const spaces = claimsOf(resource)?.store.spaces ?? [];
    this.#listeners = [
      [resource.prefix, this.#listener(() => undefined)],
      ...spaces.map(
        (space) => [space.prefix, this.#listener((changes) => this.#onRecordChanges(space, changes))] as const,
      ),
    ];
  }

  /**
   * Checks and repairs all claims, and then schedules regular checks.
   * @throws StorageError if the first check fails
   */
  async start(): Promise<void> {
    const { feed, clock } = this.#resource.services;
    for (const [prefix, listener] of this.#listeners) feed.listen(prefix, listener);
    await this.#check();
    this.#repeated = new RepeatedTask({ clock, intervalMs, run: () => this.#scheduleCheck() });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    const { feed } = this.#resource.services;
    for (const [prefix, listener] of this.#listeners) feed.unlisten(prefix, listener);
    await this.#repeated?.[Symbol.asyncDispose]();
    await this.#scheduledChecks;
  }

  #listener(onChanges: (changes: readonly Change[]) => void): FeedListener {
    const markChanged = (): void => {
      this.#mayBeInconsistent = true;
    };
    return {
      onInterrupted: markChanged,
      onChanges: (changes) => {
        markChanged();
        onChanges(changes);
      },
    };
  }

  #onRecordChanges(space: ClaimSpace, changes: readonly Change[]): void {
    const removals = changes.filter(({ value }) => value === undefined);
    if (removals.length > 0 && this.#repeated) void this.#onRemovals(space, removals);
  }

  async #onRemovals(space: ClaimSpace, gone: readonly Change[]): Promise<void> {
    // An object that was deleted in the same batch as its records leaves the cache only after the whole batch is
    // delivered.
    await Promise.resolve();
    try {
      if (gone.some((change) => this.#isStillHeld(space, change))) await this.#scheduleCheck();
    } catch (error) {
      this.#report(error);
    }
  }

  #isStillHeld(space: ClaimSpace, { previous }: Change): boolean {
    if (!previous) return false;
    const { cache, hooks, kind } = this.#resource;
    const value = previous.key.slice(space.cache.fullKey("").length);
    const record = new CachedObject(
      value,
      previous.revision,
      space.cache.format.present(previous.value, previous.revision),
    );
    const owner = space.ownerOf(record);
    if (owner?.group !== kind.group || owner.resource !== kind.resource) return false;
    const object = cache.get(objectKey(kind, owner.namespace, owner.name));
    if (!object || object.unreadable) return false;
    const held = hooks.claims?.held(this.#resource.parse(object)) ?? [];
    return held.some((claim) => claim.space === space.name && claim.value === value);
  }

  /** Schedules a check and waits for it. Never rejects: errors are logged. */
  async #scheduleCheck(): Promise<void> {
    if (!this.#isCheckScheduled) {
      this.#isCheckScheduled = true;
      this.#scheduledChecks = this.#scheduledChecks.then(() => this.#runScheduledCheck());
    }
    await this.#scheduledChecks;
  }

  async #runScheduledCheck(): Promise<void> {
    this.#isCheckScheduled = false;
    if (this.#disposed) return;
    try {
      await this.#check();
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    if (isStorageError(error, "closed")) return;
    this.#logger.error("claims could not be checked", error, { resource: this.#resource.kind.resource });
  }

  async #check(): Promise<void> {
    if (!this.#mayBeInconsistent) return;
    this.#mayBeInconsistent = false;
    try {
      await repairClaims(this.#resource, this.#logger);
    } catch (error) {
      this.#mayBeInconsistent = true;
      throw error;
    }
  }
}
