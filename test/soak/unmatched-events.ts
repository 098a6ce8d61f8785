/** Acknowledged writes without an event, and received events without an acknowledged write. */

import type { ChangeType } from "./acknowledged-write.ts";
import type { WatchEvent } from "./event-line.ts";

/** Event that an acknowledged write must cause. */
export interface ExpectedEvent {
  readonly type: ChangeType;
  readonly key: string;
  readonly uid: string;
  /**
   * Undefined for a deletion and for the preceding MODIFIED event, because the response does not contain their
   * versions.
   */
  readonly version: number | undefined;
}

interface TimedEntry<T> {
  readonly entry: T;
  readonly sinceMs: number;
}

/** Maximum time between a write's response and its event. */
const matchMaxMs = 60_000;

/** Matches acknowledged writes with received events. */
export class UnmatchedEvents {
  readonly #report: (fault: string) => void;
  /** Expected events by version, or by type and uid if the version is unknown. */
  readonly #expected = new Map<string, TimedEntry<ExpectedEvent>>();
  readonly #seen = new Map<string, TimedEntry<WatchEvent>>();

  constructor(report: (fault: string) => void) {
    this.#report = report;
  }

  get isEmpty(): boolean {
    return this.#expected.size === 0 && this.#seen.size === 0;
  }

  expect(expected: ExpectedEvent): void {
    const id = expected.version === undefined ? unversionedId(expected) : versionId(expected.version);
    const seen = this.#seen.get(id);
    if (!seen) {
      this.#expected.set(id, { entry: expected, sinceMs: performance.now() });
      return;
    }
    this.#forgetSeen(seen.entry);
    this.#match(expected, seen.entry);
  }

  receive(event: WatchEvent): void {
    for (const id of idsOf(event)) {
      const expected = this.#expected.get(id);
      if (!expected) continue;
      this.#expected.delete(id);
      this.#match(expected.entry, event);
      return;
    }
    for (const id of idsOf(event)) this.#seen.set(id, { entry: event, sinceMs: performance.now() });
  }

  reportOld(nowMs: number): void {
    for (const [id, { entry, sinceMs }] of this.#expected) {
      if (nowMs - sinceMs < matchMaxMs) continue;
      this.#expected.delete(id);
      this.#report(
        `no watcher received ${entry.type} ${entry.key} at ${entry.version ?? "its end"}, which was acknowledged`,
      );
    }
    for (const { entry, sinceMs } of this.#seen.values()) {
      if (nowMs - sinceMs < matchMaxMs) continue;
      this.#forgetSeen(entry);
      this.#report(`${entry.type} ${entry.key} at ${entry.version} was received but never acknowledged`);
    }
  }

  #match(expected: ExpectedEvent, event: WatchEvent): void {
    const agrees = expected.type === event.type && expected.key === event.key && expected.uid === event.uid;
    if (!agrees)
      this.#report(`${expected.type} ${expected.key} was received as ${event.type} ${event.key} at ${event.version}`);
  }

  /** Removes an event. Each of its ids may meanwhile belong to a newer event. */
  #forgetSeen(event: WatchEvent): void {
    for (const id of idsOf(event)) {
      if (this.#seen.get(id)?.entry === event) this.#seen.delete(id);
    }
  }
}

/**
 * Returns the ids under which a write can expect this event: its version, or its type and object if the response
 * contained no version.
 */
function idsOf(event: WatchEvent): string[] {
  return [versionId(event.version), unversionedId(event)];
}

function versionId(version: number): string {
  return `at ${version}`;
}

function unversionedId({ type, uid }: { readonly type: string; readonly uid: string }): string {
  return `${type} ${uid}`;
}
