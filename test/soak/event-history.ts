/**
 * Records the events of a scope and checks them. The first watcher that receives an event appends it to the event
 * history. Every other watcher must receive the same bytes at the same position. Each acknowledged write must match
 * exactly one event, except that a write outside the scope matches none. This finds lost, duplicated and misplaced
 * events, even if all watchers receive the same wrong ones.
 */

import { type AcknowledgedWrite, eventTypeOf, keyOf } from "./acknowledged-write.ts";
import { readEvent, type WatchEvent } from "./event-line.ts";
import type { WatchScope } from "./scopes.ts";
import { UnmatchedEvents } from "./unmatched-events.ts";

interface Entry {
  readonly event: WatchEvent;
  readonly line: Buffer;
  /** Version of the object before the event. Undefined if it did not exist. */
  readonly before: number | undefined;
}

/** Events of a scope, and the versions of its objects. */
export class EventHistory {
  readonly scope: WatchScope;
  readonly #report: (fault: string) => void;
  /** Current version of each existing object, by key. */
  readonly #state: Map<string, number>;
  readonly #pending: UnmatchedEvents;
  /** Positions that `stateAt` will still need. */
  readonly #holds = new Set<{ readonly place: number }>();
  #entries: Entry[] = [];
  /** Position of the first entry that is kept. */
  #firstPosition = 0;
  /** Latest version up to which all events were received. */
  #newestVersion: number;

  /** @param version resourceVersion of the initial state */
  constructor(scope: WatchScope, version: number, state: ReadonlyMap<string, number>, report: (fault: string) => void) {
    this.scope = scope;
    this.#newestVersion = version;
    this.#state = new Map(state);
    this.#report = (fault) => report(`${scope.name}: ${fault}`);
    this.#pending = new UnmatchedEvents(this.#report);
  }

  /** Position after the last entry. */
  get endPosition(): number {
    return this.#firstPosition + this.#entries.length;
  }

  /** Latest version up to which all events were received. */
  get newestVersion(): number {
    return this.#newestVersion;
  }

  /** Whether every acknowledged write was received and every received event was acknowledged. */
  get isSettled(): boolean {
    return this.#pending.isEmpty;
  }

  /**
   * Records an event that a watcher received at `place`.
   * @returns the watcher's new position
   */
  receive(place: number, line: Buffer): number {
    const expected = this.#entries[place - this.#firstPosition];
    if (expected && isSame(expected, line, this.scope)) return place + 1;
    const event = readEvent(line, this.scope.form);
    if (!expected) return this.#append(event, line);
    this.#report(`a watcher received ${describeEvent(event)} where others received ${describeEvent(expected.event)}`);
    return this.positionAfter(event.version);
  }

  /** Checks a bookmark that a watcher received at `place`: all earlier events must have been delivered. */
  receiveBookmark(place: number, version: number): void {
    const expected = this.#entries[place - this.#firstPosition];
    if (expected && expected.event.version <= version) {
      this.#report(`a bookmark at ${version} arrived before ${describeEvent(expected.event)}`);
    }
    if (!expected) this.#newestVersion = Math.max(this.#newestVersion, version);
  }

  /** Records an acknowledged write. */
  acknowledge(write: AcknowledgedWrite): void {
    const { selects } = this.scope;
    const before = write.existedBefore && selects(write, write.tierBefore);
    const after = write.version !== undefined && selects(write, write.tierAfter);
    const type = eventTypeOf(before, after);
    if (!type) return;
    const event = { key: keyOf(write), uid: write.uid, version: write.version };
    if (write.isMarkedFirst) this.#pending.expect({ ...event, type: "MODIFIED" });
    this.#pending.expect({ ...event, type });
  }

  /**
   * Returns the position of the first entry after a version. The history must contain all events up to that version.
   */
  positionAfter(version: number): number {
    const index = this.#entries.findIndex(({ event }) => event.version > version);
    return index < 0 ? this.endPosition : this.#firstPosition + index;
  }

  /** Returns the version of the entry before a position. Undefined if that entry was dropped. */
  versionBefore(place: number): number | undefined {
    return this.#entries[place - 1 - this.#firstPosition]?.event.version;
  }

  /** Returns the version of each object as of `version`. All later entries must still be kept, which `hold` ensures. */
  stateAt(version: number): ReadonlyMap<string, number> {
    const state = new Map(this.#state);
    for (const { event, before } of this.#entries.toReversed()) {
      if (event.version <= version) break;
      if (before === undefined) state.delete(event.key);
      else state.set(event.key, before);
    }
    return state;
  }

  /**
   * Keeps all entries from now on, so that `stateAt` can return the state at any later version, until the result is
   * disposed of.
   */
  hold(): Disposable {
    const hold = { place: this.endPosition };
    this.#holds.add(hold);
    return { [Symbol.dispose]: () => void this.#holds.delete(hold) };
  }

  /**
   * Drops the entries before `place` that no hold needs. Reports writes and events that were not matched within a
   * minute.
   */
  dropBefore(place: number, nowMs: number): void {
    const needed = Math.min(place, ...[...this.#holds].map((hold) => hold.place));
    // The entry before a position is kept, because watchers resume from its version.
    const count = Math.max(0, needed - 1 - this.#firstPosition);
    this.#entries = this.#entries.slice(count);
    this.#firstPosition += count;
    this.#pending.reportOld(nowMs);
  }

  /** Reports all writes and events that are not matched. */
  reportAllUnmatched(): void {
    this.#pending.reportOld(Number.POSITIVE_INFINITY);
  }

  #append(event: WatchEvent, line: Buffer): number {
    const before = this.#state.get(event.key);
    const hasRightType =
      event.type === (before === undefined ? "ADDED" : event.type === "DELETED" ? "DELETED" : "MODIFIED");
    if (!hasRightType)
      this.#report(
        `${describeEvent(event)} of an object ${before === undefined ? "that does not exist" : `at ${before}`}`,
      );
    if (event.version <= this.#newestVersion) {
      this.#report(`${describeEvent(event)} after all events up to ${this.#newestVersion}`);
      return this.endPosition;
    }
    this.#newestVersion = event.version;
    // The line is a view of a larger buffer, which must not be kept alive.
    this.#entries.push({ event, line: Buffer.from(line), before });
    if (event.type === "DELETED") this.#state.delete(event.key);
    else this.#state.set(event.key, event.version);
    this.#pending.receive(event);
    return this.endPosition;
  }
}

/**
 * Whether two lines are the same event. Table rows contain the age of the object, and the first row of a watch the
 * columns, so their bytes may differ.
 */
function isSame({ event, line }: Entry, other: Buffer, { form }: WatchScope): boolean {
  if (line.equals(other)) return true;
  if (form !== "table") return false;
  const { type, key, version } = readEvent(other, form);
  return type === event.type && key === event.key && version === event.version;
}

function describeEvent({ type, key, version }: WatchEvent): string {
  return `${type} ${key} at ${version}`;
}
