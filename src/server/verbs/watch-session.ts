/**
 * One watch that has begun: what the cache sends is written to the client, with bookmarks in between, until the time is
 * over, the client goes, or the watch fails. Once the head of the answer is out, a client is told of a failure by an
 * event.
 */
import type { Timer } from "../../base/clock.ts";
import type { Watch, WatchEnd, WatchRequest, WatchSink } from "../../cache/index.ts";
import { internalError, StatusError } from "../../meta/status-error.ts";
import { label, machineryLabel } from "../../meta/vocabulary.ts";
import { type Resource, toStatusError } from "../../registry/index.ts";
import {
  bookmarkLine,
  errorLine,
  eventFraming,
  eventStreamType,
  listBlueprint,
  withColumns,
} from "../output/event-encoder.ts";
import type { Output } from "../output/output.ts";
import type { Call } from "../requests/call.ts";
import type { BodyWriter, ResponseHeaders } from "../requests/exchange.ts";
import type { DocumentType } from "../served/document-type.ts";
import { type ListParameters, marksInitialEnd } from "./options/list-options.ts";
import type { VerbServices } from "./services.ts";

const initialEventsEnd = machineryLabel("initial-events-end");
const initialEventsListBlueprint = label("initial-events-list-blueprint");

/** About how often a client that wants bookmarks gets one. */
const bookmarkIntervalMs = 60_000;
/** A last bookmark comes this long before a watch ends, so that the client resumes from a recent version. */
const lastBookmarkMs = 2000;
/** How long a client whose watch has ended may take to read the rest. */
const lingerMs = 10_000;

export interface SessionOptions {
  readonly resource: Resource;
  readonly documentType: DocumentType;
  readonly output: Output;
  readonly services: VerbServices;
  readonly options: Pick<ListParameters, "timeoutSeconds" | "allowWatchBookmarks" | "sendInitialEvents">;
  /** The first event has to show the columns of a Table. */
  readonly showsColumns: boolean;
  /** The headers that accept a WebSocket handshake; absent where the client did not ask for WebSocket. */
  readonly accepted: ResponseHeaders | undefined;
}

function beginStream(call: Call, output: Output, accepted: ResponseHeaders | undefined): BodyWriter {
  if (accepted) return call.beginWebSocket(accepted, eventFraming(output));
  return call.begin(200, { "content-type": eventStreamType(output) });
}

export class WatchSession implements WatchSink {
  // There may be very many sessions: they keep what they need one by one, and nothing of what led to them.
  readonly #call: Call;
  readonly #writer: BodyWriter;
  readonly #resource: Resource;
  readonly #documentType: DocumentType;
  readonly #output: Output;
  readonly #services: VerbServices;
  readonly #wantsBookmarks: boolean;
  readonly #marksInitialEnd: boolean;
  #timeout: Timer | undefined;
  #nextBookmark: Timer | undefined;
  #lastBookmark: Timer | undefined;
  #over = false;
  #watch: Watch | undefined;
  /** Of the state that is sent first, if one is. */
  #initialRevision = 0;
  #columnsDue: boolean;
  /** The client has not taken what was written. */
  #full = false;

  /** Begins the answer. */
  constructor(
    call: Call,
    { resource, documentType, output, services, options, showsColumns, accepted }: SessionOptions,
  ) {
    this.#call = call;
    this.#resource = resource;
    this.#documentType = documentType;
    this.#output = output;
    this.#services = services;
    this.#wantsBookmarks = options.allowWatchBookmarks;
    this.#marksInitialEnd = marksInitialEnd(options);
    this.#columnsDue = showsColumns;
    this.#writer = beginStream(call, output, accepted);
    this.#armTimeout(options.timeoutSeconds);
    if (this.#wantsBookmarks) this.#armBookmark();
  }

  /** Ends the answer with the event of an error. */
  fail(error: StatusError): void {
    this.end({ reason: "failed", error });
  }

  /** Ends the answer without an event. */
  finish(): void {
    this.#complete();
  }

  /** Runs until the watch is over, by whoever's will; ends the call then. */
  start(request: Omit<WatchRequest, "sink">): void {
    const { exchange } = this.#call;
    exchange.onClose(() => this.#finish());
    if (exchange.isClosed) {
      this.#finish();
      return;
    }
    this.#initialRevision = request.after;
    this.#watch = this.#resource.cache.watch({ sink: this, ...request });
    if (this.#over) this.#watch.close();
  }

  /** @returns false when the client should be given time */
  send(bytes: Buffer): boolean {
    if (this.#over) return true;
    if (this.#wantsLists) {
      this.#complete();
      return true;
    }
    const shown = this.#columnsDue ? withColumns(this.#documentType, bytes) : bytes;
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

  #armTimeout(asked: number | undefined): void {
    const { random, minRequestTimeoutMs, clock } = this.#services;
    // Whole seconds: the system keeps timers of one duration together.
    const spreadSeconds = random.below(Math.max(1, Math.floor(minRequestTimeoutMs / 1000)));
    const lastsMs = asked ? Math.max(0, asked) * 1000 : minRequestTimeoutMs + spreadSeconds * 1000;
    this.#timeout = clock.after(lastsMs, () => this.#complete());
    if (this.#wantsBookmarks && lastsMs > lastBookmarkMs) {
      this.#lastBookmark = clock.after(lastsMs - lastBookmarkMs, () => this.#sendBookmark());
    }
  }

  #armBookmark(): void {
    const { random, clock } = this.#services;
    const earlierSeconds = random.below(bookmarkIntervalMs / 4 / 1000);
    this.#nextBookmark = clock.after(bookmarkIntervalMs - earlierSeconds * 1000, () => {
      this.#sendBookmark();
      this.#armBookmark();
    });
  }

  /** A client that is behind gets none: it has not seen everything yet. */
  #sendBookmark(): void {
    const revision = this.#watch?.sentRevision;
    if (revision !== undefined) this.#writeBookmark(revision);
  }

  /** Whether the events should be lists. As in the reference, the first event then ends the answer, and is not sent. */
  get #wantsLists(): boolean {
    return this.#output.as?.kind === "PartialObjectMetadataList";
  }

  /** Marks the end of the initial state with a bookmark, for clients that asked for both. */
  initialSent(): void {
    if (!this.#marksInitialEnd) return;
    const { vocabulary } = this.#services;
    const mark = vocabulary.bind(initialEventsEnd);
    const blueprint = vocabulary.bind(initialEventsListBlueprint);
    const list = listBlueprint(this.#documentType, this.#output);
    this.#writeBookmark(this.#initialRevision, { [mark]: "true", [blueprint]: list });
  }

  #writeBookmark(revision: number, annotations?: Readonly<Record<string, string>>): void {
    if (this.#wantsLists) this.#complete();
    else this.#writeLine(bookmarkLine(this.#documentType, this.#output, revision, annotations));
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
    this.#writeLine(errorLine(this.#toClientError(error).toStatus(), this.#output));
  }

  #toClientError(error: unknown): StatusError {
    const translated = toStatusError(error, { target: this.#resource.kind, name: "", verb: "watch" });
    if (translated instanceof StatusError) return translated;
    this.#call.logger.error("a watch met a fault of the server", error, { id: this.#call.id });
    return internalError(`a fault of the server, logged under the id ${this.#call.id}`, error);
  }

  #complete(): void {
    if (this.#over) return;
    const { exchange } = this.#call;
    this.#writer.end();
    if (this.#full) {
      const lingering = this.#services.clock.after(lingerMs, () => exchange.destroy());
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
    for (const timer of [this.#timeout, this.#nextBookmark, this.#lastBookmark]) timer?.cancel();
    this.#watch?.close();
    this.#call.end();
  }
}
