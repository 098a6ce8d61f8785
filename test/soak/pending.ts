/** Writes that were acknowledged and not yet seen, and events that were seen and not yet acknowledged. */
import type { WatchEvent } from "./event-line.ts";
import type { ChangeType } from "./write.ts";

/** An event that must come. */
export interface ExpectedEvent {
  readonly type: ChangeType;
  readonly key: string;
  readonly uid: string;
  /** Undefined for a deletion, and for the mark before it: the answer does not tell. */
  readonly version: number | undefined;
}

interface Waiting<T> {
  readonly what: T;
  readonly sinceMs: number;
}

/** Nothing takes longer from the write to its event, or back. */
const patienceMs = 60_000;

export class Pending {
  readonly #report: (fault: string) => void;
  /** By version, or by uid where the version is not known. */
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

  /** Something else may have happened to the object meanwhile. */
  #forgetSeen(event: WatchEvent): void {
    for (const id of idsOf(event)) {
      if (this.#seen.get(id)?.what === event) this.#seen.delete(id);
    }
  }
}

/** By its version; or as the last that happened to the object, since answers do not tell the version of that. */
function idsOf(event: WatchEvent): string[] {
  return [versionId(event.version), unversionedId(event)];
}

function versionId(version: number): string {
  return `at ${version}`;
}

function unversionedId({ type, uid }: { readonly type: string; readonly uid: string }): string {
  return `${type} ${uid}`;
}
