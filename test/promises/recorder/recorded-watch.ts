/** One watch request whose events are recorded. */

import { LineSplitter } from "../../soak/event-line.ts";
import type { WireStream } from "../../support/wire-client.ts";
import { reachedBy, revisionOf, type Watch, type WatchItem, type WatchStart } from "../history/history.ts";
import type { ApiClient } from "./api-client.ts";
import { type StoredDocument, sightingOf } from "./documents.ts";
import { collectionOf } from "./perform.ts";

interface EventDocument {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  readonly object: StoredDocument & {
    readonly code?: number;
    readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  };
}

/** Identity and scope of a recorded watch. */
export interface RecordedWatchOptions {
  readonly id: number;
  readonly client: number;
  readonly start: WatchStart;
  readonly tier: string | undefined;
  /** Duration that the client requests. */
  readonly timeoutSeconds: number;
  /** Called for each event. */
  readonly onItem: (item: WatchItem) => void;
}

/** A watch and its events so far. */
export class RecordedWatch implements Watch {
  readonly id: number;
  readonly client: number;
  readonly start: WatchStart;
  readonly tier: string | undefined;
  readonly openedAt: number;
  readonly items: WatchItem[] = [];
  mustReach: number | undefined;
  isExpired = false;
  /** Whether the server has begun the watch. */
  isAccepted = false;
  readonly #options: RecordedWatchOptions;
  #stream: WireStream | undefined;
  #isClosed = false;

  constructor(options: RecordedWatchOptions) {
    this.id = options.id;
    this.client = options.client;
    this.start = options.start;
    this.tier = options.tier;
    this.openedAt = performance.now();
    this.#options = options;
  }

  /** Newest revision that the watch has delivered, with all changes up to it. Undefined before the initial state is complete. */
  get position(): number | undefined {
    const last = this.items.at(-1);
    if (last === undefined) return this.start.kind === "after" ? this.start.revision : undefined;
    if (this.start.kind === "after") return revisionOf(last);
    const end = this.items.findIndex((item) => item.type === "BOOKMARK");
    return end < 0 ? undefined : Math.max(...this.items.slice(end).map(revisionOf));
  }

  /** Greatest revision that the watch has delivered or began after. */
  get reached(): number {
    return reachedBy(this);
  }

  /** Opens the watch and reads until it ends. */
  async run(client: ApiClient, namespace: string): Promise<void> {
    const stream = await client.open(`${collectionOf(namespace)}?${this.#query()}`);
    if (!stream) return;
    this.#stream = stream;
    if (this.#isClosed) stream.close();
    if (stream.status === 410) this.isExpired = true;
    this.isAccepted = stream.status === 200;
    if (this.isAccepted) await this.#read(stream);
    else stream.close();
  }

  /** Ends the watch on the side of the client. */
  close(): void {
    this.#isClosed = true;
    this.#stream?.close();
  }

  #query(): string {
    const { start, tier } = this;
    const point = { latest: "", any: "&resourceVersion=0", "initial-events": initialEvents, after: "" }[start.kind];
    const after = start.kind === "after" ? `&resourceVersion=${start.revision}` : point;
    const selector = tier === undefined ? "" : `&labelSelector=tier%3D${tier}`;
    const timeout = `&timeoutSeconds=${this.#options.timeoutSeconds}`;
    return `watch=true&allowWatchBookmarks=true${after}${selector}${timeout}`;
  }

  async #read(stream: WireStream): Promise<void> {
    const splitter = new LineSplitter();
    try {
      for await (const chunk of stream.body) {
        if (this.#isClosed) return;
        const at = performance.now();
        for (const line of splitter.split(chunk)) this.#receive(JSON.parse(line.toString("utf8")) as EventDocument, at);
      }
    } catch (error) {
      // A server that is killed ends its watches like this.
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  }

  #receive({ type, object }: EventDocument, at: number): void {
    if (type === "ERROR") {
      if (object.code !== 410) throw new Error(`a watch ended with the error ${JSON.stringify(object)}`);
      this.isExpired = true;
      return;
    }
    const item: WatchItem =
      type === "BOOKMARK"
        ? { type, at, revision: Number(object.metadata.resourceVersion), endsInitial: endsInitialEvents(object) }
        : { type, at, object: sightingOf(object) };
    this.items.push(item);
    this.#options.onItem(item);
  }
}

const initialEvents = "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";

function endsInitialEvents({ metadata }: EventDocument["object"]): boolean {
  return metadata.annotations?.["k8s.io/initial-events-end"] === "true";
}
