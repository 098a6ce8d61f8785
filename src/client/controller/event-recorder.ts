/**
 * Reports what happens to objects, for people: Events of events/v1. What recurs is one Event with a series that counts,
 * and is written when the series begins, every half hour while it lasts, and when it is over. Recording never waits and
 * never fails; what cannot be written in time is dropped and counted.
 * @see k8s.io/client-go/tools/events/event_broadcaster.go
 */
import type { EventsEvent } from "../../api/events/index.ts";
import { sleepOrAbort, type Timer } from "../../base/clock.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { hasCode, StatusError } from "../../meta/status-error.ts";
import { formatMicroTime } from "../../meta/time.ts";
import { Backoff } from "../informer/backoff.ts";
import { classifyFailure, retryAfterMs } from "../informer/failure.ts";
import { Fifo } from "../queue/fifo.ts";
import { TokenBucket } from "../queue/rate-limiter.ts";
import { type TimeAndChance, withSystem } from "../time-and-chance.ts";

/** Whoever writes it says which kind it is. */
export type RecordedEvent = Omit<EventsEvent, "kind" | "apiVersion">;

/** Takes Events. `eventSink()` and `coreEventSink()` make one of an Api. */
export interface EventSink {
  /**
   * Whether every occurrence is written, not only some of a series. Happenings with different notes are then separate Events,
   * and a series has no end. Default: false.
   */
  readonly countsEveryOccurrence?: boolean;
  /** @throws StatusError */
  create(event: RecordedEvent, options: { readonly signal: AbortSignal }): Promise<unknown>;
  /** Sets the series of an Event that was created before. @throws StatusError 404 when it has expired */
  updateSeries(event: RecordedEvent, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

/** Who reports, and where to. */
export interface EventRecorderOptions extends TimeAndChance {
  readonly sink: EventSink;
  /** Who reports: `orch.io/namespace-controller`, and which one of several. */
  readonly reportingController: string;
  readonly reportingInstance: string;
  /** Told of Events that the server refuses, or that could not be written. */
  readonly onError?: (error: unknown) => void;
}

/** What has happened. Its texts are the same each time it happens, but for the note. */
export interface Happening {
  readonly regarding: Readonly<ApiObject>;
  readonly related?: Readonly<ApiObject>;
  /** Default: Normal. */
  readonly type?: "Normal" | "Warning";
  /** Why, as one CamelCase word. */
  readonly reason: string;
  /** What was done, or failed, as one CamelCase word. */
  readonly action: string;
  /** For people. What is longer than the API allows is cut off. */
  readonly note: string;
}

/** Happenings that are told apart; of more, the ones longest ago are forgotten. */
const seriesMax = 4096;
/** Events that wait to be written. */
const unsentMax = 1000;
/** What has not happened for so long is over: the next time begins an Event of its own. */
const seriesEndMs = 6 * 60_000;
const refreshMs = 30 * 60_000;
const triesMax = 12;
const noteLengthMax = 1024;
const nameLengthMax = 253;
/** About one object, one source may report so many new Events at once, and then one every five minutes. */
const objectBurst = 25;
const objectPerSecond = 1 / 300;

interface Series {
  event: RecordedEvent;
  lastMs: number;
  writtenMs: number;
  /** Occurrences that no request has told of. */
  hasNews: boolean;
}

type Unsent = { readonly verb: "create" | "updateSeries"; readonly event: RecordedEvent };

/** Writes Events about what has happened, in the order in which it did, and counts what recurs. */
export class EventRecorder {
  readonly #options: EventRecorderOptions & Required<TimeAndChance>;
  readonly #series = new Map<string, Series>();
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #unsent = new Fifo<Unsent>();
  #timer: Timer | undefined;
  #sending: Promise<void> | undefined;
  readonly #stop = new AbortController();
  #dropped = 0;
  #made = 0;

  constructor(options: EventRecorderOptions) {
    this.#options = withSystem(options);
  }

  /** Events that were not written: too many, refused, or not before the end. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Happenings that are remembered, so that they can be counted. */
  get size(): number {
    return this.#series.size;
  }

  /** Takes note. Once disposed: does nothing. */
  record(happening: Happening): void {
    if (this.#stop.signal.aborted) return;
    const key = keyOfHappening(happening) + (this.#countsAll ? happening.note : "");
    const nowMs = this.#options.clock.monotonicMs();
    const known = this.#series.get(key);
    if (known && (this.#countsAll || nowMs - known.lastMs < seriesEndMs)) this.#recur(key, known, happening, nowMs);
    else this.#begin(key, happening, nowMs);
  }

  /** Ends: what waits is not written any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer?.cancel();
    this.#stop.abort(new Error("no more events are recorded"));
    await this.#sending;
    this.#dropped += this.#unsent.size;
    this.#series.clear();
  }

  /** Resolves when nothing waits to be written. */
  async flush(): Promise<void> {
    await this.#sending;
  }

  get #countsAll(): boolean {
    return this.#options.sink.countsEveryOccurrence === true;
  }

  #begin(key: string, happening: Happening, nowMs: number): void {
    if (!this.#mayReport(happening.regarding)) {
      this.#dropped++;
      return;
    }
    const event = this.#eventOf(happening);
    this.#remember(key, { event, lastMs: nowMs, writtenMs: nowMs, hasNews: false });
    this.#send({ verb: "create", event });
  }

  /** Counts. Of a series with an end, only the second occurrence is written at once. */
  #recur(key: string, series: Series, { regarding }: Happening, nowMs: number): void {
    const isFirst = !series.event.series;
    const count = (series.event.series?.count ?? 1) + 1;
    const lastObservedTime = formatMicroTime(this.#options.clock.nowMs());
    series.event = { ...series.event, series: { count, lastObservedTime } };
    series.lastMs = nowMs;
    series.hasNews = true;
    this.#remember(key, series);
    const isDue = this.#countsAll ? this.#mayReport(regarding) : isFirst || nowMs - series.writtenMs >= refreshMs;
    if (isDue) this.#writeSeries(series, nowMs);
  }

  #writeSeries(series: Series, nowMs: number): void {
    series.writtenMs = nowMs;
    series.hasNews = false;
    this.#send({ verb: "updateSeries", event: series.event });
  }

  /** As the latest. */
  #remember(key: string, series: Series): void {
    this.#series.delete(key);
    this.#series.set(key, series);
    if (this.#series.size > seriesMax) {
      const [oldest] = this.#series;
      if (oldest) this.#forget(...oldest);
    }
    this.#arm();
  }

  #forget(key: string, series: Series): void {
    this.#series.delete(key);
    if (series.hasNews) this.#writeSeries(series, this.#options.clock.monotonicMs());
  }

  /** One timer, for the series that was quiet longest: it is the first. */
  #arm(): void {
    if (this.#timer || this.#countsAll || this.#stop.signal.aborted) return;
    const [first] = this.#series.values();
    if (!first) {
      this.#buckets.clear();
      return;
    }
    const { clock } = this.#options;
    this.#timer = clock.after(first.lastMs + seriesEndMs - clock.monotonicMs(), () => {
      this.#timer = undefined;
      this.#forgetQuiet();
      this.#arm();
    });
  }

  #forgetQuiet(): void {
    const nowMs = this.#options.clock.monotonicMs();
    for (const [key, series] of this.#series) {
      if (nowMs - series.lastMs < seriesEndMs) return;
      this.#forget(key, series);
    }
  }

  #mayReport({ metadata, kind }: Readonly<ApiObject>): boolean {
    const key = JSON.stringify([kind, metadata.namespace, metadata.name, metadata.uid]);
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.#options.clock, objectPerSecond, objectBurst);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > seriesMax && oldest !== undefined) this.#buckets.delete(oldest);
    return bucket.tryTake();
  }

  #send(unsent: Unsent): void {
    if (this.#unsent.size >= unsentMax) {
      this.#dropped++;
      return;
    }
    this.#unsent.add(unsent);
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const unsent = this.#unsent.take();
      if (!unsent) return;
      if (!(await this.#write(unsent))) this.#dropped++;
    }
  }

  /** @returns false when it is given up */
  async #write({ verb, event }: Unsent): Promise<boolean> {
    const { sink, clock, onError } = this.#options;
    const { signal } = this.#stop;
    const backoff = new Backoff(this.#options);
    for (let tries = 1, write = verb; !signal.aborted; tries++) {
      try {
        await sink[write](event, { signal });
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        if (write === "updateSeries" && hasCode(error, 404)) {
          // It has expired; what still recurs is told anew.
          write = "create";
          continue;
        }
        if (hasCode(error, 409)) return true;
        if (tries >= triesMax || !mayPass(error)) {
          onError?.(error);
          return false;
        }
        await sleepOrAbort(clock, backoff.nextMs(retryAfterMs(error)), signal);
      }
    }
    return false;
  }

  #eventOf(happening: Happening): RecordedEvent {
    const { regarding, related, type = "Normal", reason, action, note } = happening;
    const { clock, reportingController, reportingInstance } = this.#options;
    const nowMs = clock.nowMs();
    return {
      metadata: { name: this.#nameFor(regarding, nowMs), namespace: regarding.metadata.namespace || "default" },
      eventTime: formatMicroTime(nowMs),
      reportingController,
      reportingInstance,
      type,
      reason,
      action,
      note: note.slice(0, noteLengthMax),
      regarding: referenceTo(regarding),
      ...(related ? { related: referenceTo(related) } : {}),
    };
  }

  /** The object's name, and what no other Event of this one has: the time, and how many there were. */
  #nameFor({ metadata }: Readonly<ApiObject>, nowMs: number): string {
    const nanoseconds = BigInt(Math.floor(nowMs)) * 1_000_000n + BigInt(this.#made++ % 1_000_000);
    const suffix = `.${nanoseconds.toString(16)}`;
    const name = metadata.name ?? "";
    let length = Math.min(name.length, nameLengthMax - suffix.length);
    // What is left of a name that is cut off must not end in a dot or a hyphen.
    while (/[^a-z0-9]/.test(name.charAt(length - 1))) length--;
    return `${name.slice(0, length) || "event"}${suffix}`;
  }
}

type Reference = NonNullable<EventsEvent["regarding"]>;

function referenceTo({ kind, apiVersion, metadata }: Readonly<ApiObject>): Reference {
  const { namespace, name, uid, resourceVersion } = metadata;
  return {
    kind,
    apiVersion,
    ...(namespace ? { namespace } : {}),
    ...(name ? { name } : {}),
    ...(uid ? { uid } : {}),
    ...(resourceVersion ? { resourceVersion } : {}),
  };
}

/** The same for what is the same, whatever is noted; the object's version is not part of it. */
function keyOfHappening({ regarding, related, type, reason, action }: Happening): string {
  const identity = (object: Readonly<ApiObject> | undefined): unknown[] =>
    object
      ? [object.apiVersion, object.kind, object.metadata.namespace, object.metadata.name, object.metadata.uid]
      : [];
  return JSON.stringify([type, reason, action, ...identity(regarding), ...identity(related)]);
}

/** A server that refuses an Event is not asked twice; one that is busy, or cannot be reached, is. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof StatusError)) return true;
  return classifyFailure(error) === "passing" && (error.code === 408 || error.code === 429 || error.code >= 500);
}
