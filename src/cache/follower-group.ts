/** Followers of several resources that fill one consumer together. */
import type { ChangeFeed } from "./change-feed.ts";
import type { ObjectFollower } from "./object-follower.ts";

/** How long a reader waits until this process has read a change that another process has made. */
const revisionWaitMs = 3000;

/** Loads followers together, and reports whether they are up to date. */
export class FollowerGroup implements Disposable {
  readonly #feed: ChangeFeed;
  readonly #followers: readonly ObjectFollower[];

  constructor(feed: ChangeFeed, followers: readonly ObjectFollower[]) {
    this.#feed = feed;
    this.#followers = followers;
  }

  /** Whether the consumer has all changes that clients can have seen. If not, wait for `ready` before reading from it. */
  get isReady(): boolean {
    const newest = this.#feed.engine.newestRevision?.() ?? 0;
    return newest <= this.#feed.revision && this.#isLoaded;
  }

  /**
   * Loads the objects, unless they are loaded, and waits for changes by other processes of the server.
   * @throws StorageError
   */
  async ready(): Promise<void> {
    await this.#feed.waitFor(this.#feed.engine.newestRevision?.() ?? 0, revisionWaitMs);
    while (!this.#isLoaded) await Promise.all(this.#followers.map((follower) => follower.ready()));
  }

  [Symbol.dispose](): void {
    for (const follower of this.#followers) follower[Symbol.dispose]();
  }

  get #isLoaded(): boolean {
    return this.#followers.every(({ isLoaded }) => isLoaded);
  }
}
