/** A client that watches for a whole history. It resumes when a watch ends, and sometimes ends a watch itself. */
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../../../src/base/random.ts";
import type { Watch, WatchItem } from "../history/history.ts";
import type { ApiClient } from "./api-client.ts";
import { chooseWatchStart, happens, oneOf } from "./choices.ts";
import type { Knowledge } from "./knowledge.ts";
import { RecordedWatch } from "./recorded-watch.ts";

/** Longest and shortest duration that a watch requests. Short ones end during the history, after a bookmark. */
const durationsSeconds = [3, 600] as const;
/** Pause before a watch that was not accepted is opened again. */
const retryMs = 10;

/** Options of a watcher. */
export interface WatcherOptions {
  readonly clientId: number;
  readonly namespace: string;
  readonly random: Random;
  readonly knowledge: Knowledge;
  /** Returns the ID of the next watch. */
  readonly nextId: () => number;
  /** Resolves when servers accept requests. */
  readonly untilServing: () => Promise<void>;
  /** Selector. Undefined for none. */
  readonly tier: string | undefined;
  /** Watches all changes from the beginning, and never ends a watch. */
  readonly isWitness: boolean;
}

/** A watching client. */
export class Watcher {
  readonly tier: string | undefined;
  readonly watches: RecordedWatch[] = [];
  readonly #options: WatcherOptions;
  #isStopped = false;
  #isSettling = false;
  /** Number of further events after which the client ends the watch. */
  #eventsLeft = Number.POSITIVE_INFINITY;

  constructor(options: WatcherOptions) {
    this.#options = options;
    this.tier = options.tier;
  }

  /** Greatest revision that the last watch has delivered. */
  get reached(): number {
    return this.watches.at(-1)?.reached ?? 0;
  }

  /** Watches until `stop` is called. */
  async run(client: ApiClient): Promise<void> {
    const { namespace, untilServing } = this.#options;
    while (!this.#isStopped) {
      const watch = this.#nextWatch();
      this.watches.push(watch);
      await watch.run(client, namespace);
      if (watch.isAccepted || watch.isExpired || this.#isStopped) continue;
      this.watches.pop();
      await client.drop();
      await untilServing();
      await pause(retryMs);
    }
  }

  /** Stops ending watches by choice, so that the last one must deliver everything. */
  settle(): void {
    this.#eventsLeft = Number.POSITIVE_INFINITY;
    this.#isSettling = true;
  }

  /** Ends the watch. @param mustReach revision that it should have delivered */
  stop(mustReach: number): readonly Watch[] {
    this.#isStopped = true;
    const last = this.watches.at(-1);
    if (last) last.mustReach = mustReach;
    last?.close();
    return this.watches;
  }

  #nextWatch(): RecordedWatch {
    const { random, isWitness, knowledge, clientId, nextId } = this.#options;
    const position = this.watches.at(-1)?.isExpired ? undefined : this.watches.at(-1)?.position;
    const resumes = position !== undefined && (isWitness || happens(random, 80));
    const chosen = isWitness
      ? ({ kind: "after", revision: knowledge.firstRevision } as const)
      : chooseWatchStart(random, knowledge);
    const timeoutSeconds = isWitness ? durationsSeconds[1] : oneOf(random, durationsSeconds);
    const endsItself = !isWitness && happens(random, 50);
    this.#eventsLeft = endsItself && !this.#isSettling ? 1 + random.below(12) : Number.POSITIVE_INFINITY;
    const watch: RecordedWatch = new RecordedWatch({
      id: nextId(),
      client: clientId,
      start: resumes ? { kind: "after", revision: position } : chosen,
      tier: this.#options.tier,
      timeoutSeconds: this.#isSettling ? durationsSeconds[1] : timeoutSeconds,
      onItem: (item) => this.#receive(watch, item),
    });
    return watch;
  }

  #receive(watch: RecordedWatch, item: WatchItem): void {
    if (item.type === "BOOKMARK") this.#options.knowledge.reach(item.revision);
    else if (item.type !== "DELETED") this.#options.knowledge.see(item.object);
    if (--this.#eventsLeft === 0) watch.close();
  }
}
