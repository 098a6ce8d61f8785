/** The states that the clients of a history have seen. They choose revisions and uids of their requests from it. */
import type { Outcome, Sighting } from "../history/history.ts";

/** The newest states that clients have seen. */
export class Knowledge {
  /** Revision at the beginning of the history. */
  readonly firstRevision: number;
  #revision: number;
  readonly #newest = new Map<string, Sighting>();
  readonly #previous = new Map<string, Sighting>();

  constructor(firstRevision: number) {
    this.firstRevision = firstRevision;
    this.#revision = firstRevision;
  }

  /** The greatest revision that any client has seen. */
  get revision(): number {
    return this.#revision;
  }

  newestOf(key: string): Sighting | undefined {
    return this.#newest.get(key);
  }

  /** Returns an earlier state than the newest one. */
  previousOf(key: string): Sighting | undefined {
    return this.#previous.get(key);
  }

  /** Records the states that a response shows. */
  learn(outcome: Outcome): void {
    if (outcome.kind === "object") this.see(outcome.object);
    if (outcome.kind !== "list") return;
    for (const { revision, items } of outcome.pages) {
      this.reach(revision);
      for (const item of items) this.see(item);
    }
  }

  /** Records a state. */
  see(sighting: Sighting): void {
    const { key, revision } = sighting;
    this.reach(revision);
    const known = this.#newest.get(key);
    if (known && known.revision >= revision) return;
    if (known) this.#previous.set(key, known);
    this.#newest.set(key, sighting);
  }

  /** Records a revision. */
  reach(revision: number): void {
    this.#revision = Math.max(this.#revision, revision);
  }
}
