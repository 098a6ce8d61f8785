/**
 * One running watch. It sends the events of the cache to the client, with bookmarks in between. It ends when the time
 * is over, when the client closes it, or when it fails. A failure is sent as an event, because the response has begun.
 */
import { joinedEventSizes, type Watch, type WatchEnd, type WatchRequest, type WatchSink } from "../../cache/index.ts";
import { internalError, StatusError } from "../../meta/status-error.ts";
import { label, machineryLabel } from "../../meta/vocabulary.ts";
import { type Resource, toStatusError } from "../../registry/index.ts";
import {
  emptyListBlueprint,
  encodeBookmark,
  encodeErrorEvent,
  eventFraming,
  eventStreamType,
  insertColumns,
} from "../output/event-encoder.ts";
import type { Output } from "../output/output.ts";
import type { Call } from "../requests/call.ts";
import type { BodyWriter, ResponseHeaders } from "../requests/exchange.ts";
import type { DocumentType } from "../served/document-type.ts";
import { type ListParameters, marksInitialEnd } from "./options/list-options.ts";
import type { VerbServices } from "./services.ts";
import { WatchSchedule } from "./watch-schedule.ts";

const initialEventsEnd = machineryLabel("initial-events-end");
const initialEventsListBlueprint = label("initial-events-list-blueprint");

/**
 * Time for the client to read the rest of the response after its watch has ended. The connection is destroyed
 * afterwards.
 */
const lingerMs = 10_000;

/** Options of one watch. */
export interface WatchSessionOptions {
  readonly resource: Resource;
  readonly documentType: DocumentType;
  readonly output: Output;
  readonly services: VerbServices;
  readonly options: Pick<ListParameters, "timeoutSeconds" | "allowWatchBookmarks" | "sendInitialEvents">;
  /** Whether the first event must contain the columns of a Table. */
  readonly showsColumns: boolean;
  /** Headers that accept the WebSocket handshake. Undefined if the client did not request a WebSocket. */
  readonly webSocketHeaders: ResponseHeaders | undefined;
}

function beginStream(call: Call, output: Output, webSocketHeaders: ResponseHeaders | undefined): BodyWriter {
  if (webSocketHeaders) return call.beginWebSocket(webSocketHeaders, eventFraming(output));
  return call.begin(200, { "content-type": eventStreamType(output) });
}

/** Sends the events of one watch to its client. */
export class WatchSession implements WatchSink {
  // A server may have very many sessions. Each keeps only the values that it uses, and not the options that contained
  // them.
  readonly #call: Call;
  readonly #writer: BodyWriter;
  readonly #resource: Resource;
  readonly #documentType: DocumentType;
  readonly #output: Output;
  readonly #services: VerbServices;
  readonly #marksInitialEnd: boolean;
  readonly #schedule: WatchSchedule;
  readonly #countEvent: (bytes: number) => void;
  #hasEnded = false;
  #watch: Watch | undefined;
  /** Revision at which the watch started. The bookmark that ends the initial events contains it. */
  #initialRevision = 0;
  #mustAddColumns: boolean;
  /** Whether the client has not read everything that was written. */
  #isClientBehind = false;

  /** Begins the response. */
  constructor(
    call: Call,
    { resource, documentType, output, services, options, showsColumns, webSocketHeaders }: WatchSessionOptions,
  ) {
    this.#call = call;
    this.#resource = resource;
    this.#documentType = documentType;
    this.#output = output;
    this.#services = services;
    this.#marksInitialEnd = marksInitialEnd(options);
    this.#mustAddColumns = showsColumns;
    this.#countEvent = services.watchMetrics.eventCounter(documentType.kind);
    this.#writer = beginStream(call, output, webSocketHeaders);
    this.#schedule = new WatchSchedule(this, {
      requestedSeconds: options.timeoutSeconds,
      minDurationMs: services.minRequestTimeoutMs,
      sendsBookmarks: options.allowWatchBookmarks,
      clock: services.clock,
      random: services.random,
    });
  }

  /** Ends the response with an ERROR event. */
  fail(error: StatusError): void {
    this.end({ reason: "failed", error });
  }

  /** Starts the watch. It ends the call when it is over. */
  start(request: Omit<WatchRequest, "sink">): void {
    const { exchange } = this.#call;
    exchange.onClose(() => this.#release());
    if (exchange.isClosed) {
      this.#release();
      return;
    }
    this.#initialRevision = request.after;
    this.#watch = this.#resource.cache.watch({ sink: this, ...request });
    if (this.#hasEnded) this.#watch.close();
  }

  /** @returns false if the client must read before more is sent */
  send(bytes: Buffer): boolean {
    if (this.#hasEnded) return true;
    if (this.#isListRequested) {
      this.finish();
      return true;
    }
    const event = this.#mustAddColumns ? insertColumns(this.#documentType, bytes) : bytes;
    this.#mustAddColumns = false;
    this.#countEvents(bytes);
    if (this.#writer.write(event)) return true;
    this.#isClientBehind = true;
    void this.#writer.drained().then(() => this.#resume());
    return false;
  }

  #countEvents(bytes: Buffer): void {
    const sizes = joinedEventSizes(bytes);
    if (sizes) for (const size of sizes) this.#countEvent(size);
    else this.#countEvent(bytes.length);
  }

  #resume(): void {
    this.#isClientBehind = false;
    this.#watch?.resume();
  }

  /** A client that is behind gets no bookmark, because it has not received all events yet. */
  sendBookmark(): void {
    const revision = this.#watch?.sentRevision;
    if (revision !== undefined) this.#writeBookmark(revision);
  }

  /**
   * Whether the client requested events in the form of lists. As in the reference, the first event then ends the
   * response, and is not sent.
   */
  get #isListRequested(): boolean {
    return this.#output.as?.kind === "PartialObjectMetadataList";
  }

  /** Sends the bookmark that marks the end of the initial events, if the client requested such events and bookmarks. */
  initialSent(): void {
    if (!this.#marksInitialEnd) return;
    const { vocabulary, clock } = this.#services;
    const mark = vocabulary.bind(initialEventsEnd);
    const blueprint = vocabulary.bind(initialEventsListBlueprint);
    const list = emptyListBlueprint(this.#documentType, this.#output);
    this.#writeBookmark(this.#initialRevision, { [mark]: "true", [blueprint]: list });
    this.#services.watchMetrics.observeInitialEvents(this.#call, clock.monotonicMs() - this.#call.startedMs);
  }

  #writeBookmark(revision: number, annotations?: Readonly<Record<string, string>>): void {
    if (this.#isListRequested) this.finish();
    else this.#writeLine(encodeBookmark(this.#documentType, this.#output, revision, annotations));
  }

  #writeLine(line: Buffer): void {
    if (this.#hasEnded) return;
    this.#countEvent(line.length);
    this.#writer.write(line);
  }

  /**
   * Called when the cache ends the watch. A failure is sent as an event. Otherwise no event is needed, because the
   * client can resume.
   */
  end(why: WatchEnd): void {
    if (why.reason === "failed") this.#writeError(why.error);
    if (why.reason === "lagging") this.#abort();
    else this.finish();
  }

  #writeError(error: unknown): void {
    this.#writeLine(encodeErrorEvent(this.#toClientError(error).toStatus(), this.#output));
  }

  #toClientError(error: unknown): StatusError {
    const statusError = toStatusError(error, { target: this.#resource.kind, name: "", verb: "watch" });
    if (statusError instanceof StatusError) return statusError;
    this.#call.logger.error("a watch failed because of an internal error", error, { id: this.#call.id });
    return internalError(`a fault of the server, logged under the id ${this.#call.id}`, error);
  }

  /** Ends the response without a further event. If the client is behind, it gets some time to read the rest. */
  finish(): void {
    if (this.#hasEnded) return;
    const { exchange } = this.#call;
    this.#writer.end();
    if (this.#isClientBehind) {
      const timer = this.#services.clock.after(lingerMs, () => exchange.destroy());
      exchange.onClose(() => timer.cancel());
    }
    this.#release();
  }

  /** Closes the connection. The unsent data is dropped, because the client does not read it. */
  #abort(): void {
    this.#call.exchange.destroy();
    this.#release();
  }

  #release(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#schedule.cancel();
    this.#watch?.close();
    this.#call.end();
  }
}
