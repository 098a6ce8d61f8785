/** Histories that tests write by hand. Every step takes one millisecond unless the test says otherwise. */
import type { History, Operation, Outcome, Request, Sighting, Watch, WatchItem, WatchStart } from "./history.ts";

/** Times of an operation. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Options of a watch. */
export interface WatchOptions {
  readonly start?: WatchStart;
  readonly tier?: string;
  readonly openedAt?: number;
  readonly mustReach?: number;
  readonly isExpired?: boolean;
}

/** Returns the state of an object: key `a` at revision 5 has the value `a5` and the uid `a` unless the test says otherwise. */
export function seen(key: string, revision: number, fields: Partial<Sighting> = {}): Sighting {
  return { key, uid: key, revision, value: `${key}${revision}`, tier: undefined, ...fields };
}

/** A history that grows. */
export class WrittenHistory implements History {
  readonly operations: Operation[] = [];
  readonly watches: Watch[] = [];
  readonly isKept: boolean;
  #now = 0;

  constructor({ isKept = true } = {}) {
    this.isKept = isKept;
  }

  /** Adds an operation after all earlier steps, or in a period. */
  add(request: Request, outcome: Outcome, period: Period = { from: ++this.#now, to: ++this.#now }): this {
    this.#now = Math.max(this.#now, period.to);
    const { from: invokedAt, to: returnedAt } = period;
    this.operations.push({ id: this.operations.length, client: 0, request, outcome, invokedAt, returnedAt });
    return this;
  }

  create(object: Sighting, period?: Period): this {
    const { key, value, tier } = object;
    return this.add({ kind: "create", key, value, tier }, { kind: "object", object }, period);
  }

  update(object: Sighting, expected?: number, period?: Period): this {
    const { key, value, tier } = object;
    return this.add({ kind: "update", key, value, tier, expected }, { kind: "object", object }, period);
  }

  delete(key: string, uid = key, period?: Period): this {
    return this.add({ kind: "delete", key, uid: undefined, expected: undefined }, { kind: "deleted", uid }, period);
  }

  get(object: Sighting, period?: Period): this {
    return this.add({ kind: "get", key: object.key, point: { kind: "latest" } }, { kind: "object", object }, period);
  }

  absent(key: string, period?: Period): this {
    const outcome = { kind: "rejected", reason: "absent" } as const;
    return this.add({ kind: "get", key, point: { kind: "latest" } }, outcome, period);
  }

  list(revision: number, ...items: readonly Sighting[]): this {
    const request = { kind: "list", point: { kind: "latest" }, tier: undefined, limit: undefined } as const;
    return this.add(request, { kind: "list", pages: [{ revision, items }] });
  }

  /** Adds a watch whose items came after all earlier steps. Default: it begins after revision 0. */
  watch(items: readonly WatchItem[], options: WatchOptions = {}): this {
    const {
      start = { kind: "after", revision: 0 },
      tier,
      openedAt = ++this.#now,
      mustReach,
      isExpired = false,
    } = options;
    const timed = items.map((item) => ({ ...item, at: ++this.#now }));
    this.watches.push({
      id: this.watches.length,
      client: 1,
      openedAt,
      start,
      tier,
      items: timed,
      mustReach,
      isExpired,
    });
    return this;
  }
}

/** Returns an event. */
export function event(type: "ADDED" | "MODIFIED" | "DELETED", object: Sighting): WatchItem {
  return { type, at: 0, object };
}

/** Returns a bookmark. */
export function bookmark(revision: number, endsInitial = false): WatchItem {
  return { type: "BOOKMARK", at: 0, revision, endsInitial };
}
