/**
 * One watcher. It watches, and when its watch ends goes on from where it was, or begins anew from a list; whatever it is
 * told goes into the chronicle of its scope, which finds what is wrong with it.
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

export interface WatcherOptions {
  readonly chronicle: Chronicle;
  readonly line: WatchLine;
  readonly habit: Habit;
  readonly random: Random;
  readonly tallies: Tallies;
  readonly report: (fault: string) => void;
  /** Ends breaks: from now on everything is read. */
  readonly hurry: AbortSignal;
  readonly stop: AbortSignal;
}

interface WatchEnd {
  readonly lastedMs: number;
  readonly askedMs: number;
  readonly isBroken: boolean;
}

/** The letters with which the types of events begin that are no changes. */
const bookmarkLetter = "B".charCodeAt(0);
const errorLetter = "E".charCodeAt(0);
const typeAt = `{"type":"`.length;

/** A watch that ends sooner than it was asked to, by more than this, was ended for a reason. */
const earlyMs = 2000;
/** When a watch ends, its client has ten seconds to read the rest; on a machine with too much to do that may be too short. */
const lingerMs = 10_000;
const pageSize = 250;
/** Who fails at once does not try again at once. */
const retryMs = 500;

export class Watcher {
  readonly #options: WatcherOptions;
  #place: number;
  /** Everything up to this version was seen; undefined when that is forgotten, and the state has to be read. */
  #version: number | undefined;
  #break: Break | undefined;
  #breakAtMs = Number.POSITIVE_INFINITY;
  /** Of the initial state, while it comes. */
  #initial: Map<string, number> | undefined;
  /** Of what has to be known to check it. */
  #hold: Disposable | undefined;
  #isReadable = true;

  /** Begins where the chronicle stands. */
  constructor(options: WatcherOptions) {
    this.#options = options;
    this.#place = options.chronicle.end;
    this.#version = options.chronicle.newest;
    this.#planBreak();
  }

  /** Its place in the chronicle. */
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

  /** Watches once, after what has to be done before. */
  async #live(): Promise<void> {
    const { habit, random, hurry } = this.#options;
    if (habit === "sleeping" && this.#isBreakDue) await this.#sleep(hurry);
    const wantsState = this.#version === undefined || random.below(8) === 0;
    const canStream = this.#options.chronicle.scope.form === "objects" && random.below(2) === 0;
    if (wantsState && !canStream) await this.#list();
    await this.#watch(wantsState && canStream);
  }

  /** Begins anew afterwards, even if the server should remember: the chronicle does not. */
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

  /** Bookmarks, errors, and the state that comes first. */
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

  /** @returns whether the watch is left for it */
  async #takeBreak(): Promise<boolean> {
    if (this.#options.habit === "sleeping") return true;
    this.#isReadable = false;
    await pauseUnless(this.#options.hurry, this.#break?.lastsMs ?? 0);
    this.#planBreak();
    return false;
  }

  /** A watch lasts as long as it was asked to, and ends in order, unless its client did not read. */
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

/** Connections break with an error that has a code. */
function isBreak(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}
