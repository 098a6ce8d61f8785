/** Writes events to a log, a line each. Events that arrive while a write is in progress are written together. */
import type { Clock, Timer } from "../../base/clock.ts";
import type { AuditEvent } from "../event.ts";
import { bytesOf, eventPieces, type JsonPieces } from "../event.ts";
import type { AuditBackend } from "../sink.ts";
import type { FailureReport } from "./failure-report.ts";

/** Where the lines go. */
export interface LogOutput extends AsyncDisposable {
  /** Returns how many of the lines can be written with one call of `append()`. At least one. */
  fitting(sizes: readonly number[]): number;
  /** Appends lines. @throws Error if they could not be written */
  append(pieces: readonly Buffer[]): Promise<void>;
}

/** The format of the lines. */
export interface LogBackendOptions {
  readonly output: LogOutput;
  readonly format: "json" | "legacy";
  /** Group and version of the events: `audit.k8s.io/v1`. */
  readonly apiVersion: string;
  readonly failures: FailureReport;
  readonly clock: Clock;
}

/** Longest time that an event waits for others if no request waits for it. A write costs more than an event. */
const delayMs = 20;

/** Largest total of one write. More events wait for the next one. */
const writeBytesMax = 4 * 1024 * 1024;

/** Largest total of events that wait for a write. A log that is slower for long loses events, and reports them. */
const waitingBytesMax = 128 * 1024 * 1024;

interface Line {
  readonly pieces: JsonPieces;
  readonly bytes: number;
}

interface WaitingEvents {
  readonly lines: readonly Line[];
  /** Total of the lines. */
  readonly bytes: number;
  readonly settle: (isStored: boolean) => void;
}

/** Appends lines to a `LogOutput`, with one write at a time. */
export class LogBackend implements AuditBackend {
  readonly #options: LogBackendOptions;
  #waiting: WaitingEvents[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  #delay: Timer | undefined;

  constructor(options: LogBackendOptions) {
    this.#options = options;
  }

  store(events: readonly AuditEvent[], isAwaited = true): Promise<boolean> {
    const lines = events.map((event) => this.#line(event));
    let bytes = 0;
    for (const line of lines) bytes += line.bytes;
    if (this.#waitingBytes + bytes > waitingBytesMax && this.#waiting.length > 0) {
      this.#options.failures.add(events.length, "the log is too slow; too many events wait for it");
      return Promise.resolve(false);
    }
    this.#waitingBytes += bytes;
    return new Promise((settle) => {
      this.#waiting.push({ lines, bytes, settle });
      if (isAwaited) this.#writing ??= this.#writeAll();
      else this.#delay ??= this.#options.clock.after(delayMs, () => this.#endDelay());
    });
  }

  #endDelay(): void {
    this.#delay = undefined;
    if (this.#waiting.length > 0) this.#writing ??= this.#writeAll();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#delay?.cancel();
    this.#endDelay();
    await this.#writing;
    this.#options.failures.flush();
    await this.#options.output[Symbol.asyncDispose]();
  }

  #line(event: AuditEvent): Line {
    const { format, apiVersion } = this.#options;
    const pieces =
      format === "legacy"
        ? [`${event.legacy}\n`]
        : eventPieces(event, `"kind":"Event","apiVersion":"${apiVersion}",`, "\n");
    return { pieces, bytes: bytesOf(pieces) };
  }

  async #writeAll(): Promise<void> {
    // All events of this turn of the event loop are written together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#writeBatch(this.#takeBatch());
    this.#writing = undefined;
  }

  #takeBatch(): readonly WaitingEvents[] {
    let bytes = 0;
    let count = 0;
    for (const waiting of this.#waiting) {
      if (bytes > writeBytesMax) break;
      bytes += waiting.bytes;
      count++;
    }
    this.#waitingBytes -= bytes;
    return this.#waiting.splice(0, count);
  }

  async #writeBatch(batch: readonly WaitingEvents[]): Promise<void> {
    const failed = new Set<Line>();
    const lines: Line[] = [];
    for (const one of batch) lines.push(...one.lines);
    for (let first = 0; first < lines.length; ) {
      const sizes: number[] = [];
      for (let index = first; index < lines.length; index++) sizes.push(lines[index]?.bytes ?? 0);
      const count = this.#options.output.fitting(sizes);
      const together = lines.slice(first, first + count);
      first += count;
      try {
        await this.#options.output.append(joinText(together));
      } catch (error) {
        this.#options.failures.add(together.length, error);
        for (const line of together) failed.add(line);
      }
    }
    for (const { lines: own, settle } of batch) settle(failed.size === 0 || !own.some((line) => failed.has(line)));
  }
}

/** Returns the lines as bytes. Adjacent texts become one piece. */
function joinText(lines: readonly Line[]): readonly Buffer[] {
  const joined: Buffer[] = [];
  let text = "";
  for (const { pieces } of lines) {
    for (const piece of pieces) {
      if (typeof piece === "string") text += piece;
      else {
        if (text !== "") joined.push(Buffer.from(text));
        text = "";
        joined.push(piece);
      }
    }
  }
  if (text !== "") joined.push(Buffer.from(text));
  return joined;
}
