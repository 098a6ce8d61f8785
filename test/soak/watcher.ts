/**
 * One watcher. When its watch ends, it resumes from its last version or lists again. It passes all events to the
 * chronicle of its scope, which checks them.
 */
import type { Random } from "../../src/base/random.ts";
import type { WireStream } from "../support/wire-client.ts";
import type { Chronicle } from "./chronicle.ts";
import { LineCutter, readEvent } from "./event-line.ts";
import { type Break, type Habit, nextBreak } from "./habits.ts";
import { compare, listScope } from "./lists.ts";
import { pauseUnless } from "./pause.ts";
import { headersFor } from "./scopes.ts";
import type { Tallies } from "./tallies.ts";
import type { WatchLine } from "./watch-line.ts";

/** Scope, connection and behaviour of a watcher. */
export interface WatcherOptions {
  readonly chronicle: Chronicle;
  readonly line: WatchLine;
  readonly habit: Habit;
  readonly random: Random;
  readonly tallies: Tallies;
  readonly report: (fault: string) => void;
  /** Aborted when all breaks must end, because the soak waits for the remaining events. */
  readonly hurry: AbortSignal;
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
const earlyMs = 2000;
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
  #place: number;
  /**
   * All events up to this version were received. Undefined if the server has dropped its history, so the watcher must
   * list again.
   */
  #version: number | undefined;
  #break: Break | undefined;
  #breakAtMs = Number.POSITIVE_INFINITY;
  /** Objects of the initial events, until the bookmark that ends them. */
  #initial: Map<string, number> | undefined;
  /** Hold on the chronicle entries that the check of the initial state needs. */
  #hold: Disposable | undefined;
  #isReadable = true;

  /** Starts at the end of the chronicle. */
  constructor(options: WatcherOptions) {
    this.#options = options;
    this.#place = options.chronicle.end;
    this.#version = options.chronicle.newest;
    this.#planBreak();
  }

  /** The watcher's position in the chronicle. */
  get place(): number {
    return this.#place;
  }

  get isAtEnd(): boolean {
    return this.#place === this.#options.chronicle.end;
  }

  async run(): Promise<void> {
    const { stop, report, chronicle } = this.#options;
    while (!stop.aborted) {
      try {
        await this.#live();
      } catch (error) {
        report(`a watcher of ${chronicle.scope.name}: ${String(error)}`);
        await pauseUnless(stop, retryMs);
      }
    }
  }

  /** Runs one watch. Before it, sleeps if a break is due, and lists if the state is needed. */
  async #live(): Promise<void> {
    const { habit, random, hurry } = this.#options;
    if (habit === "sleeping" && this.#isBreakDue) await this.#sleep(hurry);
    const wantsState = this.#version === undefined || random.below(8) === 0;
    const canStream = this.#options.chronicle.scope.form === "objects" && random.below(2) === 0;
    if (wantsState && !canStream) await this.#list();
    await this.#watch(wantsState && canStream);
  }

  /**
   * Disconnects for a break. Afterwards it lists again, even if the server still has the history, because the chronicle
   * has dropped its entries.
   */
  async #sleep(hurry: AbortSignal): Promise<void> {
    this.#place = Number.POSITIVE_INFINITY;
    await pauseUnless(hurry, this.#break?.lastsMs ?? 0);
    this.#planBreak();
    if (this.#version !== undefined) await this.#askForThePast(this.#version);
    this.#version = undefined;
  }

  async #askForThePast(version: number): Promise<void> {
    const { line, chronicle, report, tallies } = this.#options;
    const { client } = line;
    try {
      const { path } = chronicle.scope;
      const stream = await client.open(`${path}?watch=1&resourceVersion=${version}&timeoutSeconds=1`);
      if (stream.status === 410) tallies.gone++;
      else if (stream.status !== 200) report(`a watch from long ago is answered with ${stream.status}`);
      stream.close();
    } catch (error) {
      if (line.client === client) throw error;
    }
  }

  async #list(): Promise<void> {
    const { chronicle, line, report, tallies } = this.#options;
    const { client } = line;
    const get = async (target: string): ReturnType<typeof client.request> => {
      const answer = await client.request(target);
      if (answer.status !== 200) throw new Error(`${target} is answered with ${answer.status}: ${answer.text}`);
      return answer;
    };
    try {
      const version = await listScope(get, chronicle, pageSize, report);
      tallies.lists++;
      this.#goOnFrom(version);
    } catch (error) {
      if (line.client === client) throw error;
    }
  }

  #goOnFrom(version: number): void {
    this.#version = version;
    this.#place = this.#options.chronicle.placeAfter(version);
  }

  async #watch(withState: boolean): Promise<void> {
    const { line, random, tallies, stop } = this.#options;
    if (!withState && this.#version === undefined) return;
    const lastsSeconds = 30 + random.below(240);
    const { client } = line;
    const begunMs = performance.now();
    let isBroken = false;
    this.#hold = withState ? this.#options.chronicle.hold() : undefined;
    try {
      const stream = await client.open(this.#target(withState, lastsSeconds), {
        headers: headersFor(this.#options.chronicle.scope.form),
      });
      if (stream.status !== 200) return await this.#takeRefusal(stream);
      tallies.watches++;
      await this.#readAll(stream, withState);
    } catch (error) {
      if (line.client === client && !isBreak(error)) throw error;
      isBroken = true;
    } finally {
      this.#releaseHold();
    }
    const lastedMs = performance.now() - begunMs;
    if (stop.aborted || line.client !== client) tallies.brokenOff++;
    else this.#takeEnd({ lastedMs, askedMs: lastsSeconds * 1000, isBroken });
    if (lastedMs < retryMs) await pauseUnless(stop, retryMs);
  }

  #target(withState: boolean, lastsSeconds: number): string {
    const { path, query } = this.#options.chronicle.scope;
    const from = withState
      ? "sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
      : `resourceVersion=${this.#version}`;
    return `${path}?watch=1&${query}&${from}&allowWatchBookmarks=true&timeoutSeconds=${lastsSeconds}`;
  }

  async #takeRefusal(stream: WireStream): Promise<void> {
    const text = String(await stream.readAll());
    if (stream.status !== 410) throw new Error(`a watch is answered with ${stream.status}: ${text}`);
    this.#options.tallies.gone++;
    this.#version = undefined;
  }

  async #readAll(stream: WireStream, withState: boolean): Promise<void> {
    const { stop } = this.#options;
    this.#initial = withState ? new Map() : undefined;
    this.#isReadable = true;
    const close = (): void => stream.close();
    stop.addEventListener("abort", close);
    const cutter = new LineCutter();
    try {
      for await (const piece of stream.body) {
        for (const line of cutter.cut(piece)) {
          const letter = line[typeAt];
          if (letter === bookmarkLetter || letter === errorLetter || this.#initial) await this.#takeSpecial(line);
          else this.#takeChange(line);
        }
        if (this.#isBreakDue && (await this.#takeBreak())) break;
      }
    } finally {
      stop.removeEventListener("abort", close);
      stream.close();
    }
  }

  #takeChange(line: Buffer): void {
    const { chronicle, tallies } = this.#options;
    tallies.events++;
    this.#place = chronicle.see(this.#place, line);
    this.#version = chronicle.versionBefore(this.#place) ?? this.#version;
  }

  /** Handles bookmarks, errors and initial events. */
  async #takeSpecial(line: Buffer): Promise<void> {
    const { chronicle, tallies, report } = this.#options;
    const event = readEvent(line, chronicle.scope.form);
    if (event.type === "ERROR") {
      if (event.code !== 410) report(`a watch of ${chronicle.scope.name} fails: ${String(line)}`);
      tallies.gone++;
      this.#version = undefined;
    } else if (event.type !== "BOOKMARK") {
      this.#initial?.set(event.key, event.version);
    } else if (this.#initial) {
      await this.#takeInitial(this.#initial, event.version, event.endsInitial);
    } else {
      tallies.bookmarks++;
      chronicle.seeBookmark(this.#place, event.version);
      this.#version = Math.max(this.#version ?? 0, event.version);
    }
  }

  async #takeInitial(initial: ReadonlyMap<string, number>, version: number, endsInitial: boolean): Promise<void> {
    const { chronicle, report, tallies } = this.#options;
    if (!endsInitial) report(`a bookmark comes among the initial events of ${chronicle.scope.name}`);
    this.#initial = undefined;
    tallies.initialStates++;
    await compare(chronicle, version, initial, report);
    this.#goOnFrom(version);
    this.#releaseHold();
  }

  #releaseHold(): void {
    this.#hold?.[Symbol.dispose]();
    this.#hold = undefined;
  }

  get #isBreakDue(): boolean {
    return performance.now() >= this.#breakAtMs && !this.#options.hurry.aborted;
  }

  #planBreak(): void {
    const { habit, random } = this.#options;
    this.#break = nextBreak(habit, random);
    if (this.#break) this.#breakAtMs = performance.now() + this.#break.afterMs;
  }

  /** Pauses reading. @returns true if the watch must be closed instead */
  async #takeBreak(): Promise<boolean> {
    if (this.#options.habit === "sleeping") return true;
    this.#isReadable = false;
    await pauseUnless(this.#options.hurry, this.#break?.lastsMs ?? 0);
    this.#planBreak();
    return false;
  }

  /** Checks the end of a watch. It must last until its timeout and end cleanly, unless its client did not read. */
  #takeEnd({ lastedMs, askedMs, isBroken }: WatchEnd): void {
    const { tallies, report, chronicle, habit } = this.#options;
    const isInTime = lastedMs >= askedMs - earlyMs;
    const isLeft = this.#version === undefined || (habit === "sleeping" && this.#isBreakDue);
    if (isInTime && !isBroken) tallies.endedInTime++;
    else if (!this.#isReadable || lastedMs >= askedMs + lingerMs - earlyMs) tallies.endedForLag++;
    else if (!isLeft) {
      const how = isBroken ? "broken off" : "ended";
      report(`a watch of ${chronicle.scope.name} was ${how} after ${Math.round(lastedMs)} of ${askedMs} ms`);
    }
  }
}

/** Errors of connections have a code. */
function isBreak(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}
