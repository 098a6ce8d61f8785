/** Implements `EngineReader.range`. It reads in short turns, so that a long range does not delay other work. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Entry, Page } from "../engine.ts";
import { rangeKeysPerTurn } from "../limits.ts";
import type { History } from "./history.ts";
import { keyAfter, rangeStart } from "./key-order.ts";
import type { LedgerView } from "./ledger.ts";

/** The parts of an engine that a range read uses. */
export interface RangeSource {
  readonly ledger: LedgerView;
  readonly history: History;
  /** @throws StorageError `closed` */
  readonly checkOpen: () => void;
}

/** The parameters of a range read. */
export interface RangeQuery {
  readonly prefix: string;
  readonly after: string | undefined;
  readonly limit: number;
  /** The revision to read. It must stay readable until the read has ended. */
  readonly at: number;
}

/** Returns the entries that the query selects. */
export async function readRange(source: RangeSource, query: RangeQuery): Promise<Page> {
  const entries: Entry[] = [];
  let start: string | undefined = rangeStart(query.prefix, query.after);
  for (let turn = 0; start !== undefined; turn++) {
    if (turn > 0) await nextTurn();
    source.checkOpen();
    start = readTurn(source, query, { start, entries });
  }
  // The read goes one entry beyond the limit, to find out whether there are more.
  const more = entries.length > query.limit;
  if (more) entries.pop();
  return { entries, revision: query.at, more };
}

/** Reads one turn. @returns the key at which the next turn starts; undefined if the range is complete */
function readTurn(
  { ledger, history }: RangeSource,
  { prefix, limit, at }: RangeQuery,
  { start, entries }: { start: string; entries: Entry[] },
): string | undefined {
  let visited = 0;
  let next: string | undefined;
  ledger.scan(start, (key, head) => {
    if (!key.startsWith(prefix)) return false;
    const entry = history.readableOrDamaged(key, head, at);
    if (entry) entries.push(entry);
    if (entries.length > limit) return false;
    visited += 1;
    if (visited === rangeKeysPerTurn) next = keyAfter(key);
    return next === undefined;
  });
  return next;
}
