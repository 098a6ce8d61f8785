/**
 * One watcher. When its watch ends, it resumes from its last version or lists again. It passes all events to the
 * event history of its scope, which checks them.
 */
import type { Random } from "../../src/base/random.ts";
import type { WireStream } from "../support/wire-client.ts";
import type { EventHistory } from "./event-history.ts";
import { LineSplitter, readEvent } from "./event-line.ts";
import { compareState, listScope } from "./lists.ts";
import { pauseUnlessAborted } from "./pause.ts";
import { nextBreak, type ReadingBreak, type ReadingHabit } from "./reading-habits.ts";
import { headersFor } from "./scopes.ts";
import type { SharedConnection } from "./shared-connection.ts";
import type { WatchCounts } from "./watch-counts.ts";

/** Scope, connection and behaviour of a watcher. */
export interface WatcherOptions {
  readonly history: EventHistory;
  readonly connection: SharedConnection;
  readonly habit: ReadingHabit;
  readonly random: Random;
  readonly counts: WatchCounts;
  readonly report: (fault: string) => void;
  /** Aborted when all breaks must end, because the soak waits for the remaining events. */
  readonly endBreaks: AbortSignal;
  readonly stop: AbortSignal;
}

interface WatchEnd {
  readonly lastedMs: number;
  readonly askedMs: number;
  readonly isBroken: boolean;
}

/** First letters of the event types that are not changes. */
const bookmarkLetter = "B".charCodeAt(0);
const errorLetter = "E".charCodeAt(0);
const typeAt = `{"type":"`.length;

/** A watch that ends earlier than its timeout by more than this was closed for another reason. */
const earlyEndMs = 2000;
/**
 * After its timeout, a watch stays open for ten seconds so that its client can read the rest. On an overloaded machine
 * that may be too short.
 */
const lingerMs = 10_000;
const pageSize = 250;
/** Delay before the next attempt after a failure. */
const retryMs = 500;

/** Runs watches of one scope until it is stopped. */
export class Watcher {
  readonly #options: WatcherOptions;
  #position: number;
  /**
   * All events up to this version were received. Undefined if the server has dropped its history, so the watcher must
   * list again.
   */
  #version: number | undefined;
  #break: ReadingBreak | undefined;
  #breakAtMs = Number.POSITIVE_INFINITY;
  /** Objects of the initial events, until the bookmark that ends them. */
  #initial: Map<string, number> | undefined;
  /** Hold on the entries of the event history that the check of the initial state needs. */
  #hold: Disposable | undefined;
  #isReadable = true;

  /** Starts at the end of the event history. */
  constructor(options: WatcherOptions) {
    this.#options = options;
    this.#position = options.history.endPosition;
    this.#version = options.history.newestVersion;
    this.#planBreak();
  }

  /** The watcher's position in the event history. */
  get position(): number {
    return this.#position;
  }

  get isAtEnd(): boolean {
    return this.#position === this.#options.history.endPosition;
  }

  async run(): Promise<void> {
    const { stop, report, history } = this.#options;
    while (!stop.aborted) {
      try {
        await this.#runOnce();
      } catch (error) {
        report(`a watcher of ${history.scope.name}: ${String(error)}`);
        await pauseUnlessAborted(stop, retryMs);
      }
    }
  }

  /** Runs one watch. Before it, sleeps if a break is due, and lists if the state is needed. */
  async #runOnce(): Promise<void> {
    const { habit, random, endBreaks } = this.#options;
    if (habit === "sleeping" && this.#isBreakDue) await this.#disconnect(endBreaks);
    const wantsState = this.#version === undefined || random.below(8) === 0;
    const canStream = this.#options.history.scope.form === "objects" && random.below(2) === 0;
    if (wantsState && !canStream) await this.#list();
    await this.#watch(wantsState && canStream);
  }

  /**
   * Disconnects for a break. Afterwards it lists again, even if the server still has the events, because the
   * EventHistory has dropped them.
   */
  async #disconnect(endBreaks: AbortSignal): Promise<void> {
    this.#position = Number.POSITIVE_INFINITY;
    await pauseUnlessAborted(endBreaks, this.#break?.durationMs ?? 0);
    this.#planBreak();
    if (this.#version !== undefined) await this.#watchOldVersion(this.#version);
    this.#version = undefined;
  }

  async #watchOldVersion(version: number): Promise<void> {
    const { connection, history, report, counts } = this.#options;
    const { client } = connection;
    try {
      const { path } = history.scope;
      const stream = await client.open(`${path}?watch=1&resourceVersion=${version}&timeoutSeconds=1`);
      if (stream.status === 410) counts.gone++;
      else if (stream.status !== 200) report(`a watch from an old version got ${stream.status}`);
      stream.close();
    } catch (error) {
      if (connection.client === client) throw error;
    }
  }

  async #list(): Promise<void> {
    const { history, connection, report, counts } = this.#options;
    const { client } = connection;
    const get = async (target: string): ReturnType<typeof client.request> => {
      const answer = await client.request(target);
      if (answer.status !== 200) throw new Error(`${target} got ${answer.status}: ${answer.text}`);
      return answer;
    };
    try {
      const version = await listScope(get, history, pageSize, report);
      counts.lists++;
      this.#resumeFrom(version);
    } catch (error) {
      if (connection.client === client) throw error;
    }
  }

  #resumeFrom(version: number): void {
    this.#version = version;
    this.#position = this.#options.history.positionAfter(version);
  }

  async #watch(withState: boolean): Promise<void> {
    const { connection, random, counts, stop } = this.#options;
    if (!withState && this.#version === undefined) return;
    const lastsSeconds = 30 + random.below(240);
    const { client } = connection;
    const begunMs = performance.now();
    let isBroken = false;
    this.#hold = withState ? this.#options.history.hold() : undefined;
    try {
      const stream = await client.open(this.#target(withState, lastsSeconds), {
        headers: headersFor(this.#options.history.scope.form),
      });
      if (stream.status !== 200) return await this.#handleRejection(stream);
      counts.watches++;
      await this.#readAll(stream, withState);
    } catch (error) {
      if (connection.client === client && !isConnectionError(error)) throw error;
      isBroken = true;
    } finally {
      this.#releaseHold();
    }
    const lastedMs = performance.now() - begunMs;
    if (stop.aborted || connection.client !== client) counts.brokenOff++;
    else this.#handleEnd({ lastedMs, askedMs: lastsSeconds * 1000, isBroken });
    if (lastedMs < retryMs) await pauseUnlessAborted(stop, retryMs);
  }

  #target(withState: boolean, lastsSeconds: number): string {
    const { path, query } = this.#options.history.scope;
    const from = withState
      ? "sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
      : `resourceVersion=${this.#version}`;
    return `${path}?watch=1&${query}&${from}&allowWatchBookmarks=true&timeoutSeconds=${lastsSeconds}`;
  }

  async #handleRejection(stream: WireStream): Promise<void> {
    const text = String(await stream.readAll());
    if (stream.status !== 410) throw new Error(`a watch got ${stream.status}: ${text}`);
    this.#options.counts.gone++;
    this.#version = undefined;
  }

  async #readAll(stream: WireStream, withState: boolean): Promise<void> {
    const { stop } = this.#options;
    this.#initial = withState ? new Map() : undefined;
    this.#isReadable = true;
    const close = (): void => stream.close();
    stop.addEventListener("abort", close);
    const cutter = new LineSplitter();
    try {
      for await (const piece of stream.body) {
        for (const line of cutter.split(piece)) {
          const letter = line[typeAt];
          if (letter === bookmarkLetter || letter === errorLetter || this.#initial) await this.#handleOtherEvent(line);
          else this.#handleChange(line);
        }
        if (this.#isBreakDue && (await this.#pauseReading())) break;
      }
    } finally {
      stop.removeEventListener("abort", close);
      stream.close();
    }
  }

  #handleChange(line: Buffer): void {
    const { history, counts } = this.#options;
    counts.events++;
    this.#position = history.receive(this.#position, line);
    this.#version = history.versionBefore(this.#position) ?? this.#version;
  }

  /** Handles bookmarks, errors and initial events. */
  async #handleOtherEvent(line: Buffer): Promise<void> {
    const { history, counts, report } = this.#options;
    const event = readEvent(line, history.scope.form);
    if (event.type === "ERROR") {
      if (event.code !== 410) report(`a watch of ${history.scope.name} fails: ${String(line)}`);
      counts.gone++;
      this.#version = undefined;
    } else if (event.type !== "BOOKMARK") {
      this.#initial?.set(event.key, event.version);
    } else if (this.#initial) {
      await this.#checkInitialState(this.#initial, event.version, event.endsInitial);
    } else {
      counts.bookmarks++;
      history.receiveBookmark(this.#position, event.version);
      this.#version = Math.max(this.#version ?? 0, event.version);
    }
  }

  async #checkInitialState(initial: ReadonlyMap<string, number>, version: number, endsInitial: boolean): Promise<void> {
    const { history, report, counts } = this.#options;
    if (!endsInitial)
      report(`a bookmark without the end mark arrived among the initial events of ${history.scope.name}`);
    this.#initial = undefined;
    counts.initialStates++;
    await compareState(history, version, initial, report);
    this.#resumeFrom(version);
    this.#releaseHold();
  }

  #releaseHold(): void {
    this.#hold?.[Symbol.dispose]();
    this.#hold = undefined;
  }

  get #isBreakDue(): boolean {
    return performance.now() >= this.#breakAtMs && !this.#options.endBreaks.aborted;
  }

  #planBreak(): void {
    const { habit, random } = this.#options;
    this.#break = nextBreak(habit, random);
    if (this.#break) this.#breakAtMs = performance.now() + this.#break.afterMs;
  }

  /** Pauses reading. @returns true if the watch must be closed instead */
  async #pauseReading(): Promise<boolean> {
    if (this.#options.habit === "sleeping") return true;
    this.#isReadable = false;
    await pauseUnlessAborted(this.#options.endBreaks, this.#break?.durationMs ?? 0);
    this.#planBreak();
    return false;
  }

  /** Checks the end of a watch. It must last until its timeout and end cleanly, unless its client did not read. */
  #handleEnd({ lastedMs, askedMs, isBroken }: WatchEnd): void {
    const { counts, report, history, habit } = this.#options;
    const isInTime = lastedMs >= askedMs - earlyEndMs;
    const isLeft = this.#version === undefined || (habit === "sleeping" && this.#isBreakDue);
    if (isInTime && !isBroken) counts.endedInTime++;
    else if (!this.#isReadable || lastedMs >= askedMs + lingerMs - earlyEndMs) counts.endedForLag++;
    else if (!isLeft) {
      const how = isBroken ? "broken off" : "ended";
      report(`a watch of ${history.scope.name} was ${how} after ${Math.round(lastedMs)} of ${askedMs} ms`);
    }
  }
}

/** Errors of connections have a code. */
function isConnectionError(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}
