/**
 * Follows all objects of a resource, for data that is derived from them. Changes are reported synchronously: when a write is
 * confirmed to its client, its change has been reported.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { CachedObject, FeedListener } from "../cache/index.ts";
import type { Change } from "../storage/index.ts";
import type { Resource } from "./resource.ts";

/** Number of objects that are reported before other work runs. */
const objectsPerTurn = 200;

/** What a follower reports. */
export interface FollowedObjects {
  /** Called with an object in its newest state. It may have been called with the same state before. */
  readonly onObject: (object: CachedObject) => void;
  /** Called with the key of an object that was removed, or that cannot be read. */
  readonly onRemoved: (key: string) => void;
  /** Called when changes may have been missed. The follower has ended. */
  readonly onInterrupted: () => void;
}

/** Follows the objects of one resource. */
export class ObjectFollower implements FeedListener {
  readonly #resource: Resource;
  readonly #listener: FollowedObjects;
  #isFollowing = false;

  constructor(resource: Resource, listener: FollowedObjects) {
    this.#resource = resource;
    this.#listener = listener;
  }

  /** Reports all objects, and then every change. Resolves when all objects have been reported, or after an interruption. */
  async start(): Promise<void> {
    const { cache, services, prefix } = this.#resource;
    await cache.ready();
    // The cache listens already, so it shows each change before this listener is called.
    services.feed.listen(prefix, this);
    this.#isFollowing = true;
    let count = 0;
    for (const { key } of cache.snapshot().objects.iterate("")) {
      this.#report(key);
      if (++count % objectsPerTurn === 0) await nextTurn();
      if (!this.#isFollowing) return;
    }
  }

  /** Ends the reports. */
  stop(): void {
    if (this.#isFollowing) this.#resource.services.feed.unlisten(this.#resource.prefix, this);
    this.#isFollowing = false;
  }

  onChanges(changes: readonly Change[]): void {
    const prefixLength = this.#resource.cache.fullKey("").length;
    for (const { key } of changes) this.#report(key.slice(prefixLength));
  }

  onInterrupted(): void {
    this.stop();
    this.#listener.onInterrupted();
  }

  #report(key: string): void {
    const object = this.#resource.cache.get(key);
    if (object && !object.unreadable) this.#listener.onObject(object);
    else this.#listener.onRemoved(key);
  }
}
