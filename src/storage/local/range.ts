/** Implements `EngineReader.range` as of one revision, in turns, so that a long one does not keep everything else waiting. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Entry, Page } from "../engine.ts";
import { rangeKeysPerTurn } from "../limits.ts";
import type { History } from "./history.ts";
import { keyAfter, rangeStart } from "./key-order.ts";
import type { Ledger } from "./ledger.ts";

export interface RangeSource {
  readonly ledger: Ledger;
  readonly history: History;
  /** @throws StorageError `closed` */
  readonly checkOpen: () => void;
}

export interface RangeQuery {
  readonly prefix: string;
  readonly after: string | undefined;
  readonly limit: number;
  /** Must stay readable until the range is done. */
  readonly at: number;
}

/** The live entries that the query asks for. */
export async function readRange(source: RangeSource, query: RangeQuery): Promise<Page> {
  const entries: Entry[] = [];
  let start: string | undefined = rangeStart(query.prefix, query.after);
  for (let turn = 0; start !== undefined; turn++) {
    if (turn > 0) await nextTurn();
    source.checkOpen();
    start = readTurn(source, query, { start, entries });
  }
  // One entry over the limit was read to know whether there is one.
  const more = entries.length > query.limit;
  if (more) entries.pop();
  return { entries, revision: query.at, more };
}

/** @returns where to go on in another turn; undefined when the range is complete */
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
