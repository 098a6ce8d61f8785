/** Acknowledged writes without an event, and received events without an acknowledged write. */
import type { WatchEvent } from "./event-line.ts";
import type { ChangeType } from "./write.ts";

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

interface Waiting<T> {
  readonly what: T;
  readonly sinceMs: number;
}

/** Maximum time between a write's response and its event. */
const patienceMs = 60_000;

/** Matches acknowledged writes with received events. */
export class Pending {
  readonly #report: (fault: string) => void;
  /** Expected events by version, or by type and uid if the version is unknown. */
  readonly #expected = new Map<string, Waiting<ExpectedEvent>>();
  readonly #seen = new Map<string, Waiting<WatchEvent>>();

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
      this.#expected.set(id, { what: expected, sinceMs: performance.now() });
      return;
    }
    this.#forgetSeen(seen.what);
    this.#match(expected, seen.what);
  }

  see(event: WatchEvent): void {
    for (const id of idsOf(event)) {
      const expected = this.#expected.get(id);
      if (!expected) continue;
      this.#expected.delete(id);
      this.#match(expected.what, event);
      return;
    }
    for (const id of idsOf(event)) this.#seen.set(id, { what: event, sinceMs: performance.now() });
  }

  complainOfOld(nowMs: number): void {
    for (const [id, { what, sinceMs }] of this.#expected) {
      if (nowMs - sinceMs < patienceMs) continue;
      this.#expected.delete(id);
      this.#report(`nobody has seen ${what.type} ${what.key} at ${what.version ?? "its end"}, which was acknowledged`);
    }
    for (const { what, sinceMs } of this.#seen.values()) {
      if (nowMs - sinceMs < patienceMs) continue;
      this.#forgetSeen(what);
      this.#report(`${what.type} ${what.key} at ${what.version} was seen, and never acknowledged`);
    }
  }

  #match(expected: ExpectedEvent, event: WatchEvent): void {
    const agrees = expected.type === event.type && expected.key === event.key && expected.uid === event.uid;
    if (!agrees)
      this.#report(`${expected.type} ${expected.key} was seen as ${event.type} ${event.key} at ${event.version}`);
  }

  /** Removes an event. Each of its ids may meanwhile belong to a newer event. */
  #forgetSeen(event: WatchEvent): void {
    for (const id of idsOf(event)) {
      if (this.#seen.get(id)?.what === event) this.#seen.delete(id);
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
