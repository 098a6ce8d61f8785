/**
 * One watch that has begun: what the cache sends is written to the client, with bookmarks in between, until the time is
 * over, the client goes, or the watch fails. Once the head of the answer is out, a client is told of a failure by an
 * event.
 */
import type { Timer } from "../../base/clock.ts";
import { type Deferred, deferred } from "../../base/deferred.ts";
import type { Watch, WatchEnd, WatchRequest, WatchSink } from "../../cache/index.ts";
import { internalError, StatusError } from "../../meta/status-error.ts";
import { machineryLabel } from "../../meta/vocabulary.ts";
import { type Resource, toStatusError } from "../../registry/index.ts";
import type { Call } from "../call.ts";
import type { BodyWriter } from "../exchange.ts";
import { bookmarkLine, errorLine, eventStreamType, withColumns } from "../output/event-encoder.ts";
import type { Output } from "../output/output.ts";
import type { ListOptions } from "./list-options.ts";
import type { VerbServices } from "./services.ts";

/** About how often a client that wants bookmarks gets one. */
const bookmarkIntervalMs = 60_000;
/** A last bookmark comes this long before a watch ends, so that the client resumes from a recent version. */
const lastBookmarkMs = 2000;
/** How long a client whose watch has ended may take to read the rest. */
const lingerMs = 10_000;

export interface SessionOptions {
  readonly resource: Resource;
  readonly output: Output;
  readonly services: VerbServices;
  readonly options: ListOptions;
  /** The first event has to show the columns of a Table. */
  readonly showsColumns: boolean;
}

export class WatchSession implements WatchSink {
  readonly #call: Call;
  readonly #session: SessionOptions;
  readonly #writer: BodyWriter;
  readonly #ended: Deferred<void> = deferred();
  readonly #timers = new Set<Timer>();
  #over = false;
  #watch: Watch | undefined;
  /** Of the state that is sent first, if one is. */
  #initialRevision = 0;
  #columnsDue: boolean;
  /** The client has not taken what was written. */
  #full = false;

  /** Begins the answer. */
  constructor(call: Call, session: SessionOptions) {
    this.#call = call;
    this.#session = session;
    this.#columnsDue = session.showsColumns;
    this.#writer = call.begin(200, { "content-type": eventStreamType(session.output) });
  }

  /** Resolves when the watch is over, by whoever's will. */
  async run(request: Omit<WatchRequest, "sink">): Promise<void> {
    const { exchange } = this.#call;
    exchange.onClose(() => this.#finish());
    if (exchange.gone) this.#finish();
    else this.#start(request);
    await this.#ended.promise;
  }

  #start(request: Omit<WatchRequest, "sink">): void {
    const { options, resource } = this.#session;
    this.#initialRevision = request.after;
    this.#armTimeout();
    if (options.allowWatchBookmarks) this.#armBookmark();
    this.#watch = resource.cache.watch({
      ...request,
      sink: this,
    });
    if (this.#over) this.#watch.close();
  }

  /** @returns false when the client should be given time */
  send(bytes: Buffer): boolean {
    if (this.#over) return true;
    const shown = this.#columnsDue ? withColumns(this.#session.resource, bytes) : bytes;
    this.#columnsDue = false;
    if (this.#writer.write(shown)) return true;
    this.#full = true;
    void this.#writer.drained().then(() => this.#resume());
    return false;
  }

  #resume(): void {
    this.#full = false;
    this.#watch?.resume();
  }

  #armTimeout(): void {
    const { services, options } = this.#session;
    const { random, minRequestTimeoutMs } = services;
    const asked = options.timeoutSeconds;
    const spreadMs = random.below(Math.max(1, minRequestTimeoutMs));
    const lastsMs = asked !== undefined && asked > 0 ? asked * 1000 : minRequestTimeoutMs + spreadMs;
    this.#after(lastsMs, () => this.#complete());
    if (options.allowWatchBookmarks && lastsMs > lastBookmarkMs) {
      this.#after(lastsMs - lastBookmarkMs, () => this.#sendBookmark());
    }
  }

  #armBookmark(): void {
    const delayMs = bookmarkIntervalMs - this.#session.services.random.below(bookmarkIntervalMs / 4);
    this.#after(delayMs, () => {
      this.#sendBookmark();
      this.#armBookmark();
    });
  }

  /** Runs `callback` unless the watch is over by then. */
  #after(delayMs: number, callback: () => void): void {
    const timer = this.#session.services.clock.after(delayMs, () => {
      this.#timers.delete(timer);
      callback();
    });
    this.#timers.add(timer);
  }

  /** A client that is behind gets none: it has not seen everything yet. */
  #sendBookmark(): void {
    const revision = this.#watch?.sentRevision;
    if (revision !== undefined) this.#writeBookmark(revision);
  }

  /** A client that asked for bookmarks is told by one that it has seen the initial state. */
  initialSent(): void {
    const { options, services } = this.#session;
    if (!options.allowWatchBookmarks) return;
    const mark = services.vocabulary.bind(machineryLabel("initial-events-end"));
    this.#writeBookmark(this.#initialRevision, { [mark]: "true" });
  }

  #writeBookmark(revision: number, annotations?: Readonly<Record<string, string>>): void {
    const { resource, output } = this.#session;
    this.#writeLine(bookmarkLine(resource, output, revision, annotations));
  }

  #writeLine(line: Buffer): void {
    if (!this.#over) this.#writer.write(line);
  }

  /** The watch ends from inside: clients are told why, unless resuming is all there is to do. */
  end(why: WatchEnd): void {
    if (why.reason === "failed") this.#writeError(why.error);
    if (why.reason === "lagging") this.#breakOff();
    else this.#complete();
  }

  #writeError(error: unknown): void {
    this.#writeLine(errorLine(this.#toClientError(error).toStatus(), this.#session.output));
  }

  #toClientError(error: unknown): StatusError {
    const translated = toStatusError(error, { target: this.#session.resource.kind, name: "", verb: "watch" });
    if (translated instanceof StatusError) return translated;
    this.#call.logger.error("a watch met a fault of the server", error, { id: this.#call.id });
    return internalError(`a fault of the server, logged under the id ${this.#call.id}`, error);
  }

  #complete(): void {
    if (this.#over) return;
    const { exchange } = this.#call;
    this.#writer.end();
    if (this.#full) {
      const lingering = this.#session.services.clock.after(lingerMs, () => exchange.destroy());
      exchange.onClose(() => lingering.cancel());
    }
    this.#finish();
  }

  /** Nobody reads what is still to be sent. */
  #breakOff(): void {
    this.#call.exchange.destroy();
    this.#finish();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    for (const timer of this.#timers) timer.cancel();
    this.#watch?.close();
    this.#ended.resolve();
  }
}
