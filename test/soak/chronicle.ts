/**
 * What has happened in a scope, as its watchers tell and its writers know. All watchers of a scope have to tell the same:
 * the first to see an event appends it, every other one has to see it at the same place, byte for byte. And what they tell
 * has to be what was acknowledged: every write once, and nothing else. So an event that is missed, doubled or misplaced
 * shows, whoever is told wrongly, one watcher or all.
 */
import { readEvent, type WatchEvent } from "./event-line.ts";
import { Pending } from "./pending.ts";
import type { Scope } from "./scopes.ts";
import { changeSeen, keyOf, type Write } from "./write.ts";

interface Entry {
  readonly event: WatchEvent;
  readonly line: Buffer;
  /** The object's version before; undefined when there was none. */
  readonly before: number | undefined;
}

export class Chronicle {
  readonly scope: Scope;
  readonly #report: (fault: string) => void;
  /** Versions of the objects that are there, by key. */
  readonly #state: Map<string, number>;
  readonly #pending: Pending;
  /** Places of those who will look back. */
  readonly #holds = new Set<{ readonly place: number }>();
  #entries: Entry[] = [];
  /** The place of the first entry that is kept. */
  #first = 0;
  /** Everything up to this version was seen. */
  #newest: number;

  /** @param version of the state */
  constructor(scope: Scope, version: number, state: ReadonlyMap<string, number>, report: (fault: string) => void) {
    this.scope = scope;
    this.#newest = version;
    this.#state = new Map(state);
    this.#report = (fault) => report(`${scope.name}: ${fault}`);
    this.#pending = new Pending(this.#report);
  }

  /** The place behind the last entry. */
  get end(): number {
    return this.#first + this.#entries.length;
  }

  get newest(): number {
    return this.#newest;
  }

  /** True when what was acknowledged is what was seen. */
  get isSettled(): boolean {
    return this.#pending.isEmpty;
  }

  /**
   * A watcher has seen `line` when it stood at `place`.
   * @returns the place where it stands now
   */
  see(place: number, line: Buffer): number {
    const expected = this.#entries[place - this.#first];
    if (expected && isSame(expected, line, this.scope)) return place + 1;
    const event = readEvent(line, this.scope.form);
    if (!expected) return this.#append(event, line);
    this.#report(`a watcher was told ${tell(event)} where others were told ${tell(expected.event)}`);
    return this.placeAfter(event.version);
  }

  /** A watcher has been told that it has seen everything up to `version`. */
  seeBookmark(place: number, version: number): void {
    const expected = this.#entries[place - this.#first];
    if (expected && expected.event.version <= version) {
      this.#report(`a bookmark says ${version} before ${tell(expected.event)}`);
    }
    if (!expected) this.#newest = Math.max(this.#newest, version);
  }

  /** A writer was answered. */
  acknowledge(write: Write): void {
    const { selects } = this.scope;
    const before = write.wasThere && selects(write, write.tierBefore);
    const after = write.version !== undefined && selects(write, write.tierAfter);
    const type = changeSeen(before, after);
    if (!type) return;
    const event = { key: keyOf(write), uid: write.uid, version: write.version };
    if (write.isMarked) this.#pending.expect({ ...event, type: "MODIFIED" });
    this.#pending.expect({ ...event, type });
  }

  /** The place of the first entry after a version; only right once the chronicle has come so far. */
  placeAfter(version: number): number {
    const index = this.#entries.findIndex(({ event }) => event.version > version);
    return index < 0 ? this.end : this.#first + index;
  }

  /** The version of the entry before a place, if it is kept. */
  versionBefore(place: number): number | undefined {
    return this.#entries[place - 1 - this.#first]?.event.version;
  }

  /** The versions of all objects as they were at `version`; what has happened since then must have been held. */
  stateAt(version: number): ReadonlyMap<string, number> {
    const state = new Map(this.#state);
    for (const { event, before } of this.#entries.toReversed()) {
      if (event.version <= version) break;
      if (before === undefined) state.delete(event.key);
      else state.set(event.key, before);
    }
    return state;
  }

  /** Keeps what is seen from now on, for somebody who will ask for a state of now or later, until it is disposed. */
  hold(): Disposable {
    const hold = { place: this.end };
    this.#holds.add(hold);
    return { [Symbol.dispose]: () => void this.#holds.delete(hold) };
  }

  /** Forgets what nobody needs who stands at `place` or behind it; complains of what was not matched in time. */
  tidy(place: number, nowMs: number): void {
    const needed = Math.min(place, ...[...this.#holds].map((hold) => hold.place));
    // The last one tells where its watchers go on from.
    const count = Math.max(0, needed - 1 - this.#first);
    this.#entries = this.#entries.slice(count);
    this.#first += count;
    this.#pending.complainOfOld(nowMs);
  }

  /** Complains of whatever is not matched. */
  finish(): void {
    this.#pending.complainOfOld(Number.POSITIVE_INFINITY);
  }

  #append(event: WatchEvent, line: Buffer): number {
    const before = this.#state.get(event.key);
    const hasRightType =
      event.type === (before === undefined ? "ADDED" : event.type === "DELETED" ? "DELETED" : "MODIFIED");
    if (!hasRightType)
      this.#report(`${tell(event)} of an object ${before === undefined ? "that is not there" : `at ${before}`}`);
    if (event.version <= this.#newest) {
      this.#report(`${tell(event)} after everything up to ${this.#newest}`);
      return this.end;
    }
    this.#newest = event.version;
    // The line is a part of a larger piece.
    this.#entries.push({ event, line: Buffer.from(line), before });
    if (event.type === "DELETED") this.#state.delete(event.key);
    else this.#state.set(event.key, event.version);
    this.#pending.see(event);
    return this.end;
  }
}

/** Rows show how old an object is, and the first one of a watch what the columns are. */
function isSame({ event, line }: Entry, other: Buffer, { form }: Scope): boolean {
  if (line.equals(other)) return true;
  if (form !== "table") return false;
  const { type, key, version } = readEvent(other, form);
  return type === event.type && key === event.key && version === event.version;
}

function tell({ type, key, version }: WatchEvent): string {
  return `${type} ${key} at ${version}`;
}
