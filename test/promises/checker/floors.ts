/** The greatest revision that any client had seen at a moment. Everything up to it is committed. */
import { type History, revisionOf } from "../history/history.ts";

interface Floor {
  readonly at: number;
  readonly revision: number;
}

/** Greatest seen revisions by time. */
export class Floors {
  readonly #floors: Floor[] = [];

  /** @param deletions returns the revision of the deletion of a uid, if it is known */
  constructor({ operations, watches }: History, deletions: (uid: string) => number | undefined) {
    const seen: Floor[] = [];
    const see = (at: number, revision: number | undefined): void => {
      if (revision !== undefined) seen.push({ at, revision });
    };
    for (const { outcome, returnedAt } of operations) {
      if (outcome.kind === "object") see(returnedAt, outcome.object.revision);
      else if (outcome.kind === "deleted") see(returnedAt, deletions(outcome.uid));
      else if (outcome.kind === "list") for (const page of outcome.pages) see(returnedAt, page.revision);
    }
    for (const { items } of watches) for (const item of items) see(item.at, revisionOf(item));
    let highest = 0;
    for (const { at, revision } of seen.sort((one, other) => one.at - other.at)) {
      if (revision <= highest) continue;
      highest = revision;
      this.#floors.push({ at, revision });
    }
  }

  /** Returns the greatest revision that was seen before `at`. 0 if there was none. */
  before(at: number): number {
    let low = 0;
    let high = this.#floors.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#floors[middle]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return this.#floors[low - 1]?.revision ?? 0;
  }
}
