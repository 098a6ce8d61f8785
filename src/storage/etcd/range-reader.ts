/** Implements `EngineReader.range` for etcd. It reads in pages, so that no response is too large. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Entry, Page } from "../engine.ts";
import { isResponseTooLarge } from "./errors.ts";
import type { KeySpace } from "./key-space.ts";
import { firstPageEntries, pageBytesGoal, pageEntriesMax } from "./limits.ts";
import type { Members } from "./members.ts";
import type { KeyValue, RangeResponse } from "./responses.ts";
import { rangeRpc } from "./rpcs.ts";
import { toEntry } from "./transaction.ts";

/** The parameters of a range read. */
export interface PagedRange {
  readonly prefix: string;
  readonly after: string | undefined;
  readonly limit: number;
  /** 0: the newest revision. */
  readonly at: number;
}

/** Reads ranges. */
export class RangeReader {
  readonly #members: Members;
  readonly #keys: KeySpace;
  /** Entries of the next page, from the size of the last one. */
  #pageEntries = firstPageEntries;

  constructor(members: Members, keys: KeySpace) {
    this.#members = members;
    this.#keys = keys;
  }

  /** Returns the entries that the query selects. All pages have the revision of the first one. @throws GrpcCallError */
  async read({ prefix, after, limit, at }: PagedRange): Promise<Page> {
    const entries: Entry[] = [];
    let range = this.#keys.range(prefix, after);
    let revision = at;
    for (;;) {
      const page = await this.#readPage(range, revision, limit - entries.length);
      if (revision === 0) revision = page.revision;
      for (const entry of page.entries) entries.push(toEntry(this.#keys.decode(entry.key) ?? "", entry));
      const last = page.entries.at(-1);
      if (!page.more || !last || entries.length >= limit) return { entries, revision, more: page.more };
      range = this.#keys.rangeAfter(prefix, last.key);
      await nextTurn();
    }
  }

  async #readPage(
    range: { readonly key: Uint8Array; readonly rangeEnd: Uint8Array },
    revision: number,
    limit: number,
  ): Promise<RangeResponse> {
    // etcd rejects a range whose end is before its start, which a read after the last key would have.
    if (isEmpty(range)) return await this.#emptyPage(range, revision);
    for (;;) {
      const pageLimit = Math.min(limit, this.#pageEntries);
      try {
        const page = await this.#members.read(rangeRpc, { ...range, revision, limit: pageLimit });
        this.#adapt(page.entries);
        return page;
      } catch (error) {
        if (!isResponseTooLarge(error) || pageLimit === 1) throw error;
        this.#pageEntries = Math.ceil(pageLimit / 4);
      }
    }
  }

  /** Reads only the revision, or whether it can be read. */
  async #emptyPage({ key }: { readonly key: Uint8Array }, revision: number): Promise<RangeResponse> {
    const { revision: newest } = await this.#members.read(rangeRpc, { key, isCountOnly: true, revision });
    return { revision: newest, entries: [], more: false };
  }

  #adapt(entries: readonly KeyValue[]): void {
    if (entries.length === 0) return;
    const bytes = entries.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
    const entryBytes = Math.max(1, bytes / entries.length);
    this.#pageEntries = Math.max(1, Math.min(pageEntriesMax, Math.floor(pageBytesGoal / entryBytes)));
  }
}

function isEmpty({ key, rangeEnd }: { readonly key: Uint8Array; readonly rangeEnd: Uint8Array }): boolean {
  const hasEnd = rangeEnd.length !== 1 || rangeEnd[0] !== 0;
  return hasEnd && Buffer.compare(key, rangeEnd) >= 0;
}
