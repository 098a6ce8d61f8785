/**
 * Records Events about objects, as Events of events/v1. Repeated occurrences become one Event with a series that counts
 * them. The series is written when it begins, every 30 minutes, and when it ends. Recording never waits and never
 * fails. Events that cannot be written in time are dropped and counted.
 * @see k8s.io/client-go/tools/events/event_broadcaster.go
 */
import type { EventsEvent } from "../../api/events/index.ts";
import { sleepOrAbort, type Timer } from "../../base/clock.ts";
import { TokenBucket } from "../../base/token-bucket.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { hasCode, StatusError } from "../../meta/status-error.ts";
import { formatMicroTime } from "../../meta/time.ts";
import { type ClockAndRandom, withSystemDefaults } from "../clock-and-random.ts";
import { Backoff } from "../informer/backoff.ts";
import { classifyFailure, retryAfterMs } from "../informer/failure.ts";
import { Fifo } from "../queue/fifo.ts";

/** An Event without kind and apiVersion, which the sink adds. */
export type RecordedEvent = Omit<EventsEvent, "kind" | "apiVersion">;

/** Writes Events. `eventSink()` and `coreEventSink()` create one from an Api. */
export interface EventSink {
  /**
   * Whether every occurrence is written, instead of only some of a series. Occurrences with different notes are then
   * separate Events, and a series never ends. Default: false.
   */
  readonly countsEveryOccurrence?: boolean;
  /**
   * Creates an Event.
   * @param event the complete Event, with its name and namespace
   * @param options `signal` aborts the request
   * @throws StatusError
   */
  create(event: RecordedEvent, options: { readonly signal: AbortSignal }): Promise<unknown>;
  /**
   * Updates the series of an existing Event.
   * @param event the complete Event, with its name and namespace
   * @param options `signal` aborts the request
   * @throws StatusError 404 if the Event has expired
   */
  updateSeries(event: RecordedEvent, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

/** Options of the `EventRecorder` constructor. */
export interface EventRecorderOptions extends ClockAndRandom {
  /** Writes the Events. */
  readonly sink: EventSink;
  /** Name of the reporting controller, such as `orch.io/namespace-controller`. */
  readonly reportingController: string;
  /** Name of the reporting process, which distinguishes several instances of the controller. */
  readonly reportingInstance: string;
  /** Receives the error of each Event that the server rejects or that could not be written. */
  readonly onError?: (error: unknown) => void;
}

/** An occurrence to report. Occurrences that differ only in `note` are counted as one series. */
export interface Occurrence {
  readonly regarding: Readonly<ApiObject>;
  readonly related?: Readonly<ApiObject>;
  /** Default: Normal. */
  readonly type?: "Normal" | "Warning";
  /** Why it happened, in one CamelCase word. */
  readonly reason: string;
  /** Which action was performed or failed, in one CamelCase word. */
  readonly action: string;
  /** Readable description. Truncated after 1024 characters. */
  readonly note: string;
}

/** How many series the recorder remembers. Beyond that, it forgets the one with the oldest occurrence. */
const seriesMax = 4096;
/** How many writes the recorder queues. Beyond that, it drops new ones. */
const unsentMax = 1000;
/** A series ends if it has no occurrence for this time. The next occurrence creates another Event. */
const seriesEndMs = 6 * 60_000;
const refreshMs = 30 * 60_000;
const triesMax = 12;
const noteLengthMax = 1024;
const nameLengthMax = 253;
/** Rate limit of new Events about one object: a burst of 25, and one every 5 minutes. */
const objectBurst = 25;
const objectPerSecond = 1 / 300;

interface Series {
  event: RecordedEvent;
  lastMs: number;
  writtenMs: number;
  /** Whether the series has occurrences that have not been written. */
  hasUnwrittenOccurrences: boolean;
}

type Unsent = { readonly verb: "create" | "updateSeries"; readonly event: RecordedEvent };

/**
 * Writes Events about objects in the order of `record()` calls, and counts repeated occurrences.
 * @example
 * ```ts
 * await using recorder = new EventRecorder({
 *   sink: eventSink(client.api(eventsEvent)),
 *   reportingController: "example.com/greeter",
 *   reportingInstance: "greeter-1",
 * });
 * const regarding = await client.api(configMap, "default").get("settings");
 * recorder.record({ regarding, reason: "Greeted", action: "Greeting", note: "said hello" });
 * ```
 */
export class EventRecorder {
  readonly #options: EventRecorderOptions & Required<ClockAndRandom>;
  readonly #series = new Map<string, Series>();
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #unsent = new Fifo<Unsent>();
  #timer: Timer | undefined;
  #sending: Promise<void> | undefined;
  readonly #stop = new AbortController();
  #dropped = 0;
  #eventCount = 0;

  constructor(options: EventRecorderOptions) {
    this.#options = withSystemDefaults(options);
  }

  /**
   * How many writes were dropped, because there were too many, the server rejected them, or the recorder was disposed.
   */
  get dropped(): number {
    return this.#dropped;
  }

  /** How many series the recorder remembers. */
  get size(): number {
    return this.#series.size;
  }

  /**
   * Queues an Event, or counts the occurrence in its series. Does nothing once the recorder is disposed.
   * @param occurrence the object, the reason and the note to report
   */
  record(occurrence: Occurrence): void {
    if (this.#stop.signal.aborted) return;
    const key = seriesKeyOf(occurrence) + (this.#countsEveryOccurrence ? occurrence.note : "");
    const nowMs = this.#options.clock.monotonicMs();
    const series = this.#series.get(key);
    if (series && (this.#countsEveryOccurrence || nowMs - series.lastMs < seriesEndMs))
      this.#countRepeat(key, series, occurrence, nowMs);
    else this.#begin(key, occurrence, nowMs);
  }

  /** Ends the recorder. Queued writes are dropped. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer?.cancel();
    this.#stop.abort(new Error("no more events are recorded"));
    await this.#sending;
    this.#dropped += this.#unsent.size;
    this.#series.clear();
  }

  /** Resolves when no write is queued. */
  async flush(): Promise<void> {
    await this.#sending;
  }

  get #countsEveryOccurrence(): boolean {
    return this.#options.sink.countsEveryOccurrence === true;
  }

  #begin(key: string, occurrence: Occurrence, nowMs: number): void {
    if (!this.#takeToken(occurrence.regarding)) {
      this.#dropped++;
      return;
    }
    const event = this.#eventOf(occurrence);
    this.#store(key, { event, lastMs: nowMs, writtenMs: nowMs, hasUnwrittenOccurrences: false });
    this.#send({ verb: "create", event });
  }

  /** Counts a repeated occurrence. With a series that ends, only the second occurrence is written immediately. */
  #countRepeat(key: string, series: Series, { regarding }: Occurrence, nowMs: number): void {
    const isFirst = !series.event.series;
    const count = (series.event.series?.count ?? 1) + 1;
    const lastObservedTime = formatMicroTime(this.#options.clock.nowMs());
    series.event = { ...series.event, series: { count, lastObservedTime } };
    series.lastMs = nowMs;
    series.hasUnwrittenOccurrences = true;
    this.#store(key, series);
    const isDue = this.#countsEveryOccurrence
      ? this.#takeToken(regarding)
      : isFirst || nowMs - series.writtenMs >= refreshMs;
    if (isDue) this.#writeSeries(series, nowMs);
  }

  #writeSeries(series: Series, nowMs: number): void {
    series.writtenMs = nowMs;
    series.hasUnwrittenOccurrences = false;
    this.#send({ verb: "updateSeries", event: series.event });
  }

  /** Moves the series to the end of the map, which is in order of the last occurrence. */
  #store(key: string, series: Series): void {
    this.#series.delete(key);
    this.#series.set(key, series);
    if (this.#series.size > seriesMax) {
      const [oldest] = this.#series;
      if (oldest) this.#endSeries(...oldest);
    }
    this.#startTimer();
  }

  #endSeries(key: string, series: Series): void {
    this.#series.delete(key);
    if (series.hasUnwrittenOccurrences) this.#writeSeries(series, this.#options.clock.monotonicMs());
  }

  /** Starts the one timer, for the series with the oldest occurrence, which is the first in the map. */
  #startTimer(): void {
    if (this.#timer || this.#countsEveryOccurrence || this.#stop.signal.aborted) return;
    const [first] = this.#series.values();
    if (!first) {
      this.#buckets.clear();
      return;
    }
    const { clock } = this.#options;
    this.#timer = clock.after(first.lastMs + seriesEndMs - clock.monotonicMs(), () => {
      this.#timer = undefined;
      this.#endQuietSeries();
      this.#startTimer();
    });
  }

  #endQuietSeries(): void {
    const nowMs = this.#options.clock.monotonicMs();
    for (const [key, series] of this.#series) {
      if (nowMs - series.lastMs < seriesEndMs) return;
      this.#endSeries(key, series);
    }
  }

  #takeToken({ metadata, kind }: Readonly<ApiObject>): boolean {
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

  /** @returns false if the write is given up */
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
          // The Event has expired: create it again.
          write = "create";
          continue;
        }
        if (hasCode(error, 409)) return true;
        if (tries >= triesMax || !isRetryable(error)) {
          onError?.(error);
          return false;
        }
        await sleepOrAbort(clock, backoff.nextMs(retryAfterMs(error)), signal);
      }
    }
    return false;
  }

  #eventOf(occurrence: Occurrence): RecordedEvent {
    const { regarding, related, type = "Normal", reason, action, note } = occurrence;
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

  /**
   * Returns a unique name for an Event: the object's name, and the current time in nanoseconds. A counter fills the
   * digits below a millisecond.
   */
  #nameFor({ metadata }: Readonly<ApiObject>, nowMs: number): string {
    const nanoseconds = BigInt(Math.floor(nowMs)) * 1_000_000n + BigInt(this.#eventCount++ % 1_000_000);
    const suffix = `.${nanoseconds.toString(16)}`;
    const name = metadata.name ?? "";
    let length = Math.min(name.length, nameLengthMax - suffix.length);
    // The truncated name must not end in a dot or a hyphen.
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

/**
 * Returns a key that is equal for occurrences of the same series. The note and the object's resourceVersion are not
 * part of it.
 */
function seriesKeyOf({ regarding, related, type, reason, action }: Occurrence): string {
  const identity = (object: Readonly<ApiObject> | undefined): unknown[] =>
    object
      ? [object.apiVersion, object.kind, object.metadata.namespace, object.metadata.name, object.metadata.uid]
      : [];
  return JSON.stringify([type, reason, action, ...identity(regarding), ...identity(related)]);
}

/** Whether a failed write is retried. An Event that the server rejects is not sent again. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof StatusError)) return true;
  return classifyFailure(error) === "transient" && (error.code === 408 || error.code === 429 || error.code >= 500);
}
